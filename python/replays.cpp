// Recorded searches of anybody's, played again under any operators.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/exploration_record.h"
#include "cli/search_arguments.h"
#include "core/errors.h"
#include "lab/play/replayed_search.h"
#include "lab/play/search_record_file.h"
#include "python/native.h"

namespace rootward::python {
namespace {

/// What Python's arrays say, an entry a node or simulation; empty: not said.
struct GivenColumns {
  std::vector<std::int64_t> parents;
  std::vector<std::string> moves;
  std::vector<std::int64_t> movers, legal, visits;
  std::vector<bool> chance, ends;
  std::vector<double> priors;
  std::vector<std::string> texts;
  std::vector<std::int64_t> leaves;
  std::vector<double> values;
  std::vector<std::int64_t> plies;
  std::vector<double> uncertainty;
};

template <class T>
std::vector<T> column_of(const py::dict& given, const char* key, std::size_t size) {
  if (!given.contains(key)) return {};
  auto column = given[key].cast<std::vector<T>>();
  if (column.size() != size) throw UsageError(fmt::format("{} has {} entries; allowed: {}", key, column.size(), size));
  return column;
}

GivenColumns columns_of(const py::dict& given) {
  const std::size_t nodes = py::len(given["parents"]);
  const std::size_t simulations = py::len(given["leaves"]);
  return {.parents = column_of<std::int64_t>(given, "parents", nodes),
          .moves = column_of<std::string>(given, "moves", nodes),
          .movers = column_of<std::int64_t>(given, "movers", nodes),
          .legal = column_of<std::int64_t>(given, "legal", nodes),
          .visits = column_of<std::int64_t>(given, "visits", nodes),
          .chance = column_of<bool>(given, "chance", nodes),
          .ends = column_of<bool>(given, "ends", nodes),
          .priors = column_of<double>(given, "priors", nodes),
          .texts = column_of<std::string>(given, "texts", nodes),
          .leaves = column_of<std::int64_t>(given, "leaves", simulations),
          .values = column_of<double>(given, "values", simulations),
          .plies = column_of<std::int64_t>(given, "plies", simulations),
          .uncertainty = column_of<double>(given, "uncertainty", simulations)};
}

/// Negative numbers are none that a record takes.
std::uint64_t whole(std::int64_t number) { return number < 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(number); }

RecordedNode node_of(const GivenColumns& given, std::size_t i) {
  RecordedNode node;
  node.parent = i == 0 ? 0 : whole(given.parents[i]);
  node.move = i == 0 ? "" : given.moves[i];
  node.mover = given.movers[i];
  node.is_chance = !given.chance.empty() && given.chance[i];
  node.is_end = !given.ends.empty() && given.ends[i];
  if (!node.is_end) node.legal = whole(given.legal[i]);
  if (i > 0 && !given.priors.empty()) node.prior = given.priors[i];
  if (!given.visits.empty()) node.visits = whole(given.visits[i]);
  if (!given.texts.empty()) node.text = given.texts[i];
  return node;
}

RecordedSimulation simulation_of(const GivenColumns& given, std::size_t k) {
  RecordedSimulation simulation;
  simulation.leaf = whole(given.leaves[k]);
  simulation.value = given.values[k];
  if (!given.plies.empty()) simulation.plies = whole(given.plies[k]);
  if (!given.uncertainty.empty()) simulation.uncertainty = given.uncertainty[k];
  return simulation;
}

std::string fault_text(const RecordFault& fault) {
  if (fault.part() == RecordFault::Part::node) return fmt::format("node {}: {}", fault.index(), fault.what());
  if (fault.part() == RecordFault::Part::simulation)
    return fmt::format("simulation {}: {}", fault.index(), fault.what());
  return fault.what();
}

/// A record, and the operators that it is played again with.
class PyRecord {
 public:
  explicit PyRecord(SearchRecord record) : record_(std::move(record)) {}

  static PyRecord read(const std::string& file) { return PyRecord(read_search_record(file)); }
  static PyRecord of_columns(const py::dict& given, const std::string& game, int seats,
                             std::pair<double, double> range) {
    const GivenColumns columns = columns_of(given);
    SearchRecord head;
    head.game = game;
    head.seats = seats;
    head.returns = {.low = range.first, .high = range.second};
    SearchRecordBuilder builder(std::move(head));
    try {
      for (std::size_t i = 0; i < columns.parents.size(); ++i) builder.add(node_of(columns, i));
      for (std::size_t k = 0; k < columns.leaves.size(); ++k) builder.add(simulation_of(columns, k));
      return PyRecord(builder.finish());
    } catch (const RecordFault& fault) {
      throw UsageError(fault_text(fault));
    }
  }

