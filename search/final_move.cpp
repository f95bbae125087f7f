// Choosing the move to play, and the rules' descriptions.
#include "search/final_move.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/math.h"

namespace rootward {
namespace {

using Score = std::pair<double, double>;  // compared lexicographically, larger is better

constexpr std::string_view kBoundRule = "lcb";
constexpr double kBelowAll = -1e12;  // of any number of visits above it

/// Visits that a child needs for its bound to count.
double least_visits(const Block& root, const SearchSettings& settings) {
  const std::uint32_t* visits = root.visits();
  return settings.final_move.params.real("min_share") * *std::max_element(visits, visits + root.header().visited);
}

const double* read_column(const Block& root, const SearchSettings& settings) {
  return settings.final_reads == Reads::mean ? root.means() : root.values();
}

/// q - z s / sqrt(n), s^2 = sum (R - m)^2 / (n - 1). Children with one visit, or with fewer than `least`, come after
/// all others, by visits, then by value.
Score bounded_score(const Block& root, const Params& params, double value, double least, std::uint32_t i) {
  const auto n = static_cast<double>(root.visits()[i]);
  if (n < 2 || n < least) return {kBelowAll + n, value};
  const double mean = root.means()[i];
  const double variance = std::max(0.0, (root.squares()[i] - n * mean * mean) / (n - 1));
  return {value - params.real("z") * std::sqrt(variance / n), n};
}

Score score_of(const Block& root, const SearchSettings& settings, std::uint32_t i) {
  const double value = read_column(root, settings)[i];
  const auto visits = static_cast<double>(root.visits()[i]);
  const std::string& rule = settings.final_move.name;
  if (rule == kBoundRule)
    return bounded_score(root, settings.final_move.params, value, least_visits(root, settings), i);
  if (rule == "best_value") return {value, visits};
  if (rule == "secure") return {value - settings.final_move.params.real("a") / std::sqrt(visits), visits};
  return {visits, value};
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

}  // namespace

std::uint32_t choose_final_move(const Block& root, const SearchSettings& settings, Rng& rng) {
  const BlockHeader& head = root.header();
  const std::uint32_t visited = head.visited;
  for (std::uint32_t i = 0; i < head.active; ++i) {
    if (root.is_proven(i) && root.values()[i] == 1.0) return i;
  }
  if (visited > 0) {
    return best_with_ties(0, visited, rng, [&](std::uint32_t i) { return score_of(root, settings, i); });
  }
  if (head.active > 0) {
    return best_with_ties(0, head.active, rng, [&](std::uint32_t i) {
      return Score{head.has_priors ? static_cast<double>(root.priors()[i]) : 0.0, 0.0};
    });
  }
  return best_with_ties(0, head.count, rng, [&](std::uint32_t i) {
    return Score{static_cast<double>(root.visits()[i]), 0.0};
  });
}

std::uint32_t secured_final_move(const Block& root, const SearchSettings& settings, std::uint32_t chosen) {
  std::uint32_t safest = 0;
  for (std::uint32_t i = 1; i < root.count(); ++i)
    if (root.bounds(i).low > root.bounds(safest).low) safest = i;
  const Value secured = root.bounds(safest).low;
  if (root.bounds(chosen).low >= secured) return chosen;
  const bool is_known = root.visits()[chosen] > 0;
  return is_known && read_column(root, settings)[chosen] >= secured ? chosen : safest;
}

std::uint32_t draw_final_move(const Block& root, const SearchSettings& settings, Rng& rng) {
  const std::uint32_t visited = root.header().visited;
  bool has_win = false;
  for (std::uint32_t i = 0; i < root.header().active; ++i) has_win |= root.is_proven(i) && root.values()[i] == 1.0;
  if (has_win || visited == 0) return choose_final_move(root, settings, rng);
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

bool reads_squares(const NamedParams& final_move) { return final_move.name == kBoundRule; }

bool is_final_move_settled(const Block& root, const SearchSettings& settings) {
  if (settings.final_move.name != "robust_max") return true;
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

namespace {

std::vector<ParamSpec> bound_parameters() {
  return {
      {.key = "z",
       .help = "width of the bound in standard errors",
       .fallback = 2.0,
       .low = 0,
       .high = 100,
       .tune_low = 0.2,
       .tune_high = 5,
       .scale = Scale::log,
       .source = "Leela Zero"},
      {.key = "min_share",
       .help = "children with less than this share of the most visits come last, and so do those with one visit: of "
               "two equal returns nothing is known of the deviation",
       .fallback = 0.1,
       .low = 0,
       .high = 1,
       .source = "Leela Zero"}};
}

}  // namespace

const std::vector<Described>& final_moves() {
  static const std::vector<Described> all = {
      {.name = "most_visits",
       .help = "the most visited move; ties by value, then seeded random",
       .source = "Chaslot et al. 2008, robust child",
       .parameters = {}},
      {.name = "best_value",
       .help = "the move with the highest value; ties by visits, then seeded random",
       .source = "Chaslot et al. 2008, max child",
       .parameters = {}},
      {.name = "robust_max",
       .help = "most visits; the search goes on until that move has the highest value too",
       .source = "Chaslot et al. 2008, after Coulom 2006",
       .parameters = {{.key = "extra",
                       .help = "how much longer the search may go on, as a fraction of the budget",
                       .fallback = 0.5,
                       .low = 0,
                       .high = 10,
                       .source = "ours"}}},
      {.name = "secure",
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
      {.name = std::string(kBoundRule),
       .help = "the highest lower confidence bound q - z s / sqrt(n), s the deviation of the child's returns",
       .source = "Leela Zero, pull request 2290 (from memory)",
       .parameters = bound_parameters()},
  };
  return all;
}

}  // namespace rootward
