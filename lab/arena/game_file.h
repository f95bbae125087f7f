// games.jsonl and voids.jsonl: a tournament's games, one a line, append-only.
#pragma once

#include <cstdint>

#include "lab/arena/game_record.h"
#include "lab/store/record_file.h"

namespace rootward {

/// How much of each game a reader keeps. `scores`: all but moves, visits and values, a quarter of the memory; `tables`:
/// sums that a table of one folder is made of, and some twenty bytes.
enum class Detail : std::uint8_t { moves, scores, tables };

inline constexpr RecordFiles kGameFiles{
    .name = "games.jsonl", .has_shards = true, .record = "a finished game", .torn = "its game counts as not played"};

inline const RecordFormat<GameRecord> kGameFormat{.files = kGameFiles,
                                                  .parse = &parse_game_record,
                                                  .id_of = [](const GameRecord& record) { return record.id; },
                                                  .is_same = &is_same_game,
                                                  .schema = "rootward.game/"};

inline constexpr RecordFiles kVoidFiles{.name = "voids.jsonl",
                                        .has_shards = true,
                                        .record = "a void game",
                                        .torn = "it was a void game",
                                        .main = "games.jsonl"};

/// A game may be void twice in the same way; its records tell how often it was.
inline const RecordFormat<VoidRecord> kVoidFormat{.files = kVoidFiles,
                                                  .parse = &parse_void_record,
                                                  .id_of = &to_json_line,
                                                  .is_same = [](const VoidRecord&, const VoidRecord&) { return true; },
                                                  .schema = "rootward.void/"};

}  // namespace rootward
