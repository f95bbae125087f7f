// `rootward list`: what can be named in a configuration, with parameters, ranges and sources.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "backup/documentation.h"
#include "backup/formula_language.h"
#include "backup/registry.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/param_json.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/text.h"
#include "evaluators/registry.h"
#include "experiments/estimates/fields.h"
#include "experiments/selfplay/training_fields.h"
#include "experiments/tournament/schedule_reader.h"
#include "experiments/tuning/fields.h"
#include "games/loading/library.h"
#include "lab/config/key_documentation.h"
#include "lab/config/parts.h"
#include "lab/config/search_fields.h"
#include "lab/config/shipped_files.h"
#include "lab/play/engine_kinds.h"
#include "lab/play/game.h"
#include "lab/play/player.h"
#include "search/companion.h"
#include "search/settings.h"

namespace rootward {
namespace {

struct Registry {
  std::string name;
  std::vector<Described> entries;
};

std::vector<Described> operator_descriptions() {
  std::vector<Described> descriptions;
  for (const OperatorEntry& entry : operators()) descriptions.push_back(entry.description);
  return descriptions;
}

/// A searching player as a kind of its own: the one that is written without a kind.
Described searching_player() {
  Described kind{"search", "A search; written as a map with `backup` and `search`, without `player`.", "", {}};
  ParamSpec backup;
  backup.key = "backup";
  backup.help = "The operator: `rootward list backups`.";
  backup.type = ParamType::tree;
  backup.or_name = true;
  backup.fallback = SearchSettings{}.backup.name;
  kind.parameters.push_back(std::move(backup));
  for (ParamSpec spec : config::search_description().parameters) {
    spec.key = "search." + spec.key;
    kind.parameters.push_back(std::move(spec));
  }
  return kind;
}

std::vector<Described> all_player_kinds() {
  std::vector<Described> kinds = player_kinds();
  kinds.insert(kinds.begin(), searching_player());
  kinds.insert(kinds.end(), engine_kinds().begin(), engine_kinds().end());
  return kinds;
}

/// Maps of configurations, each listed under its own name.
std::vector<Described> configuration_maps() {
  std::vector<Described> maps = {config::search_description()};
  for (Described& map : tournament::key_descriptions()) maps.push_back(std::move(map));
  maps.push_back(tuning::key_description());
  maps.push_back(estimates::key_description());
  maps.push_back(selfplay::key_description());
  return maps;
}

std::vector<Registry> registries() {
  std::vector<Registry> all = {{"games", games()},
                               {"backups", operator_descriptions()},
                               {"selections", selections()},
                               {"roots", root_rules()},
                               {"companions", companions()},
                               {"evaluators", evaluators()},
                               {"final_moves", final_moves()},
                               {"players", all_player_kinds()}};
  for (const Described& map : configuration_maps()) all.push_back({map.name, {map}});
  return all;
}

std::string default_text(const ParamSpec& spec) {
  if (spec.required) return "required";
  return std::holds_alternative<std::monostate>(spec.fallback) ? "none" : param_text(spec.fallback);
}

/// What formulas are written in.
void print_language() {
  for (const formula::NameFacts& one : formula::names())
    print_results("    {} ({}): {}\n", one.name, one.is_vector() ? "a vector" : "a number", one.help);
  for (const formula::FunctionFacts& one : formula::functions())
    print_results("    {}({}): {}\n", one.name, one.arguments, one.help);
}

/// Where tunings look unless they say otherwise; "" where they have to say.
std::string box_text(const ParamSpec& spec) {
  if (std::isnan(spec.tune_low)) return "";
  return fmt::format(" Tuned in [{:g}, {:g}]{}.", spec.tune_low, spec.tune_high,
                     spec.scale == Scale::log ? ", by its logarithm" : "");
}

void print_text(const Registry& registry) {
  print_results("{}\n", registry.name);
  for (const Described& entry : registry.entries) {
    print_results("  {}: {}{}\n", entry.name, entry.help, entry.source.empty() ? "" : " [" + entry.source + "]");
    for (const ParamSpec& spec : entry.parameters) {
      print_results("    {} = {} ({}): {}{}{}\n", spec.key, default_text(spec), allowed_text(spec), spec.help,
                    spec.source.empty() ? "" : " [" + spec.source + "]", box_text(spec));
    }
    if (registry.name == "backups" && entry.name == "formula") print_language();
  }
}

Json json_of(const std::vector<Described>& entries) {
  Json list = Json::array();
  for (const Described& entry : entries) {
    Json parameters = Json::array();
    for (const ParamSpec& spec : entry.parameters) parameters.push_back(param_json(spec));
    list.push_back(
        {{"name", entry.name}, {"help", entry.help}, {"source", entry.source}, {"parameters", std::move(parameters)}});
  }
  return list;
}

void print_json(const std::vector<Registry>& chosen) {
  Json document = {{"schema", "rootward.list/1"}};
  for (const Registry& registry : chosen) document[registry.name] = json_of(registry.entries);
  print_results("{}\n", dump_json(document, 2));
}

std::vector<Registry> chosen_registries(const std::string& kind) {
  std::vector<Registry> all = registries();
  if (kind.empty()) return all;
  std::erase_if(all, [&](const Registry& registry) { return registry.name != kind; });
  if (!all.empty()) return all;
  const std::vector<std::string> known = list_kinds();
  throw UsageError(
      fmt::format("list: {} is not known; known: {}{}", kind, fmt::join(known, ", "), hint_text(kind, known)));
}

/// Leaves one entry. Throws UsageError for a name that no entry has.
void keep_one(Registry& registry, const std::string& name) {
  std::vector<std::string> known;
  for (const Described& entry : registry.entries) known.push_back(entry.name);
  std::erase_if(registry.entries, [&](const Described& entry) { return entry.name != name; });
  if (registry.entries.empty())
    throw UsageError(fmt::format("list {}: {} is not known; known: {}{}", registry.name, name, fmt::join(known, ", "),
                                 hint_text(name, known)));
}

/// `plugin:FILE` is a game by the C interface with its own parameters.
void keep_plugin(Registry& registry, const std::string& name) {
  const NamedParams game = parse_game(name, {}, "NAME");
  registry.entries = {loading::description_of(*loading::find_library(game.params.text("sha256")))};
}

/// The generated parts of documents: a table of keys of one map or one name, else a part of a page for every name.
void print_markdown(const Registry& registry, bool is_one) {
  const std::vector<Described> maps = configuration_maps();
  if (registry.name == "backups" && !is_one)
    print_results("{}", operators_markdown());
  else if (is_one || std::ranges::find(maps, registry.name, &Described::name) != maps.end())
    print_results("{}", config::keys_markdown(registry.entries.front()));
  else
    print_results("{}", config::names_markdown(registry.entries));
}

/// Files, not names in a file: listed on demand alone. `name`: what one of them says; "" = all.
void list_configurations(const std::string& name, bool is_json) {
  std::vector<config::ShippedFile> shipped = config::shipped_files(config::data_folder());
  if (!name.empty()) {
    const std::string file = config::configuration_file("shipped:" + name);
    std::erase_if(shipped, [&](const config::ShippedFile& one) { return one.file != file; });
    if (!is_json) print_results("{}", config::text_of(file));
  }
  if (is_json) {
    Json files = Json::array();
    for (const config::ShippedFile& one : shipped)
      files.push_back({{"name", one.name}, {"kind", one.kind}, {"question", one.question}, {"file", one.file}});
    print_results("{}\n", dump_json({{"schema", "rootward.list/1"}, {"configs", std::move(files)}}, 2));
  } else if (name.empty()) {
    for (const config::ShippedFile& one : shipped)
      print_results("shipped:{} ({}){}\n", one.name, one.kind, one.question.empty() ? "" : ": " + one.question);
  }
  flush_results();
}

/// What a game's positions are judged by: heuristics and features, on demand alone.
void list_features(const std::string& game, bool is_json) {
  if (game.empty()) throw UsageError("list features: a game is required, as in `rootward list features breakthrough`");
  const Judgements judgements = make_game(parse_game(game, {}))->judgements();
  if (is_json) {
    Json heuristics = Json::array();
    for (const HeuristicFacts& one : judgements.heuristics)
      heuristics.push_back({{"name", one.name}, {"help", one.help}, {"source", one.source}, {"scale", one.scale}});
    Json features = Json::array();
    for (const FeatureFacts& one : judgements.features) features.push_back({{"name", one.name}, {"help", one.help}});
    print_results("{}\n", dump_json({{"schema", "rootward.list/1"},
                                     {"heuristics", std::move(heuristics)},
                                     {"features", std::move(features)}},
                                    2));
  } else {
    print_results("heuristics of {}{}\n", game, judgements.heuristics.empty() ? ": none" : "");
    for (const HeuristicFacts& one : judgements.heuristics)
      print_results("  {}: {}; scale {} [{}]\n", one.name, one.help, one.scale, one.source);
    print_results("features of {}{}\n", game, judgements.features.empty() ? ": none" : "");
    for (const FeatureFacts& one : judgements.features) print_results("  {}: {}\n", one.name, one.help);
  }
  flush_results();
}

enum class Layout : std::uint8_t { as_text, as_json, as_markdown };

/// "" = all kinds, all names.
void list(const std::string& kind, const std::string& name, Layout layout) {
  if (kind == "configs" && layout != Layout::as_markdown) return list_configurations(name, layout == Layout::as_json);
  if (kind == "features" && layout != Layout::as_markdown) return list_features(name, layout == Layout::as_json);
  std::vector<Registry> chosen = chosen_registries(kind);
  if (layout == Layout::as_markdown && kind.empty())
    throw UsageError(fmt::format("list: --markdown needs one of: {}", fmt::join(list_kinds(), ", ")));
  if (kind == "games" && name.starts_with("plugin:"))
    keep_plugin(chosen.front(), name);
  else if (!name.empty())
    keep_one(chosen.front(), name);
  if (layout == Layout::as_markdown)
    print_markdown(chosen.front(), !name.empty());
  else if (layout == Layout::as_json)
    print_json(chosen);
  else
    for (const Registry& registry : chosen) print_text(registry);
  flush_results();
}

}  // namespace

std::vector<std::string> list_kinds() {
  std::vector<std::string> kinds;
  for (const Registry& registry : registries()) kinds.push_back(registry.name);
  kinds.emplace_back("configs");
  kinds.emplace_back("features");
  return kinds;
}

void declare_list(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("list", "Names, parameters with default and range, source of each");
  command
      ->add_option("KIND",
                   "games, backups, selections, roots, companions, evaluators, final_moves, players, or a map of\n"
                   "configurations (search, tournament, schedule, stop, tuning, estimates, training); all of them\n"
                   "unless given.\n"
                   "configs: the configurations that come with the program, for shipped:NAME in a CONFIG's place;\n"
                   "with NAME what that one says\n"
                   "features: what the positions of the game NAME are judged by, for the evaluator heuristic")
      ->type_name("KIND");
  command->add_option("NAME", "One of them, as in `rootward list games go`")->type_name("NAME");
  CLI::Option* as_json = command->add_flag("--json")->description("JSON in place of the text");
  command->add_flag("--markdown")
      ->description("Markdown, as the documents have it: a part for every name of the KIND, a table of keys for one")
      ->excludes(as_json);
  command->footer("Examples: rootward list backups --json, rootward list games go");
  command->callback([command] {
    const auto word = [&](const char* option) {
      return command->count(option) > 0 ? command->get_option(option)->as<std::string>() : "";
    };
    list(word("KIND"), word("NAME"),
         command->count("--json") > 0       ? Layout::as_json
         : command->count("--markdown") > 0 ? Layout::as_markdown
                                            : Layout::as_text);
  });
}

}  // namespace rootward
