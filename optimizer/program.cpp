// rootward-optimizer: Bayesian optimization of win rates over the ask/tell protocol on stdin and stdout.
#include "optimizer/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

#include "core/build_info.h"
#include "core/errors.h"
#include "core/seed_text.h"
#include "optimizer/session.h"
#include "optimizer/state_file.h"

namespace rootward::optimizer {
namespace {

constexpr const char* kHelp =
    R"(Reads one JSON request a line and writes one JSON reply a line; the win rate `mean` is maximised:
  {"op":"space","parameters":[{"name","low","high","scale","count"?}]} -> {"ok":true}
      scale: linear | log | integer; count: a list of so many numbers
  {"op":"ask","id"} -> {"id","params","origin"?,"why"}; several may be pending
      origin: "design" (the first points fill the space) or "model"
      why: chosen_by, and the model's mean, deviation and expected_improvement of the win rate there
  {"op":"tell","id","params","mean","stderr","games"} -> {"ok":true}; in any order, also points never asked for;
      the same id again replaces what was told
  {"op":"failed","id","params"?} -> {"ok":true}
  {"op":"best"} -> {"params","mean","stderr","id","observed"}: the evaluated point with the highest posterior mean
  {"op":"predict","points":[params, ..]} -> {"means","stderrs"}: the posterior of the win rate at any points
A line that cannot be understood gets {"error"} and changes nothing. The same seed and lines give the same replies.

Example:
  printf '%s\n' '{"op":"space","parameters":[{"name":"c","low":0.2,"high":3,"scale":"log"}]}' \
                '{"op":"tell","id":1,"params":{"c":0.7},"mean":0.55,"stderr":0.025,"games":400}' \
                '{"op":"ask","id":2}' '{"op":"best"}' | rootward-optimizer --seed 1)";

int code_of(ExitCode code) { return static_cast<int>(code); }

void complain(const std::string& message) { std::fputs(("error: " + message + '\n').c_str(), stderr); }

std::string version_text() {
  return fmt::format("rootward-optimizer {}\nrevision {}\ncompiler {}\nflags {}", version(), revision(), compiler(),
                     flags());
}

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

/// Until the requests end, or nobody reads the replies any more.
int converse(const SessionOptions& options) {
  Session session(options);
  std::string line;
  while (std::getline(std::cin, line)) {
    if (is_blank(line)) continue;
    if (!(std::cout << session.reply(line) << std::endl)) {
      complain("standard output: cannot write the reply");
      return code_of(ExitCode::failed);
    }
  }
  return code_of(ExitCode::done);
}

int parse_and_converse(int argc, char** argv) {
  CLI::App app("rootward-optimizer: Bayesian optimization of win rates, by ask and tell over JSON lines",
               "rootward-optimizer");
  app.set_version_flag("--version", version_text, "Version, git revision, compiler and flags");
  app.get_formatter()->column_width(28);
  app.footer(kHelp);
  SessionOptions options;
  std::string acquisition;
  app.add_option("--seed", options.seed, "Seed of every random draw (default 1, or the state's)")->check(seed_problem);
  app.add_option("--acquisition", acquisition, "ei: expected improvement (default); ucb: upper confidence bound")
      ->check(CLI::IsMember({"ei", "ucb"}));
  app.add_option("--state", options.state_path,
                 "File that keeps all that was asked and told; taken up where it exists, written before each reply")
      ->check([](const std::string& path) { return std::string(path.empty() ? "a file's name is wanted" : ""); })
      ->type_name("FILE");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    complain(std::string(error.what()) + "; 'rootward-optimizer --help' prints the options");
    return code_of(ExitCode::usage);
  }
  options.acquisition = acquisition_named(acquisition);
  return converse(options);
}

}  // namespace

int run_program(int argc, char** argv) {
  try {
    return parse_and_converse(argc, argv);
  } catch (const UsageError& error) {
    for (const Problem& problem : error.problems()) complain(problem_text(problem));
    return code_of(ExitCode::usage);
  } catch (const RunError& error) {
    complain(error.what());
  } catch (const std::exception& error) {
    complain(fmt::format("internal: {}", error.what()));
  }
  return code_of(ExitCode::failed);
}

}  // namespace rootward::optimizer
