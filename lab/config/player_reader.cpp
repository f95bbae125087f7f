// Searching players with their defaults, players of other kinds, names.
#include "lab/config/player_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "backup/registry.h"
#include "core/text.h"
#include "evaluators/entry.h"
#include "evaluators/registry.h"
#include "evaluators/static_judge.h"
#include "lab/config/companion_fields.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/piped_file.h"
#include "lab/config/player_fields.h"
#include "lab/config/search_reader.h"
#include "lab/config/uci_checks.h"
#include "lab/play/engine_kinds.h"

namespace rootward::config {
namespace {

constexpr std::string_view kKindKey = "player";
constexpr std::size_t kMaxNameLength = 64;
constexpr std::array<std::string_view, 9> kReservedNames = {"all",   "black",     "draw",   "first", "none",
                                                            "other", "reference", "second", "white"};
constexpr std::string_view kPresetKey = "preset";
constexpr std::string_view kEnvironmentKey = "environment";

std::string kinds_text() {
  std::string text;
  for (const Described& kind : player_kinds()) text += (text.empty() ? "" : ", ") + kind.name;
  return text;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '+' || c == '-';
}

YamlNode nothing_at(const YamlNode& parent, std::string_view key) {
  YamlNode node;
  node.place = parent.place;
  node.path = join_path(parent.path, key);
  return node;
}

/// Throws where an operator wants children looked at by what this game does not have.
void check_look(const NamedParams& backup, const Game& game) {
  const std::optional<Params> by = heuristic_of(backup);
  if (!by) return;
  try {
    (void)choose_heuristic(*by, game.judgements());
  } catch (const ParamError& error) {
    throw_below("heuristic", error);
  }
}

}  // namespace

bool is_reserved_name(std::string_view name) {
  return std::ranges::find(kReservedNames, lower_case(name)) != kReservedNames.end();
}

void check_player_name(const YamlEntry& entry, ProblemList& problems) {
  const auto& [name, place, value] = entry;
  if (name.empty() || name.size() > kMaxNameLength || !std::ranges::all_of(name, is_name_character))
    problems.add(place, value.path,
                 fmt::format("\"{}\" is not allowed as a player's name; allowed: 1 to {} letters, digits "
                             "and characters of `._+-`",
                             name.substr(0, kMaxNameLength), kMaxNameLength));
  if (is_reserved_name(name))
    problems.add(place, value.path,
                 fmt::format("{} is a reserved name; reserved: {}", name, fmt::join(kReservedNames, ", ")));
}

std::optional<PlayerSpec> PlayerReader::read(const std::string& name, const YamlNode& node) {
  if (const YamlNode* kind = node.find(kKindKey)) return read_other(name, node, *kind);
  if (const YamlNode* preset = node.find(kPresetKey)) return read_preset(name, node, *preset);
  for (const Described& kind : engine_kinds())
    if (is_protocol(kind.name) && node.find(kind.name) != nullptr) return read_engine(name, node, kind);
  return read_searching(name, node);
}

std::optional<PlayerSpec> PlayerReader::read_searching(const std::string& name, const YamlNode& node) {
  PlayerSpec spec;
  spec.name = name;
  MapReader map(node, problems_);
  const YamlNode* backup = map.take("backup");
  const YamlNode* search = map.take("search");
  map.finish({kKindKey});
  if (!map.is_map()) return std::nullopt;
  const YamlNode nothing = nothing_at(node, "search");
  const YamlNode merged = merger_.merge(search != nullptr ? *search : nothing);
  spec.search = read_search(merged, problems_);
  spec.search.backup = read_backup(backup, node, spec.search);
  check_variances(spec.search, merged);
  check_uncertainty(spec.search, merged);
  check_evaluator(spec.search.evaluator, merged, "evaluator");
  check_companions(spec.search, game_, merged, problems_);
  check_solver(spec.search, game_, merged, problems_);
  return spec;
}

void PlayerReader::check_evaluator(const NamedParams& evaluator, const YamlNode& map, std::string_view key) {
  if (game_ == nullptr) return;
  const YamlNode* given = map.find(key);
  const YamlNode& node = given != nullptr ? *given : map;
  try {
    (void)game_->slots(evaluator);
  } catch (const ParamError& error) {
    add_param_error(node, error, problems_);
  } catch (const UsageError& error) {
    problems_.add(node, error.what());
  }
}

void PlayerReader::check_variances(const SearchSettings& settings, const YamlNode& search) {
  const OperatorEntry* entry = find_operator(settings.backup.name);
  if (!reads_variances(settings.selection) || entry == nullptr || entry->keeps_variance) return;
  std::vector<std::string> fitting;
  for (const OperatorEntry& one : operators()) {
    if (one.keeps_variance) fitting.push_back(one.description.name);
  }
  const YamlNode* selection = search.find("selection");
  problems_.add(
      selection != nullptr ? *selection : search,
      fmt::format("the selection rule {} reads variances, which the operator {} does not keep; operators that "
                  "do: {}",
                  settings.selection.name, settings.backup.name, fmt::join(fitting, ", ")));
}

void PlayerReader::check_uncertainty(const SearchSettings& settings, const YamlNode& search) {
  const std::string problem = uncertainty_problem(settings.backup.name, settings);
  if (problem.empty()) return;
  const YamlNode* evaluator = search.find("evaluator");
  problems_.add(evaluator != nullptr ? *evaluator : search, problem);
}

NamedParams PlayerReader::read_backup(const YamlNode* node, const YamlNode& player, const SearchSettings& settings) {
  YamlNode nothing = nothing_at(player, "backup");
  nothing.kind = YamlNode::Kind::map;
  const YamlNode& given = node != nullptr ? *node : nothing;
  const std::optional<NamedParams> id = config::read_backup(given, problems_);
  if (!id || game_ == nullptr) return id.value_or(NamedParams{});
  try {
    NamedParams resolved = resolve_backup(*id, operator_context(*game_, settings));
    check_look(resolved, *game_);
    return resolved;
  } catch (const ParamError& error) {
    add_param_error(given, error, problems_);
  } catch (const UsageError& error) {
    problems_.add(given, error.what());
  }
  return *id;
}

std::optional<PlayerSpec> PlayerReader::read_other(const std::string& name, const YamlNode& node,
                                                   const YamlNode& kind) {
  const std::optional<std::string> text = read_name(kind, fmt::format("one of: {}", kinds_text()), problems_);
  if (!text) return std::nullopt;
  const auto found = std::ranges::find(player_kinds(), *text, &Described::name);
  if (found == player_kinds().end()) {
    std::vector<std::string> known;
    for (const Described& one : player_kinds()) known.push_back(one.name);
    problems_.add(kind, fmt::format("no kind of player is called {}; known: {} (a searching player has `backup` and "
                                    "`search` in place of `player`){}",
                                    written_text(kind), kinds_text(), hint_text(*text, known)));
    return std::nullopt;
  }
  PlayerSpec spec;
  spec.name = name;
  spec.kind = found->name;
  if (!node.place.source.starts_with("--")) spec.search.folder.path = configuration_folder(node.place.source);
  const std::array<std::string_view, 1> skipped{kKindKey};
  std::optional<Params> params = read_params(node, *found, skipped, problems_);
  if (!params) return spec;
  spec.params = std::move(*params);
  for (const ParamSpec& one : found->parameters) {
    if (one.type != ParamType::tree) continue;
    try {
      check_evaluator(nested_evaluator(spec.params, one.key), node, one.key);
    } catch (const ParamError& error) {
      add_param_error(node, error, problems_);
    }
  }
  return spec;
}

std::optional<PlayerSpec> PlayerReader::read_preset(const std::string& name, const YamlNode& node,
                                                    const YamlNode& preset) {
  std::vector<std::string> known;
  for (const Described& kind : engine_kinds())
    if (!is_protocol(kind.name)) known.push_back(kind.name);
  const std::string allowed = fmt::format("one of: {}", fmt::join(known, ", "));
  const std::optional<std::string> text = read_name(preset, allowed, problems_);
  if (!text) return std::nullopt;
  if (std::ranges::find(known, *text) == known.end()) {
    problems_.add(preset, fmt::format("no preset is called {}; known: {} (any other program is `gtp: \"command\"` or "
                                      "`uci: \"command\"`){}",
                                      written_text(preset), fmt::join(known, ", "), hint_text(*text, known)));
    return std::nullopt;
  }
  return read_engine(name, node, *std::ranges::find(engine_kinds(), *text, &Described::name));
}

std::optional<PlayerSpec> PlayerReader::read_engine(const std::string& name, const YamlNode& node,
                                                    const Described& kind) {
  PlayerSpec spec;
  spec.name = name;
  spec.kind = kind.name;
  const std::array<std::string_view, 2> skipped{kPresetKey, kEnvironmentKey};
  if (const YamlNode* environment = node.find(kEnvironmentKey)) spec.environment = read_environment(*environment);
  if (std::optional<Params> params = read_params(node, kind, skipped, problems_)) {
    spec.params = std::move(*params);
    if (kind.name == "uci") check_uci_player(node, spec.params, game_, problems_);
    // The programs of all presets play Go.
    const YamlNode* preset = node.find(kPresetKey);
    if (preset != nullptr && game_ != nullptr && game_->id().name != "go")
      problems_.add(*preset, fmt::format("{0} is not allowed in the game {1}, for it plays go alone; allowed: "
                                         "`gtp: \"command\"` of a program that plays {1}",
                                         kind.name, game_->id().name));
  }
  if (const YamlNode* command = node.find(kind.name))
    if (command->is_scalar() && command->text.empty())
      problems_.add(*command, "\"\" is not allowed; allowed: a command line for the shell");
  return spec;
}

std::vector<EnvironmentVariable> PlayerReader::read_environment(const YamlNode& node) {
  std::vector<EnvironmentVariable> variables;
  for (const YamlEntry& entry : entries_of(node, problems_)) {
    const bool is_name = !entry.key.empty() && entry.key.find('=') == std::string::npos;
    if (!is_name)
      problems_.add(entry.key_place, entry.value.path, "is no name of an environment variable: it is empty or holds =");
    if (!entry.value.is_scalar()) problems_.refuse(entry.value, "a text");
    variables.push_back({entry.key, entry.value.text});
  }
  return variables;
}

}  // namespace rootward::config
