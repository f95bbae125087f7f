// The module rootward._core: the program's own rooms behind thin Python.
#include "core/build_info.h"
#include "core/processor.h"
#include "python/native.h"

PYBIND11_MODULE(_core, module) {
  using namespace rootward::python;
  module.doc() = "rootward's rooms; use the package rootward, whose names are documented and stay";
  module.def("version", [] { return std::string(rootward::version()); });
  module.def("revision", [] { return std::string(rootward::revision()); });
  bind_errors(module);
  rootward::check_processor_cap();
  bind_games(module);
  bind_guest_games(module);
  bind_inputs(module);
  bind_networks(module);
  bind_objective(module);
  bind_operators(module);
  bind_compiled_rules(module);
  bind_evaluators(module);
  bind_optimizer(module);
  bind_replays(module);
  bind_results(module);
  bind_search(module);
  bind_tournaments(module);
}
