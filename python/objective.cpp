// Tunings: their space, and evaluations of their candidate as `rootward tune objective` has them.
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/json.h"
#include "core/note.h"
#include "experiments/tuning/objective.h"
#include "experiments/tuning/point_json.h"
#include "experiments/tuning/serve.h"
#include "lab/arena/signals.h"
#include "lab/config/shipped_files.h"
#include "python/native.h"

namespace rootward::python {
namespace {

class PyObjective {
 public:
  PyObjective(const std::string& text, const std::string& file, const std::string& out, std::size_t threads)
      : tuning_(text.empty() ? tuning::read_tuning(config::configuration_file(file))
                             : tuning::parse_tuning(text, file)),
        settings_{.folder = out, .threads = threads, .grace = std::chrono::milliseconds(0)} {}

  [[nodiscard]] std::string space() const { return tuning::space_text(tuning_, tuning::SpaceFormat::json); }
  [[nodiscard]] std::uint32_t games() const { return tuning_.games; }
  /// The space as Optuna's own JSON of distributions by name.
  [[nodiscard]] std::string optuna_space() const { return tuning::space_text(tuning_, tuning::SpaceFormat::optuna); }
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

  /// Speaks the protocol of `rootward tune serve`: `take()` gives lines, or None at the end, and `emit` gets events.
  /// What is pending at the end, or where a signal asks to stop, ends with what there is.
  void serve(const py::function& take, const py::function& emit) const {
    constexpr std::chrono::milliseconds kPatience{50};
    const py::gil_scoped_release release;
    { const SignalGuard forgets_signals_of_calls_before; }
    tuning::EvaluationService service(tuning_, settings_);
    for (const std::string& warning : service.warnings()) note("warning: {}", warning);
    tuning::Server server(service, [&emit](const std::string& line) {
      const py::gil_scoped_acquire lock;
      emit(line);
    });
    while (!SignalGuard::stop_requested()) {
      const std::optional<std::vector<std::string>> lines = lines_of(take);
      if (!lines) break;
      for (const std::string& line : *lines) server.take_line(line);
      server.step(kPatience);
    }
    if (server.is_busy()) service.finish_games_under_way(settings_.grace);
    server.cancel_all();
    service.folder().end_session(SignalGuard::end_reason());
  }

 private:
  static std::optional<std::vector<std::string>> lines_of(const py::function& take) {
    const py::gil_scoped_acquire lock;
    return take().cast<std::optional<std::vector<std::string>>>();
  }

  tuning::TuningConfig tuning_;
  tuning::ServiceSettings settings_;
};

}  // namespace

void bind_objective(py::module_& module) {
  py::class_<PyObjective>(module, "Objective")
      .def(py::init<std::string, std::string, std::string, std::size_t>())
      .def("space", &PyObjective::space)
      .def("folder", &PyObjective::folder)
      .def("games", &PyObjective::games)
      .def("optuna_space", &PyObjective::optuna_space)
      .def("serve", &PyObjective::serve)
      .def("evaluate", &PyObjective::evaluate);
}

}  // namespace rootward::python
