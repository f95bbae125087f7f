// `rootward tool completion`: what a shell needs to complete rootward's command lines.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "cli/commands.h"
#include "cli/completion/shells.h"
#include "cli/output.h"
#include "core/errors.h"
#include "core/text.h"

namespace rootward {
namespace {

const CLI::App& whole_program(const CLI::App& command) {
  const CLI::App* program = &command;
  while (program->get_parent() != nullptr) program = program->get_parent();
  return *program;
}

void print_completion(const CLI::App& program, const std::string& shell) {
  const auto table = completion::command_table(program);
  if (shell == "bash") {
    write_results(completion::bash_script(table));
  } else if (shell == "zsh") {
    write_results(completion::zsh_script(table));
  } else if (shell == "fish") {
    write_results(completion::fish_script(table));
  } else {
    const std::vector<std::string> known = {"bash", "zsh", "fish"};
    throw UsageError(
        fmt::format("completion {}: allowed: {}{}", shell, fmt::join(known, ", "), hint_text(shell, known)));
  }
  flush_results();
}

}  // namespace

void declare_completion(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("completion", "Print what a shell needs to complete rootward's command lines");
  command->add_option("SHELL", "Which shell")->required()->type_name("bash|zsh|fish");
  command->footer(
      "The package of rootward brings all three to where shells look for them. For one shell:\n"
      "Example: source <(rootward tool completion bash)\n"
      "         rootward tool completion fish | source");
  command->callback(
      [command] { print_completion(whole_program(*command), command->get_option("SHELL")->as<std::string>()); });
}

}  // namespace rootward
