// Games as lines of JSON, schemas rootward.game/1 and rootward.void/1, and back with every field checked.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/json_fields.h"
#include "lab/arena/adjudication.h"
#include "lab/arena/game_id.h"
#include "lab/arena/game_line.h"
#include "lab/arena/game_record.h"

namespace rootward {
namespace {

constexpr const char* kGameSchema = "rootward.game/1";
constexpr const char* kVoidSchema = "rootward.void/1";
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

double score_in(const Json& object) {
  const double score = real_field(object, "score", 0, 1);
  if (score != 0 && score != 0.5 && score != 1) wrong_json("score", fmt::format("is {}, none of 0, 0.5 and 1", score));
  return score;
}

std::string ending_of(const Json& object) {
  std::string ended = text_field(object, "ended");
  if (ended != "rules" && ended != "move_limit" && ended != "resign" && ended != kAdjudicated &&
      !ended.starts_with("forfeit:"))
    wrong_json("ended", fmt::format("is {}, none of rules, move_limit, resign, adjudicated and forfeit:REASON", ended));
  return ended;
}

/// What the fields say about each other.
void check_consistency(const GameRecord& record) {
  const bool is_swapped = record.seats[0] == record.pairing[1];
  const bool are_its_players =
      record.seats[0] == record.pairing[is_swapped ? 1 : 0] && record.seats[1] == record.pairing[is_swapped ? 0 : 1];
  if (record.pairing[0] == record.pairing[1] || !are_its_players)
    wrong_json("seats", fmt::format("{} and {} are not the players of the pairing {} and {}", record.seats[0],
                                    record.seats[1], record.pairing[0], record.pairing[1]));
  if (!is_game_id(record.id, record.pairing, record.pair, is_swapped ? 1 : 0))
    wrong_json("id", fmt::format("is {}, but the pairing, pair and seats say {}", record.id,
                                 game_id(record.pairing, record.pair, is_swapped ? 1 : 0)));
  if (record.has_moves() ? record.plies != record.opening.size() + record.moves.size()
                         : record.plies < record.opening.size())
    wrong_json("plies", fmt::format("is {}, but {} moves are listed", record.plies,
                                    record.opening.size() + record.moves.size()));
}

/// Whole numbers without a point: 1, not 1.0.
Json short_number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return static_cast<std::int64_t>(value);
  return value;
}

double to_microseconds(double seconds) { return std::round(seconds * 1e6) / 1e6; }

void read_scheduled(const Json& object, ScheduledGame& game) {
  game.id = text_field(object, "id");
  game.pairing = two_texts(object, "pairing");
  game.pair = static_cast<std::uint32_t>(count_field(object, "pair", kMostPairs));
  game.seats = two_texts(object, "seats");
  game.opening = texts_field(object, "opening");
}

void read_moves(const Json& object, ScheduledGame& game) {
  game.seed = count_field(object, "seed");
  game.moves = texts_field(object, "moves");
}

/// All but seed and moves.
void write_scheduled(Json& object, const ScheduledGame& game) {
  object["id"] = game.id;
  object["pairing"] = game.pairing;
  object["pair"] = game.pair;
  object["seats"] = game.seats;
}

std::uint64_t moves_hash_of(const Json& object) {
  const std::string text = text_field(object, "moves_hash");
  const std::optional<std::uint64_t> hash = parse_moves_hash(text);
  if (!hash || object.contains("moves"))
    wrong_json("moves_hash", hash ? "stands beside the moves" : "is " + text + ", not 16 digits of hexadecimal");
  return *hash;
}

EarlyEnd early_end_of(const Json& object, std::uint32_t plies) {
  const Json& end = object["would_end"];
  if (!end.is_object()) wrong_json("would_end", "is no object");
  return {.plies = static_cast<std::uint32_t>(count_field(end, "plies", plies)), .score = score_in(end)};
}

GameRecord record_of(const Json& object) {
  constexpr std::uint64_t kMostPlies = 0xFFFFFFFF;
  GameRecord record;
  read_scheduled(object, record);
  if (object.contains("moves_hash"))
    record.moves_hash = moves_hash_of(object);
  else
    read_moves(object, record);
  if (object.contains("game")) record.game = text_field(object, "game");
  record.score = score_in(object);
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
  if (object.contains("fallbacks")) record.fallbacks = two_counts<std::uint64_t>(object, "fallbacks");
  record.engines = texts_field(object, "engines");
  if (object.contains("scoring")) {
    record.scoring = text_field(object, "scoring");
    record.result = text_field(object, "result");
    record.board_result = text_field(object, "board_result");
  }
  if (object.contains("visits")) {
    record.visits = json_counts(json_list(object, "visits", record.moves.size()), "visits");
    record.values =
        json_reals(json_list(object, "values", record.moves.size()), "values", -kLargestThought, kLargestThought);
  }
  if (object.contains("means"))
    record.means =
        json_reals(json_list(object, "means", record.moves.size()), "means", -kLargestThought, kLargestThought);
  if (object.contains("would_end")) record.would_end = early_end_of(object, record.plies);
  check_consistency(record);
  return record;
}

}  // namespace

