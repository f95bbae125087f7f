// The program: one sub-command a run; errors become messages on stderr and exit codes.
#include "cli/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/bench/signature.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/problem_places.h"
#include "cli/usage_hint.h"
#include "core/build_info.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/note.h"
#include "core/processor.h"

namespace rootward {
namespace {

int code_of(ExitCode code) { return static_cast<int>(code); }

std::string version_text() {
  return fmt::format("rootward {}\nrevision {}\ncompiler {}\nflags {}", version(), revision(), compiler(), flags());
}

/// `revision` without its mark of a changed source tree, which is `dirty`.
std::string version_json() {
  constexpr std::string_view kMark = "-dirty";
  const std::string_view whole = revision();
  const bool is_dirty = whole.ends_with(kMark);
  Json object = {{"schema", "rootward.version/1"},
                 {"version", std::string(version())},
                 {"revision", std::string(is_dirty ? whole.substr(0, whole.size() - kMark.size()) : whole)},
                 {"dirty", is_dirty},
                 {"compiler", std::string(compiler())},
                 {"flags", std::string(flags())},
                 {"signature", bench::signature()},
                 {"python", nullptr}};
  if (!python_version().empty()) object["python"] = std::string(python_version());
  return dump_json(object, 2);
}

using Declare = void (*)(CLI::App& app, int& exit_code);

/// A command that is nothing but those below it.
void declare_group(CLI::App& app, int& exit_code, const char* name, const char* help, const char* footer,
                   const std::vector<Declare>& below) {
  CLI::App* group = app.add_subcommand(name, help);
  group->require_subcommand(1);
  group->footer(footer);
  for (const Declare declare : below) declare(*group, exit_code);
}

void declare_tune(CLI::App& app, int& exit_code) {
  declare_group(app, exit_code, "tune", "What an optimizer of one's own needs of a tuning: space, objective, serve",
                "`rootward run` of a tuning does the whole work.\n"
                "Example: rootward tune space configs/tuning/connect4-softmax.yaml --format optuna",
                {&declare_space, &declare_objective, &declare_serve});
}

void declare_tool(CLI::App& app, int& exit_code) {
  declare_group(app, exit_code, "tool",
                "Rules, games of one's own, opening books, networks, games of self-play, speed, shells",
                "Example: rootward tool perft go:5 --depth 3",
                {&declare_perft, &declare_new_game, &declare_book, &declare_net, &declare_data, &declare_bench,
                 &declare_completion});
}

struct CommandGroup {
  const char* heading;
  std::vector<Declare> commands;
};

/// In the order in which a newcomer meets them.
void declare_commands(CLI::App& app, int& exit_code) {
  const std::vector<CommandGroup> groups = {{"Commands for runs",
                                             {&declare_run, &declare_check, &declare_plan, &declare_status,
                                              &declare_table, &declare_report, &declare_merge, &declare_verify}},
                                            {"Commands for positions and players",
                                             {&declare_search, &declare_explore, &declare_evaluate, &declare_backup,
                                              &declare_play, &declare_gtp, &declare_list}},
                                            {"Commands with commands below them", {&declare_tune, &declare_tool}}};
  for (const CommandGroup& group : groups) {
    const std::size_t before = app.get_subcommands(nullptr).size();
    for (const Declare declare : group.commands) declare(app, exit_code);
    const std::vector<CLI::App*> declared = app.get_subcommands(nullptr);
    for (std::size_t i = before; i < declared.size(); ++i) declared[i]->group(group.heading);
  }
}

int parse_and_run(int argc, char** argv) {
  check_processor_cap();
  CLI::App app("rootward: a testbed for the backup step of Monte-Carlo tree search", "rootward");
  CLI::Option* as_json = app.add_flag("--json")->description("In JSON, with the bench signature");
  as_json->needs(app.set_version_flag(
      "--version", [as_json] { return as_json->count() > 0 ? version_json() : version_text(); },
      "Version, git revision, compiler and flags"));
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(28);
  app.footer(
      "'rootward COMMAND --help' prints a command's options, with an example.\n"
      "Where a CONFIG is asked for, shipped:NAME is one that comes with the program: 'rootward list configs'.\n"
      "Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 a player or optimizer cannot be used,\n"
      "4 this machine cannot play it, 75 games of the schedule are missing, 130 interrupted.");
  int exit_code = code_of(ExitCode::done);
  declare_commands(app, exit_code);
  try {
    if (const std::string unknown = unknown_command(app, argc, argv); !unknown.empty()) {
      note("error: " + unknown);
      return code_of(ExitCode::usage);
    }
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    std::ostringstream text;
    const int code = app.exit(help_or_version, text, text);
    write_results(text.str());
    return code;
  } catch (const CLI::ParseError& error) {
    note("error: " + usage_hint(app, error));
    return code_of(ExitCode::usage);
  } catch (const UsageError& error) {
    throw with_places(error, app);
  }
  if (app.get_subcommands().empty()) {
    note(app.help());
    return code_of(ExitCode::usage);
  }
  return exit_code;
}

/// Results that did not fit on a disk are a failure. What serves or streams ends where its reader has gone, and is
/// done.
int after_system_error(const std::system_error& error) {
  const bool is_output_lost = std::ferror(stdout) != 0;
  if (is_output_lost && error.code() == std::errc::broken_pipe) return code_of(ExitCode::done);
  note("error: {}{}", is_output_lost ? "cannot write the results: " : "", error.what());
  return code_of(ExitCode::failed);
}

}  // namespace

int run_program(int argc, char** argv) {
  try {
    const int exit_code = parse_and_run(argc, argv);
    flush_results();
    return exit_code;
  } catch (const UsageError& error) {
    for (const Problem& problem : error.problems()) note("error: " + problem_text(problem));
    return code_of(ExitCode::usage);
  } catch (const PlayerError& error) {
    note("error: {}", error.what());
    return code_of(ExitCode::unusable_player);
  } catch (const UnfitError& error) {
    note("error: {}", error.what());
    return code_of(ExitCode::unfit);
  } catch (const RunError& error) {
    note("error: {}", error.what());
    return code_of(ExitCode::failed);
  } catch (const std::bad_alloc&) {
    // The text is there already: no memory is asked for.
    (void)std::fputs("error: out of memory; fewer threads (--threads) or smaller searches need less\n", stderr);
    return code_of(ExitCode::failed);
  } catch (const std::system_error& error) {
    return after_system_error(error);
  } catch (const std::exception& error) {
    note("internal error: {}", error.what());
    return code_of(ExitCode::failed);
  }
}

}  // namespace rootward
