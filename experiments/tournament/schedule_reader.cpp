// Schedule types, openings and stop rules, with their ranges.
#include "experiments/tournament/schedule_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/config/key_specs.h"
#include "experiments/config/map_reader.h"

namespace rootward::tournament {

using namespace config;
namespace {

constexpr std::array<std::string_view, 3> kTypes = {"round_robin", "gauntlet", "ladder"};
constexpr std::array<std::string_view, 3> kScorings = {"tromp_taylor", "referee", "players"};
constexpr double kMaxPairs = 10'000'000;

ParamSpec type_spec() {
  ParamSpec spec;
  spec.key = "type";
  spec.type = ParamType::choice;
  spec.fallback = std::string(kTypes[0]);
  spec.required = true;
  spec.choices = {kTypes.begin(), kTypes.end()};
  return spec;
}

ParamSpec elo_spec(std::string key, double fallback, bool is_required) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.fallback = fallback;
  spec.required = is_required;
  spec.low = -1000;
  spec.high = 1000;
  return spec;
}

ParamSpec error_rate_spec(std::string key, double fallback) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.fallback = fallback;
  spec.low = 0;
  spec.low_open = true;
  spec.high = 0.5;
  return spec;
}

ScheduleType type_of(std::string_view name) {
  if (name == "gauntlet") return ScheduleType::gauntlet;
  return name == "ladder" ? ScheduleType::ladder : ScheduleType::round_robin;
}

constexpr std::string_view kReferencesAllowed = "a player's name, or a list of names";

/// One name, or several that differ.
std::vector<std::string> read_references(const YamlNode& node, ProblemList& problems) {
  if (!node.is_sequence()) {
    const std::optional<std::string> name = read_name(node, kReferencesAllowed, problems);
    return name ? std::vector<std::string>{*name} : std::vector<std::string>{};
  }
  if (node.items.empty())
    problems.add(node, fmt::format("an empty list is not allowed; allowed: {}", kReferencesAllowed));
  std::vector<std::string> names;
  for (const YamlNode& item : node.items) {
    const std::optional<std::string> name = read_name(item, "a player's name", problems);
    if (!name) continue;
    if (std::ranges::find(names, *name) != names.end())
      problems.add(item, fmt::format("{} stands in the list already", *name));
    else
      names.push_back(*name);
  }
  return names;
}

std::vector<std::array<std::string, 2>> read_leave_out(const YamlNode& node, ProblemList& problems) {
  constexpr std::string_view kAllowed = "a list of pairings, each a list of two players' names";
  std::vector<std::array<std::string, 2>> pairings;
  if (!node.is_sequence())
    problems.add(node, fmt::format("{} is not allowed; allowed: {}", written_text(node), kAllowed));
  for (const YamlNode& item : node.items) {
    if (!item.is_sequence() || item.items.size() != 2) {
      problems.add(item, fmt::format("{} is not allowed; allowed: a list of two players' names", written_text(item)));
      continue;
    }
    const std::optional<std::string> a = read_name(item.items[0], "a player's name", problems);
    const std::optional<std::string> b = read_name(item.items[1], "a player's name", problems);
    if (a && b) pairings.push_back({*a, *b});
  }
  return pairings;
}

}  // namespace

Schedule read_schedule(const YamlNode& node, ProblemList& problems) {
  Schedule schedule;
  MapReader map(node, problems);
  if (!map.is_map()) return schedule;
  schedule.type = type_of(map.read_text(type_spec()));
  if (const YamlNode* reference = map.take("reference"))
    schedule.references = read_references(*reference, problems);
  else if (schedule.type == ScheduleType::gauntlet)
    map.require("reference", "the player whom all others meet");
  if (const YamlNode* leave_out = map.take("leave_out")) schedule.leave_out = read_leave_out(*leave_out, problems);
  ParamSpec pairs = integer_spec("pairs", 1, 1, kMaxPairs);
  pairs.required = true;
  schedule.pairs = static_cast<std::uint32_t>(map.read_integer(pairs));
  if (const YamlNode* opening = map.take("opening")) schedule.opening = read_opening(*opening, problems);
  map.finish();
  return schedule;
}

std::optional<SprtSettings> read_stop(const YamlNode& node, ProblemList& problems) {
  MapReader stop(node, problems);
  const YamlNode* rule = stop.require("sprt", "{sprt: {elo0, elo1, alpha, beta}}");
  stop.finish();
  if (rule == nullptr) return std::nullopt;
  SprtSettings sprt;
  MapReader map(*rule, problems);
  sprt.elo0 = map.read_real(elo_spec("elo0", sprt.elo0, false));
  sprt.elo1 = map.read_real(elo_spec("elo1", sprt.elo0 + 1, true));
  sprt.alpha = map.read_real(error_rate_spec("alpha", sprt.alpha));
  sprt.beta = map.read_real(error_rate_spec("beta", sprt.beta));
  map.finish();
  if (sprt.elo0 >= sprt.elo1) problems.add(*rule, "elo0 must be below elo1: the rule decides between the two");
  return sprt;
}

Scoring read_scoring(const YamlNode* node, bool has_points, ProblemList& problems) {
  const Scoring fallback = has_points ? Scoring::referee : Scoring::tromp_taylor;
  if (node == nullptr) return fallback;
  ParamSpec spec;
  spec.key = "scoring";
  spec.type = ParamType::choice;
  spec.choices = {kScorings.begin(), kScorings.end()};
  const std::optional<ParamValue> value = read_value(*node, spec, problems);
  if (!value) return fallback;
  const auto found = std::ranges::find(kScorings, std::get<std::string>(*value));
  const auto scoring = static_cast<Scoring>(found - kScorings.begin());
  if (scoring != Scoring::tromp_taylor && !has_points)
    problems.add(*node, fmt::format("{} is not allowed: no external engine plays a game of points here; allowed: "
                                    "tromp_taylor",
                                    scoring_name(scoring)));
  return scoring;
}

std::string_view scoring_name(Scoring scoring) { return kScorings[static_cast<std::size_t>(scoring)]; }

std::string_view schedule_name(ScheduleType type) { return kTypes[static_cast<std::size_t>(type)]; }

}  // namespace rootward::tournament