std::string to_json_line(const GameRecord& record) {
  Json object;
  object["schema"] = kGameSchema;
  write_scheduled(object, record);
  if (record.has_moves()) object["seed"] = record.seed;
  if (!record.game.empty()) object["game"] = record.game;
  object["opening"] = record.opening;
  if (record.has_moves())
    object["moves"] = record.moves;
  else
    object["moves_hash"] = fmt::format("{:016x}", record.moves_hash);
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
  if (record.fallbacks != std::array<std::uint64_t, 2>{}) object["fallbacks"] = record.fallbacks;
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
  if (!record.means.empty())
    for (const double mean : record.means) object["means"].push_back(short_number(mean));
  if (record.would_end)
    object["would_end"] = {{"plies", record.would_end->plies}, {"score", short_number(record.would_end->score)}};
  return dump_json(object);
}

std::string to_json_line(const VoidRecord& record) {
  Json object;
  object["schema"] = kVoidSchema;
  write_scheduled(object, record);
  object["seed"] = record.seed;
  object["player"] = record.player;
  object["reason"] = record.reason;
  object["message"] = record.message;
  object["opening"] = record.opening;
  object["moves"] = record.moves;
  return dump_json(object);
}

GameRecord parse_game_record(const std::string& line) {
  std::optional<GameRecord> written = read_written_game(line);
  if (!written) return record_of(parse_json_record(line, kGameSchema));
  check_consistency(*written);
  return std::move(*written);
}

VoidRecord parse_void_record(const std::string& line) {
  const Json object = parse_json_record(line, kVoidSchema);
  VoidRecord record;
  read_scheduled(object, record);
  read_moves(object, record);
  record.player = text_field(object, "player");
  record.reason = text_field(object, "reason");
  record.message = text_field(object, "message");
  return record;
}

bool is_same_game(const GameRecord& a, const GameRecord& b) {
  if (a.has_moves() != b.has_moves()) {
    GameRecord first = a, second = b;
    first.drop_moves();
    second.drop_moves();
    return is_same_game(first, second);
  }
  GameRecord without_time = b;
  without_time.cpu_seconds = a.cpu_seconds;
  return to_json_line(a) == to_json_line(without_time);
}

std::string first_different_field(const GameRecord& stored, const GameRecord& again) {
  GameRecord without_time = again;
  without_time.cpu_seconds = stored.cpu_seconds;
  const Json before = parse_json(to_json_line(stored)), after = parse_json(to_json_line(without_time));
  Json keys = before;
  keys.update(after);
  const auto text_in = [](const Json& record, const std::string& key) {
    return record.contains(key) ? dump_json(record[key]) : "nothing";
  };
  for (const auto& entry : keys.items())
    if (const std::string was = text_in(before, entry.key), now = text_in(after, entry.key); was != now)
      return fmt::format("its {}: {} stored, {} when played again", entry.key, was, now);
  return "";
}

}  // namespace rootward
