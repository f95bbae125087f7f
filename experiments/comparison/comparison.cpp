// Judging the cells of each board, the standard player against itself, and the conditions.
#include "experiments/comparison/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"
#include "experiments/comparison/conditions.h"
#include "experiments/comparison/evidence.h"
#include "experiments/comparison/families.h"
#include "experiments/comparison/ratings.h"
#include "experiments/comparison/tuned.h"

namespace rootward::comparison {
namespace {

constexpr double kSuspectP = 0.01;  // outside the 99 % interval
constexpr double kBrokenP = 0.001;

double pairs_of(const OurScore& ours) { return std::max(1.0, static_cast<double>(ours.counts.games()) / 2.0); }

PowerDemand demand_of(const OurScore& ours, std::size_t comparisons) {
  PowerDemand demand;
  demand.comparisons = comparisons;
  demand.pair_deviation = ours.standard_error * std::sqrt(pairs_of(ours));
  return demand;
}

OurScore our_score(const PlayedPairing& games, std::size_t comparisons) {
  OurScore ours{.counts = games.counts, .pairs = games.pairs, .estimate = games.estimate};
  ours.standard_error = standard_error_of(ours.estimate);
  ours.ci95 = score_interval(ours.estimate);
  ours.z = z_against(ours.estimate, 0.5);
  ours.equivalence_p = equivalence_p(ours.estimate, kEquivalenceElo);
  ours.detectable_elo = smallest_difference(static_cast<std::uint64_t>(pairs_of(ours)), demand_of(ours, comparisons));
  ours.duplicate_games = games.duplicate_games;
  return ours;
}

/// Ours less the published by the errors of both; of single games ours is what the published score would have.
double difference_z(const OurScore& ours, const PublishedCell& published) {
  const double difference = ours.estimate.score - published.score;
  const double alone = z_against(ours.estimate, published.score);
  return alone == 0 ? 0 : difference / std::hypot(difference / alone, published.standard_error());
}

/// The rows of one board in the paper's order, variants behind their originals.
std::vector<CellRow> rows_of(const Published& published, const PublishedCell& cell, const Evidence& evidence,
                             std::map<CellName, const PlayedPairing*>& played) {
  std::vector<std::string> methods = {cell.method};
  for (const Variant& variant : published.variants)
    if (variant.of == cell.method && published.published_name(variant.name, cell.board) == cell.method)
      methods.push_back(variant.name);
  std::vector<CellRow> rows;
  for (const std::string& method : methods) {
    const CellName name{cell.board, method, cell.opponent};
    const auto found = evidence.cells.find(name);
    if (found != evidence.cells.end()) played[name] = &found->second;
    if (found != evidence.cells.end() || method == cell.method)
      rows.push_back({.published = cell, .method = method, .published_class = ResultClass::open, .played = {}});
  }
  return rows;
}

/// The published cells' classes, corrected over the paper's cells of their board; by cell.
std::vector<double> published_p_of(const Published& published, int board) {
  std::vector<double> p;
  for (const PublishedCell& cell : published.cells)
    if (cell.board == board) p.push_back(two_sided_p((cell.score - 0.5) / cell.standard_error()));
  return holm(p);
}

class Judge {
 public:
  Judge(Comparison& comparison, const Evidence& evidence) : comparison_(comparison), evidence_(evidence) {}

  void judge() {
    for (const PublishedCell& cell : comparison_.published.cells)
      for (CellRow& row : rows_of(comparison_.published, cell, evidence_, played_)) comparison_.rows.push_back(row);
    for (const int board : comparison_.published.boards()) {
      judge_board(board);
      judge_again(board);
    }
    for (const int board : comparison_.published.boards())
      if (comparison_.is_played(board))
        comparison_.ratings.push_back(compare_ratings(comparison_.published, board, comparison_.rows, evidence_));
  }

 private:
  [[nodiscard]] std::vector<CellRow*> rows_on(int board) const {
    std::vector<CellRow*> rows;
    for (CellRow& row : comparison_.rows)
      if (row.published.board == board) rows.push_back(&row);
    return rows;
  }

