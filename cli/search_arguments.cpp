// Labels stand before an =; an operator's name and a YAML map have none in front of them.
#include "cli/search_arguments.h"

#include <CLI/CLI.hpp>
#include <string_view>

#include "backup/registry.h"
#include "core/errors.h"
#include "lab/config/parts.h"
#include "lab/config/search_reader.h"
#include "lab/play/game.h"
#include "lab/play/operator_labels.h"

namespace rootward {
namespace {

constexpr const char* kShadow = "--shadow";
constexpr const char* kBackup = "--backup";

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
  for (const std::string& text : shadows) check_backup(split_label(text, kShadow).yaml, kShadow, context);
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
                  "what they are called")
      ->type_name("OPERATOR|YAML");
}

PlayerSpec searching_player(const SearchArguments& arguments, const std::vector<Override>& overrides,
                            const NamedParams& game) {
  PlayerArguments plain = arguments;
  plain.backup = split_label(arguments.backup, kBackup).yaml;
  PlayerSpec spec = player_spec(plain, overrides, game);
  if (spec.kind != "search")
    throw UsageError("--player: " + spec.name + " does not search (it is a " + spec.kind + " player)");
  if (!arguments.shadows.empty()) check_shadows(arguments.shadows, operator_context(*make_game(game), spec.search));
  return spec;
}

std::vector<std::string> add_shadows(const SearchArguments& arguments, SearchSettings& search) {
  std::vector<LabelledOperator> operators = {{.label = driver_label(arguments, search.backup), .op = search.backup}};
  for (const std::string& text : arguments.shadows) {
    operators.push_back(parse_shadow(text));
    if (const std::string problem = config::uncertainty_problem(operators.back().op.name, search); !problem.empty())
      throw UsageError("--shadow: " + problem);
    search.shadows.push_back(operators.back().op);
  }
  return operator_labels(operators);
}

}  // namespace rootward
