// Rendering of bench rows.
#include "cli/bench/report.h"

#include <fmt/format.h>

#include "core/json.h"

namespace rootward::bench {

std::string text_heading() {
  return fmt::format(
             "CPU time of one thread, median of samples. cycles: of a clock of dependent additions, for one unit.\n"
             "backup: the operator; with +companion, @selection rule, ^rule at the root.\n"
             "bytes/child: child blocks with their headers over children.\n"
             "cost: CPU time relative to the same search under average, alternating in one run (1.00 = the "
             "same);\n"
             "of a rule at the root: relative to the same search without it;\n"
             "of a formula: relative to the built-in operator of the same rule;\n"
             "with a network: of a simulation relative to an evaluation by the network alone;\n"
             "selfplay: of a position, a thread, relative to 16.5 such evaluations.\n\n") +
         fmt::format("{:<16}{:<10}{:<16}{:>12}{:>6}{:>14}  {:<13}{:>9}{:>13}{:>8}  {}", "game", "workload", "backup",
                     "simulations", "lanes", "per second", "unit", "cycles", "bytes/child", "cost", "evaluator");
}

std::string text_line(const Row& row) {
  const Workload& work = row.workload;
  const bool is_search = work.kind == "search";
  const std::string backup = work.operator_name() + (work.companion.empty() ? "" : "+" + work.companion) +
                             (work.selection.empty() ? "" : "@" + work.selection) +
                             (work.root.empty() ? "" : "^" + work.root);
  return fmt::format("{:<16}{:<10}{:<16}{:>12}{:>6}{:>14.0f}  {:<13}{:>9.0f}{:>13}{:>8}  {}", work.game, work.kind,
                     is_search ? backup : (work.is_traced ? "(traced)" : "-"),
                     is_search ? fmt::format("{}", work.simulations) : "-", row.lanes, row.per_second, row.unit(),
                     row.cycles, row.bytes_per_child ? fmt::format("{:.1f}", *row.bytes_per_child) : "-",
                     row.cost_ratio ? fmt::format("{:.3f}", *row.cost_ratio) : "-", row.evaluator());
}

std::string json_text(const std::vector<Row>& rows, const std::string& signature) {
  Json report{{"schema", "rootward.bench/1"}, {"rows", Json::array()}};
  for (const Row& row : rows) {
    const bool is_search = row.workload.kind == "search";
    Json json{{"game", row.workload.game}, {"workload", row.workload.kind}};
    json["backup"] = is_search ? Json(row.workload.operator_name()) : nullptr;
    if (!row.workload.companion.empty()) json["companion"] = row.workload.companion;
    if (!row.workload.selection.empty()) json["selection"] = row.workload.selection;
    if (!row.workload.root.empty()) json["root"] = row.workload.root;
    if (row.workload.is_traced) json["traced"] = true;
    json["evaluator"] = row.evaluator();
    json["simulations"] = is_search ? Json(row.workload.simulations) : nullptr;
    json["lanes"] = row.lanes;
    json["threads"] = row.workload.threads;
    json["unit"] = row.unit();
    json["per_second"] = row.per_second;
    json["cycles"] = row.cycles;
    json["bytes_per_child"] = row.bytes_per_child ? Json(*row.bytes_per_child) : nullptr;
    if (row.cost_ratio) json["cost_ratio"] = *row.cost_ratio;
    report["rows"].push_back(std::move(json));
  }
  report["signature"] = signature;
  return dump_json(report, 1);
}

}  // namespace rootward::bench
