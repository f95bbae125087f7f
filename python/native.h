// What the files of the binding share.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace rootward::python {

namespace py = pybind11;

/// Deletes what is Python's under the interpreter's lock, whoever lets go of it last.
template <class T>
struct DeletesUnderLock {
  void operator()(T* held) const {
    const py::gil_scoped_acquire lock;
    delete held;
  }
};

// A file a subject; each adds its names to the module.
void bind_compiled_rules(py::module_& module);
void bind_errors(py::module_& module);
void bind_evaluators(py::module_& module);
void bind_games(py::module_& module);
void bind_guest_games(py::module_& module);
void bind_inputs(py::module_& module);
void bind_networks(py::module_& module);
void bind_objective(py::module_& module);
void bind_operators(py::module_& module);
void bind_optimizer(py::module_& module);
void bind_replays(py::module_& module);
void bind_results(py::module_& module);
void bind_search(py::module_& module);
void bind_tournaments(py::module_& module);

}  // namespace rootward::python
