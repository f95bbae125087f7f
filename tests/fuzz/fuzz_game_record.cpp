// Fuzz target: a line of games.jsonl; what is accepted must print as a line that reads back to itself.
#include <optional>
#include <string>

#include "core/errors.h"
#include "experiments/tournament/stored_results.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<GameRecord> record;
  try {
    record = parse_game_record(std::string(text));
  } catch (const UsageError&) {
    return;
  }
  const std::string line = to_json_line(*record);
  require(line.find('\n') == std::string::npos, "a record is one line");
  require(to_json_line(parse_game_record(line)) == line, "the printed line reads back to itself");
}
