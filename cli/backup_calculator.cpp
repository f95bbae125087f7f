// The calculator's forms: a sequence of returns, and a node with children.
#include "cli/backup_calculator.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <memory>

#include "backup/registry.h"
#include "cli/calculator_fields.h"
#include "cli/calculator_node.h"
#include "cli/calculator_operator.h"
#include "cli/calculator_tree.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/text.h"

namespace rootward {
namespace {

bool is_minimising(const Fields& line) {
  if (!line.has("to_move")) return false;
  const Json& given = line.at("to_move");
  const std::string text = given.is_string() ? lower_case(given.get<std::string>()) : "";
  if (text != "max" && text != "min")
    refuse_field("to_move", fmt::format("{} is not allowed; allowed: one of: max, min", dump_json(given)));
  return text == "min";
}

OperatorContext read_context(const Fields& line) {
  OperatorContext context;
  context.simulations = line.count("simulations", 1, kMostSimulations, 0);
  context.branching = 0;       // no game: an operator that wants one must be given numbers
  context.has_statics = true;  // the line gives them
  return context;
}

/// What the form cannot show of a rule over children; "" for operators that read the returns.
std::string returns_note(const OperatorEntry& entry, const Params& params) {
  const bool is_return_formula = params.has("kind") && params.text("kind") == "return";
  if (entry.family != OperatorFamily::child_type || entry.keeps_variance || is_return_formula) return "";
  return fmt::format(
      "{} reads children, not returns: a node without children is worth the mean of its own evaluations; give "
      "\"children\" to see the rule",
      entry.description.name);
}

/// Tells where the rule had no finite value, which a formula may not have.
void add_fallbacks(const Backup& backup, const char* stand_in, Json& reply) {
  if (backup.fallbacks() == 0) return;
  reply["fallbacks"] = backup.fallbacks();
  reply["note"] = fmt::format("the rule has no finite value here: {} stands in its place", stand_in);
}

/// Whether the line wants each update told, term by term.
bool wants_terms(const Fields& line) {
  if (!line.has("explain")) return false;
  const Json& given = line.at("explain");
  if (!given.is_boolean())
    refuse_field("explain", fmt::format("{} is not allowed; allowed: true or false", dump_json(given)));
  return given.get<bool>();
}

/// {"name", "how", "number"} a term, "children" in the place of "number" where it has one a child.
Json terms_json(const Explanation& told) {
  Json terms = Json::array();
  for (const std::vector<Term>* list : {&told.inputs, &told.terms}) {
    for (const Term& term : *list) {
      Json& one = terms.emplace_back(Json{{"name", term.name}});
      if (!term.how.empty()) one["how"] = term.how;
      if (term.is_of_children)
        one["children"] = term.numbers;
      else
        one["number"] = term.numbers.front();
    }
  }
  return terms;
}

Json answer_returns(const Fields& line) {
  const NumberFrame frame = read_range(line, is_minimising(line));
  const NamedParams id = read_operator(line.at("backup"));
  const std::unique_ptr<Backup> backup = make_backup(id, read_context(line));
  const Json& returns = line.at("returns");
  if (!returns.is_array()) refuse_field("returns", fmt::format("{} is not a list of numbers", dump_json(returns)));
  const ReturnsBeside beside(line, frame, get_operator(id.name), returns.size());
  std::array<double, kMostColumns> numbers{};
  NodeView node;
  for (std::size_t c = 0; c < kMostColumns; ++c) node.columns[c] = &numbers[c];
  read_heuristic(line, frame, *backup, get_operator(id.name), node);
  const bool is_told = wants_terms(line);
  Explanation told;
  Json values = Json::array();
  Json terms = Json::array();
  for (const Json& given : returns) {
    const Value sample = read_value(given, frame, fmt::format("returns[{}]", values.size()));
    beside.fill(values.size(), node);
    node.simulation = ++node.visits;
    node.mean += (sample - node.mean) / node.visits;
    node.own_visits = node.visits;
    node.own_mean = node.mean;
    if (is_told) {
      backup->update_told(node, sample, told);
      terms.push_back(terms_json(told));
    } else {
      backup->update(node, sample);
    }
    check_heuristic(line, node);
    values.push_back(frame.from_chooser(node.value));
  }
  Json reply = {{"values", values}};
  if (is_told) reply["terms"] = terms;
  if (const std::string note = returns_note(get_operator(id.name), id.params); !note.empty()) reply["note"] = note;
  add_fallbacks(*backup, "the mean of the returns", reply);
  return reply;
}

Json answer_children(const Fields& line) {
  const NumberFrame frame = read_range(line, is_minimising(line));
  const NamedParams id = read_operator(line.at("backup"));
  const std::unique_ptr<Backup> backup = make_backup(id, read_context(line));
  const OperatorEntry& entry = get_operator(id.name);
  HandmadeNode node;
  read_children(line, frame, *backup, entry, node);
  read_own(line, frame, node.view);
  read_heuristic(line, frame, *backup, entry, node.view);
  read_counts(line, frame, node);
  read_path(line, frame, entry, node);
  read_number(line, *backup, entry, node);
  Explanation told;
  const Value passed_up = backup->update_told(node.view, node.sample, told);
  check_heuristic(line, node.view);
  Json reply = {{"value", frame.from_chooser(node.view.value)}, {"passed_up", frame.from_chooser(passed_up)}};
  if (wants_terms(line)) reply["terms"] = terms_json(told);
  if (entry.keeps_variance) reply["variance"] = frame.variance_from_chooser(node.numbers[0]);
  for (std::size_t c = 0; c < backup->columns().size(); ++c) {
    if (backup->columns()[c].is_value) reply["private"] = frame.from_chooser(node.numbers[c]);
  }
  add_fallbacks(*backup, "the children's mean by visits", reply);
  return reply;
}

Json answer(const Json& line) {
  if (line.is_object() && line.contains("returns"))
    return answer_returns({line,
                           "",
                           {"backup", "returns", "simulations", "to_move", "range", "uncertainties", "plies_to_ends",
                            "explain", "heuristic"}});
  if (line.is_object() && line.contains("tree")) return answer_tree(line);
  return answer_children({line, "", {"backup",  "children", "visits",          "mean",         "value",
                                     "return",  "own",      "simulations",     "simulation",   "to_move",
                                     "range",   "selected", "selected_before", "plies_to_end", "playout_plies",
                                     "trail",   "weight",   "uncertainty",     "returns",      "tree",
                                     "explain", "heuristic"}});
}

}  // namespace

std::string calculate_line(const std::string& line, bool& failed) {
  std::string problem;
  try {
    return dump_json(answer(parse_json(line)));
  } catch (const ParamError& error) {
    problem = fmt::format("backup.{}: {}", error.key(), error.what());
  } catch (const UsageError& error) {
    problem = error.what();
  }
  failed = true;
  return dump_json({{"error", problem}});
}

}  // namespace rootward
