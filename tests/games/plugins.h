// Games by the C interface, from the sources that are shipped, for tests.
#pragma once

#include <memory>
#include <string>

#include "core/file_io.h"
#include "core/params.h"
#include "games/loading/library.h"
#include "games/loading/rules.h"

namespace rootward::testing {

inline std::shared_ptr<const loading::Library> shipped_plugin(const std::string& name) {
  return loading::load_library(read_whole_file(std::string(ROOTWARD_PLUGINS) + '/' + name + ".so"));
}

/// Parameters as `parameters.NAME`.
inline Params plugin_params(const loading::Library& library, GivenParams given = {}) {
  given["file"] = std::string("x.so");
  return resolve_params(loading::parameters_of(library), given);
}

inline loading::PluginRules plugin_rules(const std::string& name, GivenParams given = {}) {
  const auto library = shipped_plugin(name);
  return {library, plugin_params(*library, std::move(given))};
}

}  // namespace rootward::testing
