// Runs of neighbours.
#include "experiments/cluster/task_list.h"

#include <fmt/format.h>

#include <iterator>

namespace rootward::cluster {

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

}  // namespace rootward::cluster
