// What an estimates study stores: the truth about an instance, and the curves of one search on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/types.h"

namespace rootward::estimates {

/// The plies within which a move may lose by force.
inline constexpr std::array<int, 3> kLossPlies = {3, 5, 7};

/// Of the root's children so many, the most visited ones, are held against each other.
inline constexpr std::size_t kRankedMoves = 5;

/// What lies ahead of a position, for the features of its game.
struct LookAhead {
  double plies_to_end = 0;                                ///< mean over random playouts
  std::array<std::uint32_t, kLossPlies.size()> losing{};  ///< moves that are known to lose within so many plies
};

/// The tree at one checkpoint.
struct TreeShape {
  double depth = 0;       ///< mean plies from the root to where a simulation ended, in the tree
  double width = 0;       ///< effective number of a node's children, 1 / sum of squared visit shares; mean by visits
  double best_share = 0;  ///< share of the root's visits that its most visited child has
};

/// The truth about one instance's position; values in [-1, 1] in the view of the player to move.
struct TruthRecord {
  std::string game;                ///< the study's name for it
  std::uint32_t instance = 0;      ///< 0-based
  std::uint64_t seed = 0;          ///< of the game's tree or the random moves
  std::vector<std::string> moves;  ///< from the game's start to the position
  Value value = 0;
  std::vector<std::string> root_moves;  ///< in the order of legal_actions()
  std::vector<Value> move_values;
  std::vector<std::uint64_t> move_visits{};  ///< of a reference search, where evaluators are asked; else empty
  std::uint64_t alpha_beta_nodes = 0;        ///< positions that alpha-beta looked at; 0 where that was not asked for
  std::optional<LookAhead> look_ahead{};     ///< where features are asked for
  std::uint32_t traps = 0;  ///< moves after which the opponent can force a win within the study's plies
  [[nodiscard]] std::string id() const;
};

/// "GAME:INSTANCE".
std::string truth_id(const std::string& game, std::uint32_t instance);

/// One operator's estimates at each checkpoint.
struct CurveRecord {
  std::string op;                          ///< the study's name for the operator
  std::vector<Value> values;               ///< of the root, view of the player to move
  std::vector<std::string> moves;          ///< chosen
  std::vector<double> regrets;             ///< V* - Q*(chosen move), >= 0
  std::vector<double> cumulative_regrets;  ///< sum over root visits of V* - Q*(move visited)
  std::vector<double> optimal_shares;      ///< share of the root's visits that optimal moves have
  std::vector<int> is_pv_right;            ///< 1: every move of the principal variation is optimal; -1: not known
  /// Share of the pairs among the root's kRankedMoves most visited moves that the values order wrongly, equal values
  /// half; pairs that are equal in truth do not count, -1: none counts. Empty in records of programs that did not tell
  /// it.
  std::vector<double> wrong_orders{};
  /// What the operator comes to at the root, view of the player to move; where the study asks for limits.
  std::optional<Value> limit{};
  std::uint64_t fallbacks = 0;  ///< updates of the search in which its formula had no finite value
};

/// How far estimates within a tree lie from the truth, over the nodes of one bin.
struct ProfileCell {
  std::uint32_t bin = 0;  ///< visits in [2^bin, 2^(bin + 1)), or plies below the root
  std::uint64_t nodes = 0;
  double bias = 0;          ///< sum of estimate - truth, view of the player to move at the node
  double squares = 0;       ///< sum of squares of the same
  std::uint64_t pairs = 0;  ///< of siblings that differ in truth, by the parent's bin
  double discordant = 0;    ///< of these, ordered wrongly by the estimates; ties count half
};

/// One operator's estimates all over the tree of a search.
struct ProfileRecord {
  std::string op;
  std::vector<ProfileCell> by_visits;
  std::vector<ProfileCell> by_depth;
};

/// What an evaluator says of a position, against the truth.
struct EvaluationRecord {
  Value value = 0;                       ///< view of the player to move
  std::optional<double> best_prior;      ///< prior of the best move, or of all best ones; of evaluators with priors
  bool is_best_first = false;            ///< a best move has the largest prior
  std::optional<double> cross_entropy;   ///< in nats, of the priors against the reference search's visits
  std::vector<double> sibling_errors{};  ///< V - V* of the positions after moves, view of the player who chooses
};

/// One search of one arm on one instance.
struct SearchRecord {
  std::string game;
  std::uint32_t instance = 0;
  std::string arm;
  std::uint32_t repeat = 0;
  std::uint64_t seed = 0;
  std::vector<std::uint64_t> simulations;  ///< done at each checkpoint
  std::vector<CurveRecord> curves;
  std::vector<ProfileRecord> profiles;  ///< of the last checkpoint; shadow studies only
  std::vector<TreeShape> shapes{};      ///< one a checkpoint, where features are asked for; else empty
  std::optional<EvaluationRecord> evaluation{};
  std::optional<Value> episode_return;  ///< of a whole walk under this arm, first seat's view
  double cpu_seconds = 0;               ///< the only field that may differ between two runs
  /// "GAME:INSTANCE:ARM:REPEAT".
  [[nodiscard]] std::string id() const;
};

/// One line of records.jsonl, without the newline. Schemas rootward.truth/1 and rootward.convergence/1.
std::string to_json_line(const TruthRecord& record);
std::string to_json_line(const SearchRecord& record);

/// Either kind of line.
struct RecordLine {
  std::optional<TruthRecord> truth;
  std::optional<SearchRecord> search;
  [[nodiscard]] std::string id() const { return truth ? truth->id() : search->id(); }
};
/// The same record: equal but for the CPU time it took.
bool is_same_record(const RecordLine& a, const RecordLine& b);
/// Throws UsageError saying what is wrong.
RecordLine parse_record_line(const std::string& line);

}  // namespace rootward::estimates
