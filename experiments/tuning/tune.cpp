// Ask, evaluate, tell in order; then the fresh test.
#include "experiments/tuning/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>

#include "core/errors.h"
#include "experiments/tuning/stored_tuning.h"
#include "experiments/tuning/tune_journal.h"
#include "experiments/tuning/tune_slices.h"
#include "lab/arena/progress.h"
#include "lab/arena/signals.h"
#include "lab/report/number_text.h"

namespace rootward::tuning {
namespace {

constexpr std::chrono::milliseconds kLoopPatience{100};
constexpr std::chrono::hours kProposalPatience{1};     // for an optimizer that wants to be asked again
constexpr std::chrono::milliseconds kLoopGrace{2000};  // for games under way when the loop ends early

class Tuner {
 public:
  Tuner(const TuningConfig& tuning, const TuneSettings& settings)
      : tuning_(tuning),
        settings_(settings),
        service_(tuning, settings.service),
        journal_(service_.folder(), tuning),
        progress_(stderr, Progress::style_of(stderr, settings.is_quiet), "games") {
    report_.folder = service_.folder().path();
    for (const std::string& warning : service_.warnings()) progress_.say("warning: " + warning);
  }

  TuneReport run() {
    if (!settings_.optimizer_state.empty()) std::filesystem::remove(settings_.optimizer_state);
    try {
      OptimizerClient optimizer(settings_.optimizer, tuning_, SignalGuard::stop_requested);
      tell_imported(optimizer);
      report_.is_complete = evaluate_all(optimizer) && recommend(optimizer) && test();
    } catch (const OptimizerClient::StoppedWaiting&) {
      report_.is_complete = false;
    } catch (...) {
      service_.finish_games_under_way(kLoopGrace);
      throw;
    }
    progress_.finish();
    if (!report_.is_complete) service_.finish_games_under_way(kLoopGrace);
    service_.folder().end_session(report_.is_complete ? kComplete : "stopped");
    return std::move(report_);
  }

 private:
  /// An evaluation that was asked for and not told.
  struct Pending {
    TunedEvaluation evaluation;
    bool is_proposed = true;  // by the optimizer that runs now; false: the journal knows another point of this number
    std::size_t handle = 0;   // of the service; 0 = its result is known
    EvaluationResult so_far{};
  };

  bool evaluate_all(OptimizerClient& optimizer) {
    while (report_.evaluations.size() < settings_.evaluations) {
      while (pending_.size() < settings_.parallel && asked_ < settings_.evaluations && ask(optimizer)) continue;
      if (pending_.empty()) {
        if (!ask_again_and_again(optimizer)) return false;
        continue;
      }
      if (!wait_for_first()) return false;
      tell_first(optimizer);
    }
    return true;
  }

  /// False where neither the optimizer nor the journal has a point yet.
  bool ask(OptimizerClient& optimizer) {
    const std::uint64_t id = asked_ + 1;
    std::optional<Proposal> proposal = optimizer.ask(id);
    const Proposal* stored = journal_.asked(id);
    if (stored == nullptr && !proposal) return false;
    const bool is_proposed = proposal && (stored == nullptr || stored->params == proposal->params);
    if (stored == nullptr) {
      service_.rehearse_engines();
      service_.folder().begin_session();
      journal_.append_asked(id, *proposal);
    } else {
      tell_of_difference(id, proposal && !is_proposed);
      proposal = *stored;
    }
    ++asked_;
    Pending pending{.evaluation = {.id = id, .params = proposal->params, .origin = proposal->origin},
                    .is_proposed = is_proposed};
    start(pending);
    pending_.push_back(std::move(pending));
    return true;
  }

  /// There is nothing else to do. False where a signal came before.
  bool ask_again_and_again(OptimizerClient& optimizer) {
    const auto deadline = std::chrono::steady_clock::now() + kProposalPatience;
    while (!ask(optimizer)) {
      if (SignalGuard::stop_requested()) return false;
      if (std::chrono::steady_clock::now() > deadline)
        throw RunError(
            fmt::format("the optimizer has proposed nothing for {} h with nothing pending", kProposalPatience.count()));
      std::this_thread::sleep_for(kLoopPatience);
    }
    return true;
  }

