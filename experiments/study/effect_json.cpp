// Effects as JSON, and kept files.
#include "experiments/study/effect_json.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/json_record.h"
#include "lab/store/line_checksum.h"

namespace rootward::study {
namespace {

constexpr const char* kKeptTournamentSchema = "rootward.kept-tournament/1";
constexpr std::uint64_t kMostGames = 1'000'000'000;
constexpr double kLargestElo = 1e5;

constexpr auto kSideFields = [](auto& side, const auto& field) {
  constexpr double kMostSeconds = 1e9;
  field("simulations", side.simulations);
  field("cpu_seconds_a_move", side.cpu_seconds, 0, kMostSeconds);
  field.list("players", side.players, [](auto& player, const auto& part) {
    part("tuned", player.tuned);
    part("elo", player.elo, -kLargestElo, kLargestElo);
  });
};

/// An end of an interval; null is infinite.
Json end_json(double elo) { return std::isfinite(elo) ? Json(elo) : Json(nullptr); }
double end_of(const Json& value, double infinite) {
  return value.is_null() ? infinite : json_real(value, "elo_ci95", -kLargestElo, kLargestElo);
}

Json interval_json(const Interval& elo) { return Json{end_json(elo.low), end_json(elo.high)}; }
Interval interval_of(const Json& object, const char* key) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const Json& ends = json_list(object, key, 2);
  return {end_of(ends[0], -kInfinite), end_of(ends[1], kInfinite)};
}

std::set<std::uint64_t> planned_games_of(const Json& object, const char* key) {
  std::set<std::uint64_t> planned;
  for (const Json& games : json_list(object, key)) planned.insert(json_count(games, key, kMostGames));
  return planned;
}

constexpr auto kEffectFields = [](auto& effect, const auto& field) {
  constexpr double kMostCost = 1e9;
  constexpr double kLargestError = 10;  // of two openings it is several times the score's range
  field("pairs", effect.pairs, kMostGames);
  field.by("planned_games", effect.planned_games, planned_games_of);
  field("score", effect.statistics.score, 0, 1);
  field("standard_error", effect.statistics.standard_error, 0, kLargestError);
  field("elo", effect.elo, -kLargestElo, kLargestElo);
  field("p", effect.p, 0, 1);
  field("cost", effect.cost, 0, kMostCost);
  field.by("elo_ci95", effect.statistics.elo_ci95, interval_of, interval_json);
  field("evaluator", effect.evaluator);
  field("openings", effect.openings, kMostGames);
  field.object("sides", effect, [](auto& sides, const auto& side) {
    side.object("entrants", sides.entrants, kSideFields);
    side.object("control", sides.control, kSideFields);
  });
};

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
  Json json;
  kEffectFields(effect, RecordField<Json>(json));
  return json;
}

Effect effect_field(const Json& object, const char* key) {
  return record_of_json<Effect>(json_field(object, key), kEffectFields);
}

std::string kept_tournament_json(const KeptTournament& kept) {
  Json json = {{"schema", kKeptTournamentSchema}, {"config_hash", kept.config_hash}, {"digest", kept.digest}};
  json["effect"] = effect_json(kept.effect);
  for (const KeptPairing& pairing : kept.pairings) json["pairings"].push_back(json_of(pairing));
  return with_checksum(dump_json(json)) + "\n";
}

KeptTournament parse_kept_tournament(const std::string& line) {
  const Json json = parse_json_record(line, kKeptTournamentSchema);
  KeptTournament kept{.effect = effect_field(json, "effect"),
                      .config_hash = text_field(json, "config_hash"),
                      .digest = text_field(json, "digest")};
  if (json.contains("pairings"))
    for (const Json& pairing : json_list(json, "pairings")) kept.pairings.push_back(pairing_of(pairing));
  return kept;
}

}  // namespace rootward::study
