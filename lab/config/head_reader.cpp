// The head's keys.
#include "lab/config/head_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "lab/config/base_files.h"
#include "lab/config/key_specs.h"
#include "lab/config/named_files.h"
#include "lab/config/piped_file.h"
#include "lab/config/stored_configuration.h"
#include "lab/config/yaml_document.h"
#include "lab/config/yaml_scalar.h"

namespace rootward::config {
namespace {

constexpr const char* kNameAllowed = "1 to 100 letters, digits and characters of `._+-`, not dots alone";

bool is_configuration_name(const std::string& name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '+' || c == '-';
  };
  const bool is_dots = std::ranges::all_of(name, [](char c) { return c == '.'; });
  return name.size() <= 100 && !is_dots && std::ranges::all_of(name, is_allowed);
}

/// Of the bases, which have to be read before the other overrides find the keys that stand in them.
bool names_bases(const Override& one) {
  return one.path == kBaseKey || one.path.starts_with(fmt::format("{}.", kBaseKey));
}

/// A results folder's configuration says all of each player, so that defaults beside it would change nobody. A study's
/// is as it was written.
void refuse_unheard(const YamlNode& root, const std::string& file, const std::vector<Override>& overrides) {
  if (std::error_code ignored; !std::filesystem::is_directory(file, ignored) || root.find("defaults") != nullptr ||
                               root.find("steps") != nullptr)
    return;
  for (const Override& one : overrides)
    if (one.path == "defaults" || one.path.starts_with("defaults."))
      throw UsageError(fmt::format(
          "--set {}: changes nobody, since the configuration stored in {} says all of each player; name them, as in "
          "--set players.NAME.search.budget.simulations=100, or give the file that was played",
          one.path, file));
}

}  // namespace

void check_kind(const YamlNode& root, FileKind kind) {
  const KindFacts* is = kind_in(root);
  if (is == nullptr || is->kind == kind || root.find(facts_of(kind).key) != nullptr) return;
  ProblemList problems;
  problems.add(*root.find(is->key), fmt::format("this file is {}, for rootward run", is->one));
  problems.throw_if_any();
}

const KindFacts* kind_in(const YamlNode& root) {
  const auto* found =
      std::ranges::find_if(kKinds, [&](const KindFacts& kind) { return root.find(kind.key) != nullptr; });
  return found == kKinds.end() ? nullptr : found;
}

ParamSpec configuration_name_spec() {
  ParamSpec spec = text_spec("name");
  spec.help = fmt::format("{}; results go to `results/NAME`.", kNameAllowed);
  spec.required = true;
  return spec;
}

std::string read_configuration_name(MapReader& map, ProblemList& problems) {
  const YamlNode* node = map.require("name", kNameAllowed);
  if (node == nullptr) return "";
  std::string name = read_name(*node, kNameAllowed, problems).value_or("");
  if (node->is_scalar() && !is_configuration_name(name)) problems.refuse(*node, kNameAllowed);
  return name;
}

ParamSpec base_spec() {
  ParamSpec spec = text_spec(std::string(kBaseKey));
  spec.help =
      "A configuration, its path or shipped:NAME, or a list of them, that this one is laid over: maps are joined key "
      "by key, and what stands "
      "here "
      "wins.";
  return spec;
}

ParamSpec seed_spec() {
  ParamSpec spec = range_spec("seed", 0, kNoLimit, "Every random stream derives from it; up to 18446744073709551615.");
  spec.type = ParamType::integer;
  spec.required = true;
  return spec;
}

std::uint64_t read_seed(MapReader& map, ProblemList& problems) {
  constexpr const char* kAllowed = "an integer in [0, 18446744073709551615]";
  const YamlNode* seed = map.require("seed", kAllowed);
  if (seed == nullptr) return 0;
  const std::optional<std::uint64_t> value = unsigned_value(*seed);
  if (!value) problems.refuse(*seed, kAllowed);
  return value.value_or(0);
}

YamlNode configuration_tree(std::string_view yaml, const std::string& file, const std::vector<Override>& overrides) {
  std::vector<Override> bases;
  std::vector<Override> others;
  std::ranges::partition_copy(overrides, std::back_inserter(bases), std::back_inserter(others), names_bases);
  YamlNode root = parse_yaml(yaml, file);
  apply_overrides(root, bases);
  root = with_bases(std::move(root), file);
  refuse_unheard(root, file, others);
  assign_paths(root, "");
  apply_overrides(root, others);
  spell_plugins_out(root);
  take_kept_games(root);
  return root;
}

FileKind kind_of_file(const std::string& file) {
  const KindFacts* kind = kind_in(configuration_tree(text_of(file), file, {}));
  return kind == nullptr ? FileKind::tournament : kind->kind;
}

YamlNode defaults_search(const YamlNode* defaults, ProblemList& problems) {
  if (defaults == nullptr) return {};
  MapReader map(*defaults, problems);
  const YamlNode* search = map.take("search");
  map.finish();
  if (search == nullptr) return {};
  if (!search->is_map()) {
    problems.refuse(*search, "a map");
    return {};
  }
  return *search;
}

std::string text_of(const std::string& file) {
  try {
    constexpr std::size_t kLargestConfig = std::size_t{1} << 24;
    if (std::error_code ignored; std::filesystem::is_directory(file, ignored)) return stored_configuration(file);
    keep_piped_text(file, kLargestConfig);
    return read_whole_file(file, kLargestConfig);
  } catch (const RunError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace rootward::config
