// Labels stand before an =; an operator's name and a YAML map have none in front of them.
#include "cli/search_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

#include "backup/registry.h"
#include "core/errors.h"
#include "evaluators/registry.h"
#include "lab/config/parts.h"
#include "lab/config/search_reader.h"
#include "lab/play/game.h"
#include "lab/play/operator_labels.h"
#include "lab/play/replayed_search.h"

namespace rootward {
namespace {

constexpr const char* kShadow = "--shadow";
constexpr const char* kBackup = "--backup";
constexpr const char* kAll = "all";

struct OperatorText {
  std::string label;  ///< "": none was given
  std::string_view yaml;
};

OperatorText split_label(const std::string& text, const std::string& option) {
  const std::size_t equals = text.find_first_of("={[\"' ");
  if (equals == std::string::npos || text[equals] != '=') return {.label = "", .yaml = text};
  if (equals == 0) throw UsageError(option + ": " + text + " has no label before the =");
  return {.label = text.substr(0, equals), .yaml = std::string_view(text).substr(equals + 1)};
}

LabelledOperator parse_shadow(const std::string& text) {
  const OperatorText parts = split_label(text, kShadow);
  return {.label = parts.label, .op = parse_backup(parts.yaml, kShadow)};
}

/// What the search's own operator is called: by its label; a rule of the user's own else by its player's name.
std::string driver_label(const SearchArguments& arguments, const NamedParams& op) {
  if (arguments.player.empty()) return split_label(arguments.backup, kBackup).label;
  return op.name == "formula" ? arguments.player.substr(arguments.player.rfind(':') + 1) : "";
}

/// As the search's own operator is checked.
void check_shadows(const std::vector<std::string>& shadows, const OperatorContext& context) {
  for (const std::string& text : shadows)
    if (text != kAll) check_backup(split_label(text, kShadow).yaml, kShadow, context);
}

/// Adds what --shadow says; `all` adds those that are not there yet.
void add_given(const std::vector<std::string>& shadows, const OperatorContext& context, bool knows_uncertainty,
               std::vector<LabelledOperator>& operators) {
  for (const std::string& text : shadows) {
    if (text != kAll) {
      operators.push_back(parse_shadow(text));
      continue;
    }
    for (NamedParams& op : all_operators(context, knows_uncertainty)) {
      const auto is_same = [&op](const LabelledOperator& there) { return there.op == op; };
      if (std::ranges::none_of(operators, is_same)) operators.push_back({.label = "", .op = std::move(op)});
    }
  }
}

}  // namespace

void add_search_options(CLI::App& command, SearchArguments& arguments) {
  CLI::Option* player = command
                            .add_option("--player", arguments.player,
                                        "A player of a configuration file, in place of --search and --backup")
                            ->type_name("FILE:NAME");
  command
      .add_option("--search", arguments.search,
                  "The search, as a player's search: in a configuration; the defaults unless given")
      ->type_name("YAML")
      ->excludes(player);
  command
      .add_option(kBackup, arguments.backup,
                  "The backup operator, a name or a map; average unless given; LABEL=NAME and LABEL={..} say\n"
                  "what it is called")
      ->type_name("OPERATOR|YAML")
      ->excludes(player);
  command
      .add_option("--shadow", arguments.shadows,
                  "Further operators, which watch the same simulations; LABEL=NAME and LABEL={..} say\n"
                  "what they are called; all: every one that needs no parameter")
      ->type_name("OPERATOR|YAML|all");
}

PlayerSpec searching_player(const SearchArguments& arguments, const std::vector<Override>& overrides,
                            const NamedParams& game) {
  PlayerArguments plain = static_cast<const PlayerArguments&>(arguments);
  plain.backup = split_label(arguments.backup, kBackup).yaml;
  PlayerSpec spec = player_spec(plain, overrides, game);
  if (spec.kind != "search")
    throw UsageError("--player: " + spec.name + " does not search (it is a " + spec.kind + " player)");
  if (!arguments.shadows.empty()) check_shadows(arguments.shadows, operator_context(*make_game(game), spec.search));
  return spec;
}

RecordOperators record_operators(const SearchArguments& arguments, const SearchRecord& record,
                                 const std::string& source) {
  std::vector<LabelledOperator> operators;
  if (!arguments.backup.empty()) {
    const OperatorText driver = split_label(arguments.backup, kBackup);
    operators.push_back({.label = driver.label, .op = parse_backup(driver.yaml, kBackup)});
    check_backup(driver.yaml, kBackup, record.context);
  } else if (record.operators.empty()) {
    operators.push_back({.label = "", .op = parse_backup("average", kBackup)});
  }
  for (std::size_t i = arguments.backup.empty() ? 0 : 1; i < record.operators.size(); ++i) {
    const std::string where = fmt::format("{}, operators[{}]", source, i);
    const SearchRecord::Operator& op = record.operators[i];
    operators.push_back({.label = op.label, .op = parse_backup(op.is, where)});
    check_backup(op.is, where, record.context);
  }
  check_shadows(arguments.shadows, record.context);
  add_given(arguments.shadows, record.context, !record.search.uncertainty.empty(), operators);
  RecordOperators found{.operators = {}, .labels = operator_labels(operators)};
  for (LabelledOperator& one : operators) found.operators.push_back(std::move(one.op));
  return found;
}

std::vector<std::string> add_shadows(const SearchArguments& arguments, const Game& game, SearchSettings& search) {
  std::vector<LabelledOperator> operators = {{.label = driver_label(arguments, search.backup), .op = search.backup}};
  add_given(arguments.shadows, operator_context(game, search), knows_uncertainty(search.evaluator, search.folder.path),
            operators);
  for (std::size_t i = 1; i < operators.size(); ++i) {
    if (const std::string problem = config::uncertainty_problem(operators[i].op.name, search); !problem.empty())
      throw UsageError("--shadow: " + problem);
    search.shadows.push_back(operators[i].op);
  }
  return operator_labels(operators);
}

}  // namespace rootward
