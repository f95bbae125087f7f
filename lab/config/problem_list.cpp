// Duplicates are dropped on entry, the order is made at the end.
#include "lab/config/problem_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "lab/config/map_reader.h"

namespace rootward::config {

void ProblemList::add(const Place& place, std::string path, std::string message) {
  constexpr std::string_view kSet = "--set ";
  if (place.source.starts_with(kSet)) {
    std::string_view set = std::string_view(place.source).substr(kSet.size());
    if (set.starts_with('+')) set.remove_prefix(1);
    if (set == path) path.clear();
  }
  const bool is_known = std::ranges::any_of(problems_, [&](const Problem& known) {
    return known.file == place.source && known.line == place.line && known.column == place.column &&
           known.path == path && known.message == message;
  });
  if (is_known) return;
  problems_.push_back({.file = place.source,
                       .line = place.line,
                       .column = place.column,
                       .path = std::move(path),
                       .message = std::move(message)});
}

void ProblemList::refuse(const YamlNode& node, std::string_view allowed) {
  add(node, fmt::format("{} is not allowed; allowed: {}", written_text(node), allowed));
}

void ProblemList::add_all(const UsageError& error) {
  for (const Problem& problem : error.problems())
    add({.source = problem.file, .line = problem.line, .column = problem.column}, problem.path, problem.message);
}

void ProblemList::throw_if_any() {
  if (problems_.empty()) return;
  std::ranges::stable_sort(problems_, [](const Problem& a, const Problem& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  throw UsageError(std::move(problems_));
}

}  // namespace rootward::config
