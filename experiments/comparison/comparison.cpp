// Judging the cells of each place, the standard player against itself, and the conditions.
#include "experiments/comparison/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"
#include "experiments/comparison/conditions.h"
#include "experiments/comparison/evidence.h"
#include "experiments/comparison/families.h"
#include "experiments/comparison/measured.h"
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

/// The games of pairs that one side won; nothing where there are none.
std::optional<PlayedPairing> unsplit(PlayedPairing games) {
  constexpr std::size_t kEven = 2;
  games.pairs[kEven] = 0;  // a game without its second is no pair
  games.units = games.pairs;
  games.counts = {};
  for (std::size_t half_points = 0; half_points < games.units.size(); ++half_points) {
    const bool is_won = half_points > kEven;
    const std::uint64_t drawn = half_points % 2;  // and the other game won or lost
    (is_won ? games.counts.wins : games.counts.losses) += (2 - drawn) * games.units[half_points];
    games.counts.draws += drawn * games.units[half_points];
  }
  if (games.counts.games() == 0) return std::nullopt;
  games.estimate = pair_estimate(games.units);
  return games;
}

OurScore our_score(const PlayedPairing& games) {
  OurScore ours{.counts = games.counts, .pairs = games.pairs, .estimate = games.estimate};
  ours.standard_error = standard_error_of(ours.estimate);
  ours.ci95 = score_interval(ours.estimate);
  ours.z = z_against(ours.estimate, 0.5);
  ours.equivalence_p = equivalence_p(ours.estimate, kEquivalenceElo);
  ours.detectable_elo = smallest_difference(static_cast<std::uint64_t>(pairs_of(ours)), demand_of(ours, 1));
  ours.duplicate_games = games.duplicate_games;
  ours.repeats = games.repeats;
  return ours;
}

/// Ours less the published by the errors of both; of single games ours is what the published score would have.
double difference_z(const OurScore& ours, const PublishedCell& published) {
  const double difference = ours.estimate.score - published.value;
  const bool is_inside = published.value > 0 && published.value < 1;
  const double alone = is_inside ? z_against(ours.estimate, published.value) : difference / ours.standard_error;
  return alone == 0 ? 0 : difference / std::hypot(difference / alone, published.standard_error());
}

double published_z(const PublishedCell& cell) {
  return cell.has_even() ? z_of(cell.value - cell.even(), cell.standard_error()) : 0;
}

/// The published cells' p against even, corrected over the paper's cells of their place; in their order. A sign is
/// shown, whatever shows it.
std::vector<double> published_p_of(const Published& published, const std::string& place) {
  std::vector<double> p;
  for (const PublishedCell& cell : published.cells)
    if (cell.by.place == place) p.push_back(cell.sign != 0 ? 0 : two_sided_p(published_z(cell)));
  return holm(p);
}

class Judge {
 public:
  Judge(Comparison& comparison, const Evidence& evidence) : comparison_(comparison), evidence_(evidence) {}

  void judge() {
    for (const PublishedCell& cell : comparison_.published.cells) add_rows(cell);
    const std::vector<std::string> places = comparison_.published.places();
    for (const std::string& place : places) {
      judge_place(place);
      judge_again(place);
    }
    if (comparison_.published.standard.empty()) return;
    for (const std::string& place : places)
      if (comparison_.is_played(place))
        comparison_.ratings.push_back(compare_ratings(comparison_.published, place, comparison_.rows, evidence_));
  }

 private:
  /// The cell's row; behind it those of its readings that were answered.
  void add_rows(const PublishedCell& cell) {
    comparison_.rows.push_back({.published = cell, .label = "", .by = cell.by});
    for (const Reading& reading : cell.also)
      if (is_answered(cell, reading.by))
        comparison_.rows.push_back({.published = cell, .label = reading.label, .by = reading.by});
  }

  [[nodiscard]] bool is_answered(const PublishedCell& cell, const Answerer& by) const {
    return cell.measure.empty() ? evidence_.games.contains(by) : evidence_.studies.contains(by.place);
  }

  [[nodiscard]] std::vector<CellRow*> rows_on(const std::string& place) const {
    std::vector<CellRow*> rows;
    for (CellRow& row : comparison_.rows)
      if (row.published.by.place == place) rows.push_back(&row);
    return rows;
  }

  void judge_place(const std::string& place) {
    const std::vector<double> published_p = published_p_of(comparison_.published, place);
    std::vector<CellRow*> judged;
    std::vector<Standing> standings;
    std::size_t cells = 0;
    for (CellRow* row : rows_on(place)) {
      if (row->label.empty()) ++cells;
      if (published_p[cells - 1] < kSignificance)
        row->published_class = published_z(row->published) > 0 ? ResultClass::better : ResultClass::worse;
      row->played = compared_cell(*row);
      if (!row->played || row->published.quantity == Quantity::threshold || !row->played->ours.repeats.empty())
        continue;
      judged.push_back(row);
      standings.push_back({cells - 1, row->label});
    }
    judge_together(judged, standings, published_p);
  }

  static void judge_together(const std::vector<CellRow*>& judged, const std::vector<Standing>& standings,
                             const std::vector<double>& published_p) {
    const std::vector<std::size_t> sizes = family_sizes(standings);
    std::vector<AnsweredTwice> answers;
    for (std::size_t i = 0; i < judged.size(); ++i) {
      CellComparison& compared = *judged[i]->played;
      compared.comparisons = sizes[i];
      if (judged[i]->published.measure.empty())
        compared.ours.detectable_elo = smallest_difference(static_cast<std::uint64_t>(pairs_of(compared.ours)),
                                                           demand_of(compared.ours, sizes[i]));
      answers.push_back({published_z(judged[i]->published), published_p[standings[i].published], compared.ours.z,
                         compared.ours.equivalence_p, std::isnan(compared.z) ? 0 : compared.z});
    }
    set_verdicts(judged, judge_families(standings, answers));
  }