  using Shadows = std::vector<std::string>;  ///< as --shadow has them
  py::dict table(const std::string& backup, const Shadows& shadows) const {
    const RecordOperators operators = operators_of(backup, shadows);
    ReplayedSearch found;
    {
      const py::gil_scoped_release release;
      found = replay_search(record_, operators.operators);
    }
    const auto own = [&](Value value) { return record_.returns.to_own(value); };
    py::dict answer;
    answer["operators"] = operators.labels;
    answer["move"] = name(found.move);
    answer["value"] = own(found.result.value);
    answer["mean"] = own(found.result.mean);
    answer["simulations"] = found.result.simulations;
    answer["seconds"] = found.result.seconds;
    py::dict all;
    py::dict preferred;
    for (std::size_t i = 0; i < operators.labels.size(); ++i) {
      all[operators.labels[i].c_str()] = own(i == 0 ? found.result.value : found.result.shadow_values[i - 1]);
      preferred[operators.labels[i].c_str()] = name(found.preferred[i]);
    }
    answer["values"] = all;
    answer["preferred"] = preferred;
    py::list line;
    for (const std::uint32_t node : found.line) line.append(name(node));
    answer["pv"] = line;
    answer["rows"] = rows(found, operators.labels);
    return answer;
  }

  py::dict why(const std::string& backup, const Shadows& shadows) const {
    const RecordOperators operators = operators_of(backup, shadows);
    py::dict answer;
    for (std::size_t i = 0; i < operators.labels.size(); ++i) {
      Decision found;
      {
        const py::gil_scoped_release release;
        found = what_decided(record_, operators.operators[i]);
      }
      py::dict one;
      one["move"] = name(found.preferred);
      one["flips"] = found.flips;
      one["simulations"] =
          py::array_t<std::uint32_t>(static_cast<py::ssize_t>(found.deciding.size()), found.deciding.data());
      one["otherwise"] = name(found.otherwise);
      one["minimal"] = found.is_minimal;
      one["replays"] = found.replays;
      answer[operators.labels[i].c_str()] = one;
    }
    return answer;
  }

  [[nodiscard]] py::bytes page(const std::string& title, const std::string& backup, const Shadows& shadows) const {
    SearchRecord titled = record_;
    if (!title.empty()) titled.title = title;
    return py::bytes(explored_page(titled, operators_of(backup, shadows)));
  }
  [[nodiscard]] py::bytes text() const { return py::bytes(search_record_text(record_)); }

 private:
  [[nodiscard]] RecordOperators operators_of(const std::string& backup, const Shadows& shadows) const {
    SearchArguments arguments;
    arguments.backup = backup;
    arguments.shadows = shadows;
    return record_operators(arguments, record_, "record");
  }
  [[nodiscard]] py::object name(std::uint32_t node) const {
    if (node == 0) return py::none();
    return py::str(record_.move_of(node));
  }
  [[nodiscard]] py::list rows(const ReplayedSearch& found, const std::vector<std::string>& labels) const {
    const auto own = [&](Value value) { return record_.returns.to_own(value); };
    py::list list;
    for (std::size_t i = 0; i < found.children.size(); ++i) {
      const RootChild& child = found.result.children[i];
      py::dict row;
      row["move"] = name(found.children[i]);
      row["visits"] = child.visits;
      row["mean"] = own(child.mean);
      row["prior"] = child.prior;
      row[labels[0].c_str()] = own(child.value);
      for (std::size_t s = 0; s < child.shadows.size(); ++s) row[labels[s + 1].c_str()] = own(child.shadows[s]);
      list.append(row);
    }
    return list;
  }

  SearchRecord record_;
};

}  // namespace

void bind_replays(py::module_& module) {
  py::class_<PyRecord>(module, "Record")
      .def_static("read", &PyRecord::read)
      .def_static("of_columns", &PyRecord::of_columns)
      .def("table", &PyRecord::table)
      .def("why", &PyRecord::why)
      .def("page", &PyRecord::page)
      .def("text", &PyRecord::text);
}

}  // namespace rootward::python
