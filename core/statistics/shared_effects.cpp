// Sums over shared luck, and the signs of a factorial.
#include "core/statistics/shared_effects.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"

namespace rootward {
namespace {

constexpr double kFewestPairs = 10;  // that show their spread, as in the tables
constexpr double kRounding = 1e-6;   // of a pair: what is left where all cancel

double square(double value) { return value * value; }

double squares(const std::map<std::uint32_t, double>& luck) {
  double sum = 0;
  for (const auto& [number, elo] : luck) sum += square(elo);
  return sum;
}

/// Sets of switches as bits, the smaller sets first, each size in the order of the switches.
std::vector<std::size_t> sets_by_size(std::size_t switches) {
  std::vector<std::size_t> sets;
  for (std::size_t set = 1; set < std::size_t{1} << switches; ++set) sets.push_back(set);
  const auto in_order = [switches](std::size_t a, std::size_t b) {
    if (std::popcount(a) != std::popcount(b)) return std::popcount(a) < std::popcount(b);
    for (std::size_t i = 0; i < switches; ++i)
      if (((a ^ b) >> i & 1U) != 0) return (a >> i & 1U) != 0;
    return false;
  };
  std::ranges::sort(sets, in_order);
  return sets;
}

/// Whether a variant has a switch in its second position: the last switch changes fastest.
bool is_second(std::size_t variant, std::size_t at, std::size_t switches) {
  return (variant >> (switches - 1 - at) & 1U) != 0;
}

std::string set_name(const std::vector<std::string>& switches, std::size_t set) {
  std::string name;
  for (std::size_t i = 0; i < switches.size(); ++i)
    if ((set >> i & 1U) != 0) name += (name.empty() ? "" : " x ") + switches[i];
  return name;
}

}  // namespace

double SharedEstimate::error() const { return std::sqrt(own_variance + squares(luck)); }

SharedEstimate shared_estimate(double score, const Interval& ci95, std::uint64_t games,
                               std::span<const std::pair<std::uint32_t, double>> pair_means) {
  const double half_game = 1 / (2 * static_cast<double>(std::max<std::uint64_t>(1, games)));
  const double inside = std::clamp(score, half_game, 1 - half_game);
  const double slope = kEloPerLogit / (inside * (1 - inside));
  const double pairs = std::max(1.0, static_cast<double>(pair_means.size()));
  double mean = 0;
  for (const auto& one : pair_means) mean += one.second;
  mean /= pairs;
  SharedEstimate estimate{.elo = elo_of_score(inside), .own_variance = 0, .luck = {}, .pair = slope / (2 * pairs)};
  for (const auto& [number, score_of_pair] : pair_means) estimate.luck[number] = slope * (score_of_pair - mean) / pairs;
  const double error = slope * (ci95.high - ci95.low) / (2 * kZ95);
  estimate.own_variance = std::max(0.0, square(error) - squares(estimate.luck));
  return estimate;
}

SharedEstimate weighted_sum(std::span<const WeightedEstimate> parts) {
  SharedEstimate sum;
  for (const auto& [weight, one] : parts) {
    sum.elo += weight * one->elo;
    sum.own_variance += square(weight) * one->own_variance;
    sum.pair = std::max(sum.pair, std::abs(weight) * one->pair);
    for (const auto& [number, elo] : one->luck) sum.luck[number] += weight * elo;
  }
  double fourth = 0;
  for (const auto& [number, elo] : sum.luck) fourth += square(square(elo));
  const double second = squares(sum.luck);
  if (second <= square(kRounding * sum.pair) || square(second) < kFewestPairs * fourth)
    sum.own_variance = std::max(sum.own_variance, 2 * square(sum.pair));
  return sum;
}

SharedEstimate mean_difference(std::span<const SharedEstimate* const> some,
                               std::span<const SharedEstimate* const> others) {
  std::vector<WeightedEstimate> parts;
  for (const SharedEstimate* one : some) parts.emplace_back(1 / static_cast<double>(some.size()), one);
  for (const SharedEstimate* one : others) parts.emplace_back(-1 / static_cast<double>(others.size()), one);
  return weighted_sum(parts);
}

std::vector<JudgedEffect> judge_effects(const std::vector<std::pair<std::string, SharedEstimate>>& effects) {
  std::vector<JudgedEffect> judged;
  for (const auto& [name, effect] : effects) {
    const double error = effect.error();
    judged.push_back({.name = name, .elo = effect.elo, .error = error, .p = two_sided_p(effect.elo / error)});
  }
  correct_together(judged);
  return judged;
}

void correct_together(std::vector<JudgedEffect>& effects) {
  std::vector<double> p;
  for (const JudgedEffect& effect : effects) p.push_back(effect.p);
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < effects.size(); ++i) effects[i].holm_p = corrected[i];
}

std::vector<JudgedEffect> factorial_effects(const std::vector<std::string>& switches,
                                            std::span<const SharedEstimate> variants) {
  std::vector<std::pair<std::string, SharedEstimate>> effects;
  for (const std::size_t set : sets_by_size(switches.size())) {
    std::vector<WeightedEstimate> parts;
    for (std::size_t v = 0; v < variants.size(); ++v) {
      double weight = 2 / static_cast<double>(variants.size());
      for (std::size_t i = 0; i < switches.size(); ++i)
        if ((set >> i & 1U) != 0 && is_second(v, i, switches.size())) weight = -weight;
      parts.emplace_back(weight, &variants[v]);
    }
    effects.emplace_back(set_name(switches, set), weighted_sum(parts));
  }
  return judge_effects(effects);
}

std::vector<JudgedEffect> switch_effects(const std::vector<std::string>& switches,
                                         std::span<const SharedEstimate> variants) {
  std::vector<std::pair<std::string, SharedEstimate>> effects;
  for (std::size_t i = 0; i < switches.size(); ++i) {
    const SharedEstimate* first = variants.data();
    const SharedEstimate* other = &variants[std::size_t{1} << (switches.size() - 1 - i)];
    effects.emplace_back(switches[i], mean_difference(std::span(&first, 1), std::span(&other, 1)));
  }
  return judge_effects(effects);
}

}  // namespace rootward
