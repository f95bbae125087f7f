// `rootward tool bench`: speeds, bytes a child, every operator's cost beside the average, and the signature.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/bench/report.h"
#include "cli/bench/signature.h"
#include "cli/bench/workloads.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "core/errors.h"

namespace rootward {
namespace {

std::vector<bench::Workload> chosen_workloads(const std::string& filter) {
  std::vector<bench::Workload> chosen;
  for (const bench::Workload& workload : bench::all_workloads())
    if (workload.label().find(filter) != std::string::npos) chosen.push_back(workload);
  if (chosen.empty())
    throw UsageError(fmt::format("--filter: no row's label contains '{}'; labels are like '{}'", filter,
                                 bench::all_workloads().back().label()));
  return chosen;
}

void print_json(const std::vector<bench::Workload>& workloads) {
  std::vector<bench::Row> rows;
  for (const bench::Workload& workload : workloads) rows.push_back(bench::measure(workload));
  print_results("{}\n", bench::json_text(rows, bench::signature()));
}

void print_text(const std::vector<bench::Workload>& workloads) {
  print_results("{}\n", bench::text_heading());
  for (const bench::Workload& workload : workloads) {
    print_results("{}\n", bench::text_line(bench::measure(workload)));
    flush_results();
    if (reader_has_gone()) return;
  }
  print_results("\nsignature {}\n", bench::signature());
}

void run_bench(const CLI::App& command) {
  if (command.get_option("--signature")->count() > 0) {
    print_results("{}\n", bench::signature());
    return;
  }
  const std::string filter =
      command.get_option("--filter")->count() > 0 ? command.get_option("--filter")->as<std::string>() : std::string();
  const std::vector<bench::Workload> workloads = chosen_workloads(filter);
  if (command.get_option("--json")->count() > 0)
    print_json(workloads);
  else
    print_text(workloads);
}

}  // namespace

void declare_bench(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("bench", "Measure speeds, memory and operators' costs; print the signature");
  command->add_flag("--json")->description("One JSON object in place of the table");
  command->add_option("--filter", "Only rows whose label contains TEXT, such as 'go:9 search softmax'")
      ->type_name("TEXT");
  command->add_flag("--signature")->description("Only the signature, a checksum of root visit counts");
  command->footer("Example: rootward tool bench --filter \"connect4 search\"");
  command->callback([command] { run_bench(*command); });
}

}  // namespace rootward
