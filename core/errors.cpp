// Problem texts and nearest names.
#include "core/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "core/escape.h"
#include "core/text.h"

namespace rootward {
namespace {

constexpr std::size_t kLongestPath = 1000;
constexpr std::size_t kLongestMessage = 4000;

std::string joined(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += problem_text(problem);
  }
  return text;
}

/// Edit distance with insertion, deletion, replacement and swap of neighbours.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::string problem_text(const Problem& problem) {
  std::string text = terminal_token(problem.file, kLongestPath);
  if (problem.line > 0) text += fmt::format(":{}", problem.line);
  if (problem.line > 0 && problem.column > 0) text += fmt::format(":{}", problem.column);
  if (!text.empty()) text += ": ";
  if (!problem.path.empty()) text += terminal_token(problem.path, kLongestPath) + ": ";
  if (problem.message.size() <= kLongestMessage) return text + terminal_text(problem.message);
  return text + terminal_text(std::string_view(problem.message).substr(0, kLongestMessage)) +
         fmt::format(".. ({} bytes)", problem.message.size());
}

UsageError::UsageError(std::vector<Problem> problems)
    : std::runtime_error(joined(problems)), problems_(std::move(problems)) {}

UsageError::UsageError(const std::string& message)
    : UsageError(std::vector<Problem>{Problem{.file = {}, .line = 0, .column = 0, .path = {}, .message = message}}) {}

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
  const std::string wanted = lower_case(name);
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace rootward
