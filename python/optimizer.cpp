// The optimizer's conversation: a line of JSON in, a line of JSON out, as rootward-optimizer has it.
#include <mutex>
#include <optional>
#include <string>

#include "optimizer/session.h"
#include "python/native.h"

namespace rootward::python {
namespace {

class PySession {
 public:
  PySession(std::optional<std::uint64_t> seed, const std::string& state_path)
      : session_(optimizer::SessionOptions{.seed = seed, .state_path = state_path}) {}

  std::string reply(const std::string& line) {
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);  // after the interpreter's, or two threads could wait for each other
    return session_.reply(line);
  }

 private:
  std::mutex mutex_;
  optimizer::Session session_;
};

}  // namespace

void bind_optimizer(py::module_& module) {
  py::class_<PySession>(module, "OptimizerSession")
      .def(py::init<std::optional<std::uint64_t>, std::string>())
      .def("reply", &PySession::reply);
}

}  // namespace rootward::python
