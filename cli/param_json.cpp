// One form for `list --json` and the explorer's record.
#include "cli/param_json.h"

#include <array>
#include <cmath>
#include <type_traits>
#include <variant>

namespace rootward {
namespace {

/// Infinite and absent limits are null.
Json limit_json(double value) { return std::abs(value) < kNoLimit ? Json(value) : Json(nullptr); }

const char* param_type_name(ParamType type) {
  constexpr std::array<const char*, 7> kNames = {"boolean", "integer", "real", "choice", "text", "real_list", "tree"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace

Json param_json(const ParamValue& value) {
  return std::visit(
      [](const auto& held) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
          return nullptr;
        else if constexpr (std::is_same_v<std::decay_t<decltype(held)>, ParamTree>)
          return param_text(held);
        else
          return held;
      },
      value);
}

Json param_json(const ParamSpec& spec) {
  Json document = {{"key", spec.key},
                   {"help", spec.help},
                   {"type", param_type_name(spec.type)},
                   {"default", param_json(spec.fallback)},
                   {"required", spec.required},
                   {"low", limit_json(spec.low)},
                   {"high", limit_json(spec.high)},
                   {"low_open", spec.low_open},
                   {"high_open", spec.high_open},
                   {"allowed", allowed_text(spec)},
                   {"source", spec.source}};
  if (!spec.choices.empty()) document["choices"] = spec.choices;
  if (spec.type == ParamType::real_list) {
    document["min_count"] = spec.min_count;
    document["max_count"] = spec.max_count;
  }
  if (!std::isnan(spec.tune_low)) {
    document["tune_low"] = spec.tune_low;
    document["tune_high"] = spec.tune_high;
    document["scale"] = scale_name(spec.scale);
  }
  return document;
}

}  // namespace rootward