  void tell_of_difference(std::uint64_t id, bool is_different) {
    if (!is_different || std::exchange(has_told_of_difference_, true)) return;
    progress_.say(
        fmt::format("note: the optimizer now asks for another point than is journalled as evaluation {}; "
                    "the journal counts",
                    id));
  }

  /// Begins the evaluation, or finds its result.
  void start(Pending& pending) {
    TunedEvaluation& evaluation = pending.evaluation;
    const auto fail = [&](const std::string& why) {
      evaluation.result.status = EvaluationStatus::failed;
      evaluation.result.failure = why;
    };
    try {
      evaluation.point = read_point(tuning_, evaluation.params);
    } catch (const UsageError& error) {
      return fail(error.what());
    }
    if (const JournalledEvaluation* known = service_.folder().find_whole(request_of(evaluation))) {
      evaluation.result = service_.folder().result_of(*known);
      return;
    }
    if (service_.folder().has_failed(*evaluation.point)) return fail("the same point has failed before");
    std::optional<StopRule> stop;
    if (settings_.stops_early && incumbent_) stop = StopRule{incumbent_->mean};
    pending.handle = service_.begin(request_of(evaluation), stop);
  }

  [[nodiscard]] EvaluationRequest request_of(const TunedEvaluation& evaluation) const {
    return {.id = evaluation.id, .point = *evaluation.point, .seed = evaluation.id, .games = tuning_.games};
  }

  /// Plays until the evaluation that was asked for first has its result. False where a signal came before.
  bool wait_for_first() {
    while (pending_.front().handle != 0) {
      if (SignalGuard::stop_requested()) return false;
      for (EvaluationUpdate& update : service_.wait(kLoopPatience)) {
        const auto pending = std::ranges::find(pending_, update.handle, &Pending::handle);
        pending->so_far = std::move(update.result);
        if (!update.is_final) continue;
        pending->evaluation.result = pending->so_far;
        pending->handle = 0;
      }
      show_progress();
    }
    return true;
  }

  void tell_first(OptimizerClient& optimizer) {
    TunedEvaluation evaluation = std::move(pending_.front().evaluation);
    const bool is_proposed = pending_.front().is_proposed;
    pending_.erase(pending_.begin());
    if (evaluation.point) service_.folder().append_evaluation(request_of(evaluation), evaluation.result);
    if (evaluation.result.status == EvaluationStatus::failed)
      tell_failure(optimizer, evaluation, is_proposed);
    else
      optimizer.tell(evaluation.id, evaluation.params, evaluation.result);
    games_played_ += evaluation.result.counts.games();
    if (has_any_result() || evaluation.result.status != EvaluationStatus::failed) incumbent_ = best_of(optimizer);
    report_.incumbents.push_back(incumbent_);
    progress_.say(line_of(evaluation));
    report_.evaluations.push_back(std::move(evaluation));
  }

  /// A journalled point that is none of the tuning's says nothing about the point that the optimizer proposes now.
  static void tell_failure(OptimizerClient& optimizer, const TunedEvaluation& evaluation, bool is_proposed) {
    if (evaluation.point)
      optimizer.failed(evaluation.id, evaluation.params);
    else if (is_proposed)
      optimizer.failed(evaluation.id, std::nullopt);
  }

  /// What the optimizer recommends, which has to be a point of the tuning.
  std::optional<Recommendation> best_of(OptimizerClient& optimizer) {
    std::optional<Recommendation> best = optimizer.best();
    try {
      if (best) (void)read_point(tuning_, best->params);
    } catch (const UsageError& error) {
      throw RunError(fmt::format("the optimizer recommends what is no point of the tuning: {}", error.what()));
    }
    return best;
  }

  [[nodiscard]] bool has_any_result() const {
    return std::ranges::any_of(report_.evaluations, [](const TunedEvaluation& evaluation) {
      return evaluation.result.status != EvaluationStatus::failed;
    });
  }

  std::string incumbent_text() const {
    return incumbent_ ? fmt::format("incumbent {} % +- {}", percent_text(incumbent_->mean),
                                    percent_text(incumbent_->standard_error))
                      : "no incumbent yet";
  }

