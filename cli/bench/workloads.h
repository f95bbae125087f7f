// What `rootward tool bench` measures: random playouts, searches with the plain average, every operator beside it, and
// networks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/bench/networks.h"
#include "lab/play/game.h"
#include "search/settings.h"

namespace rootward::bench {

/// One thing to measure.
struct Workload {
  std::string game;                     ///< "connect4", "go:9", "go:19"
  std::string kind;                     ///< "playout" | "search" | "evaluate": a network alone | "selfplay"
  std::string backup{};                 ///< operator, default parameters; "" for playouts
  std::string rule{};                   ///< in place of it: a formula as YAML, `backup` says whose rule it is
  std::uint64_t simulations = 0;        ///< a search's budget; 0 for playouts
  std::string beside{};                 ///< alternates with the same search under this operator; "" = with none
  std::size_t threads = 1;              ///< games of self-play at a time
  std::string companion{};              ///< of the search; "" = none
  std::string selection{};              ///< of the search, default parameters, beside one under ucb1; "" = ucb1 itself
  std::string root{};                   ///< rule at the search's root, beside the same search without; "" = none
  std::string judge{};                  ///< of the search, an evaluator as YAML, beside one with playouts; "" = these
  bool is_traced = false;               ///< playouts that tell their moves, alternating with those that do not
  bool uses_lanes = false;              ///< as many searches, or playouts, side by side as there are lanes
  BenchNetwork network{};               ///< without a name where there is none
  net::Path path = net::Path::f32_fma;  ///< how the network is computed

  [[nodiscard]] bool has_network() const { return !network.name.empty(); }
  /// What drives a search, as tables call it: "softmax", "formula:softmax".
  [[nodiscard]] std::string operator_name() const;
  /// "go:9 search softmax 5000", with " lanes" where they are used and a network's name behind: what --filter looks in.
  [[nodiscard]] std::string label() const;
};

/// One measured row.
struct Row {
  Workload workload;
  int lanes = 1;                            ///< searches or playouts side by side on one thread
  double per_second = 0;                    ///< units a second of CPU time; median
  double cycles = 0;                        ///< of the clock (additions_per_second) for one of them
  std::optional<double> bytes_per_child{};  ///< search rows: bytes of child blocks per child, block headers included
  /// CPU time relative to the same search without companions and root rule under `average` (operators, companions,
  /// roots) or under the built-in operator of the same rule (formulas), of a traced playout relative to an untraced
  /// one, of a simulation relative to an evaluation of the network alone (searches with a network), of a position
  /// relative to 16.5 such evaluations (self-play, a thread); median over pairs.
  std::optional<double> cost_ratio{};

  [[nodiscard]] std::string unit() const;
  /// "playouts", "playouts x 2", or the network's name and how it is computed: "net random 4x32 f32-fma".
  [[nodiscard]] std::string evaluator() const;
};

/// Playouts an evaluation that an operator needs at least: two where it asks how far evaluations may be off.
int playouts_for(const std::string& backup);

/// Everything a full bench measures here, in the order of the table; lanes only where this processor has them.
std::vector<Workload> all_workloads();

/// The search of a row of an operator or a companion. Throws UsageError where the game or a part refuses another.
SearchSettings settings_of(const Workload& workload, const Game& game);

/// Measures one workload on this thread: median of seven samples of at least 0.1 CPU seconds, after a warm-up; the
/// clock just before and just after.
Row measure(const Workload& workload);
/// Games of self-play (selfplay.cpp): whole ones with 16 simulations a move, without openings and coasting, on each of
/// the workload's threads. Throws UsageError where the network's temporary file cannot be written.
Row measure_selfplay(const Workload& workload);

}  // namespace rootward::bench
