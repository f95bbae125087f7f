// The final-move rules, each with its description, and the choice by them.
#include "search/final_move.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/math.h"

namespace rootward {
namespace {

using Score = std::pair<double, double>;  // compared lexicographically, larger is better

const double* read_column(const Block& root, const SearchSettings& settings) {
  return settings.final_reads == Reads::mean ? root.means() : root.values();
}

/// What a rule sees of the root's visited children.
struct FinalView {
  FinalView(const Block& block, const SearchSettings& settings)
      : root(block), params(settings.final_move.params), values(read_column(block, settings)) {}
  [[nodiscard]] double visits(std::uint32_t i) const { return static_cast<double>(root.visits()[i]); }

  const Block& root;
  const Params& params;
  const double* values;
};

/// A rule: its description, the score of a visited child, and what it asks of the search.
struct FinalMoveRule {
  Described description;
  Score (*score)(const FinalView&, std::uint32_t);
  bool reads_squares = false;
  /// The search goes on until the most visited child has the highest value, too: the parameter that says how much
  /// longer it may, as a fraction of the budget. "" = it does not.
  std::string_view extra{};
};

Score by_visits(const FinalView& view, std::uint32_t i) { return {view.visits(i), view.values[i]}; }

FinalMoveRule most_visits() {
  return {.description = {.name = "most_visits",
                          .help = "the most visited move; ties by value, then seeded random",
                          .source = "Chaslot et al. 2008, robust child",
                          .parameters = {}},
          .score = by_visits};
}

FinalMoveRule best_value() {
  return {.description = {.name = "best_value",
                          .help = "the move with the highest value; ties by visits, then seeded random",
                          .source = "Chaslot et al. 2008, max child",
                          .parameters = {}},
          .score = [](const FinalView& view, std::uint32_t i) -> Score {
            return {view.values[i], view.visits(i)};
          }};
}

FinalMoveRule robust_max() {
  return {.description = {.name = "robust_max",
                          .help = "most visits; the search goes on until that move has the highest value too",
                          .source = "Chaslot et al. 2008, after Coulom 2006",
                          .parameters = {{.key = "extra",
                                          .help = "how much longer the search may go on, as a fraction of the budget",
                                          .fallback = 0.5,
                                          .low = 0,
                                          .high = 10,
                                          .source = "ours"}}},
          .score = by_visits,
          .extra = "extra"};
}

FinalMoveRule secure() {
  return {.description = {.name = "secure",
                          .help = "the highest lower confidence bound q - a / sqrt(n)",
                          .source = "Chaslot et al. 2008, secure child",
                          .parameters = {{.key = "a",
                                          .help = "width of the bound, in values on [-1, 1]",
                                          .fallback = 1.0,
                                          .low = 0,
                                          .high = 100,
                                          .tune_low = 0.1,
                                          .tune_high = 10,
                                          .scale = Scale::log,
                                          .source = "Chaslot et al. 2008 give the form"}}},
          .score = [](const FinalView& view, std::uint32_t i) -> Score {
            return {view.values[i] - view.params.real("a") / std::sqrt(view.visits(i)), view.visits(i)};
          }};
}

/// q - z s / sqrt(n), s^2 = sum (R - m)^2 / (n - 1). Children with one visit, or with fewer than their share of the
/// most, come after all others, by visits, then by value.
Score by_bound(const FinalView& view, std::uint32_t i) {
  constexpr double kBelowAll = -1e12;  // of any number of visits above it
  const std::uint32_t* visits = view.root.visits();
  const std::uint32_t most = *std::max_element(visits, visits + view.root.header().visited);
  const double n = view.visits(i);
  const double value = view.values[i];
  if (n < 2 || n < view.params.real("min_share") * most) return {kBelowAll + n, value};
  const double mean = view.root.means()[i];
  const double variance = std::max(0.0, (view.root.squares()[i] - n * mean * mean) / (n - 1));
  return {value - view.params.real("z") * std::sqrt(variance / n), n};
}

FinalMoveRule lcb() {
  return {.description =
              {.name = "lcb",
               .help = "the highest lower confidence bound q - z s / sqrt(n), s the deviation of the child's returns",
               .source = "Leela Zero, pull request 2290 (from memory)",
               .parameters = {{.key = "z",
                               .help = "width of the bound in standard errors",
                               .fallback = 2.0,
                               .low = 0,
                               .high = 100,
                               .tune_low = 0.2,
                               .tune_high = 5,
                               .scale = Scale::log,
                               .source = "Leela Zero"},
                              {.key = "min_share",
                               .help = "children with less than this share of the most visits come last, and so do "
                                       "those with one visit: of two equal returns nothing is known of the deviation",
                               .fallback = 0.1,
                               .low = 0,
                               .high = 1,
                               .source = "Leela Zero"}}},
          .score = by_bound,
          .reads_squares = true};
}

/// In the order in which `list` shows them.
const std::vector<FinalMoveRule>& final_move_rules() {
  static const std::vector<FinalMoveRule> all = {most_visits(), best_value(), robust_max(), secure(), lcb()};
  return all;
}

const FinalMoveRule& rule_of(const NamedParams& final_move) {
  const auto found =
      std::ranges::find(final_move_rules(), final_move.name,
                        [](const FinalMoveRule& rule) -> const std::string& { return rule.description.name; });
  if (found == final_move_rules().end()) throw std::logic_error("no final-move rule is called " + final_move.name);
  return *found;
}

/// The best of [begin, end) under `score`, ties broken by the stream.
template <class ScoreOf>
std::uint32_t best_with_ties(std::uint32_t begin, std::uint32_t end, Rng& rng, ScoreOf score) {
  std::vector<std::uint32_t> best{begin};
  Score best_score = score(begin);
  for (std::uint32_t i = begin + 1; i < end; ++i) {
    const Score candidate = score(i);
    if (candidate > best_score) {
      best_score = candidate;
      best.clear();
    }
    if (candidate == best_score) best.push_back(i);
  }
  return best[best.size() == 1 ? 0 : rng.below(static_cast<std::uint32_t>(best.size()))];
}

bool is_aside(std::span<const Action> aside, const Block& root, std::uint32_t index) {
  return std::ranges::find(aside, root.actions()[index]) != aside.end();
}

}  // namespace

std::uint32_t choose_final_move(const Block& root, const SearchSettings& settings, Rng& rng,
                                std::span<const Action> aside) {
  const BlockHeader& head = root.header();
  const std::uint32_t visited = head.visited;
  for (std::uint32_t i = 0; i < head.active; ++i) {
    if (root.is_proven(i) && root.values()[i] == 1.0) return i;
  }
  if (visited > 0) {
    const FinalView view(root, settings);
    const auto score = rule_of(settings.final_move).score;
    return best_with_ties(0, visited, rng, [&](std::uint32_t i) { return score(view, i); });
  }
  if (head.active > 0) {
    return best_with_ties(0, head.active, rng, [&](std::uint32_t i) {
      return Score{head.has_priors ? static_cast<double>(root.priors()[i]) : 0.0, 0.0};
    });
  }
  return best_with_ties(0, head.count, rng, [&](std::uint32_t i) {
    return Score{is_aside(aside, root, i) ? -1.0 : static_cast<double>(root.visits()[i]), 0.0};
  });
}

std::uint32_t secured_final_move(const Block& root, const SearchSettings& settings, std::uint32_t chosen,
                                 std::span<const Action> aside) {
  std::uint32_t safest = chosen;
  for (std::uint32_t i = 0; i < root.count(); ++i)
    if (root.bounds(i).low > root.bounds(safest).low && !is_aside(aside, root, i)) safest = i;
  if (safest == chosen) return chosen;
  const Value secured = root.bounds(safest).low;
  const bool may_be_more = root.visits()[chosen] > 0 && root.bounds(chosen).high > secured;
  return may_be_more && read_column(root, settings)[chosen] >= secured ? chosen : safest;
}

std::uint32_t draw_final_move(const Block& root, const SearchSettings& settings, Rng& rng,
                              std::span<const Action> aside) {
  const std::uint32_t visited = root.header().visited;
  bool has_win = false;
  for (std::uint32_t i = 0; i < root.header().active; ++i) has_win |= root.is_proven(i) && root.values()[i] == 1.0;
  if (has_win || visited == 0) return choose_final_move(root, settings, rng, aside);
  const std::uint32_t most = *std::max_element(root.visits(), root.visits() + visited);
  std::vector<double> weights;
  double sum = 0;
  for (std::uint32_t i = 0; i < visited; ++i) {
    const double share = static_cast<double>(root.visits()[i]) / static_cast<double>(most);
    weights.push_back(exp_exact(log_exact(share) / settings.temperature.value));
    sum += weights.back();
  }
  double drawn = rng.uniform() * sum;
  for (std::uint32_t i = 0; i + 1 < visited; ++i) {
    if (drawn < weights[i]) return i;
    drawn -= weights[i];
  }
  return visited - 1;
}

bool reads_squares(const NamedParams& final_move) { return rule_of(final_move).reads_squares; }

double most_of_budget(const NamedParams& final_move) {
  const std::string_view extra = rule_of(final_move).extra;
  return extra.empty() ? 1.0 : 1.0 + final_move.params.real(extra);
}

bool is_final_move_settled(const Block& root, const SearchSettings& settings) {
  if (rule_of(settings.final_move).extra.empty()) return true;
  const std::uint32_t visited = root.header().visited;
  const double* values = read_column(root, settings);
  double highest = -std::numeric_limits<double>::infinity();
  std::uint32_t most_visits = 0;
  double value_of_most = highest;
  for (std::uint32_t i = 0; i < visited; ++i) {
    highest = std::max(highest, values[i]);
    if (std::tuple(root.visits()[i], values[i]) > std::tuple(most_visits, value_of_most)) {
      most_visits = root.visits()[i];
      value_of_most = values[i];
    }
  }
  return value_of_most == highest;
}

const std::vector<Described>& final_moves() {
  static const std::vector<Described> all = [] {
    std::vector<Described> descriptions;
    for (const FinalMoveRule& rule : final_move_rules()) descriptions.push_back(rule.description);
    return descriptions;
  }();
  return all;
}

}  // namespace rootward
