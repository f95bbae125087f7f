// Noise, the move of each simulation, and the move to be played.
#include "search/roots/gumbel.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "core/math.h"

namespace rootward {
namespace {

/// -ln(-ln u), u in (0, 1).
double standard_gumbel(Rng& rng) {
  const double u = (static_cast<double>(rng.next() >> 12) + 0.5) * 0x1.0p-52;
  return -log_exact(-log_exact(u));
}

/// How far a move's visits are from those that the schedule asks for: fewer come before more.
std::pair<bool, std::uint32_t> distance(std::uint32_t visits, std::uint32_t level) {
  return {visits > level, visits > level ? visits - level : level - visits};
}

}  // namespace

Described GumbelRoot::describe() {
  std::vector<ParamSpec> parameters = {
      {.key = "considered",
       .help = "moves that share the simulations: those with the largest g + ln P",
       .type = ParamType::integer,
       .fallback = std::int64_t{16},
       .low = 1,
       .high = 65'535,
       .tune_low = 2,
       .tune_high = 64,
       .scale = Scale::integer,
       .source = "Danihelka et al. 2022"},
      {.key = "noise",
       .help = "whether the Gumbel noise g is drawn; without it the search plays its best move",
       .type = ParamType::boolean,
       .fallback = true,
       .source = "Danihelka et al. 2022; without in evaluation"}};
  for (ParamSpec& spec : value_transform_specs()) parameters.push_back(std::move(spec));
  return {.name = std::string(kName),
          .help = "sequential halving over the moves with the largest g + ln P; below it improved_policy",
          .source = "Danihelka et al. 2022; visits as in mctx",
          .parameters = std::move(parameters)};
}

void GumbelRoot::begin(const Block& root, std::span<const Action> actions, std::uint64_t simulations, bool explores,
                       Rng& rng) {
  const std::size_t size = std::size_t{*std::ranges::max_element(actions)} + 1;
  noise_.assign(size, 0);
  visits_before_.assign(size, 0);
  if (is_noisy_ && explores)
    for (const Action action : actions) noise_[action] = standard_gumbel(rng);
  for (std::size_t i = 0; i < root.count(); ++i) visits_before_[root.actions()[i]] = root.visits()[i];
  simulations_ = simulations;
  schedule_.reset();
}

void GumbelRoot::fill_scores(const RootNode& root, std::uint32_t count) const {
  improved_logits(columns_of(root.block, count, root.reads, root.own), transform_, scores_);
  for (std::uint32_t i = 0; i < count; ++i) scores_[i] += noise_[root.block.actions()[i]];
}

/// A schedule's move may have left the search as a proven loss: then another takes its place, one with fewer visits
/// where there is any.
std::uint32_t GumbelRoot::select(const RootNode& root) {
  const std::uint32_t active = root.block.header().active;
  if (!schedule_) schedule_.emplace(std::min(considered_, active), simulations_);
  const std::uint32_t level = schedule_->next();
  fill_scores(root, active);
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < active; ++i) {
    const auto is = distance(visits_now(root.block, i), level);
    const auto best_is = distance(visits_now(root.block, best), level);
    if (is < best_is || (is == best_is && scores_[i] > scores_[best])) best = i;
  }
  return best;
}

std::uint32_t GumbelRoot::choose(const RootNode& root) const {
  const std::uint32_t active = root.block.header().active;
  if (active == 0) return kNoChild;
  for (std::uint32_t i = 0; i < active; ++i)
    if (root.block.is_proven(i) && root.block.values()[i] == 1.0) return kNoChild;
  fill_scores(root, active);
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < active; ++i)
    if (std::tuple(visits_now(root.block, i), scores_[i]) > std::tuple(visits_now(root.block, best), scores_[best]))
      best = i;
  return best;
}

void GumbelRoot::policy(const RootNode& root, std::vector<double>& policy) const {
  const auto count = static_cast<std::uint32_t>(root.block.count());
  improved_logits(columns_of(root.block, count, root.reads, root.own), transform_, policy);
  softmax(policy);
}

}  // namespace rootward
