// `rootward backup`: the operator calculator over stdin and stdout.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <string>

#include "cli/backup_calculator.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "core/errors.h"

namespace rootward {
namespace {

constexpr const char* kHelp =
    "Each line of stdin is a JSON object, each line of stdout its answer; a line that cannot be answered gives\n"
    "{\"error\": ..} and exit code 2 at the end. Numbers are in [-1, 1] (\"range\": [lo, hi] maps both ways), in the "
    "view\n"
    "of the player who chooses; with \"to_move\": \"min\" they are in MAX's view and the chooser minimises.\n"
    "  returns   {\"backup\", \"returns\", \"simulations\"}: a fresh node without children, its value after each "
    "return\n"
    "  children  {\"backup\", \"children\": [{\"visits\", \"value\"}], \"visits\", \"mean\", \"value\", \"return\",\n"
    "            \"own\": {\"visits\", \"value\"}, \"simulations\"}: one update of a node; `visits` counts this "
    "return, `mean`\n"
    "            and `value` are from before it\n"
    "            on-policy operators (lambda, gamma, ..): \"selected\", the index from 0 of the child on the path;\n"
    "            q_sigma: \"selected_before\", that child's value before this simulation (absent: its first visit)\n"
    "            path operators: \"plies_to_end\" (tree plies below the node), \"playout_plies\" (beyond the tree),\n"
    "            \"trail\" (bootstrap values of the nodes further down, nearest first)\n"
    "            clock: search: \"simulation\" (index from 1; default: visits), \"weight\" (sum of the earlier "
    "weights)\n"
    "            operators that read them: children's \"prior\", \"mean\" (default: value), \"variance\", \"weight\"\n"
    "            (what the node keeps of them, before this return; default: their earlier visits), \"private\" (a "
    "second\n"
    "            value; default: value); \"uncertainty\" of the return, in a sequence \"uncertainties\" and\n"
    "            \"plies_to_ends\" (default: 0)\n"
    "            both forms: \"explain\": true adds \"terms\": what the operator reckoned, term by term, in the "
    "view of\n"
    "            the player who chooses and on [-1, 1]\n"
    "  tree      {\"backup\", \"tree\", \"simulations\", \"seed\"}: a real search of a tree written out, the whole "
    "tree back\n"
    "Example: echo '{\"backup\":{\"name\":\"erwa\",\"alpha\":0.5},\"returns\":[1,0,0,1,1]}' | rootward backup";

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

/// True where every line was answered, up to where the answers' reader has gone.
bool calculate_all(std::istream& in) {
  bool failed = false;
  std::string line;
  while (!reader_has_gone() && std::getline(in, line)) {
    if (is_blank(line)) continue;
    print_results("{}\n", calculate_line(line, failed));
    flush_results();
  }
  return !failed;
}

}  // namespace

void declare_backup(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("backup", "Operator calculator: JSON lines in, JSON lines out");
  command->footer(kHelp);
  command->callback([&exit_code] {
    if (!calculate_all(std::cin)) exit_code = static_cast<int>(ExitCode::usage);
  });
}

}  // namespace rootward
