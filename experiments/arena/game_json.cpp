// A finished game as one line of JSON, schema rootward.game/1, and back with every field checked.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "experiments/arena/game_id.h"
#include "experiments/arena/game_record.h"

namespace rootward {
namespace {

constexpr const char* kGameSchema = "rootward.game/1";
using nlohmann::json;

[[noreturn]] void wrong(std::string_view key, const std::string& message) {
  throw UsageError(fmt::format("{}: {}", key, message));
}

const json& field(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) wrong(key, "is missing");
  return *found;
}

std::string text_of(const json& value, const char* key) {
  if (!value.is_string()) wrong(key, fmt::format("is {}, not a text", value.dump()));
  return value.get<std::string>();
}

std::uint64_t count_of(const json& value, const char* key, std::uint64_t high) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > high)
    wrong(key, fmt::format("is {}, not a whole number in 0 .. {}", value.dump(), high));
  return value.get<std::uint64_t>();
}

double real_of(const json& value, const char* key, double high) {
  const double number = value.is_number() ? value.get<double>() : -1;
  if (!(number >= 0 && number <= high)) wrong(key, fmt::format("is {}, not a number in 0 .. {}", value.dump(), high));
  return number;
}

const json& list_of(const json& object, const char* key, std::size_t size = 0) {
  const json& value = field(object, key);
  if (!value.is_array()) wrong(key, fmt::format("is {}, not a list", value.dump()));
  if (size != 0 && value.size() != size) wrong(key, fmt::format("has {} entries, not {}", value.size(), size));
  return value;
}

std::vector<std::string> texts_of(const json& object, const char* key) {
  std::vector<std::string> texts;
  for (const json& entry : list_of(object, key)) texts.push_back(text_of(entry, key));
  return texts;
}

std::array<std::string, 2> two_texts(const json& object, const char* key) {
  const json& list = list_of(object, key, 2);
  return {text_of(list[0], key), text_of(list[1], key)};
}

template <class T>
std::array<T, 2> two_counts(const json& object, const char* key) {
  const json& list = list_of(object, key, 2);
  constexpr std::uint64_t kHigh = std::numeric_limits<T>::max();
  return {static_cast<T>(count_of(list[0], key, kHigh)), static_cast<T>(count_of(list[1], key, kHigh))};
}

/// What the fields say about each other.
void check_consistency(const GameRecord& record) {
  const bool is_swapped = record.seats[0] == record.pairing[1];
  const std::array<std::string, 2> seats = {record.pairing[is_swapped ? 1 : 0], record.pairing[is_swapped ? 0 : 1]};
  if (record.pairing[0] == record.pairing[1] || record.seats != seats)
    wrong("seats", fmt::format("{} and {} are not the players of the pairing {} and {}", record.seats[0],
                               record.seats[1], record.pairing[0], record.pairing[1]));
  const std::string id = game_id(record.pairing, record.pair, is_swapped ? 1 : 0);
  if (record.id != id) wrong("id", fmt::format("is {}, but the pairing, pair and seats say {}", record.id, id));
  if (record.plies != record.opening.size() + record.moves.size())
    wrong("plies",
          fmt::format("is {}, but {} moves are listed", record.plies, record.opening.size() + record.moves.size()));
}

/// Whole numbers without a point: 1, not 1.0.
nlohmann::ordered_json short_number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return static_cast<std::int64_t>(value);
  return value;
}

double to_microseconds(double seconds) { return std::round(seconds * 1e6) / 1e6; }

/// Visits and values, one a move.
void read_thoughts(const json& object, GameRecord& record) {
  for (const json& visits : list_of(object, "visits", record.moves.size()))
    record.visits.push_back(count_of(visits, "visits", std::numeric_limits<std::uint64_t>::max()));
  for (const json& value : list_of(object, "values", record.moves.size())) {
    const double number = value.is_number() ? value.get<double>() : 2;
    if (!(std::fabs(number) <= 1)) wrong("values", fmt::format("holds {}, not a number in -1 .. 1", value.dump()));
    record.values.push_back(number);
  }
}

GameRecord record_of(const json& object) {
  constexpr std::uint64_t kHigh = 0xFFFFFFFF;
  if (!object.is_object()) throw UsageError("the line is no JSON object");
  const std::string schema = text_of(field(object, "schema"), "schema");
  if (schema != kGameSchema) wrong("schema", fmt::format("is {}, not {}", schema, kGameSchema));
  GameRecord record;
  record.id = text_of(field(object, "id"), "id");
  record.pairing = two_texts(object, "pairing");
  record.pair = static_cast<std::uint32_t>(count_of(field(object, "pair"), "pair", kHigh));
  record.seats = two_texts(object, "seats");
  record.seed = count_of(field(object, "seed"), "seed", std::numeric_limits<std::uint64_t>::max());
  if (object.contains("game")) record.game = text_of(object["game"], "game");
  record.opening = texts_of(object, "opening");
  record.moves = texts_of(object, "moves");
  record.score = real_of(field(object, "score"), "score", 1);
  record.ended = text_of(field(object, "ended"), "ended");
  record.plies = static_cast<std::uint32_t>(count_of(field(object, "plies"), "plies", kHigh));
  record.simulations = two_counts<std::uint64_t>(object, "simulations");
  if (object.contains("moves_chosen")) record.moves_chosen = two_counts<std::uint32_t>(object, "moves_chosen");
  const json& seconds = list_of(object, "cpu_seconds", 2);
  record.cpu_seconds = {real_of(seconds[0], "cpu_seconds", 1e12), real_of(seconds[1], "cpu_seconds", 1e12)};
  if (object.contains("networks")) {
    record.networks = two_texts(object, "networks");
    record.cached_evaluations = two_counts<std::uint64_t>(object, "cached_evaluations");
  }
  record.engines = texts_of(object, "engines");
  if (object.contains("scoring")) {
    record.scoring = text_of(field(object, "scoring"), "scoring");
    record.result = text_of(field(object, "result"), "result");
    record.board_result = text_of(field(object, "board_result"), "board_result");
  }
  if (object.contains("visits")) read_thoughts(object, record);
  check_consistency(record);
  return record;
}

}  // namespace

std::string to_json_line(const GameRecord& record) {
  nlohmann::ordered_json object;
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
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

GameRecord parse_game_record(const std::string& line) {
  try {
    return record_of(json::parse(line));
  } catch (const json::exception& error) {
    throw UsageError(fmt::format("not valid JSON: {}", error.what()));
  }
}

bool is_same_game(const GameRecord& a, const GameRecord& b) {
  GameRecord without_time = b;
  without_time.cpu_seconds = a.cpu_seconds;
  return a.moves_hash == b.moves_hash && to_json_line(a) == to_json_line(without_time);
}

}  // namespace rootward
