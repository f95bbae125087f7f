// What every kind of configuration file begins with: name, question, hypothesis, seed, defaults.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/config/field_table.h"
#include "lab/config/key_specs.h"
#include "lab/config/kinds.h"
#include "lab/config/map_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::config {

/// Throws UsageError where the file is of another kind: it has that kind's key and not its own. Everything else in it
/// would be complained about, and nobody would see why.
void check_kind(const YamlNode& root, FileKind kind);

/// What a file is, by the key that only its kind has; null where it has none of them.
const KindFacts* kind_in(const YamlNode& root);

/// What a file is, its bases (base_files.h) read with it; a tournament where no key tells.
FileKind kind_of_file(const std::string& file);

/// The required keys of a head; the seed is unsigned with 64 bits.
std::string read_configuration_name(MapReader& map, ProblemList& problems);
std::uint64_t read_seed(MapReader& map, ProblemList& problems);
ParamSpec configuration_name_spec();
ParamSpec seed_spec();
ParamSpec base_spec();

/// name, question, hypothesis and seed, which are members of every kind of configuration.
template <class Config>
FieldTable<Config> head_fields() {
  Field<Config> name =
      other_field<Config>(configuration_name_spec(), [](const Config& from) { return text_node(from.name); });
  name.read = [](MapReader& map, Config& into, ProblemList& problems) {
    into.name = read_configuration_name(map, problems);
  };
  Field<Config> seed = other_field<Config>(seed_spec(), [](const Config& from) { return count_node(from.seed); });
  seed.read = [](MapReader& map, Config& into, ProblemList& problems) { into.seed = read_seed(map, problems); };
  FieldTable<Config> table;
  table.push_back(std::move(name));
  table.push_back(field(&Config::question, spec_of("question",
                                                   "What the games shall answer; hashed with `hypothesis` "
                                                   "before the first of them."))
                      .stored_if([](const Config& from) { return !from.question.empty(); }));
  table.push_back(
      field(&Config::hypothesis, spec_of("hypothesis",
                                         "What the answer is expected to be, in words; stored before the first "
                                         "game."))
          .stored_if([](const Config& from) { return !from.hypothesis.empty(); }));
  table.push_back(std::move(seed));
  table.push_back(other_field<Config>(base_spec(), nullptr));  // laid under the file before its keys are read
  return table;
}

/// A configuration's text as a tree with paths, laid over its bases, which an override may name, other overrides
/// applied.
YamlNode configuration_tree(std::string_view yaml, const std::string& file, const std::vector<Override>& overrides);

/// `defaults:` holds `search:` and nothing else. Returns that map, or a null node.
YamlNode defaults_search(const YamlNode* defaults, ProblemList& problems);

/// A configuration file's text. Throws UsageError where it cannot be read.
std::string text_of(const std::string& file);

}  // namespace rootward::config
