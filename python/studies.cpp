// Tunings: their space, and evaluations of their candidate as `rootward objective` has them.
#include <optional>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "experiments/config/shipped_files.h"
#include "experiments/tuning/objective.h"
#include "experiments/tuning/point_json.h"
#include "python/native.h"

namespace rootward::python {
namespace {

class PyStudy {
 public:
  PyStudy(const std::string& text, const std::string& file, const std::string& out, std::size_t threads)
      : tuning_(text.empty() ? tuning::read_tuning(config::configuration_file(file))
                             : tuning::parse_tuning(text, file)),
        settings_{.folder = out, .threads = threads} {}

  [[nodiscard]] std::string space() const { return tuning::space_text(tuning_, tuning::SpaceFormat::json); }
  [[nodiscard]] std::string folder() const { return tuning::tuning_folder_of(tuning_, settings_.folder); }

  /// The result's line, and why it failed; "" where it did not.
  [[nodiscard]] std::pair<std::string, std::string> evaluate(const std::string& params,
                                                             std::optional<std::uint32_t> games,
                                                             std::optional<std::uint64_t> seed,
                                                             bool shows_progress) const {
    const py::gil_scoped_release release;
    tuning::EvaluationRequest request{.id = {},
                                      .point = tuning::read_point(tuning_, parse_json(params)),
                                      .seed = seed.value_or(tuning_.seed),
                                      .games = games.value_or(tuning_.games)};
    if (request.games == 0 || request.games % 2 != 0)
      throw UsageError("games: games come in colour-swapped pairs; an even number from 2 on is allowed");
    request.id = tuning::evaluation_key(tuning_, request.point, request.seed);
    const tuning::EvaluationResult result = tuning::evaluate_once(tuning_, settings_, request, !shows_progress);
    return {dump_json(tuning::result_json(tuning_, request, result)), result.failure};
  }

 private:
  tuning::TuningConfig tuning_;
  tuning::ServiceSettings settings_;
};

}  // namespace

void bind_studies(py::module_& module) {
  py::class_<PyStudy>(module, "Study")
      .def(py::init<std::string, std::string, std::string, std::size_t>())
      .def("space", &PyStudy::space)
      .def("folder", &PyStudy::folder)
      .def("evaluate", &PyStudy::evaluate);
}

}  // namespace rootward::python
