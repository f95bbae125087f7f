// Runs of neighbours.
#include "experiments/cluster/task_list.h"

#include <fmt/format.h>

#include <charconv>

#include "core/errors.h"

namespace rootward::cluster {
namespace {

/// The number that the text begins with, cut off it.
std::uint32_t take_task_number(std::string_view& text, std::string_view whole) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc())
    throw UsageError(fmt::format("{} is no list of tasks; allowed: numbers and ranges such as 3,17,40-44", whole));
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::string task_list(const TaskSet& tasks) {
  std::string text;
  for (auto first = tasks.begin(); first != tasks.end();) {
    auto last = first;
    auto next = std::next(first);
    while (next != tasks.end() && *next == *last + 1) last = next++;
    text += fmt::format("{}{}", text.empty() ? "" : ",", *first);
    if (first != last) text += fmt::format("-{}", *last);
    first = next;
  }
  return text;
}

TaskSet parse_task_list(std::string_view text) {
  constexpr std::uint32_t kMostTasks = 10'000'000;
  TaskSet tasks;
  const std::string_view whole = text;
  while (!text.empty()) {
    const std::uint32_t first = take_task_number(text, whole);
    std::uint32_t last = first;
    if (text.starts_with('-')) {
      text.remove_prefix(1);
      last = take_task_number(text, whole);
    }
    if (last < first || last > kMostTasks)
      throw UsageError(fmt::format("{} is no list of tasks: {}-{}", whole, first, last));
    for (std::uint32_t task = first; task <= last; ++task) tasks.insert(task);
    if (text.starts_with(','))
      text.remove_prefix(1);
    else if (!text.empty())
      (void)take_task_number(text = "", whole);
  }
  return tasks;
}

}  // namespace rootward::cluster
