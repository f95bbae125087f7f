// A paper's results as published: which cells there are, what each says and how sure, and which games or searches of
// ours answer it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/statistics/binomial.h"
#include "lab/config/yaml_node.h"

namespace rootward::comparison {

/// A method. A player of this name must have this operator with these parameters; others are left open.
struct PublishedPlayer {
  std::string name;
  std::string title;
  NamedParams backup;
  std::vector<std::string> given;  ///< which of the parameters count
};

/// Players whose mean rating is one number of the headline.
struct Pooled {
  std::string title;
  std::vector<std::string> players;
};

struct PublishedTable {
  std::string title;
  std::vector<std::string> places;  ///< of its cells, in their order
  bool has_opponents = false;       ///< several
};

/// Where a cell is answered. A place is the size of a board, where any tournament on it counts, or a run: the last
/// parts of its folder's name, "curve", "final/400-0.5".
struct Answerer {
  std::string place;
  std::string method;    ///< of a threshold: how the names of its players begin, with * for their number
  std::string opponent;  ///< of measured values: whose are taken off; "" = nobody's

  // NOLINTNEXTLINE(modernize-use-nullptr): it compares to 0
  friend auto operator<=>(const Answerer&, const Answerer&) = default;
};

/// A further answer to the same published number, such as one where every player has its own constant.
struct Reading {
  std::string label;
  Answerer by;
};

/// How the number is known. One that nobody read has its sign alone.
enum class Sure : std::uint8_t { read, secondary, memory };
[[nodiscard]] std::string_view sure_name(Sure sure);

/// What a cell's number is: a score of games, the same in Elo, what an estimates study measures, or where along
/// players' numbers that passes a level.
enum class Quantity : std::uint8_t { score, elo, measured, threshold };

struct PublishedCell {
  Answerer by;
  std::vector<Reading> also;
  Quantity quantity = Quantity::score;
  double value = 0.5;          ///< a score in [0, 1], that of an Elo too; else in the measure's unit, shares in percent
  int sign = 0;                ///< 1, -1: of the number nothing is known but its side of even (of 0 where measured)
  std::string words;           ///< of a sign: the paper's own
  std::uint64_t games = 0;     ///< searches where measured; 0 = not said
  double half = 0;             ///< half of the 95 % interval of `value`; 0 = by the games
  bool is_of_unsplit = false;  ///< score and games are of pairs of games that one side won
  std::string measure;         ///< by its key, "failure"
  std::string game;            ///< in the estimates study; "" = the only one
  std::uint64_t simulations = 0;  ///< of the measure; 0 = the last checkpoint
  double margin = 0;              ///< half-width of what counts as equal; of differences and single values
  double level = 0;               ///< that a threshold's measure passes
  Sure sure = Sure::read;
  std::string source;
  std::size_t table = 0;  ///< index of the table that it stands in
  config::Place written{};
  std::string path;  ///< "tables[0].cells[3]"

  /// Of `value`: by the games sqrt(s (1 - s) / games), at 0 and 1 by Wilson's interval; far too large for a sign's to
  /// count.
  [[nodiscard]] double standard_error() const;
  [[nodiscard]] Interval interval() const;  ///< 95 %, of a number
  /// Whether its value lies on a side of something: all but thresholds and single measured values.
  [[nodiscard]] bool has_even() const;
  [[nodiscard]] double even() const { return measure.empty() ? 0.5 : 0.0; }
};

/// What is known of the games. Ours is what stands at a path of the run's resolved configuration (`search.` of the
/// standard player), or a text.
struct Condition {
  std::string what;
  std::vector<std::string> places;   ///< none: all
  std::optional<std::string> paper;  ///< nothing: it does not say
  std::string key;
  std::string ours;
};

struct Published {
  std::string file;
  std::string source;
  std::string game;      ///< name; places are sizes of its board. "": places are runs
  std::string standard;  ///< at 0 in the ratings; "": there are none
  std::string again;     ///< the standard player by another name
  std::vector<PublishedPlayer> players;
  std::vector<Pooled> pooled;
  std::vector<PublishedTable> tables;
  std::vector<Condition> conditions;
  std::vector<PublishedCell> cells;  ///< by table

  [[nodiscard]] bool is_of_runs() const { return game.empty(); }
  [[nodiscard]] std::vector<std::string> places() const;  ///< in the order of the cells
  /// A listed player; null for others.
  [[nodiscard]] const PublishedPlayer* find(std::string_view name) const;
};

/// Throws UsageError with every problem: unknown keys, operators and players, cells that are double, numbers that are
/// none or that nobody read.
Published read_published(const std::string& file);
/// The same from a text or a tree; `file` names it in errors.
Published parse_published(std::string_view yaml, const std::string& file);
Published read_published_tree(const config::YamlNode& root, const std::string& file);

}  // namespace rootward::comparison
