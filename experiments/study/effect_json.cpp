// Effects as JSON, and kept files.
#include "experiments/study/effect_json.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/json_fields.h"
#include "lab/store/line_checksum.h"

namespace rootward::study {
namespace {

constexpr const char* kKeptTournamentSchema = "rootward.kept-tournament/1";
constexpr std::uint64_t kMostGames = 1'000'000'000;
constexpr double kLargestElo = 1e5;

Json json_of(const EffectSide& side) {
  Json json = {{"simulations", side.simulations}, {"cpu_seconds_a_move", side.cpu_seconds}, {"players", Json::array()}};
  for (const EffectPlayer& player : side.players)
    json["players"].push_back({{"tuned", player.tuned}, {"elo", player.elo}});
  return json;
}

EffectSide side_of(const Json& json) {
  constexpr double kMostSeconds = 1e9;
  EffectSide side{.simulations = count_field(json, "simulations"),
                  .cpu_seconds = real_field(json, "cpu_seconds_a_move", 0, kMostSeconds)};
  for (const Json& player : json_list(json, "players"))
    side.players.push_back({text_field(player, "tuned"), real_field(player, "elo", -kLargestElo, kLargestElo)});
  return side;
}

/// An end of an interval; null is infinite.
Json end_json(double elo) { return std::isfinite(elo) ? Json(elo) : Json(nullptr); }
double end_of(const Json& value, double infinite) {
  return value.is_null() ? infinite : json_real(value, "elo_ci95", -kLargestElo, kLargestElo);
}

Json json_of(const KeptPairing& pairing) {
  return {{"pairing", {pairing.a, pairing.b}},
          {"games", {pairing.counts.wins, pairing.counts.draws, pairing.counts.losses}},
          {"pairs", pairing.pairs},
          {"score", pairing.score},
          {"ci95", {pairing.ci95.low, pairing.ci95.high}}};
}

KeptPairing pairing_of(const Json& json) {
  constexpr double kFarOff = 10;  // an interval may leave [0, 1]
  const std::vector<std::string> names = texts_field(json, "pairing");
  const Json& games = json_list(json, "games", 3);
  const std::vector<double> ci95 = reals_field(json, "ci95", -kFarOff, kFarOff);
  if (names.size() != 2 || ci95.size() != 2) wrong_json("pairings", "a pairing has two names and two ends of ci95");
  KeptPairing pairing{.a = names[0], .b = names[1]};
  pairing.counts = {.wins = json_count(games[0], "games", kMostGames),
                    .draws = json_count(games[1], "games", kMostGames),
                    .losses = json_count(games[2], "games", kMostGames)};
  if (json.contains("pairs")) {
    const Json& pairs = json_list(json, "pairs", pairing.pairs.size());
    for (std::size_t i = 0; i < pairing.pairs.size(); ++i) pairing.pairs[i] = json_count(pairs[i], "pairs", kMostGames);
  }
  pairing.score = real_field(json, "score", 0, 1);
  pairing.ci95 = {ci95[0], ci95[1]};
  return pairing;
}

}  // namespace

Json effect_json(const Effect& effect) {
  Json json = {{"pairs", effect.pairs},
               {"planned_games", effect.planned_games},
               {"score", effect.statistics.score},
               {"standard_error", effect.statistics.standard_error},
               {"elo", effect.elo},
               {"p", effect.p},
               {"cost", effect.cost}};
  json["elo_ci95"] = {end_json(effect.statistics.elo_ci95.low), end_json(effect.statistics.elo_ci95.high)};
  json["evaluator"] = effect.evaluator;
  json["openings"] = effect.openings;
  json["sides"] = {{"entrants", json_of(effect.entrants)}, {"control", json_of(effect.control)}};
  return json;
}

Effect effect_of_json(const Json& json) {
  constexpr double kMostCost = 1e9;
  constexpr double kLargestError = 10;  // of two openings it is several times the score's range
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  Effect effect;
  effect.pairs = count_field(json, "pairs", kMostGames);
  for (const Json& games : json_list(json, "planned_games"))
    effect.planned_games.insert(json_count(games, "planned_games", kMostGames));
  effect.statistics.score = real_field(json, "score", 0, 1);
  effect.statistics.standard_error = real_field(json, "standard_error", 0, kLargestError);
  effect.elo = real_field(json, "elo", -kLargestElo, kLargestElo);
  effect.p = real_field(json, "p", 0, 1);
  effect.cost = real_field(json, "cost", 0, kMostCost);
  const Json& interval = json_list(json, "elo_ci95", 2);
  effect.statistics.elo_ci95 = {end_of(interval[0], -kInfinite), end_of(interval[1], kInfinite)};
  effect.evaluator = text_field(json, "evaluator");
  effect.openings = static_cast<std::uint32_t>(count_field(json, "openings", kMostGames));
  const Json& sides = json_field(json, "sides");
  effect.entrants = side_of(json_field(sides, "entrants"));
  effect.control = side_of(json_field(sides, "control"));
  return effect;
}

std::string kept_tournament_json(const KeptTournament& kept) {
  Json json = {{"schema", kKeptTournamentSchema}, {"config_hash", kept.config_hash}, {"digest", kept.digest}};
  json["effect"] = effect_json(kept.effect);
  for (const KeptPairing& pairing : kept.pairings) json["pairings"].push_back(json_of(pairing));
  return with_checksum(dump_json(json)) + "\n";
}

KeptTournament parse_kept_tournament(const std::string& line) {
  const Json json = parse_json_record(line, kKeptTournamentSchema);
  KeptTournament kept{.effect = effect_of_json(json_field(json, "effect")),
                      .config_hash = text_field(json, "config_hash"),
                      .digest = text_field(json, "digest")};
  if (json.contains("pairings"))
    for (const Json& pairing : json_list(json, "pairings")) kept.pairings.push_back(pairing_of(pairing));
  return kept;
}

}  // namespace rootward::study