  std::string line_of(const TunedEvaluation& evaluation) const {
    const EvaluationResult& result = evaluation.result;
    const std::string found =
        result.status == EvaluationStatus::failed
            ? "failed: " + result.failure
            : fmt::format("{} in {} games{}", score_text(result), result.counts.games(),
                          result.status == EvaluationStatus::stopped_early ? ", stopped early" : "");
    return fmt::format("{}/{}{}: {}; {}; {}", evaluation.id, settings_.evaluations,
                       evaluation.origin.empty() ? "" : " (" + evaluation.origin + ")", found, incumbent_text(),
                       dump_json(evaluation.params));
  }

  void show_progress() {
    std::uint64_t done = games_played_;
    for (const Pending& pending : pending_) done += pending.so_far.counts.games();
    const std::uint64_t left = settings_.evaluations - report_.evaluations.size() - pending_.size();
    std::uint64_t wanted = games_played_ + (left + pending_.size()) * tuning_.games +
                           (settings_.tests_start ? std::uint64_t{2} : 1) * tuning_.test_games;
    tell_onlookers(done, wanted);
    const Pending& first = pending_.front();
    progress_.report(done, wanted, [this, id = first.evaluation.id, so_far = first.so_far] {
      return fmt::format("evaluation {} of {}: {} in {} games; {}", id, settings_.evaluations, score_text(so_far),
                         so_far.counts.games(), incumbent_text());
    });
  }

  void tell_onlookers(std::uint64_t done, std::uint64_t wanted) {
    if (!first_done_) first_done_ = done;
    std::optional<Incumbent> incumbent;
    if (incumbent_) incumbent = {.mean = incumbent_->mean, .standard_error = incumbent_->standard_error};
    service_.set_work({.done = done,
                       .wanted = wanted,
                       .fresh = done - std::min(done, *first_done_),
                       .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count()},
                      incumbent);
  }

  bool recommend(OptimizerClient& optimizer) {
    if (!has_any_result())
      throw RunError(fmt::format("all {} evaluations failed, the last one: {}", report_.evaluations.size(),
                                 report_.evaluations.back().result.failure));
    take_recommendation();
    std::vector<Point> evaluated;
    for (const TunedEvaluation& evaluation : report_.evaluations)
      if (evaluation.point) evaluated.push_back(*evaluation.point);
    report_.at_evaluations = optimizer.predict(tuning_, evaluated);
    report_.slice_points = slice_points(tuning_, report_.recommended);
    if (report_.at_evaluations) report_.at_slices = optimizer.predict(tuning_, report_.slice_points);
    return true;
  }

  /// The optimizer's, or where that is none the best observed.
  void take_recommendation() {
    report_.recommendation = incumbent_;
    report_.recommended =
        incumbent_ ? read_point(tuning_, incumbent_->params) : *best_observed(report_.evaluations).point;
  }

  /// Games of a seed that nobody has used, or those of an interrupted test of the same point; and the same games of the
  /// starting values, so that it is seen whether the tuning was worth its games.
  bool test() {
    report_.test_seed = journal_.test_seed(report_.recommended, service_.folder());
    std::uint64_t wanted = games_played_ + tuning_.test_games;
    const std::optional<Point> start = start_to_test();
    if (start) wanted += tuning_.test_games;
    if (!play_test(report_.recommended, "fresh test ", wanted, report_.test)) return false;
    EvaluationResult of_start;
    if (start && !play_test(*start, "its starting values ", wanted, of_start)) return false;
    if (report_.test.status == EvaluationStatus::failed)
      throw RunError("the fresh test failed: " + report_.test.failure);
    FreshTest test{.point = report_.recommended,
                   .seed = report_.test_seed,
                   .games = static_cast<std::uint32_t>(report_.test.counts.games()),
                   .evaluations = report_.evaluations.size(),
                   .posterior = report_.recommendation,
                   .has_model = report_.at_evaluations.has_value(),
                   .result = report_.test,
                   .tests_start = start.has_value()};
    journal_.append_test(test);
    take_tests();
    return true;
  }

