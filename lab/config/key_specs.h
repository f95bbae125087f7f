// Keys of a configuration that several readers declare alike.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/params.h"

namespace rootward {

/// A key whose type and default are a member's.
inline ParamSpec spec_of(std::string key, std::string help) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.help = std::move(help);
  return spec;
}

/// The same for a number in [low, high].
inline ParamSpec range_spec(std::string key, double low, double high, std::string help) {
  ParamSpec spec = spec_of(std::move(key), std::move(help));
  spec.low = low;
  spec.high = high;
  return spec;
}

/// A text, empty unless given.
inline ParamSpec text_spec(std::string key) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.type = ParamType::text;
  spec.fallback = std::string();
  return spec;
}

/// A whole number in [low, high].
inline ParamSpec integer_spec(std::string key, std::int64_t fallback, double low, double high) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.type = ParamType::integer;
  spec.fallback = fallback;
  spec.low = low;
  spec.high = high;
  return spec;
}

}  // namespace rootward
