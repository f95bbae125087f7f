// What the page calls: one recording, any number of replays over it, numbers by node.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backup/common_parameters.h"
#include "explorer/wasm/page_operator.h"
#include "search/replay.h"
#include "search/what_decided.h"

namespace {

using rootward::Replay;

rootward::RecordedSearch recording;
rootward::OperatorContext context;
std::vector<std::unique_ptr<Replay>> replays;
rootward::SearchOperators pending;
std::vector<char> given;
std::vector<double> results;
std::string text;

template <class Number>
void assign(std::vector<Number>& column) {
  column.resize(given.size() / sizeof(Number));
  std::memcpy(column.data(), given.data(), given.size());
}

/// JSON's, in as few digits as tell the number.
std::string number_text(double number) { return std::isfinite(number) ? fmt::format("{}", number) : "null"; }

/// [{"name","how","isOfChildren","numbers"}, ..]; names are our own or a formula's, and need no escapes.
std::string terms_text(const std::vector<rootward::Term>& terms) {
  std::string list;
  for (const rootward::Term& term : terms) {
    std::string numbers;
    for (const double number : term.numbers) numbers += (numbers.empty() ? "" : ",") + number_text(number);
    list += fmt::format(R"({}{{"name":"{}","how":"{}","isOfChildren":{},"numbers":[{}]}})", list.empty() ? "" : ",",
                        term.name, term.how, term.is_of_children, numbers);
  }
  return "[" + list + "]";
}

}  // namespace

#define ROOTWARD_EXPORT(name) extern "C" __attribute__((export_name(#name))) auto name

