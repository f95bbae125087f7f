// Reading, writing and telling expectations.
#include "experiments/tournament/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lab/config/map_reader.h"
#include "lab/config/yaml_build.h"

namespace rootward::tournament {

using namespace config;
namespace {

constexpr std::string_view kExpectationsAllowed =
    "a list of {better: NAME, than: NAME} and {equal: NAME, to: NAME}, names of players";

bool is_better(const Expectation& one) { return one.direction == Expectation::Direction::better; }

/// The keys of the two names.
std::string_view first_key(const Expectation& one) { return is_better(one) ? "better" : "equal"; }
std::string_view second_key(const Expectation& one) { return is_better(one) ? "than" : "to"; }

std::optional<Expectation> read_expectation(const YamlNode& node, ProblemList& problems) {
  MapReader map(node, problems);
  if (!map.is_map()) return std::nullopt;
  Expectation one;
  if (node.find("equal") != nullptr) one.direction = Expectation::Direction::equal;
  const auto name_under = [&](std::string_view key) -> std::optional<std::string> {
    const YamlNode* name = map.require(key, kExpectationsAllowed);
    return name == nullptr ? std::nullopt : read_name(*name, "a player's name", problems);
  };
  const std::optional<std::string> first = name_under(first_key(one));
  const std::optional<std::string> second = name_under(second_key(one));
  map.finish();
  if (!first || !second) return std::nullopt;
  one.first = *first;
  one.second = *second;
  return one;
}

}  // namespace

std::vector<Expectation> read_expectations(const YamlNode& node, ProblemList& problems) {
  std::vector<Expectation> expectations;
  if (!node.is_sequence()) problems.refuse(node, kExpectationsAllowed);
  for (const YamlNode& item : node.items)
    if (std::optional<Expectation> one = read_expectation(item, problems)) expectations.push_back(std::move(*one));
  return expectations;
}

YamlNode expectations_node(const std::vector<Expectation>& expectations) {
  YamlNode node = text_list({});
  for (const Expectation& one : expectations) {
    YamlNode map = map_node();
    add(map, std::string(first_key(one)), text_node(one.first));
    add(map, std::string(second_key(one)), text_node(one.second));
    node.items.push_back(std::move(map));
  }
  return node;
}

std::string_view direction_name(const Expectation& expectation) { return first_key(expectation); }

std::string expectations_text(const std::vector<Expectation>& expectations) {
  std::vector<std::string> texts;
  for (const Expectation& one : expectations)
    texts.push_back(fmt::format("{} {} {} {}", one.first, first_key(one), second_key(one), one.second));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string expected_of(const std::vector<Expectation>& expectations, const std::string& player,
                        const std::string& opponent) {
  for (const Expectation& one : expectations) {
    const bool is_first = one.first == player && one.second == opponent;
    const bool is_second = one.second == player && one.first == opponent;
    if (!is_first && !is_second) continue;
    if (!is_better(one)) return "equal";
    return is_first ? "better" : "worse";
  }
  return "";
}

}  // namespace rootward::tournament
