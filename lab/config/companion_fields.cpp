// Reads, writes and checks companions; checks the solver.
#include "lab/config/companion_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text.h"
#include "evaluators/registry.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/plugin_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/play/game.h"
#include "search/companion.h"

namespace rootward::config {
namespace {

constexpr std::string_view kCompanionsKey = "companions";
constexpr std::string_view kOff = "off";  ///< takes back what stands in the defaults; so does false
constexpr std::string_view kOn = "true";  ///< with the defaults of its parameters

/// One companion's parameters; nothing where it is off or wrong (added).
std::optional<NamedParams> read_companion(const YamlNode& node, const Described& about, ProblemList& problems) {
  if (node.is_scalar() && (node.text == kOff || node.text == "false")) return std::nullopt;
  const bool is_on = node.is_scalar() && node.text == kOn;
  if (!node.is_map() && !is_on) {
    problems.refuse(node, "a map, {} or true for the defaults, off or false");
    return std::nullopt;
  }
  std::optional<Params> params = read_params(is_on ? map_node() : node, about, {}, problems);
  if (!params) return std::nullopt;
  return NamedParams{about.name, std::move(*params)};
}

void read_companions(MapReader& map, SearchSettings& search, ProblemList& problems) {
  search.companions.clear();
  const YamlNode* node = map.take(kCompanionsKey);
  if (node == nullptr) return;
  MapReader inner(*node, problems);
  for (const Described& about : companions()) {
    const YamlNode* given = inner.take(about.name);
    if (given == nullptr) continue;
    if (std::optional<NamedParams> read = read_companion(*given, about, problems))
      search.companions.push_back(std::move(*read));
  }
  inner.finish();
}

YamlNode written_companions(const SearchSettings& search) {
  YamlNode map = map_node();
  for (const NamedParams& one : search.companions) {
    YamlNode parameters = resolved_choice(one);
    parameters.entries.erase(parameters.entries.begin());  // the name
    add(map, one.name, std::move(parameters));
  }
  return map;
}

/// The companion that a path begins with, and the rest of the path.
template <class Settings>
auto companion_towards(Settings& search, std::string_view path) {
  const std::size_t length = std::min(path.find('.'), path.size());
  auto found = std::ranges::find(search.companions, path.substr(0, length), &NamedParams::name);
  return std::pair(found == search.companions.end() ? nullptr : &*found,
                   path.substr(std::min(length + 1, path.size())));
}

/// The names in a registry for which it holds.
template <class Test>
std::string names_of(const std::vector<Described>& registry, Test holds) {
  std::vector<std::string> fitting;
  for (const Described& one : registry)
    if (holds(one)) fitting.push_back(one.name);
  return fmt::format("{}", fmt::join(fitting, ", "));
}

std::string rules_for(const CompanionNeeds& companion) {
  return names_of(selections(), [&](const Described& rule) { return goes_with({rule.name, {}}, companion); });
}

/// Of the games that can be made without parameters.
std::string games_with(bool GameFacts::*fact) {
  return names_of(games(), [&](const Described& game) {
    const bool needs_more = std::ranges::any_of(game.parameters, &ParamSpec::required);
    return !needs_more && make_game({game.name, resolve_params(game.parameters, {})})->facts().*fact;
  });
}

std::string evaluators_with_playouts() {
  return names_of(evaluators(), [](const Described& one) {
    return plays_out({one.name, resolve_params(one.parameters, {})});
  });
}

}  // namespace

Field<SearchSettings> companions_field() {
  Field<SearchSettings> field;
  field.spec.key = kCompanionsKey;
  field.spec.help =
      "What is kept beside the operator, for the selection: a map from names, `rootward list companions`, to maps of "
      "parameters.";
  field.spec.type = ParamType::tree;
  field.spec.fallback = std::string("none");
  field.read = read_companions;
  field.write = written_companions;
  field.is_stored = [](const SearchSettings& search) { return !search.companions.empty(); };
  field.declared = [](const SearchSettings& search, std::string_view path) -> std::optional<ParamSpec> {
    const auto [companion, rest] = companion_towards(search, path);
    return companion == nullptr ? std::nullopt : declared_parameter(companions(), *companion, rest);
  };
  field.set = [](SearchSettings& search, std::string_view path, const ParamValue& value) {
    const auto [companion, rest] = companion_towards(search, path);
    if (companion == nullptr) throw ParamError(std::string(path), "is no value that can be set");
    set_parameter(companions(), *companion, rest, value);
  };
  return std::move(field).shown(11, [](const SearchSettings& search) {
    std::string text;
    for (const NamedParams& one : search.companions) text += (text.empty() ? "" : ", ") + choice_text(one);
    return "companions " + text;
  });
}

void check_companions(const SearchSettings& settings, const Game* game, const YamlNode& search, ProblemList& problems) {
  const YamlNode* given = search.find(kCompanionsKey);
  for (const NamedParams& one : settings.companions) {
    const YamlNode* own = given == nullptr ? nullptr : given->find(one.name);
    const auto refuse = [&](const std::string& problem) { problems.add(own == nullptr ? search : *own, problem); };
    const CompanionNeeds& needs = companion_needs(one.name);
    if (!goes_with(settings.selection, needs))
      refuse(fmt::format("the companion {} has nothing for the selection rule {}; rules that it goes with: {}",
                         one.name, settings.selection.name, rules_for(needs)));
    if (needs.playouts && !plays_out(settings.evaluator))
      refuse(
          fmt::format("the companion {} guides playouts, of which the evaluator {} plays none; evaluators that do: {}",
                      one.name, settings.evaluator.name, evaluators_with_playouts()));
    if (needs.owners && game != nullptr && !game->facts().has_owners)
      refuse(
          fmt::format("the companion {} asks who owns each point in the end, which {} does not say; games that do: {}",
                      one.name, short_name(game->id()), games_with(&GameFacts::has_owners)));
    const Params& playouts = settings.evaluator.params;
    if (needs.owners && (playouts.has("plies") || playouts.has("until")))
      refuse(
          fmt::format("the companion {} asks who owns each point in the end, which playouts that are cut (plies, "
                      "until) do not reach",
                      one.name));
    if (!needs.beside.empty() &&
        std::ranges::find(settings.companions, needs.beside, &NamedParams::name) == settings.companions.end())
      refuse(fmt::format("the companion {} changes what {} knows; give {}, too", one.name, needs.beside, needs.beside));
    const bool needs_keys = needs.keys || (needs.keys_without_priors && !gives_priors(settings.evaluator));
    if (needs_keys && game != nullptr && !game->facts().has_move_keys)
      refuse(
          fmt::format("the companion {} keeps statistics of moves, and a move of {} means nothing in other "
                      "positions; games that have such moves: {}",
                      one.name, short_name(game->id()), games_with(&GameFacts::has_move_keys)));
  }
}

void check_solver(const SearchSettings& settings, const Game* game, const YamlNode& search, ProblemList& problems) {
  if (settings.solver_aids.rollout_depth == 0) return;
  const YamlNode* solver = search.find("solver");
  const auto refuse = [&](const std::string& problem) { problems.add(solver == nullptr ? search : *solver, problem); };
  if (!plays_out(settings.evaluator))
    refuse(fmt::format("rollout_depth searches playouts, of which the evaluator {} plays none; evaluators that do: {}",
                       settings.evaluator.name, evaluators_with_playouts()));
  if (game != nullptr && !game->facts().ends_by_moves)
    refuse(fmt::format("rollout_depth looks for moves that end a game, which {}'s playouts do not; games whose do: {}",
                       game->id().name, games_with(&GameFacts::ends_by_moves)));
}

}  // namespace rootward::config
