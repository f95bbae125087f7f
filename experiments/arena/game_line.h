// Games' lines as this program writes them, read in one pass without a tree of values.
#pragma once

#include <optional>
#include <string_view>

#include "experiments/arena/game_record.h"

namespace rootward {

/// The game of a line that is written exactly as to_json_line() writes it, of the fields that are common; nothing where
/// anything is otherwise, a value out of its range too: the reader of JSON then says what is wrong, if something is.
/// What fields say about each other is not checked.
std::optional<GameRecord> read_written_game(std::string_view line);

}  // namespace rootward
