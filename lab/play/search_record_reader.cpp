// Reads line by line; what is wrong is named with its line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json.h"
#include "lab/play/search_record_file.h"

namespace rootward {
namespace {

constexpr const char* kSchema = "rootward.exploration/2";
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

/// A line's object, whose members are taken one by one; what is left at the end is not known.
class Line {
 public:
  explicit Line(std::string_view text) {
    if (text.size() > kLongestLine) throw UsageError(fmt::format("a line of more than {} bytes", kLongestLine));
    object_ = parse_json(text);
    if (!object_.is_object()) throw UsageError("not an object");
  }

  [[nodiscard]] bool has(const char* key) const { return object_.contains(key); }
  [[nodiscard]] std::string text(const char* key) {
    const Json* found = take(key);
    if (found == nullptr) return "";
    if (!found->is_string()) refuse(key, *found, "a text");
    return found->text();
  }
  [[nodiscard]] bool flag(const char* key) {
    const Json* found = take(key);
    if (found == nullptr) return false;
    if (!found->is_boolean()) refuse(key, *found, "true, false");
    return found->get<bool>();
  }
  [[nodiscard]] std::optional<double> number(const char* key) {
    const Json* found = take(key);
    if (found == nullptr) return std::nullopt;
    if (!found->is_number()) refuse(key, *found, "a number");
    return found->get<double>();
  }
  [[nodiscard]] std::optional<std::uint64_t> whole(const char* key) {
    const Json* found = take(key);
    if (found == nullptr) return std::nullopt;
    if (!found->is_number_unsigned() && !(found->is_number_integer() && found->get<std::int64_t>() >= 0))
      refuse(key, *found, "a whole number from 0 on");
    return found->get<std::uint64_t>();
  }
  [[nodiscard]] std::uint64_t needed(const char* key) {
    const std::optional<std::uint64_t> number = whole(key);
    if (!number) throw UsageError(fmt::format("{} is missing", key));
    return *number;
  }
  [[nodiscard]] std::vector<std::string> texts(const char* key) {
    std::vector<std::string> list;
    for (const Json& one : array(key)) {
      if (!one.is_string()) refuse(key, one, "a list of texts");
      list.push_back(one.text());
    }
    return list;
  }
  [[nodiscard]] std::vector<double> numbers(const char* key) {
    std::vector<double> list;
    for (const Json& one : array(key)) {
      if (!one.is_number()) refuse(key, one, "a list of numbers");
      list.push_back(one.get<double>());
    }
    return list;
  }
  /// The entries of a list; none where there is no list.
  [[nodiscard]] std::span<const Json> array(const char* key) {
    const Json* found = take(key);
    if (found == nullptr) return {};
    if (!found->is_array()) refuse(key, *found, "a list");
    return {found->begin(), found->end()};
  }
  void finish() const {
    for (const JsonMember& member : object_.items()) {
      if (std::ranges::find(taken_, member.key) != taken_.end()) continue;
      const std::string near = nearest_name(member.key, taken_);
      throw UsageError(fmt::format("{} is not known here{}; known: {}", member.key,
                                   near.empty() ? "" : ", did you mean " + near + "?", fmt::join(taken_, ", ")));
    }
  }

  [[noreturn]] static void refuse(const char* key, const Json& value, const std::string& allowed) {
    std::string shown = dump_json(value);
    if (shown.size() > 40) shown = shown.substr(0, 40) + "..";
    throw UsageError(fmt::format("{} {} is not allowed; allowed: {}", key, shown, allowed));
  }

 private:
  [[nodiscard]] const Json* take(const char* key) {
    taken_.emplace_back(key);
    return object_.find(key);
  }

