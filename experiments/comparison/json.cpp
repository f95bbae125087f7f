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

Json row_json(const Comparison& comparison, const CellRow& row) {
  const Published& published = comparison.published;
  Json object;
  object["table"] = published.tables[row.published.table].title;
  object["board"] = row.published.board;
  object["method"] = row.method;
  object["opponent"] = row.published.opponent;
  object["variant_of"] = row.method == row.published.method ? Json(nullptr) : Json(row.published.method);
  object["published"] = {{"score", row.published.score},
                         {"games", row.published.games},
                         {"standard_error", row.published.standard_error()},
                         {"class", published_class_name(row.published_class)}};
  object["ours"] = nullptr;
  if (row.played) {
    object["ours"] = score_json(row.played->ours);
    object["ours"]["class"] = class_name(row.played->our_class);
    object["ours"]["holm_p"] = row.played->ours.holm_p;
    object["ours"]["equivalence_p"] = row.played->ours.equivalence_p;
  }
  object["difference"] = row.played ? Json(row.played->difference) : Json(nullptr);
  object["z"] = row.played ? number_json(row.played->z) : Json(nullptr);
  object["holm_p"] = row.played ? Json(row.played->holm_p) : Json(nullptr);
  object["verdict"] = verdict_word(comparison, row);
  const std::optional<double> needed = games_needed(row);
  object["games_needed"] = needed ? number_json(*needed) : Json(nullptr);
  return object;
}

Json rating_json(const RatedValue& rating) {
  return {{"elo", number_json(rating.elo)}, {"standard_error", number_json(rating.standard_error)}};
}

Json ratings_json(const Comparison& comparison, int board, const std::vector<RatingRow>& rows) {
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
                        : comparison.is_void(board) ? "void"
                                                    : std::string(agreement_name(row.agreement));
    list.push_back(std::move(object));
  }
  return list;
}

Json board_ratings_json(const Comparison& comparison, const BoardRatings& ratings) {
  Json object;
  object["board"] = ratings.board;
  object["standard"] = comparison.published.standard;
  object["published_fit"] = {{"chi2", ratings.published_chi2}, {"degrees", ratings.published_degrees}};
  object["our_fit"] = {{"chi2", ratings.our_chi2}, {"degrees", ratings.our_degrees}};
  object["headline"] = ratings_json(comparison, ratings.board, ratings.pooled);
  object["players"] = ratings_json(comparison, ratings.board, ratings.players);
  return object;
}

Json again_json(const AgainRow& row) {
  constexpr const char* kStatus[] = {"even", "suspect", "broken"};
  Json object = score_json(row.ours);
  object["board"] = row.board;
  object["p"] = row.p;
  object["low99"] = number_json(row.ci99.low);
  object["high99"] = number_json(row.ci99.high);
  object["status"] = kStatus[static_cast<std::size_t>(row.status)];
  return object;
}

Json tuned_json(const TunedRow& row) {
  return {{"board", row.board},
          {"method", row.method},
          {"tuned",
           {{"mean", row.tuned.mean},
            {"standard_error", row.tuned.standard_error},
            {"observed", row.tuned.observed},
            {"games", row.tuned.games},
            {"points", row.tuned.points},
            {"from", row.tuned.source}}},
          {"best_of_equals", row.best_of_equals},
          {"fresh",
           {{"score", row.fresh.estimate.score},
            {"standard_error", number_json(row.fresh.standard_error)},
            {"games", row.fresh.counts.games()}}},
          {"gap", row.gap},
          {"gap_standard_error", number_json(row.gap_error)}};
}

Json conditions_json(const BoardConditions& conditions) {
  Json list = Json::array();
  for (const ConditionRow& row : conditions.rows)
    list.push_back({{"what", row.what}, {"paper", row.paper ? Json(*row.paper) : Json(nullptr)}, {"ours", row.ours}});
  return {{"board", conditions.board}, {"rows", std::move(list)}};
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
  for (const BoardRatings& ratings : comparison.ratings)
    document["ratings"].push_back(board_ratings_json(comparison, ratings));
  document["a_a"] = Json::array();
  for (const AgainRow& row : comparison.again) document["a_a"].push_back(again_json(row));
  document["tuned"] = Json::array();
  for (const TunedRow& row : comparison.tuned) document["tuned"].push_back(tuned_json(row));
  document["conditions"] = Json::array();
  for (const BoardConditions& conditions : comparison.conditions)
    document["conditions"].push_back(conditions_json(conditions));
  document["runs"] = Json::array();
  for (const PlayedRun& run : comparison.runs) document["runs"].push_back(run_json(run));
  document["notes"] = comparison.notes;
  return dump_json(document, 2) + "\n";
}

}  // namespace rootward::comparison
