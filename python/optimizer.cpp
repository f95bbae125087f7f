// The optimizer's conversation: a line of JSON in, a line of JSON out, as rootward-optimizer has it.
#include <memory>
#include <optional>
#include <string>

#include "optimizer/session.h"
#include "python/native.h"

namespace rootward::python {
namespace {

std::unique_ptr<optimizer::Session> make_session(std::optional<std::uint64_t> seed, const std::string& state_path) {
  return std::make_unique<optimizer::Session>(optimizer::SessionOptions{.seed = seed, .state_path = state_path});
}

std::string reply(optimizer::Session& session, const std::string& line) {
  const py::gil_scoped_release release;
  return session.reply(line);
}

}  // namespace

void bind_optimizer(py::module_& module) {
  py::class_<optimizer::Session>(module, "OptimizerSession").def(py::init(&make_session)).def("reply", reply);
}

}  // namespace rootward::python
