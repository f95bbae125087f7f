// Fuzz target: a shard of games, and the record of a game, whose bytes must be what the game that was read is written
// as.
#include <stdexcept>
#include <string>

#include "core/errors.h"
#include "experiments/selfplay/shard_file.h"
#include "tests/fuzz/fuzz_entry.h"

namespace {

using namespace rootward;

void fuzz_record(std::string_view bytes, const selfplay::ShardShape& shape) {
  selfplay::ShardGame game;
  try {
    game = selfplay::decode_game(bytes, shape);
  } catch (const std::invalid_argument&) {
    return;
  }
  fuzz::require(selfplay::encode_game(game, shape) == bytes, "the record is written as it was read");
}

}  // namespace

void rootward::fuzz::fuzz_one_input(std::string_view bytes) {
  fuzz_record(bytes, {.actions = 26, .points = 25});
  fuzz_record(bytes, {.actions = 362, .points = 361});
  fuzz_record(bytes, {.actions = 7, .points = 0});
  selfplay::Shard shard;
  try {
    shard = selfplay::parse_shard(bytes, "input");
  } catch (const UsageError&) {
    return;
  }
  const selfplay::Shard again = selfplay::parse_shard(selfplay::shard_bytes(shard.header, shard.games), "written");
  require(again.header == shard.header && again.games == shard.games, "the written shard reads back to itself");
}