  /// Not where the test of this point is over, from before such games were played.
  [[nodiscard]] std::optional<Point> start_to_test() const {
    const bool is_over = std::ranges::any_of(journal_.tests(), [this](const FreshTest& test) {
      return test.point == report_.recommended && test.seed == report_.test_seed && test.games >= tuning_.test_games &&
             !test.tests_start;
    });
    std::optional<Point> start = starting_point(tuning_);
    if (!settings_.tests_start || is_over || start == report_.recommended) return std::nullopt;
    return start;
  }

  /// False where a signal came before its end.
  bool play_test(const Point& point, const std::string& what, std::uint64_t wanted, EvaluationResult& result) {
    const std::size_t handle =
        service_.begin({.id = "test", .point = point, .seed = report_.test_seed, .games = tuning_.test_games});
    while (service_.is_pending(handle)) {
      if (SignalGuard::stop_requested()) return false;
      for (EvaluationUpdate& update : service_.wait(kLoopPatience)) {
        const std::uint64_t done = games_played_ + update.result.counts.games();
        tell_onlookers(done, wanted);
        progress_.report(done, wanted, [what, result = update.result] { return what + score_text(result); });
        if (update.is_final) result = std::move(update.result);
      }
    }
    games_played_ += result.counts.games();
    return true;
  }

  void take_tests() {
    report_.tests = journal_.tests();
    const std::optional<Point> start = starting_point(tuning_);
    for (FreshTest& test : report_.tests) {
      const EvaluationGames games = service_.folder().games_of(evaluation_key(tuning_, test.point, test.seed));
      if (games.complete_pairs() > 0)
        test.result = evaluate_games(tuning_, games, std::min(test.games / 2, games.complete_pairs()));
      if (start && *start != test.point)
        test.start =
            start_test(tuning_, test, games, service_.folder().games_of(evaluation_key(tuning_, *start, test.seed)));
    }
  }

  /// What the folder has imported before, or is to import now, is told before anything is asked.
  void tell_imported(OptimizerClient& optimizer) {
    if (!settings_.import_from.empty()) import_evaluations();
    std::size_t number = 0;
    for (const ImportedEvaluation& known : journal_.imported())
      optimizer.tell_known(fmt::format("imported {}", ++number), point_json(tuning_, known.point), known.mean,
                           known.standard_error, known.games);
    report_.imported = journal_.imported();
  }

  /// Where it was cut off, the rest follows.
  void import_evaluations() {
    const std::vector<ImportedEvaluation>& there = journal_.imported();
    const std::string before = there.empty() ? "" : there.front().from;
    if (!before.empty() && before != settings_.import_from)
      throw UsageError(
          fmt::format("--import: {} has imported {} already; import into a new --out", report_.folder, before));
    if (journal_.has_asked()) {
      if (!before.empty()) return;
      throw UsageError(
          fmt::format("--import: {} has evaluations of its own already; import into a new --out", report_.folder));
    }
    const ImportableEvaluations found = importable_evaluations(tuning_, settings_.import_from);
    for (std::size_t i = there.size(); i < found.inside.size(); ++i) journal_.append_imported(found.inside[i]);
    progress_.say(fmt::format("imported {} evaluations of {}; {} lie outside the limits", found.inside.size(),
                              settings_.import_from, found.outside));
  }

  const TuningConfig& tuning_;
  const TuneSettings& settings_;
  EvaluationService service_;
  TuneJournal journal_;
  Progress progress_;
  TuneReport report_;
  std::vector<Pending> pending_;  // in the order of asks
  std::uint64_t asked_ = 0;
  std::uint64_t games_played_ = 0;  // of evaluations told
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<std::uint64_t> first_done_;  // games that onlookers were told of first
  std::optional<Recommendation> incumbent_;
  bool has_told_of_difference_ = false;
};

}  // namespace

const TunedEvaluation& best_observed(const std::vector<TunedEvaluation>& evaluations) {
  const TunedEvaluation* best = nullptr;
  for (const TunedEvaluation& evaluation : evaluations) {
    if (evaluation.result.status == EvaluationStatus::failed) continue;
    if (best == nullptr || evaluation.result.mean > best->result.mean) best = &evaluation;
  }
  return *best;
}

TuneReport tune(const TuningConfig& tuning, const TuneSettings& settings) {
  const SignalGuard signals;
  return Tuner(tuning, settings).run();
}

}  // namespace rootward::tuning
