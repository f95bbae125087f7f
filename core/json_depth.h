// A limit on how deep JSON from outside may be nested.
#pragma once

#include <fmt/format.h>

#include "core/errors.h"

namespace rootward {

/// A callback for nlohmann's parse(), which itself does not recurse; copying and writing what it made does, and a line
/// of a few hundred thousand brackets would overflow the stack. Throws UsageError beyond kDeepest levels.
struct JsonDepthGuard {
  static constexpr int kDeepest = 64;

  template <class Event, class Json>
  bool operator()(int depth, Event, const Json&) const {
    if (depth > kDeepest) throw UsageError(fmt::format("JSON nested deeper than {} levels", kDeepest));
    return true;
  }
};

}  // namespace rootward
