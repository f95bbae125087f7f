// Games as lines of JSON, schemas rootward.game/1 and rootward.void/1, and void games back; game_line.cpp reads games.
#include <fmt/format.h>

#include <cmath>

#include "core/json_record.h"
#include "lab/arena/game_record.h"

namespace rootward {
namespace {

constexpr const char* kGameSchema = "rootward.game/1";
constexpr const char* kVoidSchema = "rootward.void/1";
constexpr std::uint32_t kMostPairs = 1'000'000'000;  // --games takes twice as many

std::array<std::string, 2> two_texts(const Json& object, const char* key) {
  const Json& list = json_list(object, key, 2);
  return {json_text(list[0], key), json_text(list[1], key)};
}

/// Whole numbers without a point: 1, not 1.0.
Json short_number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return static_cast<std::int64_t>(value);
  return value;
}

/// All but seed and moves.
constexpr auto kScheduledFields = [](auto& game, const auto& field) {
  field("id", game.id);
  field.by("pairing", game.pairing, two_texts);
  field("pair", game.pair, kMostPairs);
  field.by("seats", game.seats, two_texts);
};

constexpr auto kVoidFields = [](auto& game, const auto& field) {
  kScheduledFields(game, field);
  field("seed", game.seed);
  field("player", game.player);
  field("reason", game.reason);
  field("message", game.message);
  field("opening", game.opening);
  field("moves", game.moves);
  field.optional("again", game.again);
};

}  // namespace

std::string to_json_line(const GameRecord& record) {
  Json object = json_of_record(kGameSchema, record, kScheduledFields);
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
  object["cpu_seconds"] = {short_number(record.cpu_seconds[0]), short_number(record.cpu_seconds[1])};
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
  return dump_json(json_of_record(kVoidSchema, record, kVoidFields));
}

VoidRecord parse_void_record(const std::string& line) {
  return record_of_json<VoidRecord>(parse_json_record(line, kVoidSchema), kVoidFields);
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
