// The program: one sub-command a run; errors become messages on stderr and exit codes.
#include "cli/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

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

void declare_commands(CLI::App& app, int& exit_code) {
  declare_run(app, exit_code);
  declare_check(app, exit_code);
  declare_power(app, exit_code);
  declare_table(app, exit_code);
  declare_report(app, exit_code);
  declare_compare(app, exit_code);
  declare_merge(app, exit_code);
  declare_submit(app, exit_code);
  declare_status(app, exit_code);
  declare_watch(app, exit_code);
  declare_space(app, exit_code);
  declare_objective(app, exit_code);
  declare_serve(app, exit_code);
  declare_advise(app, exit_code);
  declare_search(app, exit_code);
  declare_explore(app, exit_code);
  declare_evaluate(app, exit_code);
  declare_backup(app, exit_code);
  declare_book(app, exit_code);
  declare_perft(app, exit_code);
  declare_data(app, exit_code);
  declare_net(app, exit_code);
  declare_list(app, exit_code);
  declare_bench(app, exit_code);
  declare_gtp(app, exit_code);
  declare_play(app, exit_code);
  declare_replay(app, exit_code);
  declare_verify(app, exit_code);
  declare_completion(app, exit_code);
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
      "'rootward COMMAND --help' tells a command's options, with an example.\n"
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
    const int code = app.exit(help_or_version);
    std::cout.flush();
    // What was asked for and could not be printed is a failure, as on a full disk.
    return std::cout ? code : code_of(ExitCode::failed);
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

/// A reader that has gone (`| head`) has what it wanted; results that did not fit on a disk are a failure.
int after_system_error(const std::system_error& error, int exit_code) {
  const bool is_output_lost = std::ferror(stdout) != 0;
  if (is_output_lost && error.code() == std::errc::broken_pipe) return exit_code;
  note("error: {}{}", is_output_lost ? "cannot write the results: " : "", error.what());
  return code_of(ExitCode::failed);
}

}  // namespace

int run_program(int argc, char** argv) {
  int exit_code = code_of(ExitCode::done);
  try {
    exit_code = parse_and_run(argc, argv);
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
    return after_system_error(error, exit_code);
  } catch (const std::exception& error) {
    note("internal error: {}", error.what());
    return code_of(ExitCode::failed);
  }
}

}  // namespace rootward