  /// Ours of a cell, not yet judged; nothing where it was not played.
  [[nodiscard]] std::optional<CellComparison> compared_cell(const CellRow& row) const {
    const std::optional<OurScore> ours = row.published.measure.empty() ? score_of(row) : measured_of(row);
    if (!ours) return std::nullopt;
    CellComparison compared{.ours = *ours};
    if (row.published.quantity == Quantity::threshold) {
      const bool is_known = !std::isnan(ours->ci95.low);
      compared.agreement = threshold_agreement(row.published, is_known ? std::optional(ours->ci95) : std::nullopt);
      return compared;
    }
    if (row.published.sign == 0) {
      compared.difference = ours->estimate.score - row.published.value;
      compared.z = row.published.measure.empty()
                       ? difference_z(*ours, row.published)
                       : z_of(compared.difference, std::hypot(ours->standard_error, row.published.standard_error()));
    }
    if (!row.published.measure.empty()) judge_alone(row.published, compared);
    return compared;
  }

  /// A measured value against 0, where it is a difference; else within the margin of the published one.
  static void judge_alone(const PublishedCell& cell, CellComparison& compared) {
    OurScore& ours = compared.ours;
    if (cell.has_even()) {
      ours.z = z_of(ours.estimate.score, ours.standard_error);
      ours.equivalence_p = within_margin_p(ours.estimate.score, ours.standard_error, cell.margin);
    } else {
      ours.equivalence_p =
          within_margin_p(compared.difference, std::hypot(ours.standard_error, cell.standard_error()), cell.margin);
    }
  }

  [[nodiscard]] std::optional<OurScore> score_of(const CellRow& row) const {
    const auto found = evidence_.games.find(row.by);
    if (found == evidence_.games.end()) return std::nullopt;
    if (!row.published.is_of_unsplit) return our_score(found->second);
    const std::optional<PlayedPairing> games = unsplit(found->second);
    return games ? std::optional(our_score(*games)) : std::nullopt;
  }

  [[nodiscard]] std::optional<OurScore> measured_of(const CellRow& row) const {
    const auto found = evidence_.studies.find(row.by.place);
    return found == evidence_.studies.end() ? std::nullopt : measured_score(row.published, row.by, *found->second);
  }

  static void set_verdicts(const std::vector<CellRow*>& judged, const std::vector<AgreementVerdict>& verdicts) {
    for (std::size_t i = 0; i < judged.size(); ++i) {
      CellComparison& compared = *judged[i]->played;
      compared.ours.holm_p = verdicts[i].our_p;
      if (!std::isnan(compared.z)) compared.holm_p = verdicts[i].difference_p;
      compared.our_class = verdicts[i].ours;
      compared.agreement = verdicts[i].agreement;
    }
  }

  void judge_again(const std::string& place) {
    const Published& published = comparison_.published;
    const auto found = evidence_.games.find({place, published.again, published.standard});
    if (found == evidence_.games.end()) return;
    AgainRow row;
    row.place = place;
    row.ours = our_score(found->second);
    row.ci99 = score_interval(row.ours.estimate, normal_quantile(1.0 - kSuspectP / 2.0));
    row.p = two_sided_p(row.ours.z);
    if (row.p < kSuspectP) row.status = row.p < kBrokenP ? AgainStatus::broken : AgainStatus::suspect;
    comparison_.again.push_back(row);
  }

  Comparison& comparison_;
  const Evidence& evidence_;
};

}  // namespace

std::optional<double> games_needed(const CellRow& row) {
  if (!row.played || row.played->agreement != Agreement::undecided || !row.published.measure.empty())
    return std::nullopt;
  const OurScore& ours = row.played->ours;
  if (!ours.repeats.empty()) return std::nullopt;
  const PublishedScore published{.score = row.published.value,
                                 .standard_error = row.published.standard_error(),
                                 .is_shown = row.published_class != ResultClass::open};
  const std::optional<double> pairs =
      pairs_for_verdict(published, ours.estimate.score, demand_of(ours, row.played->comparisons));
  if (!pairs) return std::numeric_limits<double>::infinity();
  return std::max(2.0, 2.0 * *pairs - static_cast<double>(ours.counts.games()));
}

bool Comparison::is_played(const std::string& place) const {
  return std::ranges::any_of(rows, [&](const CellRow& row) { return row.published.by.place == place && row.played; });
}

bool Comparison::is_void(const std::string& place) const {
  return std::ranges::any_of(
      again, [&](const AgainRow& row) { return row.place == place && row.status == AgainStatus::broken; });
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
  comparison.conditions = place_conditions(published, runs);
  comparison.runs = std::move(runs);
  comparison.tuned = tuned_rows(comparison);
  return comparison;
}

std::string verdict_word(const Comparison& comparison, const CellRow& row) {
  if (!row.played) return "not played";
  if (comparison.is_void(row.by.place)) return "void";
  if (!row.played->ours.repeats.empty()) return "repeats";
  if (row.published.sign != 0 && row.played->agreement == Agreement::agree) return "sign holds";
  return std::string(agreement_name(row.played->agreement));
}

}  // namespace rootward::comparison
