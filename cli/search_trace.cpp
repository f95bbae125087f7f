// Kind by the file's ending.
#include "cli/search_trace.h"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "cli/option_checks.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "lab/play/trace.h"

namespace rootward {
namespace {

/// Whether the file, or a new one in its folder, may be written; nothing is made or changed.
void require_writable(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const bool is_there = ::access(file.c_str(), F_OK) == 0;
  const std::string target = is_there ? file : folder.empty() ? "." : folder.string();
  errno = 0;
  if (is_there && std::filesystem::is_directory(file)) errno = EISDIR;
  if (errno != 0 || ::access(target.c_str(), is_there ? W_OK : W_OK | X_OK) != 0)
    throw RunError(file_error_text(file, "cannot write the trace", errno));
}

}  // namespace

void add_trace_options(CLI::App& command, TraceArguments& arguments) {
  command
      .add_option("--trace", arguments.file,
                  "Write the tree: all of it to a .json file, its top to a .dot file for Graphviz")
      ->type_name("FILE");
  command
      .add_option("--trace-depth", arguments.depth, "Write so many plies of it; for .json all, for .dot 4 unless given")
      ->transform(whole_number(0, 1000000))
      ->type_name("PLIES");
  command
      .add_option("--min-visits", arguments.min_visits,
                  "Write nodes of so many visits; for .json 1 unless given, for .dot 1 % of the root's,\n"
                  "or as many as it takes to show at most 40 nodes")
      ->transform(whole_number(1, 4294967295))
      ->type_name("N");
}

void check_trace(const TraceArguments& arguments) {
  const std::string& file = arguments.file;
  if (file.empty()) {
    if (arguments.depth || arguments.min_visits)
      throw UsageError("--trace-depth and --min-visits say what --trace FILE writes: there is no --trace");
    return;
  }
  if (!file.ends_with(".dot") && !file.ends_with(".json"))
    throw UsageError("--trace: " + file + " must end in .json or .dot");
  require_writable(file);
}

void write_trace(const TraceArguments& arguments, const SearchedTree& tree, const std::vector<std::string>& operators,
                 const ReturnRange& returns) {
  if (arguments.file.empty()) return;
  const TraceOptions options{
      .operators = operators, .returns = returns, .depth = arguments.depth, .min_visits = arguments.min_visits};
  errno = 0;
  std::ofstream out(arguments.file);
  if (out)
    arguments.file.ends_with(".dot") ? write_trace_dot(tree, options, out) : write_trace_json(tree, options, out);
  out.flush();
  if (!out) throw RunError(file_error_text(arguments.file, "cannot write the trace", errno));
}

}  // namespace rootward
