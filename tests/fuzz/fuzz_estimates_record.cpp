// Fuzz target: a line of records.jsonl; what is accepted must print as a line that reads back to itself.
#include <optional>
#include <string>

#include "core/errors.h"
#include "experiments/estimates/record.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<estimates::RecordLine> parsed;
  try {
    parsed = estimates::parse_record_line(std::string(text));
  } catch (const UsageError&) {
    return;
  }
  const std::string line =
      parsed->truth ? estimates::to_json_line(*parsed->truth) : estimates::to_json_line(*parsed->search);
  const estimates::RecordLine again = estimates::parse_record_line(line);
  require((again.truth ? estimates::to_json_line(*again.truth) : estimates::to_json_line(*again.search)) == line,
          "the printed line reads back to itself");
}
