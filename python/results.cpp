// Results folders of every kind as the program's own tables and lines.
#include <string>
#include <vector>

#include "experiments/arena/game_record.h"
#include "experiments/estimates/render.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/join.h"
#include "experiments/tournament/table/render.h"
#include "experiments/tuning/tune_report.h"
#include "python/native.h"

namespace rootward::python {
namespace {

std::string kind_of(const std::string& folder) {
  if (estimates::is_estimates_folder(folder)) return "estimates";
  return tuning::is_tuning_folder(folder) ? "tuning" : "tournament";
}

std::vector<tournament::StoredResults> read_folders(const std::vector<std::string>& folders, Detail detail) {
  std::vector<tournament::StoredResults> stored;
  for (const std::string& folder : folders) stored.push_back(tournament::read_results(folder, detail));
  return tournament::join_results(std::move(stored));
}

/// The very text of `rootward table`.
std::string tournament_table(const std::vector<std::string>& folders, const std::string& format) {
  const py::gil_scoped_release release;
  std::vector<tournament::ResultTable> tables;
  for (const tournament::StoredResults& results : read_folders(folders, Detail::scores))
    tables.push_back(tournament::make_table(results, {}));
  return tournament::render_tables(tables, parse_table_format(format));
}
std::string estimates_table(const std::string& folder, const std::string& format) {
  const py::gil_scoped_release release;
  return estimates::render_estimates(estimates::read_estimates_folder(folder), parse_table_format(format));
}
std::string tuning_table(const std::string& folder, const std::string& format) {
  const py::gil_scoped_release release;
  return tuning::render_tuning(tuning::read_stored_tuning(folder), parse_table_format(format));
}

/// The stored games as lines of JSON, in the order of pairings, pairs and seats; without moves unless they are asked.
std::vector<std::string> games(const std::vector<std::string>& folders, bool with_moves) {
  const py::gil_scoped_release release;
  std::vector<std::string> lines;
  for (const tournament::StoredResults& results : read_folders(folders, with_moves ? Detail::moves : Detail::scores))
    for (const GameRecord& record : results.games) lines.push_back(to_json_line(record));
  return lines;
}

/// Truths, then searches, as lines of JSON.
std::pair<std::vector<std::string>, std::vector<std::string>> estimates_records(const std::string& folder) {
  const py::gil_scoped_release release;
  const estimates::StoredEstimates study = estimates::read_estimates_folder(folder);
  std::pair<std::vector<std::string>, std::vector<std::string>> lines;
  for (const auto& truth : study.truths) lines.first.push_back(estimates::to_json_line(truth.second));
  for (const auto& search : study.searches) lines.second.push_back(estimates::to_json_line(search.second));
  return lines;
}

std::string estimates_csv(const std::string& folder) {
  const py::gil_scoped_release release;
  return estimates::estimates_csv(estimates::read_estimates_folder(folder));
}

}  // namespace

void bind_results(py::module_& module) {
  module.def("kind_of", kind_of);
  module.def("tournament_table", tournament_table);
  module.def("estimates_table", estimates_table);
  module.def("tuning_table", tuning_table);
  module.def("games", games);
  module.def("estimates_records", estimates_records);
  module.def("estimates_csv", estimates_csv);
}

}  // namespace rootward::python
