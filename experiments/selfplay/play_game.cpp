// Openings, kinds of moves, targets, the end.
#include "experiments/selfplay/play_game.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "experiments/selfplay/shard_rules.h"

namespace rootward::selfplay {

PlayGame::PlayGame(const GamePlan& plan, const Game& game, Searcher& searcher, std::uint64_t index)
    : plan_(plan),
      rules_(game),
      searcher_(searcher),
      streams_(plan.seed, plan.generation, index),
      moves_(streams_.rng("moves")),
      is_gumbel_(has_gumbel_mode(plan.settings)),
      coasting_(plan.settings.coast),
      resigning_(plan.settings.resign, streams_.rng("resign")) {
  played_.game.number = plan.generation * kGamesPerGeneration + index;
  searcher_.new_game(streams_.seed_of("search"));
  play_opening();
}

/// An opening that ends the game is drawn again with half its plies.
void PlayGame::play_opening() {
  Rng rng = streams_.rng("opening");
  OpeningPlan opening = draw_opening(plan_.settings.openings, plan_.board_points, rng);
  while (!try_opening(opening, rng)) {
    if (opening.policy_plies == 0) opening.forks = false;
    opening.policy_plies /= 2;
  }
}

bool PlayGame::try_opening(OpeningPlan opening, Rng& rng) {
  position_ = rules_.start();
  played_.game.plies.clear();
  for (std::uint32_t ply = 0; ply < opening.policy_plies; ++ply) {
    Value value = 0;
    const Action action = draw_policy_move(rng, value);
    add_opening_ply(action, value);
    if (position_->is_over()) return false;
  }
  if (opening.forks) {
    std::vector<Action> legal = position_->legal_actions();
    if (!may_pass()) std::erase(legal, rules_.facts().pass_action);
    add_opening_ply(legal[rng.below(static_cast<std::uint32_t>(legal.size()))], 0);
  }
  played_.game.opening_plies = static_cast<std::uint8_t>(played_.game.plies.size());
  return !position_->is_over();
}

bool PlayGame::may_pass() const {
  const bool is_late = played_.game.plies.size() >= plan_.settings.first_pass;
  return is_late || !rules_.facts().has_pass || position_->legal_actions().size() == 1;
}

/// By the evaluator's priors as they are, a pass left out where there is to be none; `value`: its own of the position.
Action PlayGame::draw_policy_move(Rng& rng, Value& value) {
  EvaluationReport report = searcher_.evaluate(*position_);
  ++(report.is_cached ? played_.cached : played_.evaluations);
  value = report.value;
  double drawn = rng.uniform();
  if (!may_pass()) {
    const auto pass = std::ranges::find(report.priors, rules_.facts().pass_action, &std::pair<Action, double>::first);
    drawn *= 1 - pass->second;
    report.priors.erase(pass);
  }
  for (const auto& [action, prior] : report.priors) {
    if (drawn < prior) return action;
    drawn -= prior;
  }
  return report.priors.front().first;
}

void PlayGame::add_opening_ply(Action action, Value value) {
  played_.game.plies.push_back(
      {.action = action, .kind = PlyKind::opening, .weight = 0, .root_value = stored_value(value), .policy = {}});
  position_->play(action);
}

PlyKind PlayGame::draw_kind() {
  const CheapRule& cheap = plan_.settings.cheap;
  const bool is_cheap = cheap.share > 0 && moves_.uniform() < cheap.share;
  if (coasting_.is_on()) return PlyKind::coast;
  return is_cheap ? PlyKind::cheap : PlyKind::full;
}

void PlayGame::prepare() {
  assert(!is_over());
  searcher_.leave_aside(may_pass() ? std::vector<Action>{} : std::vector<Action>{rules_.facts().pass_action});
  kind_ = draw_kind();
  switch (kind_) {
    case PlyKind::coast:
      return searcher_.adjust(plan_.settings.coast.simulations, true);
    case PlyKind::cheap:
      return searcher_.adjust(plan_.settings.cheap.simulations, false);
    case PlyKind::opening:
    case PlyKind::full:
      return searcher_.adjust(plan_.simulations, true);
  }
}

/// Visits of a short search are no target; Gumbel's policy is one after any search.
bool PlayGame::has_policy_target() const { return kind_ == PlyKind::full || (kind_ == PlyKind::coast && is_gumbel_); }

Ply PlayGame::ply_of(const SearchResult& result) const {
  Ply ply{.action = result.move, .kind = kind_, .weight = 0, .root_value = stored_value(result.value), .policy = {}};
  if (kind_ == PlyKind::full) ply.weight = stored_weight(1);
  if (kind_ == PlyKind::coast) ply.weight = stored_weight(plan_.settings.coast.weight);
  if (!has_policy_target()) return ply;
  std::vector<std::pair<Action, double>> policy;
  for (const RootChild& child : result.children)
    if (child.action != rules_.facts().pass_action || may_pass()) policy.emplace_back(child.action, child.policy);
  ply.policy = policy_shares(policy, result.move);
  return ply;
}

/// Gumbel's root judges itself beside the simulations. An evaluation may be made of several answers that are
/// remembered.
void PlayGame::count_evaluations(const SearchResult& result) {
  const std::uint64_t asked = result.simulations + (is_gumbel_ ? 1 : 0);
  const std::uint64_t cached = std::min(asked, result.cached_evaluations);
  played_.evaluations += asked - cached;
  played_.cached += cached;
}

void PlayGame::take(const SearchResult& result) {
  const Seat mover = position_->to_move();
  count_evaluations(result);
  coasting_.note(result.value * sign_of(mover));
  if (resigning_.note(mover, result.value)) {
    score_resignation(mover, plan_.shape, played_.game);
    is_resigned_ = true;
    return;
  }
  Ply ply = ply_of(result);
  if (!is_gumbel_) {
    const double temperature = temperature_at(plan_.settings.temperature, played_.game.plies.size());
    ply.action = draw_by_visits(result, temperature, moves_);
  }
  searcher_.observe(ply.action);
  position_->play(ply.action);
  played_.game.plies.push_back(std::move(ply));
}

PlayedGame PlayGame::finish() {
  assert(is_over());
  if (!is_resigned_) score_by_rules(*position_, played_.game);
  if (const std::optional<Seat> spared = resigning_.spared()) {
    played_.is_spared = true;
    const int result = result_of(played_.game.score_halves) * (*spared == Seat::first ? 1 : -1);
    played_.is_spared_wrongly = result >= 0;
  }
  return std::move(played_);
}

}  // namespace rootward::selfplay
