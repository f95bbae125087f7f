// A recorded search with all that is shown of it: our own, or what another program did.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "lab/play/game.h"
#include "search/recorded_search.h"

namespace rootward {

/// What schema rootward.exploration/2 holds. Columns have an entry a node, or none at all.
struct SearchRecord {
  struct Operator {
    std::string label;
    std::string is;  ///< its name, or a map of YAML: parse_backup reads it
  };
  std::string version;  ///< of the rootward that searched; "": another program did
  std::string title;
  std::vector<std::string> look_for;  ///< sentences below the title
  std::string game;                   ///< its name; the page draws boards of our games by it
  std::string rules;                  ///< the game on one line of YAML; "": unknown here
  std::string player;                 ///< who searched, in words
  std::optional<std::uint64_t> seed;
  int seats = 2;
  std::array<std::string, 2> seat_names{"first", "second"};
  ReturnRange returns{};                    ///< what [-1, 1] stands for in the game's own units
  ReturnRange values{};                     ///< in which the simulations' values lie: wider where an evaluator errs
  OperatorContext context{.branching = 0};  ///< of the search; 0: not known, and the root's legal moves count
  std::vector<Operator> operators;          ///< the driver and the shadows of the search, as far as they are known
  std::string move;                         ///< that was chosen; "": unknown, or chance decides
  std::string heuristic;                    ///< whose values `search.heuristic` are (heuristic_text)

  RecordedSearch search;
  std::vector<std::string> names;   ///< what moves are called, each once
  std::vector<std::uint16_t> name;  ///< of the move that leads to a node, into `names`
  std::vector<double> exact;        ///< true values, first seat's view, NaN: not known
  std::vector<std::string> text;    ///< the position in words or letters
  std::vector<std::string> rows;    ///< the root's board, all of one width
  /// Where a node's board differs from its parent's: place, row * width + column, and the letter there.
  std::vector<std::vector<std::pair<std::uint16_t, char>>> cells;

  [[nodiscard]] const std::string& move_of(std::uint32_t node) const { return names[name[node]]; }
};

// More than any search that was made to be looked at, and less than a machine's memory.
inline constexpr std::uint32_t kMostRecordedNodes = 2'000'000, kMostRecordedSimulations = 2'000'000;
inline constexpr std::uint32_t kMostRecordedMoves = std::uint32_t{1} << 26;  ///< legal ones of all nodes with children
inline constexpr std::uint32_t kDeepestRecordedNode = 10'000;
inline constexpr std::size_t kLongestRecordedText = 4'800;

/// A node as a record names it; numbers are checked when it is added.
struct RecordedNode {
  std::uint64_t parent = 0;
  std::string move;
  std::int64_t mover = 1;  ///< 1 or 2
  std::optional<std::uint64_t> legal;
  bool is_chance = false, is_end = false;
  std::optional<double> prior, exact, heuristic;
  std::vector<double> unvisited;  ///< heuristic values of the moves without a node
  std::optional<std::uint64_t> visits;
  std::string text;
  std::vector<std::pair<std::uint16_t, char>> cells;
};

struct RecordedSimulation {
  std::uint64_t leaf = 0;
  double value = 0;  ///< view of mover 1
  std::uint64_t plies = 0;
  double uncertainty = 0;
  bool is_expanded = false, is_proven = false;
};

/// What is wrong with a record, and with which part of it.
class RecordFault : public std::runtime_error {
 public:
  enum class Part : std::uint8_t { node, simulation, whole };
  RecordFault(Part part, std::uint32_t index, const std::string& message)
      : std::runtime_error(message), part_(part), index_(index) {}
  [[nodiscard]] Part part() const { return part_; }
  /// Of the node, or of the simulation from 0.
  [[nodiscard]] std::uint32_t index() const { return index_; }

 private:
  Part part_;
  std::uint32_t index_;
};

/// Puts a record together from nodes and simulations of anybody's, and checks that they are a search: each node after
/// its parent, values in range, visits that add up, no more than this machine holds. Throws RecordFault.
class SearchRecordBuilder {
 public:
  /// `head` is a record without nodes and simulations; the root's board is in it.
  explicit SearchRecordBuilder(SearchRecord head);

  void add(const RecordedNode& node);
  void add(const RecordedSimulation& simulation);
  /// `knows_priors`: whether the evaluator gave priors; unless said, whether nodes have any.
  SearchRecord finish(std::optional<bool> knows_priors = std::nullopt);

 private:
  [[noreturn]] void refuse_node(const std::string& message) const;
  [[noreturn]] void refuse_simulation(const std::string& message) const;
  void hang(const RecordedNode& node);
  void add_name(const RecordedNode& node);
  void add_shown(const RecordedNode& node);
  void add_heuristics(const RecordedNode& node);
  /// The node gets children: room for its legal moves.
  bool make_room(std::uint32_t node);
  void count_visits() const;
  void fill_priors();
  void check_heuristics() const;

  SearchRecord record_;
  std::unordered_map<std::string, std::uint16_t> names_;
  std::unordered_map<std::uint64_t, std::uint32_t> children_;  // parent and move's name to node
  std::vector<std::uint32_t> depth_, child_count_;
  std::vector<bool> has_room_, has_prior_;
  std::vector<std::optional<std::uint64_t>> visits_;
  std::uint64_t moves_ = 0;
};

}  // namespace rootward