  Json object_;
  std::vector<std::string> taken_;
};

/// What the first line says, and what it says of the others.
struct Head {
  SearchRecord record;
  std::optional<bool> priors;
  std::optional<std::uint64_t> nodes, simulations;
};

ReturnRange range_of(Line& line, const char* key) {
  const std::span<const Json> ends = line.array(key);
  if (ends.empty()) return {};
  if (ends.size() != 2 || !ends[0].is_number() || !ends[1].is_number() ||
      !(ends[0].get<double>() < ends[1].get<double>()))
    throw UsageError(fmt::format("{} is not allowed; allowed: [low, high], two numbers, the first smaller", key));
  return {.low = ends[0].get<double>(), .high = ends[1].get<double>()};
}

std::vector<SearchRecord::Operator> operators_of(Line& line) {
  std::vector<SearchRecord::Operator> operators;
  for (const Json& one : line.array("operators")) {
    Line op(dump_json(one));
    operators.push_back({.label = op.text("label"), .is = op.text("is")});
    op.finish();
    if (operators.back().is.empty()) throw UsageError("operators: is is missing: an operator's name or map");
  }
  return operators;
}

/// Rows of one width that a place can be counted in.
std::vector<std::string> board_of(Line& line) {
  std::vector<std::string> rows = line.texts("board");
  for (const std::string& row : rows)
    if (row.empty() || row.size() != rows.front().size()) throw UsageError("board: rows of one width are allowed");
  if (!rows.empty() && rows.size() * rows.front().size() > kLongestRecordedText)
    throw UsageError(fmt::format("board: at most {} places are allowed", kLongestRecordedText));
  return rows;
}

OperatorContext context_of(Line& line) {
  const auto small = [&line](const char* key) {
    constexpr std::uint64_t kMost = 1'000'000;
    const std::uint64_t number = line.whole(key).value_or(0);
    if (number > kMost)
      throw UsageError(fmt::format("{} {} is not allowed; allowed: from 0 to {}", key, number, kMost));
    return static_cast<int>(number);
  };
  OperatorContext context;
  context.simulations = line.whole("budget").value_or(0);
  context.branching = small("branching");
  context.board_points = small("board_points");
  return context;
}

Head read_head(std::string_view text) {
  Line line(text);
  if (const std::string schema = line.text("schema"); schema != kSchema)
    throw UsageError(fmt::format("schema: {} is not {}", schema.empty() ? "none" : schema, kSchema));
  Head head;
  SearchRecord& record = head.record;
  record.version = line.text("version");
  record.game = line.text("game");
  if (record.game.empty()) record.game = "a game";
  record.rules = line.text("rules");
  record.player = line.text("player");
  record.seed = line.whole("seed");
  record.title = line.text("title");
  record.look_for = line.texts("look_for");
  if (const std::uint64_t seats = line.whole("seats").value_or(2); seats == 1 || seats == 2)
    record.seats = static_cast<int>(seats);
  else
    throw UsageError(fmt::format("seats {} is not allowed; allowed: 1, 2", seats));
  if (const std::vector<std::string> names = line.texts("seat_names"); names.size() == 2)
    record.seat_names = {names[0], names[1]};
  else if (!names.empty())
    throw UsageError("seat_names: two names are allowed");
  record.returns = range_of(line, "returns");
  record.values = range_of(line, "values");
  record.search.solver = line.flag("solver");
  const bool says_priors = line.has("priors");
  if (const bool priors = line.flag("priors"); says_priors) head.priors = priors;
  record.context = context_of(line);
  record.operators = operators_of(line);
  record.move = line.text("move");
  record.heuristic = line.text("heuristic");
  head.nodes = line.whole("nodes");
  head.simulations = line.whole("simulations");
  record.rows = board_of(line);
  line.finish();
  return head;
}

std::vector<std::pair<std::uint16_t, char>> cells_of(Line& line) {
  std::vector<std::pair<std::uint16_t, char>> cells;
  for (const Json& one : line.array("cells")) {
    const bool is_pair = one.is_array() && one.size() == 2 && one.at(0).is_number_integer() &&
                         one.at(0).get<std::int64_t>() >= 0 && one.at(0).get<std::int64_t>() < 0xFFFF &&
                         one.at(1).is_string() && one.at(1).text().size() == 1;
    if (!is_pair) Line::refuse("cells", one, "[place, \"letter\"], the place counted row by row from 0");
    cells.emplace_back(one.at(0).get<std::uint16_t>(), one.at(1).text().front());
  }
  return cells;
}

void check_number(const char* what, std::uint64_t given, std::uint64_t wanted) {
  if (given != wanted)
    throw UsageError(fmt::format("{} {} is not allowed; allowed: {}, the next one", what, given, wanted));
}

RecordedNode read_node(Line& line, std::uint64_t number) {
  check_number("node", line.needed("node"), number);
  RecordedNode node;
  if (number > 0) {
    node.parent = line.needed("parent");
    node.move = line.text("move");
  }
  node.mover = static_cast<std::int64_t>(std::min<std::uint64_t>(line.needed("mover"), 99));
  node.legal = line.whole("legal");
  node.is_chance = line.flag("chance");
  node.is_end = line.flag("end");
  node.prior = line.number("prior");
  node.exact = line.number("exact");
  node.heuristic = line.number("heuristic");
  node.unvisited = line.numbers("unvisited");
  node.visits = line.whole("visits");
  node.text = line.text("text");
  node.cells = cells_of(line);
  line.finish();
  return node;
}

RecordedSimulation read_simulation(Line& line, std::uint64_t number) {
  check_number("simulation", line.needed("simulation"), number);
  RecordedSimulation simulation;
  simulation.leaf = line.needed("leaf");
  const std::optional<double> value = line.number("value");
  if (!value) throw UsageError("value is missing");
  simulation.value = *value;
  simulation.plies = line.whole("plies").value_or(0);
  simulation.uncertainty = line.number("uncertainty").value_or(0);
  simulation.is_expanded = line.flag("expanded");
  simulation.is_proven = line.flag("proven");
  line.finish();
  return simulation;
}

/// The lines behind the first, with the place of each node for what is found in the end.
class Body {
 public:
  explicit Body(Head head) : head_(std::move(head)), builder_(head_.record) {}