/// Room for what the next call reads.
ROOTWARD_EXPORT(give)(std::uint32_t bytes)->char* {
  given.resize(bytes);
  return given.data();
}
/// Columns in the order of RecordedSearch.
ROOTWARD_EXPORT(take_column)(std::uint32_t which)->void {
  switch (which) {
    case 0:
      return assign(recording.parent);
    case 1:
      return assign(recording.move);
    case 2:
      return assign(recording.legal);
    case 3:
      return assign(recording.seat);
    case 4:
      return assign(recording.flags);
    case 5:
      return assign(recording.prior);
    case 6:
      return assign(recording.leaf);
    case 7:
      return assign(recording.value);
    case 8:
      return assign(recording.uncertainty);
    case 9:
      return assign(recording.plies);
    case 10:
      return assign(recording.heuristic);
    case 11:
      return assign(recording.unvisited_count);
    case 12:
      return assign(recording.unvisited);
    default:
      return assign(recording.ends);
  }
}
ROOTWARD_EXPORT(set_up)
(std::uint32_t has_priors, std::uint32_t solver, double simulations, std::int32_t points, std::int32_t branching,
 std::uint32_t knows_priors, std::uint32_t has_heuristics)
    ->void {
  recording.has_priors = has_priors != 0;
  recording.solver = solver != 0;
  context = {.simulations = static_cast<std::uint64_t>(simulations),
             .board_points = points,
             .branching = branching,
             .has_priors = knows_priors != 0,
             .has_statics = has_heuristics != 0};
}
/// One more operator for the next replay; the text was given.
ROOTWARD_EXPORT(add_operator)()->void {
  auto op = rootward::explorer::read_operator({given.data(), given.size()}, context);
  if (pending.driver == nullptr)
    pending.driver = std::move(op);
  else
    pending.shadows.push_back(std::move(op));
}
/// Puts a new replay, at simulation 0, into a place.
ROOTWARD_EXPORT(start)(std::uint32_t place)->void {
  if (replays.size() <= place) replays.resize(place + 1);
  replays[place] = std::make_unique<Replay>(recording, std::exchange(pending, {}));
}
ROOTWARD_EXPORT(run_to)(std::uint32_t place, std::uint32_t count)->void { replays[place]->run_to(count); }
/// Replay::run_told.
ROOTWARD_EXPORT(run_told)(std::uint32_t place, std::uint32_t count)->void { replays[place]->run_told(count); }
/// Replay::steps as JSON, up to a zero byte; children in the order of the moves that children() names.
ROOTWARD_EXPORT(steps)(std::uint32_t place, std::uint32_t op)->const char* {
  text = "[";
  for (const rootward::BackupStep& step : replays[place]->steps(op)) {
    text +=
        fmt::format(R"({}{{"received":{},"stored":{},"passedUp":{},"turn":{},"inputs":{},"terms":{}}})",
                    text.size() > 1 ? "," : "", number_text(step.received), number_text(step.stored),
                    number_text(step.passed_up), step.turn, terms_text(step.told.inputs), terms_text(step.told.terms));
  }
  text += "]";
  return text.c_str();
}
/// The moves of a node's visited children, in the order in which operators see them: how many, and they.
ROOTWARD_EXPORT(children)(std::uint32_t place, std::uint32_t node)->double* {
  results = {0};
  for (const rootward::Action move : replays[place]->children(node)) results.push_back(move);
  results[0] = static_cast<double>(results.size() - 1);
  return results.data();
}
ROOTWARD_EXPORT(value)(std::uint32_t place, std::uint32_t node, std::uint32_t op)->double {
  return replays[place]->value(node, op);
}
ROOTWARD_EXPORT(mean)(std::uint32_t place, std::uint32_t node)->double { return replays[place]->mean(node); }
ROOTWARD_EXPORT(visits)(std::uint32_t place, std::uint32_t node)->std::uint32_t { return replays[place]->visits(node); }
ROOTWARD_EXPORT(is_proven)(std::uint32_t place, std::uint32_t node)->std::uint32_t {
  return replays[place]->is_proven(node) ? 1 : 0;
}
ROOTWARD_EXPORT(own_visits)(std::uint32_t place, std::uint32_t node)->std::uint32_t {
  return replays[place]->own_visits(node);
}
ROOTWARD_EXPORT(own_mean)(std::uint32_t place, std::uint32_t node)->double { return replays[place]->own_mean(node); }
/// The move that the operator prefers at a node, 65535 where there is none.
ROOTWARD_EXPORT(preferred)(std::uint32_t place, std::uint32_t node, std::uint32_t op)->std::uint32_t {
  return replays[place]->preferred(node, op);
}
/// Replay::pulls: how many children follow, the own evaluations' pull, then a move and its pull a child.
ROOTWARD_EXPORT(pulls)(std::uint32_t place, std::uint32_t node, std::uint32_t op)->double* {
  const Replay::Pulls pulls = replays[place]->pulls(node, op);
  results = {static_cast<double>(pulls.children.size()), pulls.own};
  for (const Replay::Pulls::Child& child : pulls.children) {
    results.push_back(child.move);
    results.push_back(child.pull);
  }
  return results.data();
}
/// f at some visits; given were the span, 1 under log spacing, 1 where an operator begins its f with monotone's
/// constant, the number of knots, the knots, and the visits, reals.
ROOTWARD_EXPORT(weights)()->double* {
  std::vector<double> numbers;
  assign(numbers);
  const auto knots = static_cast<std::size_t>(numbers[3]);
  const rootward::WeightFunction f(
      std::span<const double>(numbers).subspan(4, knots), numbers[0],
      numbers[1] != 0 ? rootward::Spacing::log : rootward::Spacing::linear,
      numbers[2] != 0 ? rootward::backups::kMonotoneConstant : rootward::backups::kSoftmaxConstant);
  results.clear();
  for (std::size_t i = 4 + knots; i < numbers.size(); ++i) results.push_back(f(numbers[i]));
  return results.data();
}
/// A node's value under each of `operators` after every simulation (NaN before its first visit), and behind these as
/// many preferred moves there. The replay starts at 0 and ends at the last simulation.
ROOTWARD_EXPORT(curve)(std::uint32_t place, std::uint32_t node, std::uint32_t operators)->double* {
  const std::size_t half = recording.leaf.size() * operators;
  results.assign(2 * half, 0);
  std::size_t at = 0;
  for (std::uint32_t k = 1; k <= recording.leaf.size(); ++k) {
    replays[place]->run_to(k);
    const bool is_visited = replays[place]->visits(node) > 0;
    for (std::uint32_t op = 0; op < operators; ++op, ++at) {
      results[at] = is_visited ? replays[place]->value(node, op) : std::numeric_limits<double>::quiet_NaN();
      results[half + at] = replays[place]->preferred(node, op);
    }
  }
  return results.data();
}
/// What decided the root's move under the operator whose text was given: the preferred node, flips, the
/// node without what decided, 1 where it is minimal, how many simulations decided, and their numbers from 0.
ROOTWARD_EXPORT(decided)()->double* {
  const std::string op(given.data(), given.size());
  const rootward::Decision found =
      rootward::what_decided(recording, [&] { return rootward::explorer::read_operator(op, context); });
  results = {static_cast<double>(found.preferred), static_cast<double>(found.flips),
             static_cast<double>(found.otherwise), found.is_minimal ? 1.0 : 0.0,
             static_cast<double>(found.deciding.size())};
  results.insert(results.end(), found.deciding.begin(), found.deciding.end());
  return results.data();
}
