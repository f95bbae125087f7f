// Schedule types, openings and stop rules, with their ranges.
#include "experiments/tournament/schedule_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/config/yaml_scalar.h"
#include "lab/play/engine_kinds.h"

namespace rootward::tournament {

using namespace config;
namespace {

constexpr std::array<std::string_view, 5> kTypes = {"round_robin", "gauntlet", "ladder", "pairings", "budgets"};
constexpr std::array<std::string_view, 3> kScorings = {"tromp_taylor", "referee", "players"};
constexpr double kMaxPairs = 10'000'000;
constexpr double kLeastEloGap = 0.01;
constexpr double kMostSimulations = 1e9;

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

constexpr std::string_view kPairingsAllowed = "a list of pairings, each a list of two players' names";

std::vector<std::array<std::string, 2>> read_pairings(const YamlNode& node, ProblemList& problems) {
  std::vector<std::array<std::string, 2>> pairings;
  if (!node.is_sequence()) problems.refuse(node, kPairingsAllowed);
  for (const YamlNode& item : node.items) {
    if (!item.is_sequence() || item.items.size() != 2) {
      problems.refuse(item, "a list of two players' names");
      continue;
    }
    const std::optional<std::string> a = read_name(item.items[0], "a player's name", problems);
    const std::optional<std::string> b = read_name(item.items[1], "a player's name", problems);
    if (a && b) pairings.push_back({*a, *b});
  }
  return pairings;
}

Field<Schedule> type_field() {
  ParamSpec spec =
      spec_of("type",
              "round_robin: each against each; gauntlet: each against the references; ladder: each "
              "against the next, as written; pairings: those listed, other players stay out; budgets: of players that "
              "differ in their simulations alone each against the one with the next fewer.");
  spec.required = true;
  return field(&Schedule::type, std::move(spec), kTypes);
}

ParamSpec names_spec(std::string key, std::string help) {
  ParamSpec spec = text_spec(std::move(key));
  spec.help = std::move(help);
  return spec;
}

ParamSpec games_spec() {
  ParamSpec spec = range_spec("games", 2, 2 * kMaxPairs, "Games a match, an even number, in place of `pairs`.");
  spec.type = ParamType::integer;
  return spec;
}

Field<Schedule> reference_field() {
  const auto write = [](const Schedule& from) {
    return from.references.size() == 1 ? text_node(from.references.front()) : text_list(from.references);
  };
  Field<Schedule> field = other_field<Schedule>(
      names_spec("reference",
                 "A player, or a list of players, whom all others meet; tables compare to the first. Required for a "
                 "gauntlet."),
      write);
  field.read = [](MapReader& map, Schedule& into, ProblemList& problems) {
    if (const YamlNode* reference = map.take("reference"))
      into.references = read_references(*reference, problems);
    else if (into.type == ScheduleType::gauntlet)
      map.require("reference", "the player whom all others meet");
  };
  return std::move(field).stored_if([](const Schedule& from) { return !from.references.empty(); });
}

YamlNode pairings_node(const std::vector<std::array<std::string, 2>>& pairings) {
  YamlNode node = text_list({});
  for (const auto& [a, b] : pairings) node.items.push_back(text_list({a, b}));
  return node;
}

Field<Schedule> leave_out_field() {
  Field<Schedule> field =
      other_field<Schedule>(names_spec("leave_out", "A list of pairings [a, b] of the schedule that are not played."),
                            [](const Schedule& from) { return pairings_node(from.leave_out); });
  field.read = [](MapReader& map, Schedule& into, ProblemList& problems) {
    if (const YamlNode* leave_out = map.take("leave_out")) into.leave_out = read_pairings(*leave_out, problems);
  };
  return std::move(field).stored_if([](const Schedule& from) { return !from.leave_out.empty(); });
}

/// The list stands under `pairings`, or under `pairs`; then `games` has the number.
Field<Schedule> pairings_field() {
  Field<Schedule> field = other_field<Schedule>(
      names_spec("pairings",
                 "The list of the type pairings: [a, b], two players who meet; scores are of the first. It may stand "
                 "under `pairs` as well, beside `games`."),
      [](const Schedule& from) { return pairings_node(from.pairings); });
  field.read = [](MapReader& map, Schedule& into, ProblemList& problems) {
    const YamlNode* list = map.take("pairings");
    const YamlNode* pairs = map.take("pairs");
    if (into.type != ScheduleType::pairings) {
      if (list != nullptr) problems.add(*list, "only a schedule of the type pairings lists them");
      return;
    }
    if (pairs != nullptr && pairs->is_sequence()) {
      if (list != nullptr) problems.add(*pairs, "the list stands under pairings already; allowed here: an integer");
      list = pairs;
    }
    if (list == nullptr) list = map.require("pairings", kPairingsAllowed);
    if (list == nullptr) return;
    if (list->is_sequence() && list->items.empty())
      problems.add(*list, fmt::format("an empty list is not allowed; allowed: {}", kPairingsAllowed));
    into.pairings = read_pairings(*list, problems);
  };
  return std::move(field).stored_if([](const Schedule& from) { return from.type == ScheduleType::pairings; });
}

/// Read with the players (with_budgets), which stand for themselves once they are resolved.
Field<Schedule> budgets_field() {
  Field<Schedule> field = other_field<Schedule>(
      names_spec("budgets",
                 "A list of simulations, rising: of the type budgets, each player stands there once with "
                 "each of them, as NAME-N; unless given, players have budgets of their own."),
      nullptr);
  field.read = [](MapReader& map, Schedule& into, ProblemList& problems) {
    const YamlNode* list = map.take("budgets");
    if (list == nullptr) return;
    if (into.type != ScheduleType::budgets) problems.add(*list, "only a schedule of the type budgets has them");
    if (!budgets_of(*list))
      problems.refuse(*list, fmt::format("a list of two or more integers in [1, {:g}], rising", kMostSimulations));
  };
  return field;
}

Field<Schedule> pairs_field() {
  ParamSpec spec =
      range_spec("pairs", 1, kMaxPairs, "Pairs of games a match; a pair shares its opening, seats swapped.");
  spec.required = true;
  Field<Schedule> pairs = field(&Schedule::pairs, spec);
  pairs.read = [spec = pairs.spec](MapReader& map, Schedule& into, ProblemList& problems) {
    const YamlNode* node = map.take("pairs");
    const YamlNode* games = map.take("games");
    const bool is_list = node != nullptr && node->is_sequence() && into.type == ScheduleType::pairings;
    if (games == nullptr && is_list) return (void)map.require("games", "an even number: games of each pairing");
    if (games == nullptr) return (void)(into.pairs = from_param<std::uint32_t>(map.read(spec)));
    if (node != nullptr && !is_list) problems.add(*games, "is twice `pairs`, which stands here too; only one of both");
    const std::optional<ParamValue> number = read_value(*games, games_spec(), problems);
    if (!number) return;
    const auto count = std::get<std::int64_t>(*number);
    if (count % 2 != 0) problems.add(*games, fmt::format("{} is not allowed; allowed: an even number", count));
    into.pairs = static_cast<std::uint32_t>(count / 2);
  };
  return pairs;
}

Field<Schedule> games_field() {
  return other_field<Schedule>(games_spec(), nullptr);  // read with `pairs`, and stored as such
}

/// A rule is off unless it is there.
Field<Schedule> adjudicate_field() {
  Field<Schedule> field =
      tree_field<Schedule>("adjudicate", "When a game ends that both players hold for decided; never unless given.",
                           [](const Schedule& from) { return written_map(adjudication_fields(), *from.adjudicate); });
  for (const auto& inner : adjudication_fields()) field.below.push_back(inner.spec);
  field.read = [](MapReader& map, Schedule& into, ProblemList& problems) {
    if (const YamlNode* rule = map.take("adjudicate")) into.adjudicate = read_adjudication(*rule, problems);
  };
  return std::move(field).stored_if([](const Schedule& from) { return from.adjudicate.has_value(); });
}

Field<Schedule> opening_field() {
  ParamSpec spec = spec_of("opening", "Where openings come from; none unless given.");
  return group<Schedule, OpeningSettings>(&Schedule::opening, std::move(spec), opening_fields(), read_opening);
}

ParamSpec elo_spec(std::string key, bool is_required, std::string help) {
  ParamSpec spec = range_spec(std::move(key), -1000, 1000, std::move(help));
  spec.required = is_required;
  return spec;
}

ParamSpec error_rate_spec(std::string key, std::string help) {
  ParamSpec spec = range_spec(std::move(key), 0, 0.5, std::move(help));
  spec.low_open = true;
  spec.high_open = true;  // with both at 1/2 Wald's bounds meet at 0, and nothing is decided by games
  return spec;
}

YamlNode players_node(const TournamentConfig& config) {
  YamlNode players = map_node();
  for (const PlayerSpec& player : config.players) add(players, player.name, resolved_player(player));
  return players;
}

YamlNode stop_node(const TournamentConfig& config) {
  YamlNode node = map_node();
  add(node, "sprt", written_map(sprt_fields(), *config.sprt));
  return node;
}

Field<TournamentConfig> scoring_field() {
  ParamSpec spec = spec_of("scoring",
                           "Who scores games of Go against external engines (engines.md); referee unless given, where "
                           "an engine plays.");
  return field(&TournamentConfig::scoring, std::move(spec), kScorings).stored_if([](const TournamentConfig& config) {
    return std::ranges::any_of(config.players, is_engine);
  });
}

FieldTable<TournamentConfig> make_tournament_fields() {
  using Config = TournamentConfig;
  FieldTable<Config> table = head_fields<Config>();
  table.push_back(
      tree_field<Config>(
          "hypotheses",
          "What is expected of whom: a list of {better: NAME, than: NAME} and {equal: NAME, to: NAME}. Stated "
          "before the first game, they make the table confirmatory of these comparisons.",
          [](const Config& config) { return expectations_node(config.hypotheses); })
          .stored_if([](const Config& config) { return !config.hypotheses.empty(); }));
  table.push_back(tree_field<Config>(
      "game",
      "A game by name: `rootward list games`; `go:19` is short for "
      "{name: go, size: 19}, `connect4:7x6` for width and height.",
      [](const Config& config) { return resolved_choice(config.game); }, true));
  table.back().spec.or_name = true;
  table.push_back(tree_field<Config>("defaults", "A map with `search`, merged into every searching player.", nullptr));
  table.push_back(tree_field<Config>("players", "A map from names to players, two or more.", players_node, true));
  table.push_back(
      tree_field<Config>("tunings",
                         "What tunings said of players, by name; no game depends on it (rootward list tunings).",
                         [](const Config& config) { return tuned_node(config.tunings); })
          .stored_if([](const Config& config) { return !config.tunings.empty(); }));
  table.push_back(tree_field<Config>(
      "schedule", "Who meets whom, how often, from which openings.",
      [](const Config& config) { return written_map(schedule_fields(), config.schedule); }, true));
  table.push_back(
      tree_field<Config>("stop", "When a match ends early: a map with `sprt`; never unless given.", stop_node)
          .stored_if([](const Config& config) { return config.sprt.has_value(); }));
  Field<Config> scoring = scoring_field();
  scoring.put = nullptr;  // read with what the players and the game allow
  table.push_back(std::move(scoring));
  return table;
}

}  // namespace

const FieldTable<Schedule>& schedule_fields() {
  static const FieldTable<Schedule> kTable = [] {
    return FieldTable<Schedule>{type_field(),    reference_field(), pairings_field(),
                                budgets_field(), leave_out_field(), pairs_field(),
                                games_field(),   opening_field(),   adjudicate_field()};
  }();
  return kTable;
}

std::optional<std::vector<std::uint64_t>> budgets_of(const YamlNode& list) {
  std::vector<std::uint64_t> budgets;
  for (const YamlNode& item : list.items) {
    const ParamValue value = item.is_scalar() ? scalar_value(item) : ParamValue{};
    const auto* number = std::get_if<std::int64_t>(&value);
    const auto least = budgets.empty() ? std::int64_t{1} : static_cast<std::int64_t>(budgets.back()) + 1;
    if (number == nullptr || *number < least || static_cast<double>(*number) > kMostSimulations) return std::nullopt;
    budgets.push_back(static_cast<std::uint64_t>(*number));
  }
  if (budgets.size() < 2) return std::nullopt;
  return budgets;
}

YamlNode with_budgets(const YamlNode& players, const std::vector<std::uint64_t>& budgets, ProblemList& problems) {
  YamlNode all = players;
  all.entries.clear();
  for (const YamlEntry& entry : players.entries)
    for (const std::uint64_t budget : budgets) {
      YamlEntry one = entry;
      one.key = fmt::format("{}-{}", entry.key, budget);
      one.value.kind = YamlNode::Kind::map;
      if (one.value.find("search") == nullptr) add(one.value, "search", map_node());
      YamlNode& search = *one.value.find("search");
      if (const YamlNode* own = search.find("budget"); own != nullptr && budget == budgets.front())
        problems.add(*own, "stands beside schedule.budgets, which gives every player its budgets");
      YamlNode simulations = map_node();
      add(simulations, "simulations", count_node(budget));
      add(search, "budget", std::move(simulations));
      all.entries.push_back(std::move(one));
    }
  assign_paths(all, players.path);
  return all;
}

const FieldTable<SprtSettings>& sprt_fields() {
  static const FieldTable<SprtSettings> kTable = {
      field(&SprtSettings::elo0, elo_spec("elo0", false, "The lower hypothesis in Elo.")),
      field(&SprtSettings::elo1, elo_spec("elo1", true, "The upper hypothesis, above `elo0`."))
          .default_from([](const SprtSettings& read) { return ParamValue(read.elo0 + 1); }),
      field(&SprtSettings::alpha, error_rate_spec("alpha", "Error rate where `elo0` is true.")),
      field(&SprtSettings::beta, error_rate_spec("beta", "Error rate where `elo1` is true.")),
  };
  return kTable;
}

const FieldTable<TournamentConfig>& tournament_fields() {
  static const FieldTable<TournamentConfig> kTable = make_tournament_fields();
  return kTable;
}

std::vector<Described> key_descriptions() {
  std::vector<ParamSpec> stop = specs_of(sprt_fields());
  for (ParamSpec& spec : stop) spec.key = "sprt." + spec.key;
  return {{"tournament", "Keys at the top of a tournament's file.", "", specs_of(tournament_fields())},
          {"schedule", "Who meets whom; the map `schedule` of a tournament.", "", specs_of(schedule_fields())},
          {"tunings", "What a tuning said of a player; a map of the map `tunings` of a tournament.", "",
           specs_of(tuned_fields())},
          {"stop", "A sequential test on pairs; the map `stop` of a tournament.", "", std::move(stop)}};
}

Schedule read_schedule(const YamlNode& node, ProblemList& problems) {
  return read_map(schedule_fields(), node, problems);
}

std::optional<SprtSettings> read_stop(const YamlNode& node, ProblemList& problems) {
  MapReader stop(node, problems);
  const YamlNode* rule = stop.require("sprt", "{sprt: {elo0, elo1, alpha, beta}}");
  stop.finish();
  if (rule == nullptr) return std::nullopt;
  const SprtSettings sprt = read_map(sprt_fields(), *rule, problems);
  if (!(sprt.elo1 - sprt.elo0 >= kLeastEloGap))
    problems.add(*rule,
                 fmt::format("elo1 {:g} is not allowed with elo0 {:g}; allowed: {:g} above it or more, since the "
                             "rule decides between the two",
                             sprt.elo1, sprt.elo0, kLeastEloGap));
  return sprt;
}

Scoring read_scoring(const YamlNode* node, bool has_points, ProblemList& problems) {
  const Scoring fallback = has_points ? Scoring::referee : Scoring::tromp_taylor;
  if (node == nullptr) return fallback;
  const std::optional<ParamValue> value = read_value(*node, field_of(tournament_fields(), "scoring").spec, problems);
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

}  // namespace rootward::tournament
