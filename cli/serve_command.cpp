// `rootward tune serve`: a long-lived evaluator that speaks JSON lines.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/commands.h"
#include "cli/run_options.h"
#include "cli/tuning_options.h"
#include "core/errors.h"
#include "experiments/tuning/serve.h"

namespace rootward {
namespace {

int run_server(const CLI::App& command) {
  const tuning::TuningConfig config = given_tuning(command);
  const tuning::ServiceSettings settings = given_service_settings(command);
  try {
    if (tuning::serve(config, settings, command.count("--quiet") > 0)) return static_cast<int>(ExitCode::done);
  } catch (const tuning::EvaluationsHalted& why) {
    return halted(why, tuning::tuning_folder_of(config, settings.folder));
  }
  return interrupted("every finished game is stored, and the same requests go on from there");
}

}  // namespace

void declare_serve(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("serve", "Evaluate points asked for in JSON lines, many at once");
  add_tuning_argument(*command);
  add_service_options(*command);
  command->add_flag("--quiet")->description("No warnings; errors are still printed");
  command->footer(
      "Requests: evaluate, extend, cancel, status, shutdown; docs/tuning.md describes them. The end of the input "
      "lets\n"
      "what is pending finish. Every game is stored as it ends, and none is played twice.\n"
      "Example: echo '{\"op\": \"evaluate\", \"id\": 1, \"params\": {\"backup.g\": [-7, -5, -3], "
      "\"search.selection.c\": 0.9}, \"games\": 40}' | rootward tune serve configs/tuning/connect4-softmax.yaml");
  command->callback([command, &exit_code] { exit_code = run_server(*command); });
}

}  // namespace rootward