  void judge_board(int board) {
    const std::vector<double> published_p = published_p_of(comparison_.published, board);
    std::vector<CellRow*> judged;
    std::vector<Reading> readings;
    std::size_t cells = 0;
    for (CellRow* row : rows_on(board)) {
      if (row->method == row->published.method) ++cells;
      if (published_p[cells - 1] < kSignificance)
        row->published_class = published_z(*row) > 0 ? ResultClass::better : ResultClass::worse;
      if (!played_.contains(name_of(*row))) continue;
      judged.push_back(row);
      readings.push_back({cells - 1, variant_number(comparison_.published, row->method, board)});
    }
    const std::vector<std::size_t> sizes = family_sizes(readings);
    std::vector<AnsweredTwice> answers;
    for (std::size_t i = 0; i < judged.size(); ++i) {
      judged[i]->played = compared_cell(*judged[i], sizes[i]);
      const CellComparison& compared = *judged[i]->played;
      answers.push_back({published_z(*judged[i]), published_p[readings[i].published], compared.ours.z,
                         compared.ours.equivalence_p, compared.z});
    }
    set_verdicts(judged, judge_families(readings, answers));
  }

  static CellName name_of(const CellRow& row) { return {row.published.board, row.method, row.published.opponent}; }

  static double published_z(const CellRow& row) { return (row.published.score - 0.5) / row.published.standard_error(); }

  /// Our games of a cell that was played, corrected with so many others.
  [[nodiscard]] CellComparison compared_cell(const CellRow& row, std::size_t comparisons) const {
    CellComparison compared{.ours = our_score(*played_.at(name_of(row)), comparisons), .comparisons = comparisons};
    compared.difference = compared.ours.estimate.score - row.published.score;
    compared.z = difference_z(compared.ours, row.published);
    return compared;
  }

  static void set_verdicts(const std::vector<CellRow*>& judged, const std::vector<AgreementVerdict>& verdicts) {
    for (std::size_t i = 0; i < judged.size(); ++i) {
      CellComparison& compared = *judged[i]->played;
      compared.ours.holm_p = verdicts[i].our_p;
      compared.holm_p = verdicts[i].difference_p;
      compared.our_class = verdicts[i].ours;
      compared.agreement = verdicts[i].agreement;
    }
  }

  void judge_again(int board) {
    const Published& published = comparison_.published;
    const auto found = evidence_.cells.find({board, published.again, published.standard});
    if (found == evidence_.cells.end()) return;
    AgainRow row;
    row.board = board;
    row.ours = our_score(found->second, 1);
    row.ci99 = score_interval(row.ours.estimate, normal_quantile(1.0 - kSuspectP / 2.0));
    row.p = two_sided_p(row.ours.z);
    if (row.p < kSuspectP) row.status = row.p < kBrokenP ? AgainStatus::broken : AgainStatus::suspect;
    comparison_.again.push_back(row);
  }

  Comparison& comparison_;
  const Evidence& evidence_;
  std::map<CellName, const PlayedPairing*> played_;
};

}  // namespace

std::optional<double> games_needed(const CellRow& row) {
  if (!row.played || row.played->agreement != Agreement::undecided) return std::nullopt;
  const OurScore& ours = row.played->ours;
  const PublishedScore published{.score = row.published.score,
                                 .standard_error = row.published.standard_error(),
                                 .is_shown = row.published_class != ResultClass::open};
  const std::optional<double> pairs =
      pairs_for_verdict(published, ours.estimate.score, demand_of(ours, row.played->comparisons));
  if (!pairs) return std::numeric_limits<double>::infinity();
  return std::max(2.0, 2.0 * *pairs - static_cast<double>(ours.counts.games()));
}

bool Comparison::is_played(int board) const {
  return std::ranges::any_of(rows, [&](const CellRow& row) { return row.published.board == board && row.played; });
}

bool Comparison::is_void(int board) const {
  return std::ranges::any_of(
      again, [&](const AgainRow& row) { return row.board == board && row.status == AgainStatus::broken; });
}

bool Comparison::is_void() const {
  return std::ranges::any_of(again, [](const AgainRow& row) { return row.status == AgainStatus::broken; });
}

Comparison compare(const Published& published, std::vector<PlayedRun> runs) {
  Comparison comparison;
  comparison.published = published;
  Evidence evidence = gather_evidence(published, runs);
  comparison.notes = std::move(evidence.notes);
  Judge(comparison, evidence).judge();
  comparison.conditions = board_conditions(published, runs);
  comparison.runs = std::move(runs);
  comparison.tuned = tuned_rows(comparison);
  return comparison;
}

std::string verdict_word(const Comparison& comparison, const CellRow& row) {
  if (!row.played) return "not played";
  if (comparison.is_void(row.published.board)) return "void";
  return std::string(agreement_name(row.played->agreement));
}

}  // namespace rootward::comparison
