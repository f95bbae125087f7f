// The head's keys.
#include "experiments/config/head_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/config/key_specs.h"
#include "experiments/config/yaml_scalar.h"

namespace rootward::config {
namespace {

constexpr const char* kNameAllowed = "1 to 100 letters, digits and characters of `._-`, not dots alone";

bool is_configuration_name(const std::string& name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
  };
  const bool is_dots = std::ranges::all_of(name, [](char c) { return c == '.'; });
  return name.size() <= 100 && !is_dots && std::ranges::all_of(name, is_allowed);
}

}  // namespace

void check_kind(const YamlNode& root, FileKind kind) {
  struct Known {
    FileKind kind;
    const char* key;
    const char* what;
  };
  constexpr std::array<Known, 3> kKnown = {{
      {FileKind::tournament, "schedule", "a tournament, for run and check"},
      {FileKind::tuning, "candidate", "a tuning study, for space, objective, serve and tune"},
      {FileKind::estimates, "checkpoints", "a study of estimates, for converge"},
  }};
  if (root.find(std::ranges::find(kKnown, kind, &Known::kind)->key) != nullptr) return;
  for (const Known& known : kKnown) {
    if (root.find(known.key) == nullptr) continue;
    ProblemList problems;
    problems.add(*root.find(known.key), fmt::format("this file is {}", known.what));
    problems.throw_if_any();
  }
}

Head read_head(MapReader& map, ProblemList& problems) {
  Head head;
  if (const YamlNode* name = map.require("name", kNameAllowed)) {
    head.name = read_name(*name, kNameAllowed, problems).value_or("");
    if (name->is_scalar() && !is_configuration_name(head.name))
      problems.add(*name, fmt::format("{} is not allowed; allowed: {}", written_text(*name), kNameAllowed));
  }
  head.question = map.read_text(text_spec("question"));
  head.hypothesis = map.read_text(text_spec("hypothesis"));
  const std::string allowed = "an integer in [0, 18446744073709551615]";
  if (const YamlNode* seed = map.require("seed", allowed)) {
    const std::optional<std::uint64_t> value = unsigned_value(*seed);
    if (!value) problems.add(*seed, fmt::format("{} is not allowed; allowed: {}", written_text(*seed), allowed));
    head.seed = value.value_or(0);
  }
  return head;
}

YamlNode defaults_search(const YamlNode* defaults, ProblemList& problems) {
  if (defaults == nullptr) return {};
  MapReader map(*defaults, problems);
  const YamlNode* search = map.take("search");
  map.finish();
  if (search == nullptr) return {};
  if (!search->is_map()) {
    problems.add(*search, fmt::format("{} is not allowed; allowed: a map", written_text(*search)));
    return {};
  }
  return *search;
}

std::string text_of(const std::string& file) {
  try {
    return read_whole_file(file);
  } catch (const RunError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace rootward::config
