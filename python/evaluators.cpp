// Evaluators: those of the program asked about one position, and functions in Python that judge leaves.
#include <fmt/format.h>

#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/guest_failure.h"
#include "lab/config/parts.h"
#include "lab/play/position_judge.h"
#include "python/native.h"
#include "python/position.h"

namespace rootward::python {
namespace {

/// A Python function of a list of positions that gives values and, where there are any, a list of priors.
class FunctionJudge final : public PositionJudge {
 public:
  FunctionJudge(std::string name, py::object function)
      : name_(std::move(name)), function_(new py::object(std::move(function))) {}

  void judge(std::span<const Position* const> positions, std::span<Judgement> judgements) override {
    const py::gil_scoped_acquire lock;
    try {
      ask(positions, judgements);
    } catch (const std::exception& error) {
      GuestFailure failure(std::current_exception(), error.what());
      failure.add_place(fmt::format("the evaluator {}, asked for {} position{}, the first {}", name_, positions.size(),
                                    positions.size() == 1 ? "" : "s", positions.front()->to_text()));
      throw failure;
    }
  }

 private:
  void ask(std::span<const Position* const> positions, std::span<Judgement> judgements) const {
    const Loan loan;
    py::list asked;
    for (const Position* position : positions)
      asked.append(py::cast(PyPosition{.game = nullptr, .position = position->clone(), .is_lent = loan.flag()}));
    const auto [values, priors] =
        (*function_)(asked).cast<std::pair<std::vector<double>, std::vector<std::vector<float>>>>();
    for (std::size_t i = 0; i < judgements.size(); ++i) {
      judgements[i].value = values[i];
      if (!priors.empty()) judgements[i].priors = priors[i];
    }
  }

  /// Says of positions whether they may still be looked at.
  class Loan {
   public:
    Loan() = default;
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() { *is_lent_ = false; }
    [[nodiscard]] std::shared_ptr<const bool> flag() const { return is_lent_; }

   private:
    std::shared_ptr<bool> is_lent_ = std::make_shared<bool>(true);
  };
  std::string name_;
  std::unique_ptr<py::object, DeletesUnderLock<py::object>> function_;
};

void register_evaluator(const std::string& name, bool gives_priors, std::size_t batch, const std::string& source,
                        const py::object& function) {
  GuestEvaluator guest;
  guest.description = {.name = name, .help = "an evaluator in Python", .source = "its author", .parameters = {}};
  guest.description.parameters.push_back({.key = "source",
                                          .help = "the function's source: the first digits of its SHA-256",
                                          .type = ParamType::text,
                                          .fallback = source,
                                          .source = "ours"});
  guest.gives_priors = gives_priors;
  guest.batch = batch;
  guest.judge = std::make_shared<FunctionJudge>(name, function);
  add_guest_evaluator(std::move(guest));
}

/// The value for who moves, and a prior a legal move, in their order.
std::pair<double, std::vector<double>> evaluate(const PyPosition& from, const std::string& evaluator,
                                                std::uint64_t seed) {
  if (from.game == nullptr) throw std::runtime_error("an evaluator's positions cannot be evaluated by others");
  if (from.at().is_over()) throw UsageError("position: the game is over there");
  const Position& position = from.at();
  const py::gil_scoped_release release;
  SearchSettings settings = parse_search_player("", "", {}, from.game->id()).search;
  settings.evaluator = parse_evaluator(evaluator, "evaluator");
  const std::unique_ptr<Searcher> searcher = from.game->make_searcher(settings);
  searcher->new_game(seed);
  const EvaluationReport report = searcher->evaluate(position);
  std::vector<double> priors;
  for (const auto& [action, prior] : report.priors) priors.push_back(prior);
  return {report.value, std::move(priors)};
}

}  // namespace

void bind_evaluators(py::module_& module) {
  module.def("register_evaluator", register_evaluator);
  module.def("evaluate", evaluate);
}

}  // namespace rootward::python
