// Choosing the move to play, and the rules' descriptions.
#include "search/final_move.h"

#include <algorithm>
#include <cmath>
#include <limits>
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

Score score_of(const Block& root, const SearchSettings& settings, std::uint32_t i) {
  const double value = read_column(root, settings)[i];
  const auto visits = static_cast<double>(root.visits()[i]);
  const std::string& rule = settings.final_move.name;
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
  for (std::uint32_t i = 0; i < visited; ++i) {
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

std::uint32_t draw_final_move(const Block& root, const SearchSettings& settings, Rng& rng) {
  const std::uint32_t visited = root.header().visited;
  const bool has_win = std::any_of(root.values(), root.values() + visited, [&](const double& value) {
    return value == 1.0 && root.is_proven(static_cast<std::uint32_t>(&value - root.values()));
  });
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
  };
  return all;
}

}  // namespace rootward
