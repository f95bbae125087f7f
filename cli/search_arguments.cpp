// Labels stand before an =; an operator's name and a YAML map have none in front of them.
#include "cli/search_arguments.h"

#include <CLI/CLI.hpp>
#include <string_view>

#include "backup/registry.h"
#include "core/errors.h"
#include "experiments/config/parts.h"
#include "experiments/config/search_reader.h"
#include "experiments/play/game.h"
#include "experiments/play/operator_labels.h"

namespace rootward {
namespace {

constexpr const char* kShadow = "--shadow";

struct ShadowText {
  std::string label;  ///< "": none was given
  std::string_view yaml;
};

ShadowText split_shadow(const std::string& text) {
  const std::size_t equals = text.find_first_of("={[\"' ");
  if (equals == std::string::npos || text[equals] != '=') return {.label = "", .yaml = text};
  if (equals == 0) throw UsageError("--shadow: " + text + " has no label before the =");
  return {.label = text.substr(0, equals), .yaml = std::string_view(text).substr(equals + 1)};
}

LabelledOperator parse_shadow(const std::string& text) {
  const ShadowText parts = split_shadow(text);
  return {.label = parts.label, .op = parse_backup(parts.yaml, kShadow)};
}

/// As the search's own operator is checked.
void check_shadows(const std::vector<std::string>& shadows, const OperatorContext& context) {
  for (const std::string& text : shadows) check_backup(split_shadow(text).yaml, kShadow, context);
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
  command.add_option("--backup", arguments.backup, "The backup operator, a name or a map; average unless given")
      ->type_name("OPERATOR|YAML")
      ->excludes(player);
  command
      .add_option("--shadow", arguments.shadows,
                  "Further operators, which watch the same simulations; LABEL=NAME and LABEL={..} say\n"
                  "what they are called")
      ->type_name("OPERATOR|YAML");
}

PlayerSpec searching_player(const SearchArguments& arguments, const std::vector<Override>& overrides,
                            const NamedParams& game) {
  PlayerSpec spec = player_spec(arguments, overrides, game);
  if (spec.kind != "search")
    throw UsageError("--player: " + spec.name + " does not search (it is a " + spec.kind + " player)");
  if (!arguments.shadows.empty()) check_shadows(arguments.shadows, operator_context(*make_game(game), spec.search));
  return spec;
}

std::vector<std::string> add_shadows(const SearchArguments& arguments, SearchSettings& search) {
  std::vector<LabelledOperator> operators = {{.label = "", .op = search.backup}};
  for (const std::string& text : arguments.shadows) {
    operators.push_back(parse_shadow(text));
    if (const std::string problem = config::uncertainty_problem(operators.back().op.name, search); !problem.empty())
      throw UsageError("--shadow: " + problem);
    search.shadows.push_back(operators.back().op);
  }
  return operator_labels(operators);
}

}  // namespace rootward
