// JSON of schema rootward.table/1, unrounded.
#include <cmath>

#include "core/json.h"
#include "experiments/tournament/table/grids.h"
#include "experiments/tournament/table/render_formats.h"

namespace rootward::tournament {
namespace {

/// JSON has neither infinity nor "not a number": both are null.
Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json json_number(const std::optional<double>& value) { return value ? json_number(*value) : Json(nullptr); }
Json interval(const Interval& ends) { return Json::array({json_number(ends.low), json_number(ends.high)}); }

void add_counts(const GameCounts& counts, Json& object) {
  object["games"] = counts.games();
  object["wins"] = counts.wins;
  object["draws"] = counts.draws;
  object["losses"] = counts.losses;
}

void add_range(const std::optional<ScoreRange>& range, Json& object) {
  object["score"] = range ? json_number(range->score) : Json(nullptr);
  object["ci95"] = range ? interval(range->ci95) : Json(nullptr);
  object["elo"] = range ? json_number(range->elo) : Json(nullptr);
  object["elo_ci95"] = range ? interval(range->elo_ci95) : Json(nullptr);
}

Json comparison_json(const Comparison& comparison) {
  Json object;
  add_counts(comparison.counts, object);
  add_range(comparison.range, object);
  object["los"] = json_number(comparison.los);
  object["p"] = json_number(comparison.p);
  object["holm_p"] = json_number(comparison.holm_p);
  object["a_a"] = comparison.is_a_a;
  object["equivalence_p"] = json_number(comparison.equivalence_p);
  object["verdict"] = verdict_text(comparison);
  object["detectable_elo"] = json_number(comparison.detectable_elo);
  object["needed_games"] = comparison.needed_games ? Json(*comparison.needed_games) : Json(nullptr);
  object["uneven_pairs"] = nullptr;
  if (comparison.uneven)
    object["uneven_pairs"] = {
        {"won", comparison.uneven->won}, {"lost", comparison.uneven->lost}, {"p", comparison.uneven->p}};
  return object;
}

Json seat_json(const GameCounts& counts) {
  Json object;
  add_counts(counts, object);
  object["score"] = counts.games() == 0 ? Json(nullptr) : json_number(game_statistics(counts).score);
  return object;
}

void add_cost(const PlayerRow& player, Json& object) {
  object["cpu_seconds"] = json_number(player.cpu_seconds);
  const std::optional<double> speed = player.simulations_a_second();
  object["simulations_per_second"] = speed ? json_number(*speed) : Json(nullptr);
  object["cpu_seconds_per_move"] =
      player.moves > 0 ? json_number(player.cpu_seconds / static_cast<double>(player.moves)) : Json(nullptr);
}

Json player_json(const ResultTable& table, const PlayerRow& player) {
  Json object;
  object["name"] = player.name;
  object["settings"] = player.settings;
  add_counts(player.counts, object);
  add_range(player.range, object);
  const bool is_compared = player.against_reference.has_value();
  object["los"] = is_compared ? json_number(player.against_reference->los) : Json(nullptr);
  object["p"] = is_compared ? json_number(player.against_reference->p) : Json(nullptr);
  object["holm_p"] = is_compared ? json_number(player.against_reference->holm_p) : Json(nullptr);
  object["verdict"] = is_compared ? Json(verdict_text(*player.against_reference)) : Json(nullptr);
  const std::string expected = expected_text(table, player.name);
  object["expected"] = expected.empty() ? Json(nullptr) : Json(expected);
  object["against_reference"] = is_compared ? comparison_json(*player.against_reference) : Json(nullptr);
  object["rating"] = player.rating ? json_number(player.rating->elo) : Json(nullptr);
  object["rating_standard_error"] = player.rating ? json_number(player.rating->standard_error) : Json(nullptr);
  object["first_seat"] = seat_json(player.by_seat[0]);
  object["second_seat"] = seat_json(player.by_seat[1]);
  object["simulations"] = player.simulations;
  object["moves"] = player.moves;
  if (table.has_cost) add_cost(player, object);
  if (player.fallbacks > 0) object["fallbacks"] = player.fallbacks;
  object["forfeits"] = Json::object();
  for (const auto& entry : player.forfeits) object["forfeits"][entry.first] = entry.second;
  return object;
}

Json sprt_json(const SprtState& state) {
  Json object;
  object["llr"] = json_number(state.llr);
  object["lower"] = json_number(state.lower);
  object["upper"] = json_number(state.upper);
  object["decision"] = "go_on";
  if (state.decision == SprtDecision::accept_h0) object["decision"] = "accept_h0";
  if (state.decision == SprtDecision::accept_h1) object["decision"] = "accept_h1";
  return object;
}

/// By the pair's number; null where it is not complete.
Json half_points_json(const PairingRow& pairing) {
  Json list = Json::array();
  for (const std::int8_t half_points : pairing.half_points_by_pair)
    list.push_back(half_points < 0 ? Json(nullptr) : Json(half_points));
  return list;
}

Json pairing_json(const PairingRow& pairing, bool has_pairs) {
  Json object;
  object["a"] = pairing.a;
  object["b"] = pairing.b;
  add_counts(pairing.counts, object);
  object["pairs"] = pairing.pairs();
  object["incomplete_pairs"] = pairing.incomplete_pairs;
  object["pentanomial"] = pairing.pentanomial;
  add_range(pairing.range, object);
  object["interval"] = formula_name(pairing.estimate.formula);
  object["effective_games"] =
      pairing.estimate.formula == IntervalFormula::wilson ? json_number(pairing.estimate.effective_n) : Json(nullptr);
  object["bootstrap_ci95"] = pairing.bootstrap_ci95 ? interval(*pairing.bootstrap_ci95) : Json(nullptr);
  object["sprt"] = pairing.sprt ? sprt_json(*pairing.sprt) : Json(nullptr);
  object["stopped_early"] = pairing.is_stopped_early;
  object["openings_distinct"] = pairing.openings_distinct;
  object["duplicate_games"] = pairing.duplicate_games;
  object["repeats"] = pairing.repeats.empty() ? Json(nullptr) : Json(pairing.repeats);
  if (has_pairs) object["half_points_by_pair"] = half_points_json(pairing);
  return object;
}

Json rating_json(const RatingMethod& method) {
  Json object;
  object["method"] = "bradley_terry";
  object["anchor"] = method.anchor.empty() ? Json(nullptr) : Json(method.anchor);
  object["first_seat_advantage"] =
      method.has_first_player_advantage ? json_number(method.first_player_advantage) : Json(nullptr);
  object["first_seat_advantage_standard_error"] =
      method.has_first_player_advantage ? json_number(method.first_player_advantage_error) : Json(nullptr);
  object["prior_draws"] = method.prior_draws;
  object["errors_from"] = method.counts_pairs ? "pairs" : "games";
  return object;
}

void add_claim(const ResultTable& table, Json& object) {
  object["hypotheses"] = Json::array();
  for (const Expectation& one : table.hypotheses)
    object["hypotheses"].push_back({{"direction", direction_name(one)}, {"first", one.first}, {"second", one.second}});
  object["fixed_before_games"] = table.is_fixed;
  object["confirmatory"] = table.is_confirmatory();
}

Json table_json(const ResultTable& table, bool has_pairs) {
  Json object;
  object["schema"] = "rootward.table/1";
  object["name"] = table.name;
  object["question"] = table.question;
  object["hypothesis"] = table.hypothesis;
  add_claim(table, object);
  object["reproducible"] = table.is_reproducible;
  if (!table.processors.empty()) object["processors"] = table.processors;
  object["game"] = table.game;
  object["schedule"] = table.schedule;
  object["seed"] = table.seed;
  object["config_hash"] = table.config_hash;
  object["program"] = table.version;
  object["reference"] = table.reference;
  object["games"] = table.games;
  object["games_scheduled"] = table.games_scheduled;
  object["voided"] = table.void_games;
  object["voids"] = table.voids;
  object["scoring"] = {{"by", table.scoring.empty() ? "rules" : table.scoring},
                       {"games", table.scored_games},
                       {"disagreements", table.disagreements}};
  if (table.adjudicate)
    object["adjudicated"] = {{"games", table.adjudicated.games},
                             {"plays_out", table.adjudicate->plays_out},
                             {"other_results", table.adjudicated.other_results},
                             {"plies_spared", table.adjudicated.plies_spared},
                             {"plies", table.adjudicated.plies}};
  object["stored_twice"] = table.duplicate_ids;
  object["different_games"] = table.different_games ? Json(*table.different_games) : Json(nullptr);
  object["openings"] = {{"used", table.openings_used}, {"distinct", table.openings_distinct}};
  object["comparisons"] = table.comparisons;
  object["ratings"] = table.rating_method ? rating_json(*table.rating_method) : Json(nullptr);
  object["players"] = Json::array();
  for (const PlayerRow& player : table.players) object["players"].push_back(player_json(table, player));
  object["pairings"] = Json::array();
  for (const PairingRow& pairing : table.pairings) object["pairings"].push_back(pairing_json(pairing, has_pairs));
  return object;
}

}  // namespace

std::string json_of_tables(std::span<const ResultTable> tables, bool has_pairs) {
  Json document = Json::array();
  for (const ResultTable& table : tables) document.push_back(table_json(table, has_pairs));
  if (tables.size() == 1) document = Json(document[0]);
  return dump_json(document, 2) + "\n";
}

}  // namespace rootward::tournament
