// Checks and their messages.
#include "cli/calculator_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/text.h"

namespace rootward {

void refuse_field(const std::string& path, const std::string& message) {
  throw UsageError(path.empty() ? message : fmt::format("{}: {}", path, message));
}

std::string NumberFrame::text() const { return fmt::format("a number in [{}, {}]", low_, high_); }

Fields::Fields(const Json& object, std::string path, std::initializer_list<const char*> known)
    : object_(&object), path_(std::move(path)) {
  if (!object.is_object()) refuse_field(path_, fmt::format("{} is not an object {{..}}", dump_json(object)));
  const std::vector<std::string> names(known.begin(), known.end());
  for (const auto& item : object.items()) {
    if (std::ranges::find(names, item.key) != names.end()) continue;
    refuse_field(path_of(item.key),
                 fmt::format("unknown key; known here: {}{}", fmt::join(names, ", "), hint_text(item.key, names)));
  }
}

bool Fields::has(std::string_view key) const { return object_->contains(key); }

const Json& Fields::at(std::string_view key) const {
  const auto found = object_->find(key);
  if (found == nullptr) refuse_field(path_of(key), "is required");
  return *found;
}

std::string Fields::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

std::uint64_t Fields::count(std::string_view key, std::uint64_t low, std::uint64_t high,
                            std::optional<std::uint64_t> fallback) const {
  if (fallback && !has(key)) return *fallback;
  const Json& given = at(key);
  const double number = given.is_number() ? given.get<double>() : -1.0;
  if (number < static_cast<double>(low) || number > static_cast<double>(high) || number != std::floor(number))
    refuse_field(path_of(key),
                 fmt::format("{} is not allowed; allowed: an integer in [{}, {}]", dump_json(given), low, high));
  return static_cast<std::uint64_t>(number);
}

Value Fields::value(std::string_view key, const NumberFrame& frame) const {
  return read_value(at(key), frame, path_of(key));
}

Value Fields::any_value(std::string_view key, const NumberFrame& frame) const {
  const Json& given = at(key);
  if (!given.is_number() || !std::isfinite(given.get<double>()))
    refuse_field(path_of(key), fmt::format("{} is not allowed; allowed: a finite number", dump_json(given)));
  return frame.to_chooser(given.get<double>());
}

double Fields::amount(std::string_view key) const {
  const Json& given = at(key);
  if (!given.is_number() || given.get<double>() < 0)
    refuse_field(path_of(key), fmt::format("{} is not allowed; allowed: a number >= 0", dump_json(given)));
  return given.get<double>();
}

NumberFrame read_range(const Fields& line, bool is_reversed) {
  if (!line.has("range")) return {-1, 1, is_reversed};
  const Json& given = line.at("range");
  if (!given.is_array() || given.size() != 2 || !given[0].is_number() || !given[1].is_number() ||
      !(given[0].get<double>() < given[1].get<double>()))
    refuse_field("range", fmt::format("{} is not allowed; allowed: [low, high] with low < high", dump_json(given)));
  return {given[0].get<double>(), given[1].get<double>(), is_reversed};
}

Value read_value(const Json& number, const NumberFrame& frame, const std::string& path) {
  if (!number.is_number() || !frame.contains(number.get<double>()))
    refuse_field(path, fmt::format("{} is not allowed; allowed: {}", dump_json(number), frame.text()));
  return frame.to_chooser(number.get<double>());
}

}  // namespace rootward
