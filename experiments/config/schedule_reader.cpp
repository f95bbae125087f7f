// Schedule types, openings and stop rules, with their ranges.
#include "experiments/config/schedule_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/config/key_specs.h"
#include "experiments/config/map_reader.h"

namespace rootward::config {
namespace {

constexpr std::array<std::string_view, 3> kTypes = {"round_robin", "gauntlet", "ladder"};
constexpr std::array<std::string_view, 3> kScorings = {"tromp_taylor", "referee", "players"};
constexpr double kMaxPairs = 10'000'000;
constexpr double kMaxRandomPlies = 1000;

ParamSpec type_spec() {
  ParamSpec spec;
  spec.key = "type";
  spec.type = ParamType::choice;
  spec.fallback = std::string(kTypes[0]);
  spec.required = true;
  spec.choices = {kTypes.begin(), kTypes.end()};
  return spec;
}

ParamSpec balance_spec() {
  ParamSpec spec;
  spec.key = "balance";
  spec.type = ParamType::real_list;
  spec.required = true;
  spec.low = 0;
  spec.high = 1;
  spec.min_count = spec.max_count = 2;
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

OpeningSettings read_opening(const YamlNode& node, ProblemList& problems) {
  OpeningSettings opening{.path = node.path};
  MapReader map(node, problems);
  const YamlNode* plies = map.take("random_plies");
  const YamlNode* file = map.take("file");
  const YamlNode* book = map.take("book");
  const YamlNode* balance = map.take("balance");
  opening.random_plies =
      static_cast<int>(map.read_integer(integer_spec("random_plies", opening.random_plies, 0, kMaxRandomPlies)));
  opening.book = map.read_text(text_spec(file != nullptr ? "file" : "book"));
  opening.plies = static_cast<int>(map.read_integer(integer_spec("plies", opening.plies, 0, kMaxRandomPlies)));
  if (balance != nullptr) {
    if (const std::optional<ParamValue> window = read_value(*balance, balance_spec(), problems)) {
      const auto& list = std::get<std::vector<double>>(*window);
      opening.balance = {list[0], list[1]};
      if (list[0] > list[1]) problems.add(*balance, "the lower end is above the upper; allowed: [low, high]");
    }
  }
  map.finish();
  if (file != nullptr && book != nullptr)
    problems.add(*file, "file and book are two names of one key; only one of both is allowed");
  if (file != nullptr) book = file;
  if (book == nullptr && map.take("plies") != nullptr)
    problems.add(*map.take("plies"), "cuts the openings of a book, and no book is given");
  if (plies != nullptr && book != nullptr)
    problems.add(*book, "openings come from random_plies or from a book; only one of both is allowed");
  if (book != nullptr && book->is_scalar() && book->text.empty())
    problems.add(*book, "\"\" is not allowed; allowed: the path of a file, from this one's folder");
  return opening;
}

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

}  // namespace rootward::config
