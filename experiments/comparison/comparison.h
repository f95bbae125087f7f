// Our results beside a paper's, cell by cell and player by player, with a verdict for each.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/statistics/agreement.h"
#include "core/statistics/binomial.h"
#include "core/statistics/planning.h"
#include "experiments/comparison/played.h"
#include "experiments/comparison/published.h"

namespace rootward::comparison {

/// Our games of one cell, from the method's view; p values of the score are against even. Of an estimates study the
/// estimate's score is the mean, or the difference of two players'; of a threshold NaN.
struct OurScore {
  GameCounts counts;
  std::uint64_t searches = 0;  ///< of a player, where measured
  PairCounts pairs{};
  ScoreEstimate estimate;
  double standard_error = 0;
  Interval ci95{};  ///< may leave [0, 1]; of a threshold where it lies, NaN where nothing says it
  double z = 0;
  /// Over our cells of the place, one reading of the paper at a time (families.h); NaN of thresholds and repeated
  /// cells.
  double holm_p = std::numeric_limits<double>::quiet_NaN();
  double equivalence_p = 1;
  double detectable_elo = 0;  ///< found with 80 % power by these games, corrected alike; may be infinite
  std::uint64_t duplicate_games = 0;
  std::string repeats{};  ///< PlayedPairing::repeats: no cell of its own, and Holm's correction leaves it out
};

/// What our games are beside the published number. Only of cells that were played. Differences from a sign and from a
/// threshold are NaN.
struct CellComparison {
  OurScore ours;
  double difference = std::numeric_limits<double>::quiet_NaN();  ///< ours - published, of scores
  double z = std::numeric_limits<double>::quiet_NaN();           ///< by the errors of both
  double holm_p = std::numeric_limits<double>::quiet_NaN();      ///< of the difference, over the same cells
  ResultClass our_class = ResultClass::open;
  Agreement agreement = Agreement::undecided;
  std::size_t comparisons = 1;  ///< that its p-values are corrected for
};

/// One row: a published cell, or a further reading of ours beside the same number.
struct CellRow {
  PublishedCell published;
  std::string label;                                ///< of the reading; "" = the cell itself
  Answerer by;                                      ///< whose games or searches
  ResultClass published_class = ResultClass::open;  ///< open: not shown
  std::optional<CellComparison> played{};
};

/// Further games after which our score, were it the true one, decides an undecided cell with 80 %; +inf where no number
/// does, nothing where the cell is decided, was not played, repeats another, or is of an estimates study. Takes some
/// milliseconds.
std::optional<double> games_needed(const CellRow& row);

/// A rating in Elo against the standard player.
struct RatedValue {
  double elo = 0;
  double standard_error = 0;
};

/// A player's or a group's rating, as published and ours.
struct RatingRow {
  std::string name;
  RatedValue published;
  std::optional<RatedValue> ours{};
  double difference = 0;  ///< ours - published, Elo
  Interval ci95{};        ///< of the difference
  double z = 0;
  double holm_p = 1;
  ResultClass published_class = ResultClass::open;
  ResultClass our_class = ResultClass::open;
  Agreement agreement = Agreement::undecided;
};

/// All cells of a place as one Bradley-Terry model.
struct PlaceRatings {
  std::string place;
  double published_chi2 = 0;  ///< how far the published cells are from the model
  int published_degrees = 0;
  double our_chi2 = 0;
  int our_degrees = 0;
  std::vector<RatingRow> players;  ///< all but the standard player
  std::vector<RatingRow> pooled;
};

/// The standard player against itself by another name.
enum class AgainStatus : std::uint8_t { even, suspect, broken };
struct AgainRow {
  std::string place;
  OurScore ours;
  Interval ci99{};
  double p = 1;                            ///< of even, not corrected
  AgainStatus status = AgainStatus::even;  ///< suspect: outside the 99 % interval; broken: p < 0.001
};

/// A method whose parameters a tuning chose: the score that chose it beside that of its fresh games, against the
/// standard player. Both in [0, 1].
struct TunedRow {
  std::string place;
  std::string method;
  TunedScore tuned;
  OurScore fresh;
  double best_of_equals = 0.5;  ///< what the best of so many points shows where all equal the opponent
  double gap = 0;               ///< tuned mean - fresh score
  double gap_error = 0;         ///< sqrt(e1^2 + e2^2) of both standard errors
};

struct ConditionRow {
  std::string what;
  std::optional<std::string> paper;  ///< nothing: it does not say
  std::string ours;
};
/// Of the runs of one place.
struct PlaceConditions {
  std::string place;
  std::vector<ConditionRow> rows;
};

struct Comparison {
  Published published;
  std::vector<CellRow> rows;          ///< as in the paper's tables
  std::vector<PlaceRatings> ratings;  ///< of places that were played, where there is a standard player
  std::vector<AgainRow> again;        ///< of places where it was played
  std::vector<TunedRow> tuned;        ///< of methods that a run tells it of and that have met the standard player
  std::vector<PlaceConditions> conditions;
  std::vector<PlayedRun> runs;
  std::vector<std::string> notes;  ///< what a reader should know: pairings that are no cells, ..

  [[nodiscard]] bool is_played(const std::string& place) const;
  /// A broken A/A cell: nothing that was played there counts.
  [[nodiscard]] bool is_void(const std::string& place) const;
  [[nodiscard]] bool is_void() const;  ///< of any place
};

/// Throws UsageError naming folder and key for results that no cell is about, and for players that are not what the
/// published file says. On boards also for runs of one under different conditions (network, evaluator, simulations,
/// rules), and for the same games in two runs; of a file about runs for two of one name, and naming the cell, for
/// players, games and measures that its run has not.
Comparison compare(const Published& published, std::vector<PlayedRun> runs);

/// A row's verdict in words: agree, of a sign "sign holds", disagree, undecided; repeats; void; "not played".
std::string verdict_word(const Comparison& comparison, const CellRow& row);

}  // namespace rootward::comparison
