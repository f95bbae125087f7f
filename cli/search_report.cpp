// One table for both kinds of search.
#include "cli/search_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/output.h"
#include "core/json.h"

namespace rootward {
namespace {

/// Every value in the game's own units; visits and priors stay.
SearchResult in_own_units(SearchResult result, const ReturnRange& returns) {
  const auto map = [&](Value& value) { value = returns.to_own(value); };
  map(result.value);
  map(result.mean);
  for (Value& value : result.shadow_values) map(value);
  for (RootChild& child : result.children) {
    if (child.visits > 0 || child.proof != 0) map(child.value);
    if (child.bounds) {
      map(child.bounds->low);
      map(child.bounds->high);
    }
    if (child.visits == 0) continue;
    map(child.mean);
    for (Value& value : child.shadows) map(value);
  }
  return result;
}

/// The shadows' values by their names.
Json json_of_shadows(const std::vector<Value>& values, const std::vector<std::string>& operators) {
  Json object = Json::object();
  for (std::size_t i = 1; i < operators.size(); ++i) object[operators[i]] = values[i - 1];
  return object;
}

/// Updates in which operators had no finite value; nothing where there were none.
void add_fallbacks(const SearchReport& report, Json& document) {
  if (report.result.fallbacks > 0) document["fallbacks"] = report.result.fallbacks;
  for (std::size_t i = 1; i < report.operators.size(); ++i)
    if (const std::uint64_t count = report.result.shadow_fallbacks[i - 1]; count > 0)
      document["shadow_fallbacks"][report.operators[i]] = count;
}

Json json_of_child(const SearchReport& report, std::size_t i) {
  const RootChild& child = report.result.children[i];
  Json row = {{"move", report.moves[i]}, {"visits", child.visits}, {"value", child.value},
              {"mean", child.mean},      {"prior", child.prior},   {"policy", child.policy}};
  if (child.noisy_prior) row["noisy_prior"] = *child.noisy_prior;
  if (child.proof != 0) row["proven"] = true;
  if (child.bounds) row["bounds"] = {child.bounds->low, child.bounds->high};
  if (report.operators.size() > 1) row["shadows"] = json_of_shadows(child.shadows, report.operators);
  return row;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json json_of_decisions(const SearchReport& report) {
  Json why = Json::object();
  for (std::size_t i = 0; i < report.decisions.size(); ++i) {
    const auto& [move, otherwise, decision] = report.decisions[i];
    Json numbers = Json::array();
    for (const std::uint32_t k : decision.deciding) numbers.push_back(k + 1);
    why[report.operators[i]] = {{"move", text_or_null(move)},        {"flips", decision.flips},
                                {"simulations", std::move(numbers)}, {"otherwise", text_or_null(otherwise)},
                                {"minimal", decision.is_minimal},    {"replays", decision.replays}};
  }
  return why;
}

std::string units_text(const ReturnRange& returns) {
  if (returns.is_standard()) return "view of the player to move, in [-1, 1]";
  return fmt::format("the game's own units, in [{}, {}]", returns.low, returns.high);
}

/// What the solver knows of the child.
std::string knowledge_text(const RootChild& child) {
  if (child.proof != 0) return "  proven";
  return child.bounds ? fmt::format("  in [{:g}, {:g}]", child.bounds->low, child.bounds->high) : "";
}

/// The root's children; a column for every shadow.
void print_table(const SearchReport& report) {
  const std::vector<std::string>& operators = report.operators;
  const auto width = [&](std::size_t i) { return std::max<std::size_t>(8, operators[i].size()); };
  print_shown("{:>8} {:>9} {:>8} {:>8} {:>7}", "move", "visits", "value", "mean", "prior");
  for (std::size_t i = 1; i < operators.size(); ++i) print_shown(" {:>{}}", operators[i], width(i));
  print_shown("\n");
  for (std::size_t row = 0; row < report.moves.size(); ++row) {
    const RootChild& child = report.result.children[row];
    if (child.visits == 0) continue;
    print_shown("{:>8} {:>9} {:>+8.4f} {:>+8.4f} {:>7.4f}", report.moves[row], child.visits, child.value, child.mean,
                child.prior);
    for (std::size_t i = 1; i < operators.size(); ++i) print_shown(" {:>+{}.4f}", child.shadows[i - 1], width(i));
    print_shown("{}\n", knowledge_text(child));
  }
}

/// Where an operator had no finite value, a mean took its place; no line where it always had one.
void print_fallbacks(std::uint64_t count, const std::string& name) {
  if (count == 0) return;
  print_shown("{}: fallbacks {} (updates without a finite value, in whose place the mean was stored)\n", name, count);
}

void print_values(const SearchReport& report) {
  const SearchResult& result = report.result;
  const auto prefers = [&](std::size_t i) {
    return report.preferred.empty() || report.preferred[i].empty() ? "" : ", prefers " + report.preferred[i];
  };
  print_shown("\n{}, root value {:+.4f} by {}{}, sample mean {:+.4f} ({})\n",
              report.move.empty() ? "chance decides" : "move " + report.move, result.value, report.operators.front(),
              prefers(0), result.mean, units_text(report.returns));
  print_fallbacks(result.fallbacks, report.operators.front());
  for (std::size_t i = 1; i < report.operators.size(); ++i) {
    print_shown("shadow {}: root value {:+.4f}{}\n", report.operators[i], result.shadow_values[i - 1], prefers(i));
    print_fallbacks(result.shadow_fallbacks[i - 1], "shadow " + report.operators[i]);
  }
}

std::string numbers_text(const std::vector<std::uint32_t>& deciding) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(deciding.size(), kShown); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", deciding[i] + 1);
  return deciding.size() > kShown ? text + ", .." : text;
}

void print_decisions(const SearchReport& report) {
  for (std::size_t i = 0; i < report.decisions.size(); ++i) {
    const auto& [move, otherwise, decision] = report.decisions[i];
    print_shown("why {}: ", report.operators[i]);
    if (move.empty()) {
      print_shown("no move is preferred\n");
      continue;
    }
    print_shown("{}; without {} of {} simulations ({}) {}; ", move, decision.deciding.size(), report.result.simulations,
                numbers_text(decision.deciding), otherwise.empty() ? "no move" : otherwise);
    print_shown("{}; the move flipped {} time{}\n", decision.is_minimal ? "each of them counts" : "fewer might do",
                decision.flips, decision.flips == 1 ? "" : "s");
  }
}

}  // namespace

SearchReport report_search(SearchResult result, const Position& position, std::vector<std::string> operators,
                           const ReturnRange& returns) {
  SearchReport report;
  report.operators = std::move(operators);
  report.returns = returns;
  report.drawing = position.drawing();
  if (result.move != kNoAction) report.move = position.action_text(result.move);
  for (const RootChild& child : result.children) report.moves.push_back(position.action_text(child.action));
  const std::unique_ptr<Position> walk = position.clone();
  for (const Action action : result.principal_variation) {
    report.line.push_back(walk->action_text(action));
    walk->play(action);
  }
  report.result = in_own_units(std::move(result), returns);
  return report;
}

SearchReport report_record(const SearchRecord& record, const RecordOperators& operators, bool asks_why) {
  ReplayedSearch played = replay_search(record, operators.operators);
  const auto name = [&](std::uint32_t node) { return node == 0 ? std::string() : record.move_of(node); };
  SearchReport report;
  report.operators = operators.labels;
  report.returns = record.returns;
  if (!record.rows.empty()) report.drawing = fmt::format("{}\n", fmt::join(record.rows, "\n"));
  if (!record.text.empty()) report.drawing = record.text[0];
  report.move = name(played.move);
  for (const std::uint32_t node : played.children) report.moves.push_back(name(node));
  for (const std::uint32_t node : played.line) report.line.push_back(name(node));
  for (const std::uint32_t node : played.preferred) report.preferred.push_back(name(node));
  for (const NamedParams& op : operators.operators) {
    if (!asks_why) break;
    const Decision decision = what_decided(record, op);
    report.decisions.push_back(
        {.move = name(decision.preferred), .otherwise = name(decision.otherwise), .decision = decision});
  }
  report.result = in_own_units(std::move(played.result), record.returns);
  return report;
}

void print_search_json(const SearchReport& report) {
  const SearchResult& result = report.result;
  Json document = {{"schema", "rootward.search/1"},
                   {"move", text_or_null(report.move)},
                   {"operator", report.operators.front()},
                   {"value", result.value},
                   {"mean", result.mean},
                   {"simulations", result.simulations},
                   {"reused_visits", result.reused_visits},
                   {"seconds", result.seconds},
                   {"bytes_per_child", result.bytes_per_child}};
  add_fallbacks(report, document);
  if (report.operators.size() > 1) document["shadows"] = json_of_shadows(result.shadow_values, report.operators);
  for (std::size_t i = 0; i < report.preferred.size(); ++i)
    document["preferred"][report.operators[i]] = text_or_null(report.preferred[i]);
  document["children"] = Json::array();
  for (std::size_t i = 0; i < report.moves.size(); ++i) document["children"].push_back(json_of_child(report, i));
  document["pv"] = report.line;
  if (!report.decisions.empty()) document["why"] = json_of_decisions(report);
  print_results("{}\n", dump_json(document));
}

void print_search_text(const SearchReport& report) {
  const SearchResult& result = report.result;
  if (!report.drawing.empty()) print_shown("{}\n", report.drawing);
  print_table(report);
  print_values(report);
  print_decisions(report);
  print_shown("principal variation:");
  for (const std::string& move : report.line) print_shown(" {}", move);
  const double rate = static_cast<double>(result.simulations) / std::max(result.seconds, 1e-9);
  if (report.preferred.empty())
    print_shown("\n{} simulations in {:.3f} s, {:.0f} a second; {:.1f} bytes a child\n", result.simulations,
                result.seconds, rate, result.bytes_per_child);
  else
    print_shown("\n{} simulations played again in {:.3f} s, {:.0f} a second\n", result.simulations, result.seconds,
                rate);
}

}  // namespace rootward
