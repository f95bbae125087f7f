// A finished game as one line of JSON, schema rootward.game/1, and back with every field checked.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/json_fields.h"
#include "experiments/arena/game_id.h"
#include "experiments/arena/game_record.h"

namespace rootward {
namespace {

constexpr const char* kGameSchema = "rootward.game/1";
constexpr std::uint32_t kMostPairs = 1'000'000'000;  // --games takes twice as many
constexpr double kMostSeconds = 1e12;

std::array<std::string, 2> two_texts(const Json& object, const char* key) {
  const Json& list = json_list(object, key, 2);
  return {json_text(list[0], key), json_text(list[1], key)};
}

template <class T>
std::array<T, 2> two_counts(const Json& object, const char* key) {
  const Json& list = json_list(object, key, 2);
  constexpr std::uint64_t kHigh = std::numeric_limits<T>::max();
  return {static_cast<T>(json_count(list[0], key, kHigh)), static_cast<T>(json_count(list[1], key, kHigh))};
}

double score_of(const Json& object) {
  const double score = real_field(object, "score", 0, 1);
  if (score != 0 && score != 0.5 && score != 1) wrong_json("score", fmt::format("is {}, none of 0, 0.5 and 1", score));
  return score;
}

std::string ending_of(const Json& object) {
  std::string ended = text_field(object, "ended");
  if (ended != "rules" && ended != "move_limit" && ended != "resign" && !ended.starts_with("forfeit:"))
    wrong_json("ended", fmt::format("is {}, none of rules, move_limit, resign and forfeit:REASON", ended));
  return ended;
}

/// What the fields say about each other.
void check_consistency(const GameRecord& record) {
  const bool is_swapped = record.seats[0] == record.pairing[1];
  const std::array<std::string, 2> seats = {record.pairing[is_swapped ? 1 : 0], record.pairing[is_swapped ? 0 : 1]};
  if (record.pairing[0] == record.pairing[1] || record.seats != seats)
    wrong_json("seats", fmt::format("{} and {} are not the players of the pairing {} and {}", record.seats[0],
                                    record.seats[1], record.pairing[0], record.pairing[1]));
  const std::string id = game_id(record.pairing, record.pair, is_swapped ? 1 : 0);
  if (record.id != id) wrong_json("id", fmt::format("is {}, but the pairing, pair and seats say {}", record.id, id));
  if (record.plies != record.opening.size() + record.moves.size())
    wrong_json("plies", fmt::format("is {}, but {} moves are listed", record.plies,
                                    record.opening.size() + record.moves.size()));
}

/// Whole numbers without a point: 1, not 1.0.
Json short_number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return static_cast<std::int64_t>(value);
  return value;
}

double to_microseconds(double seconds) { return std::round(seconds * 1e6) / 1e6; }

GameRecord record_of(const Json& object) {
  constexpr std::uint64_t kMostPlies = 0xFFFFFFFF;
  GameRecord record;
  record.id = text_field(object, "id");
  record.pairing = two_texts(object, "pairing");
  record.pair = static_cast<std::uint32_t>(count_field(object, "pair", kMostPairs));
  record.seats = two_texts(object, "seats");
  record.seed = count_field(object, "seed");
  if (object.contains("game")) record.game = text_field(object, "game");
  record.opening = texts_field(object, "opening");
  record.moves = texts_field(object, "moves");
  record.score = score_of(object);
  record.ended = ending_of(object);
  record.plies = static_cast<std::uint32_t>(count_field(object, "plies", kMostPlies));
  record.simulations = two_counts<std::uint64_t>(object, "simulations");
  if (object.contains("moves_chosen")) record.moves_chosen = two_counts<std::uint32_t>(object, "moves_chosen");
  const Json& seconds = json_list(object, "cpu_seconds", 2);
  for (const std::size_t seat : {0U, 1U})
    record.cpu_seconds[seat] = json_real(seconds[seat], "cpu_seconds", 0, kMostSeconds);
  if (object.contains("networks")) {
    record.networks = two_texts(object, "networks");
    record.cached_evaluations = two_counts<std::uint64_t>(object, "cached_evaluations");
  }
  record.engines = texts_field(object, "engines");
  if (object.contains("scoring")) {
    record.scoring = text_field(object, "scoring");
    record.result = text_field(object, "result");
    record.board_result = text_field(object, "board_result");
  }
  if (object.contains("visits")) {
    record.visits = json_counts(json_list(object, "visits", record.moves.size()), "visits");
    record.values = json_reals(json_list(object, "values", record.moves.size()), "values", -1, 1);
  }
  check_consistency(record);
  return record;
}

}  // namespace

std::string to_json_line(const GameRecord& record) {
  Json object;
  object["schema"] = kGameSchema;
  object["id"] = record.id;
  object["pairing"] = record.pairing;
  object["pair"] = record.pair;
  object["seats"] = record.seats;
  object["seed"] = record.seed;
  if (!record.game.empty()) object["game"] = record.game;
  object["opening"] = record.opening;
  object["moves"] = record.moves;
  object["score"] = short_number(record.score);
  object["ended"] = record.ended;
  object["plies"] = record.plies;
  object["simulations"] = record.simulations;
  object["moves_chosen"] = record.moves_chosen;
  object["cpu_seconds"] = {short_number(to_microseconds(record.cpu_seconds[0])),
                           short_number(to_microseconds(record.cpu_seconds[1]))};
  if (record.networks != std::array<std::string, 2>{}) {
    object["networks"] = record.networks;
    object["cached_evaluations"] = record.cached_evaluations;
  }
  object["engines"] = record.engines;
  if (!record.scoring.empty()) {
    object["scoring"] = record.scoring;
    object["result"] = record.result;
    object["board_result"] = record.board_result;
  }
  if (!record.visits.empty()) {
    object["visits"] = record.visits;
    for (const double value : record.values) object["values"].push_back(short_number(value));
  }
  return dump_json(object);
}

GameRecord parse_game_record(const std::string& line) { return record_of(parse_json_record(line, kGameSchema)); }

bool is_same_game(const GameRecord& a, const GameRecord& b) {
  GameRecord without_time = b;
  without_time.cpu_seconds = a.cpu_seconds;
  return a.moves_hash == b.moves_hash && to_json_line(a) == to_json_line(without_time);
}

}  // namespace rootward
