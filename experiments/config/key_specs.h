// Keys of a configuration that several readers declare alike.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/params.h"

namespace rootward {

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
