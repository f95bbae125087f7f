// Draws and counters.
#include "experiments/selfplay/play_rules.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/math.h"

namespace rootward::selfplay {

std::uint32_t draw_geometric(double mean, Rng& rng) {
  if (mean <= 0) return 0;
  const double u = 1 - rng.uniform();  // in (0, 1]
  const double plies = std::floor(log_exact(u) / log_exact(mean / (1 + mean)));
  return static_cast<std::uint32_t>(std::min<double>(plies, kMostOpeningPlies));
}

OpeningPlan draw_opening(const OpeningRule& rule, std::size_t points, Rng& rng) {
  const double drawn = rng.uniform();
  if (drawn < rule.fork_share) {
    const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(points, kMostOpeningPlies));
    return {.policy_plies = rng.below(most), .forks = true};
  }
  if (drawn < rule.fork_share + rule.policy_share) return {.policy_plies = draw_geometric(rule.policy_plies, rng)};
  return {};
}

void Coasting::note(Value value) {
  const bool is_decided = std::abs(value) >= rule_.value;
  const bool goes_on = is_decided && plies_ > 0 && is_first_ahead_ == (value > 0);
  plies_ = goes_on ? plies_ + 1 : is_decided ? 1 : 0;
  is_first_ahead_ = value > 0;
}

bool Resigning::note(Seat mover, Value value) {
  std::uint32_t& moves = moves_[static_cast<std::size_t>(mover)];
  moves = value <= rule_.value ? moves + 1 : 0;
  if (rule_.moves == 0 || moves < rule_.moves) return false;
  if (goes_on_ && !spared_) spared_ = mover;
  return !goes_on_;
}

double temperature_at(const TemperatureRule& rule, std::size_t ply) {
  const double half_lives = static_cast<double>(ply) / rule.half_life;
  return rule.end + (rule.start - rule.end) * exp_exact(-half_lives * log_exact(2.0));
}

Action draw_by_visits(const SearchResult& result, double temperature, Rng& rng) {
  const auto is_proven = [](const RootChild& child, Value value) { return child.proof == 1 && child.value == value; };
  const auto is_out = [&](const RootChild& child) { return child.visits == 0 || is_proven(child, -1); };
  const auto chosen = std::ranges::find(result.children, result.move, &RootChild::action);
  if (is_proven(*chosen, 1) || std::ranges::all_of(result.children, is_out)) return result.move;
  std::uint32_t most = 1;
  for (const RootChild& child : result.children) most = std::max(most, child.visits);
  std::vector<double> weights;
  for (const RootChild& child : result.children) {
    const double share = static_cast<double>(child.visits) / static_cast<double>(most);
    weights.push_back(is_out(child) ? 0 : exp_exact(log_exact(share) / temperature));
  }
  double drawn = rng.uniform() * sum_fixed(weights);
  Action last = result.move;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    last = result.children[i].action;
    if (drawn < weights[i]) return last;
    drawn -= weights[i];
  }
  return last;
}

}  // namespace rootward::selfplay
