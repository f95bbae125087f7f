// Fuzz target: a line of records.jsonl; what is accepted must print as a line that reads back to itself.
#include <optional>
#include <string>

#include "core/errors.h"
#include "experiments/convergence/record.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<StudyLine> parsed;
  try {
    parsed = parse_study_line(std::string(text));
  } catch (const UsageError&) {
    return;
  }
  const std::string line = parsed->truth ? to_json_line(*parsed->truth) : to_json_line(*parsed->search);
  const StudyLine again = parse_study_line(line);
  require((again.truth ? to_json_line(*again.truth) : to_json_line(*again.search)) == line,
          "the printed line reads back to itself");
}
