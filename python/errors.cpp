// The program's errors as the package's exceptions, with the program's very text.
#include "core/errors.h"

#include <fmt/format.h>

#include <exception>
#include <string>
#include <vector>

#include "core/guest_failure.h"
#include "core/params.h"
#include "python/native.h"

namespace rootward::python {
namespace {

/// An exception class of rootward.errors.
py::object error_class(const char* name) { return py::module_::import("rootward.errors").attr(name); }

py::list problem_list(std::span<const Problem> problems) {
  py::list list;
  for (const Problem& problem : problems) {
    py::dict row;
    row["file"] = problem.file;
    row["line"] = problem.line;
    row["column"] = problem.column;
    row["path"] = problem.path;
    row["message"] = problem.message;
    list.append(row);
  }
  return list;
}

void raise_usage(std::span<const Problem> problems) {
  std::string text;
  for (const Problem& problem : problems) text += (text.empty() ? "" : "\n") + problem_text(problem);
  const py::object kind = error_class("UsageError");
  const py::object error = kind(text, problem_list(problems));
  PyErr_SetObject(kind.ptr(), error.ptr());
}

/// The callback's own exception, with a note for each place on its way.
void raise_guest(const GuestFailure& failure) {
  try {
    std::rethrow_exception(failure.cause());
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  py::error_already_set raised;  // takes what was set
  const py::object value = raised.value();
  for (const std::string& place : failure.places())
    if (py::hasattr(value, "add_note")) value.attr("add_note")("in " + place);  // from Python 3.11 on
  raised.restore();
}

void translate(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const GuestFailure& failure) {
    raise_guest(failure);
  } catch (const UsageError& error) {
    raise_usage(error.problems());
  } catch (const ParamError& error) {
    const std::vector<Problem> problems = {{"", 0, 0, error.key(), error.what()}};
    raise_usage(problems);
  } catch (const PlayerError& error) {
    PyErr_SetString(error_class("EngineError").ptr(), error.what());
  } catch (const RunError& error) {
    PyErr_SetString(error_class("RunError").ptr(), error.what());
  }
}

}  // namespace

void bind_errors(py::module_&) { py::register_exception_translator(translate); }

}  // namespace rootward::python
