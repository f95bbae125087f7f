// --trace and its limits: where a search's tree is written to, and how much of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/play/game.h"

namespace CLI {
class App;
}

namespace rootward {

struct TraceArguments {
  std::string file;  ///< .json or .dot; "": no trace
  std::optional<std::uint32_t> depth;
  std::optional<std::uint32_t> min_visits;
};

void add_trace_options(CLI::App& command, TraceArguments& arguments);
/// Before the search: UsageError for another kind of file and for limits without a file, RunError where the file could
/// not be written.
void check_trace(const TraceArguments& arguments);
/// Writes the file, if there is to be one. Throws RunError.
void write_trace(const TraceArguments& arguments, const SearchedTree& tree, const std::vector<std::string>& operators,
                 const ReturnRange& returns);

}  // namespace rootward
