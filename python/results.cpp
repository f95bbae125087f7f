// Results folders of every kind as the program's own tables and lines.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/kinds/kind.h"
#include "core/errors.h"
#include "core/text.h"
#include "experiments/estimates/render.h"
#include "experiments/study/run.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/join.h"
#include "experiments/tournament/table/render.h"
#include "experiments/tournament/verify.h"
#include "experiments/tuning/tune_report.h"
#include "lab/arena/game_record.h"
#include "lab/arena/stored_games.h"
#include "lab/config/yaml_document.h"
#include "lab/config/yaml_scalar.h"
#include "python/game_columns.h"
#include "python/native.h"
#include "python/position.h"

namespace rootward::python {
namespace {

/// KindFacts::name; of what is no results folder that of those whose reader says so.
std::string kind_of(const std::string& folder) {
  const Kind* kind = kind_of_folder(folder);
  return kind == nullptr ? "tournament" : std::string(kind->facts().name);
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

std::string study_tables(const std::string& folder, const std::string& format) {
  const py::gil_scoped_release release;
  return study::study_tables(folder, parse_table_format(format));
}

/// The stored games as lines of JSON, in the order of pairings, pairs and seats.
std::vector<std::string> games(const std::vector<std::string>& folders) {
  const py::gil_scoped_release release;
  std::vector<std::string> lines;
  for (const tournament::StoredResults& results : read_folders(folders, Detail::moves))
    for (const GameRecord& record : results.games) lines.push_back(to_json_line(record));
  return lines;
}

/// The same games without their moves, a numpy array a column. One folder is read game by game.
py::dict game_columns(const std::vector<std::string>& folders) {
  GameColumns columns;
  {
    const py::gil_scoped_release release;
    if (folders.size() > 1) {
      for (const tournament::StoredResults& results : read_folders(folders, Detail::scores))
        for (const GameRecord& record : results.games) columns.add(record);
    } else {
      const auto keep = [&](const tournament::StoredResults&) -> tournament::KeepGame {
        return [&](const GameRecord& record) { columns.add(record); };
      };
      (void)tournament::read_games(folders.front(), DamagedLines::refuse, keep);
      columns.sort();
    }
  }
  return columns.columns();
}

/// The positions of a stored game, from the first to the last; RunError where it is not what rules and seed make of it.
std::vector<PyPosition> replay(const std::vector<std::string>& folders, const std::string& id) {
  const py::gil_scoped_release release;
  std::vector<std::string> known;
  for (const tournament::StoredResults& results : read_folders(folders, Detail::moves)) {
    for (const GameRecord& record : results.games) {
      known.push_back(record.id);
      if (record.id != id) continue;
      const std::shared_ptr<const Game> game = StoredGames(results.config.game).game_of(record);
      const std::string problem = tournament::verify(record, results.config, *game);
      if (!problem.empty()) throw RunError(fmt::format("game {}: {}", id, problem));
      std::vector<PyPosition> positions;
      positions.push_back({.game = game, .position = game->start()});
      for (const std::vector<std::string>* moves : {&record.opening, &record.moves})
        for (const std::string& move : *moves) {
          positions.push_back({.game = game, .position = positions.back().position->clone()});
          play_text(*positions.back().position, move);
        }
      return positions;
    }
  }
  throw UsageError(fmt::format("no game {} is among the {} that are stored{}", id, known.size(), hint_text(id, known)));
}

/// What `rootward verify` finds wrong, and what it notes.
std::pair<std::vector<std::string>, std::vector<std::string>> verify(const std::string& folder) {
  const py::gil_scoped_release release;
  FolderCheck found = kind_of_results(folder).verify(folder);
  return {std::move(found.problems), std::move(found.notes)};
}

/// A resolved configuration as Python's own maps, lists and numbers.
py::object object_of(const config::YamlNode& node) {
  if (node.is_map()) {
    py::dict map;
    for (const config::YamlEntry& entry : node.entries) map[entry.key.c_str()] = object_of(entry.value);
    return map;
  }
  if (node.is_sequence()) {
    py::list list;
    for (const config::YamlNode& item : node.items) list.append(object_of(item));
    return list;
  }
  if (node.is_quoted) return py::str(node.text);
  if (const auto count = config::unsigned_value(node)) return py::int_(*count);
  const ParamValue value = config::scalar_value(node);
  if (const auto* flag = std::get_if<bool>(&value)) return py::bool_(*flag);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return py::int_(*integer);
  if (const auto* number = std::get_if<double>(&value)) return py::float_(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return py::str(*text);
  return py::none();
}

py::object yaml_object(const std::string& text, const std::string& source) {
  return object_of(config::parse_yaml(text, source));
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
  module.def("study_tables", study_tables);
  module.def("run_folders", study::run_folders);
  module.def("games", games);
  module.def("game_columns", game_columns);
  module.def("replay", replay);
  module.def("verify", verify);
  module.def("yaml_object", yaml_object);
  module.def("estimates_records", estimates_records);
  module.def("estimates_csv", estimates_csv);
}

}  // namespace rootward::python
