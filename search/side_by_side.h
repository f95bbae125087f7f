// Many independent searches on one thread, so that their leaves are judged together. Each stays exactly sequential and
// sees nothing of the others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/cpu_time.h"
#include "core/source.h"
#include "search/evaluator.h"
#include "search/search.h"
#include "search/search_run.h"

namespace rootward {

/// A search to be run from `root`, which must not be over; both live until its result is delivered.
template <GameState P>
struct SearchTask {
  Search<P>* search = nullptr;
  const P* root = nullptr;
  const std::function<bool()>* stop = nullptr;  ///< see run_search
};

/// Where searches that run side by side come from; a search is finished when it has spent its budget.
template <GameState P>
using SearchSource = Source<SearchTask<P>, SearchResult>;

/// Shares a thread's CPU time out among searches: what is spent between two evaluations of one search is its own (read
/// off every 64th time of the slot and counted 64-fold, for to read it is a call of the system), the rest is the
/// evaluator's and goes by playout plies.
class SharedCpuTime {
 public:
  explicit SharedCpuTime(std::size_t slots) : slots_(slots), start_(thread_cpu_seconds()) {
    for (int i = 0; i < 8; ++i) {
      const double before = thread_cpu_seconds();
      reading_ = std::min(reading_, thread_cpu_seconds() - before);
    }
  }

  void begin(std::size_t slot) {
    slots_[slot] = {.evaluator_before = evaluator_seconds(),
                    .plies_before = plies_,
                    .evaluations = slots_[slot].evaluations};  // counts on, or short searches would never be read
  }
  /// An evaluation of this many plies comes back to the slot.
  void returned(std::size_t slot, std::uint32_t plies) {
    Account& account = slots_[slot];
    plies_ += plies + 1;  // an evaluation costs something even where nothing is left to play
    account.plies += plies + 1;
    is_reading_ = ++account.evaluations % kInterval == 0;
    if (is_reading_) read_at_ = thread_cpu_seconds();
  }
  /// The slot's search has its next leaf.
  void left(std::size_t slot) {
    if (!is_reading_) return;
    is_reading_ = false;
    const double spent = kInterval * std::max(0.0, thread_cpu_seconds() - read_at_ - reading_);
    slots_[slot].own += spent;
    searches_ += spent;
  }
  /// CPU seconds of the slot's search, from begin() on.
  [[nodiscard]] double seconds(std::size_t slot) const {
    const Account& account = slots_[slot];
    const std::uint64_t plies = plies_ - account.plies_before;
    if (plies == 0) return account.own;
    const double evaluator = std::max(0.0, evaluator_seconds() - account.evaluator_before);
    return account.own + evaluator * static_cast<double>(account.plies) / static_cast<double>(plies);
  }

 private:
  static constexpr int kInterval = 64;
  struct Account {
    double own = 0;
    double evaluator_before = 0;
    std::uint64_t plies_before = 0;
    std::uint64_t plies = 0;
    std::uint64_t evaluations = 0;
  };
  [[nodiscard]] double evaluator_seconds() const { return thread_cpu_seconds() - start_ - searches_; }

  std::vector<Account> slots_;
  double start_;
  double reading_ = std::numeric_limits<double>::infinity();  // what reading the clock costs
  double searches_ = 0;
  double read_at_ = 0;
  std::uint64_t plies_ = 0;
  bool is_reading_ = false;
};

/// Runs searches in `slots` slots until the source has no more.
template <GameState P>
class SideBySide final : EvaluationSource<P> {
 public:
  SideBySide(SearchSource<P>& source, std::size_t slots) : source_(source), slots_(slots), cpu_time_(slots) {}

  void run(const typename P::Rules& rules, Evaluator<P>& evaluator) { evaluator.stream(rules, slots_.size(), *this); }

 private:
  struct Slot {
    std::optional<SearchTask<P>> task;
    std::optional<SearchRun> run;
  };

  std::optional<EvaluationRequest<P>> next(std::size_t index) override {
    Slot& slot = slots_[index];
    for (;;) {
      if (!slot.task) {
        slot.task = source_.next(index);
        if (!slot.task) return std::nullopt;
        cpu_time_.begin(index);
        slot.task->search->begin(*slot.task->root);
        slot.run.emplace(slot.task->search->core().settings(), std::nullopt, *slot.task->stop);
      }
      Search<P>& search = *slot.task->search;
      LeafBatch<P>* batch = search.batch();
      if (batch != nullptr && batch->is_open()) {
        if (std::optional<EvaluationRequest<P>> request = batch->next()) {
          cpu_time_.left(index);
          return request;
        }
        batch->complete();
        continue;
      }
      if (!slot.run->wants_more(search.core())) {
        finish(index);
        continue;
      }
      if (batch != nullptr) {
        batch->gather(slot.run->room(search.core()));
        continue;
      }
      if (P* leaf = search.descend()) {
        cpu_time_.left(index);
        return search.request_for(leaf);
      }
      search.complete({});
    }
  }

  void finished(std::size_t index, const Evaluation& evaluation) override {
    cpu_time_.returned(index, evaluation.playout_plies);
    Search<P>& search = *slots_[index].task->search;
    LeafBatch<P>* batch = search.batch();
    batch != nullptr ? batch->answer(evaluation) : search.complete(evaluation);
  }

  void finish(std::size_t index) {
    Slot& slot = slots_[index];
    cpu_time_.left(index);
    SearchResult result = slot.task->search->core().result();
    result.seconds = slot.run->elapsed();
    result.cpu_seconds = cpu_time_.seconds(index);
    slot.task.reset();
    source_.finished(index, std::move(result));
  }

  SearchSource<P>& source_;
  std::vector<Slot> slots_;
  SharedCpuTime cpu_time_;
};

}  // namespace rootward
