// What is found wrong with a configuration's key after the file was read: whoever knows the file adds its places.
#pragma once

#include <string>
#include <utility>

#include "core/errors.h"
#include "core/params.h"

namespace rootward::config {

[[noreturn]] inline void refuse_key(std::string path, std::string message) {
  throw UsageError(
      {Problem{.file = {}, .line = 0, .column = 0, .path = std::move(path), .message = std::move(message)}});
}

/// Builds a part; what is wrong with it names the key that it was built from.
template <class Build>
auto at_key(const std::string& path, Build build) -> decltype(build()) {
  try {
    return build();
  } catch (const ParamError& error) {
    refuse_key(path + "." + error.key(), error.what());
  } catch (const UsageError& error) {
    if (error.problems().size() != 1 || !error.problems().front().path.empty()) throw;
    refuse_key(path, error.what());
  }
}

}  // namespace rootward::config
