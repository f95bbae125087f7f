// A replay holds as many operators side by side as a limit of memory allows.
#include "lab/play/replayed_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "backup/registry.h"
#include "core/errors.h"
#include "evaluators/static_judge.h"
#include "search/replay.h"

namespace rootward {
namespace {

constexpr std::uint64_t kReplayBytes = std::uint64_t{1} << 31;

/// How many shadows a replay may carry: each takes four numbers a legal move at most.
std::size_t shadows_at_once(const RecordedSearch& search) {
  std::uint64_t moves = 0;
  for (const std::uint16_t legal : search.legal) moves += legal;
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(kReplayBytes / (32 * std::max<std::uint64_t>(moves, 1)), 1, 64));
}

class TableReader {
 public:
  TableReader(const SearchRecord& record, ReplayedSearch& found) : record_(record), found_(found) {}

  /// Visits, means and what the driver says.
  void read_driver(const Replay& replay) {
    SearchResult& result = found_.result;
    result.value = replay.value(0, 0);
    result.mean = replay.mean(0);
    result.simulations = replay.done();
    for (std::uint32_t node = 1; node < record_.search.nodes(); ++node)
      if (record_.search.parent[node] == 0 && replay.visits(node) > 0) found_.children.push_back(node);
    std::ranges::stable_sort(found_.children,
                             [&](std::uint32_t a, std::uint32_t b) { return is_better(replay, a, b); });
    for (const std::uint32_t node : found_.children) result.children.push_back(child(replay, node));
    found_.preferred.push_back(preferred(replay, 0));
    choose_move();
    follow_line(replay);
  }
  void read_shadow(const Replay& replay, std::uint32_t op) {
    found_.result.shadow_values.push_back(replay.value(0, op));
    found_.result.shadow_fallbacks.push_back(0);
    for (std::size_t i = 0; i < found_.children.size(); ++i)
      found_.result.children[i].shadows.push_back(replay.value(found_.children[i], op));
    found_.preferred.push_back(preferred(replay, op));
  }

 private:
  /// More visits, or as many and a higher value.
  static bool is_better(const Replay& replay, std::uint32_t a, std::uint32_t b) {
    if (replay.visits(a) != replay.visits(b)) return replay.visits(a) > replay.visits(b);
    return replay.value(a, 0) > replay.value(b, 0);
  }
  [[nodiscard]] RootChild child(const Replay& replay, std::uint32_t node) const {
    RootChild row;
    row.action = record_.search.move[node];
    row.visits = replay.visits(node);
    row.value = replay.value(node, 0);
    row.mean = replay.mean(node);
    row.prior =
        record_.search.prior.empty() ? 1.0 / record_.search.legal[0] : static_cast<double>(record_.search.prior[node]);
    const std::uint32_t own = replay.own_visits(0);
    row.policy = replay.done() > own ? row.visits / static_cast<double>(replay.done() - own) : 0;
    row.proof = replay.is_proven(node) ? 1 : 0;
    return row;
  }
  [[nodiscard]] std::uint32_t child_of(std::uint32_t parent, Action move) const {
    for (std::uint32_t node = parent + 1; node < record_.search.nodes(); ++node)
      if (record_.search.parent[node] == parent && record_.search.move[node] == move) return node;
    return 0;
  }
  [[nodiscard]] std::uint32_t preferred(const Replay& replay, std::uint32_t op) const {
    const Action move = replay.preferred(0, op);
    return move == kNoAction ? 0 : child_of(0, move);
  }
  void choose_move() {
    if ((record_.search.flags[0] & kChanceNode) != 0 || found_.children.empty()) return;
    found_.move = found_.children.front();
    for (const std::uint32_t node : found_.children)
      if (record_.move_of(node) == record_.move) found_.move = node;
    found_.result.move = record_.search.move[found_.move];
  }
  /// From the chosen move on, the most visited child each time.
  void follow_line(const Replay& replay) {
    std::vector<std::uint32_t> best(record_.search.nodes(), 0);
    for (std::uint32_t node = 1; node < record_.search.nodes(); ++node) {
      std::uint32_t& held = best[record_.search.parent[node]];
      if (held == 0 ? replay.visits(node) > 0 : is_better(replay, node, held)) held = node;
    }
    for (std::uint32_t node = found_.move; node != 0; node = best[node]) found_.line.push_back(node);
  }

  const SearchRecord& record_;
  ReplayedSearch& found_;
};

std::unique_ptr<Backup> made(const SearchRecord& record, const NamedParams& op) {
  const std::optional<Params> by = heuristic_of(op);
  if (by && record.context.has_statics && heuristic_text(*by) != record.heuristic)
    throw UsageError(
        fmt::format("{}: heuristic {{{}}} is not what this record has values of; allowed: heuristic {{{}}}", op.name,
                    heuristic_text(*by), record.heuristic));
  try {
    return make_backup(op, record.context);
  } catch (const ParamError& error) {
    throw UsageError(op.name + ": " + error.what());
  }
}

}  // namespace

ReplayedSearch replay_search(const SearchRecord& record, std::span<const NamedParams> operators) {
  const auto start = std::chrono::steady_clock::now();
  ReplayedSearch found;
  TableReader reader(record, found);
  const std::size_t most = shadows_at_once(record.search);
  for (std::size_t first = 1; first == 1 || first < operators.size(); first += most) {
    const auto shadows = operators.subspan(first, std::min(most, operators.size() - first));
    SearchOperators set;
    set.driver = made(record, operators[0]);
    for (const NamedParams& shadow : shadows) set.shadows.push_back(made(record, shadow));
    Replay replay(record.search, std::move(set));
    replay.run_to(record.search.simulations());
    if (first == 1) reader.read_driver(replay);
    for (std::uint32_t i = 0; i < shadows.size(); ++i) reader.read_shadow(replay, i + 1);
  }
  found.result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return found;
}

Decision what_decided(const SearchRecord& record, const NamedParams& op) {
  (void)made(record, op);
  return what_decided(record.search, [&] { return make_backup(op, record.context); });
}

std::vector<NamedParams> all_operators(const OperatorContext& context, bool knows_uncertainty) {
  std::vector<NamedParams> all;
  for (const OperatorEntry& entry : operators()) {
    const std::vector<ParamSpec>& parameters = entry.description.parameters;
    const bool needs_more = std::ranges::any_of(parameters, [](const ParamSpec& spec) { return spec.required; });
    if (needs_more || !entry.alias_of.empty() || (entry.needs_uncertainty && !knows_uncertainty)) continue;
    NamedParams op{entry.description.name, resolve_params(parameters, {})};
    try {
      (void)make_backup(op, context);
    } catch (const ParamError&) {  // it asks for priors or a board
      continue;
    }
    const bool is_average = op.name == "average";
    all.insert(is_average ? all.begin() : all.end(), std::move(op));
  }
  return all;
}

}  // namespace rootward
