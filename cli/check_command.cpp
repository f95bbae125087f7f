// `rootward check`: whatever a command would need of a configuration is read, built and validated; nothing is played.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/game_trial.h"
#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/json.h"
#include "experiments/tournament/measured_adjudication.h"
#include "lab/config/parts.h"

namespace rootward {
namespace {

void check(const CLI::App& command) {
  const std::string file = given_file(command);
  if (file.starts_with("plugin:"))
    return print_shown("{}", trial_text({parse_game(file, given_game_overrides(command))}));
  const Kind& kind = kind_of_config(command);
  check_option(*command.get_option("--adjudication"), kind, file);
  if (command.count("--json") == 0) {
    const std::string found = kind.check(command);
    return print_shown("{}: in order; {}, for rootward run\n{}", file, kind.facts().one, found);
  }
  if (kind.resolved == nullptr) throw UsageError(fmt::format("--json: it is not for {}", kind.facts().many));
  print_results("{}\n", dump_json(kind.resolved(file, given_overrides(command)), 2));
}

}  // namespace

void declare_check(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("check", "Validate a configuration of any kind; say what it is and would do");
  command->add_option("CONFIG", "A YAML file, which says what it is (a tournament, a tuning, a study ..)")
      ->required()
      ->transform(configuration_path())
      ->type_name("FILE");
  command->add_option("--adjudication")
      ->description(
          fmt::format("A tournament's folder whose games were played out under this one's rule `adjudicate`: refused "
                      "unless {} or more different ones were, by the same searches and networks, and at most {:.1f} % "
                      "of those that it "
                      "would have ended did so otherwise",
                      tournament::kGamesPlayedOut, 100 * tournament::kMostOtherResults))
      ->type_name("DIR");
  command->add_flag("--json")->description("Print the resolved configuration as one JSON object instead");
  add_set_option(*command);
  command->footer("Example: rootward check configs/quickstart.yaml --set schedule.pairs=50");
  command->callback([command] { check(*command); });
}

}  // namespace rootward
