// JSON of schema rootward.compare/1, unrounded; scores in [0, 1].
#include <cmath>
#include <optional>

#include "core/json.h"
#include "core/statistics/elo.h"
#include "experiments/comparison/names.h"
#include "experiments/comparison/pages.h"

namespace rootward::comparison {
namespace {

/// JSON has neither infinity nor "not a number": both are null.
Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json score_json(const OurScore& ours) {
  Json object;
  object["score"] = ours.estimate.score;
  object["low"] = number_json(ours.ci95.low);
  object["high"] = number_json(ours.ci95.high);
  object["games"] = ours.counts.games();
  object["standard_error"] = number_json(ours.standard_error);
  object["wins"] = ours.counts.wins;
  object["draws"] = ours.counts.draws;
  object["losses"] = ours.counts.losses;
  object["pentanomial"] = ours.pairs;
  object["interval"] = formula_name(ours.estimate.formula);
  const Interval elo = elo_interval(ours.ci95);
  object["elo"] = number_json(elo_of_score(ours.estimate.score));
  object["elo_low"] = number_json(elo.low);
  object["elo_high"] = number_json(elo.high);
  object["detectable_elo"] = number_json(ours.detectable_elo);
  object["duplicate_games"] = ours.duplicate_games;
  return object;
}

/// "board": its size, or "run": its name.
void set_place(Json& object, const Published& published, const std::string& place) {
  if (published.is_of_runs())
    object["run"] = place;
  else
    object["board"] = std::stoi(place);
}

/// Cells of runs say more: their text, who knows it from where, and which reading of the number the row is.
Json published_json(const Published& published, const CellRow& row) {
  const PublishedCell& cell = row.published;
  const bool is_number = cell.sign == 0;
  Json object = {{"score", is_number ? Json(cell.value) : Json(nullptr)},
                 {"games", cell.games},
                 {"standard_error", is_number ? number_json(cell.standard_error()) : Json(nullptr)},
                 {"class", published_class_name(row.published_class)}};
  if (!published.is_of_runs()) return object;
  object["text"] = published_text(cell);
  object["sure"] = sure_name(cell.sure);
  object["source"] = cell.source;
  object["measure"] = cell.measure.empty() ? Json(nullptr) : Json(cell.measure);
  object["reading"] = row.label.empty() ? Json(nullptr) : Json(row.label);
  object["readings"] = Json::array();
  for (const Reading& reading : cell.also) object["readings"].push_back(reading.label);
  return object;
}

Json measured_json(const CellRow& row) {
  const OurScore& ours = row.played->ours;
  return {{"value", number_json(ours.estimate.score)},
          {"low", number_json(ours.ci95.low)},
          {"high", number_json(ours.ci95.high)},
          {"searches", ours.searches},
          {"standard_error", number_json(ours.standard_error)}};
}

Json row_json(const Comparison& comparison, const CellRow& row) {
  const Published& published = comparison.published;
  Json object;
  object["table"] = published.tables[row.published.table].title;
  set_place(object, published, row.by.place);
  object["method"] = row.by.method;
  object["opponent"] = row.by.opponent;
  object["variant_of"] = row.label.empty() ? Json(nullptr) : Json(row.published.by.method);
  object["published"] = published_json(published, row);
  object["ours"] = nullptr;
  if (row.played) {
    object["ours"] = row.published.measure.empty() ? score_json(row.played->ours) : measured_json(row);
    if (published.is_of_runs()) object["ours"]["text"] = our_text(row);
    object["ours"]["class"] = class_name(row.played->our_class);
    object["ours"]["holm_p"] = number_json(row.played->ours.holm_p);
    if (!row.played->ours.repeats.empty()) object["ours"]["repeats"] = row.played->ours.repeats;
    object["ours"]["equivalence_p"] = row.played->ours.equivalence_p;
  }
  object["difference"] = row.played ? number_json(row.played->difference) : Json(nullptr);
  object["z"] = row.played ? number_json(row.played->z) : Json(nullptr);
  object["holm_p"] = row.played ? number_json(row.played->holm_p) : Json(nullptr);
  object["verdict"] = verdict_word(comparison, row);
  const std::optional<double> needed = games_needed(row);
  object["games_needed"] = needed ? number_json(*needed) : Json(nullptr);
  return object;
}

Json rating_json(const RatedValue& rating) {
  return {{"elo", number_json(rating.elo)}, {"standard_error", number_json(rating.standard_error)}};
}

Json ratings_json(const Comparison& comparison, const std::string& place, const std::vector<RatingRow>& rows) {
  Json list = Json::array();
  for (const RatingRow& row : rows) {
    Json object;
    object["method"] = row.name;
    object["published"] = rating_json(row.published);
    object["published"]["class"] = published_class_name(row.published_class);
    object["ours"] = row.ours ? rating_json(*row.ours) : Json(nullptr);
    if (row.ours) object["ours"]["class"] = class_name(row.our_class);
    object["difference"] = row.ours ? number_json(row.difference) : Json(nullptr);
    object["low"] = row.ours ? number_json(row.ci95.low) : Json(nullptr);
    object["high"] = row.ours ? number_json(row.ci95.high) : Json(nullptr);
    object["z"] = row.ours ? number_json(row.z) : Json(nullptr);
    object["holm_p"] = row.ours ? Json(row.holm_p) : Json(nullptr);
    object["verdict"] = !row.ours                   ? "not rated"
                        : comparison.is_void(place) ? "void"
                                                    : std::string(agreement_name(row.agreement));
    list.push_back(std::move(object));
  }
  return list;
}

Json place_ratings_json(const Comparison& comparison, const PlaceRatings& ratings) {
  Json object;
  set_place(object, comparison.published, ratings.place);
  object["standard"] = comparison.published.standard;
  object["published_fit"] = {{"chi2", ratings.published_chi2}, {"degrees", ratings.published_degrees}};
  object["our_fit"] = {{"chi2", ratings.our_chi2}, {"degrees", ratings.our_degrees}};
  object["headline"] = ratings_json(comparison, ratings.place, ratings.pooled);
  object["players"] = ratings_json(comparison, ratings.place, ratings.players);
  return object;
}

Json again_json(const Comparison& comparison, const AgainRow& row) {
  constexpr const char* kStatus[] = {"even", "suspect", "broken"};
  Json object = score_json(row.ours);
  set_place(object, comparison.published, row.place);
  object["p"] = row.p;
  object["low99"] = number_json(row.ci99.low);
  object["high99"] = number_json(row.ci99.high);
  object["status"] = kStatus[static_cast<std::size_t>(row.status)];
  return object;
}

Json tuned_json(const Comparison& comparison, const TunedRow& row) {
  Json object;
  set_place(object, comparison.published, row.place);
  object["method"] = row.method;
  object["tuned"] = {{"mean", row.tuned.mean},         {"standard_error", row.tuned.standard_error},
                     {"observed", row.tuned.observed}, {"games", row.tuned.games},
                     {"points", row.tuned.points},     {"from", row.tuned.source}};
  object["best_of_equals"] = row.best_of_equals;
  object["fresh"] = {{"score", row.fresh.estimate.score},
                     {"standard_error", number_json(row.fresh.standard_error)},
                     {"games", row.fresh.counts.games()}};
  object["gap"] = row.gap;
  object["gap_standard_error"] = number_json(row.gap_error);
  return object;
}

Json conditions_json(const Comparison& comparison, const PlaceConditions& conditions) {
  Json list = Json::array();
  for (const ConditionRow& row : conditions.rows)
    list.push_back({{"what", row.what}, {"paper", row.paper ? Json(*row.paper) : Json(nullptr)}, {"ours", row.ours}});
  Json object;
  set_place(object, comparison.published, conditions.place);
  object["rows"] = std::move(list);
  return object;
}

Json run_json(const PlayedRun& run) {
  return {{"name", run.name},
          {"config_hash", run.manifest.config_hash},
          {"seed", run.seed},
          {"games", run.games},
          {"games_scheduled", run.games_scheduled},
          {"claim", run.claim},
          {"program", programs_text(run.manifest)},
          {"networks", run.manifest.inputs.networks},
          {"book_hash", run.manifest.inputs.book_hash}};
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
  Json document;
  document["schema"] = "rootward.compare/1";
  document["source"] = comparison.published.source;
  document["void"] = comparison.is_void();
  document["rows"] = Json::array();
  for (const CellRow& row : comparison.rows) document["rows"].push_back(row_json(comparison, row));
  document["ratings"] = Json::array();
  for (const PlaceRatings& ratings : comparison.ratings)
    document["ratings"].push_back(place_ratings_json(comparison, ratings));
  document["a_a"] = Json::array();
  for (const AgainRow& row : comparison.again) document["a_a"].push_back(again_json(comparison, row));
  document["tuned"] = Json::array();
  for (const TunedRow& row : comparison.tuned) document["tuned"].push_back(tuned_json(comparison, row));
  document["conditions"] = Json::array();
  for (const PlaceConditions& conditions : comparison.conditions)
    document["conditions"].push_back(conditions_json(comparison, conditions));
  document["runs"] = Json::array();
  for (const PlayedRun& run : comparison.runs) document["runs"].push_back(run_json(run));
  document["notes"] = comparison.notes;
  return dump_json(document, 2) + "\n";
}

}  // namespace rootward::comparison
