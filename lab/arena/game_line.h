// Games' lines as this program writes them, read in one pass without a tree of values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lab/arena/game_record.h"

namespace rootward {

/// The game of a line that is written exactly as to_json_line() writes it, of the fields that are common; nothing where
/// anything is otherwise, a value out of its range too: the reader of JSON then says what is wrong, if something is.
/// What fields say about each other is not checked.
std::optional<GameRecord> read_written_game(std::string_view line);

/// GameRecord::moves_hash of its 16 lower-case digits; nothing where it is written otherwise.
std::optional<std::uint64_t> parse_moves_hash(std::string_view text);

}  // namespace rootward