  void read(std::string_view text, int number) {
    Line line(text);
    if (line.has("node")) {
      builder_.add(read_node(line, node_lines_.size()));
      node_lines_.push_back(number);
    } else if (line.has("simulation")) {
      builder_.add(read_simulation(line, simulations_ + 1));
      ++simulations_;
    } else {
      throw UsageError("neither a node nor a simulation: one of these keys is needed");
    }
  }
  SearchRecord finish() {
    const auto compare = [](const char* what, std::optional<std::uint64_t> said, std::uint64_t there) {
      if (said && *said != there)
        throw UsageError(
            fmt::format("{}: the first line says {}, there are {}; the file was cut off, or lines are missing", what,
                        *said, there));
    };
    compare("nodes", head_.nodes, node_lines_.size());
    compare("simulations", head_.simulations, simulations_);
    SearchRecord record = builder_.finish(head_.priors);
    if (record.move.empty()) return record;
    for (std::uint32_t node = 1; node < record.search.nodes(); ++node)
      if (record.search.parent[node] == 0 && record.move_of(node) == record.move) return record;
    throw UsageError(fmt::format("move: the first line says {}, which leads from the root to no node", record.move));
  }
  /// Where what is wrong stands; 0: nowhere.
  [[nodiscard]] int line_of(const RecordFault& fault) const {
    return fault.part() == RecordFault::Part::node && fault.index() < node_lines_.size() ? node_lines_[fault.index()]
                                                                                         : 0;
  }

 private:
  Head head_;
  SearchRecordBuilder builder_;
  std::vector<int> node_lines_;
  std::uint64_t simulations_ = 0;
};

[[noreturn]] void refuse_line(const std::string& source, int line, const std::string& message) {
  throw UsageError({Problem{.file = source, .line = line, .column = 0, .path = "", .message = message}});
}

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return line;
}

}  // namespace

SearchRecord parse_search_record(std::string_view text, const std::string& source) {
  int number = 1;
  std::optional<Body> body;
  try {
    body.emplace(read_head(next_line(text)));
    while (!text.empty()) {
      ++number;
      if (const std::string_view line = next_line(text); !line.empty()) body->read(line, number);
    }
    number = 0;
    return body->finish();
  } catch (const RecordFault& fault) {
    refuse_line(source, number > 0 ? number : body->line_of(fault), fault.what());
  } catch (const UsageError& error) {
    refuse_line(source, number, error.what());
  }
}

SearchRecord read_search_record(const std::string& file) {
  const std::string text = [&] {
    try {
      return read_whole_file(file);
    } catch (const RunError& error) {
      throw UsageError(error.what());
    }
  }();
  return parse_search_record(text, file);
}

}  // namespace rootward
