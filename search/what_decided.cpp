// First the shortest run of supporters, strongest first, without which the move changes; then parts of it are given
// back, halves, quarters and so on, as long as it stays changed.
#include "search/what_decided.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "search/replay.h"

namespace rootward {
namespace {

class DecisionSearch {
 public:
  DecisionSearch(const RecordedSearch& recording, const std::function<std::unique_ptr<Backup>()>& make,
                 std::uint32_t most_replays)
      : recording_(recording), make_(make), most_replays_(most_replays) {}

  Decision run() {
    follow_flips();
    if (found_.preferred == 0) return found_;
    sort_supporters();
    found_.deciding = shortest_run();
    give_back();
    std::sort(found_.deciding.begin(), found_.deciding.end());
    return found_;
  }

 private:
  [[nodiscard]] Replay fresh() {
    ++found_.replays;
    SearchOperators operators;
    operators.driver = make_();
    return {recording_, std::move(operators)};
  }
  [[nodiscard]] std::uint32_t preferred_in(const Replay& replay) const {
    const Action move = replay.preferred(0, 0);
    if (move == kNoAction) return 0;
    std::uint32_t node = 1;
    while (recording_.parent[node] != 0 || recording_.move[node] != move) ++node;
    return node;
  }

  void follow_flips() {
    Replay replay = fresh();
    Action before = kNoAction;
    for (std::uint32_t k = 1; k <= recording_.simulations(); ++k) {
      replay.run_to(k);
      const Action now = replay.preferred(0, 0);
      if (before != kNoAction && now != before) ++found_.flips;
      before = now;
    }
    found_.preferred = preferred_in(replay);
  }

  /// High returns below the preferred move and low ones below others come first, those at the root itself last.
  void sort_supporters() {
    std::vector<std::uint32_t> below(recording_.nodes());
    for (std::uint32_t node = 1; node < recording_.nodes(); ++node)
      below[node] = recording_.parent[node] == 0 ? node : below[recording_.parent[node]];
    const double sign = sign_of(static_cast<Seat>(recording_.seat[0]));
    std::vector<double> support;
    for (std::uint32_t k = 0; k < recording_.simulations(); ++k) {
      const std::uint32_t child = below[recording_.leaf[k]];
      const double value = sign * recording_.value[k];
      support.push_back(child == 0 ? -2 : child == found_.preferred ? value : -value);
    }
    supporters_.resize(recording_.simulations());
    std::iota(supporters_.begin(), supporters_.end(), 0U);
    std::stable_sort(supporters_.begin(), supporters_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return support[a] > support[b]; });
  }

  /// Whether the move changes without these.
  bool changes(std::vector<std::uint32_t> without) {
    std::sort(without.begin(), without.end());
    std::vector<std::uint32_t> kept;
    auto next = without.begin();
    for (std::uint32_t k = 0; k < recording_.simulations(); ++k) {
      if (next != without.end() && *next == k)
        ++next;
      else
        kept.push_back(k);
    }
    Replay replay = fresh();
    replay.run_only(kept);
    const std::uint32_t now = preferred_in(replay);
    if (now == found_.preferred) return false;
    found_.otherwise = now;
    return true;
  }
  [[nodiscard]] bool may_replay() const { return found_.replays < most_replays_; }

  /// Without all of them nothing is preferred.
  std::vector<std::uint32_t> shortest_run() {
    std::size_t stays = 0;
    std::size_t changed = supporters_.size();
    while (changed - stays > 1 && may_replay()) {
      const std::size_t middle = stays + (changed - stays) / 2;
      const auto end = supporters_.begin() + static_cast<std::ptrdiff_t>(middle);
      (changes({supporters_.begin(), end}) ? changed : stays) = middle;
    }
    return {supporters_.begin(), supporters_.begin() + static_cast<std::ptrdiff_t>(changed)};
  }

  void give_back() {
    for (std::size_t size = (found_.deciding.size() + 1) / 2; may_replay();) {
      const std::size_t before = found_.deciding.size();
      if (!give_back_parts(size)) return;
      found_.is_minimal = size == 1 && found_.deciding.size() == before;
      if (found_.is_minimal) return;
      size = (size + 1) / 2;
    }
  }

  /// Parts of so many, the weakest first; false where there were no replays for all of them.
  bool give_back_parts(std::size_t size) {
    for (std::size_t end = found_.deciding.size(); end > 0;) {
      const std::size_t begin = end > size ? end - size : 0;
      std::vector<std::uint32_t> fewer = found_.deciding;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin), fewer.begin() + static_cast<std::ptrdiff_t>(end));
      if (!fewer.empty()) {
        if (!may_replay()) return false;
        if (changes(fewer)) found_.deciding = std::move(fewer);
      }
      end = begin;
    }
    return true;
  }

  const RecordedSearch& recording_;
  const std::function<std::unique_ptr<Backup>()>& make_;
  std::uint32_t most_replays_;
  Decision found_;
  std::vector<std::uint32_t> supporters_;
};

}  // namespace

Decision what_decided(const RecordedSearch& recording, const std::function<std::unique_ptr<Backup>()>& make,
                      std::uint32_t most_replays) {
  return DecisionSearch(recording, make, most_replays).run();
}

}  // namespace rootward
