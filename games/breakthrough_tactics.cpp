// Sets of targets narrowed down, one rule after another.
#include "games/breakthrough_tactics.h"

#include <bit>

#include "games/line_tactics.h"

namespace rootward {
namespace {

BreakthroughTargets within(const BreakthroughTargets& targets, std::uint64_t cells) {
  return {targets[0] & cells, targets[1] & cells, targets[2] & cells};
}

bool is_none(const BreakthroughTargets& targets) { return (targets[0] | targets[1] | targets[2]) == 0; }

/// The opponent's pawns that nobody could take back.
std::uint64_t undefended(const Breakthrough& position) {
  const Seat enemy = other(position.to_move());
  const std::uint64_t theirs = position.pawns(enemy);
  return theirs & ~breakthrough_attacks(position.field(), enemy, theirs);
}

/// Moves after which the opponent cannot win at once: a pawn that stands before its last row must be taken, and the
/// last own pawn kept from being taken.
BreakthroughTargets safe_targets(const BreakthroughField& field, Seat mover, std::uint64_t own, std::uint64_t theirs,
                                 const BreakthroughTargets& targets) {
  const Seat enemy = other(mover);
  const std::uint64_t goal = field.goals[static_cast<std::size_t>(enemy)];
  const std::uint64_t arriving = theirs & (enemy == Seat::first ? goal << 8 : goal >> 8);
  if (!std::has_single_bit(own)) {
    if (arriving == 0) return targets;
    return std::has_single_bit(arriving) ? within(targets, arriving) : BreakthroughTargets{};
  }
  BreakthroughTargets safe{};
  for (std::size_t step = 0; step < kBreakthroughSteps; ++step) {
    const std::uint64_t target = targets[step];
    const std::uint64_t left = theirs & ~target;
    if (target != 0 && (arriving & ~target) == 0 && (breakthrough_attacks(field, enemy, left) & target) == 0)
      safe[step] = target;
  }
  return safe;
}

}  // namespace

BreakthroughTargets breakthrough_tactical_targets(const Breakthrough& position, const Tactics& tactics) {
  const BreakthroughField& field = position.field();
  const Seat mover = position.to_move();
  const std::uint64_t own = position.pawns(mover);
  const std::uint64_t theirs = position.pawns(other(mover));
  BreakthroughTargets targets = breakthrough_targets(field, mover, own, theirs);
  if (tactics.lines) {
    std::uint64_t goal = field.goals[static_cast<std::size_t>(mover)];
    if (std::has_single_bit(theirs)) goal |= theirs;
    if (const BreakthroughTargets winning = within(targets, goal); !is_none(winning)) return winning;
    if (const BreakthroughTargets safe = safe_targets(field, mover, own, theirs, targets); !is_none(safe))
      targets = safe;
  }
  if (tactics.takes == Tactics::kAlwaysTakes) {
    if (const BreakthroughTargets taking = within(targets, undefended(position)); !is_none(taking)) return taking;
  }
  return targets;
}

/// In the order of legal_actions(), each as often as it is likely.
void Breakthrough::tactical_actions(const Tactics& tactics, ActionList& out) const {
  const BreakthroughTargets targets = breakthrough_tactical_targets(*this, tactics);
  const std::uint64_t likelier = tactics.takes > 1 ? undefended(*this) : 0;
  out.clear();
  for (std::size_t step = 0; step < kBreakthroughSteps; ++step) {
    std::uint64_t origins = breakthrough_origin(to_move(), step, targets[step]);
    const std::uint64_t taking = breakthrough_origin(to_move(), step, targets[step] & likelier);
    for (; origins != 0; origins &= origins - 1) {
      const auto action = static_cast<Action>(64 * step + static_cast<std::size_t>(std::countr_zero(origins)));
      const std::uint32_t times = (origins & -origins & taking) != 0 ? tactics.takes : 1;
      for (std::uint32_t i = 0; i < times; ++i) out.push_back(action);
    }
  }
}

PlayoutResult Breakthrough::tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace,
                                             PlayoutPolicy* policy) const {
  Breakthrough position = *this;
  PlayoutResult playout;
  if (trace != nullptr) trace->start(position.to_move());
  if (policy != nullptr) policy->begin();
  ActionList actions;
  for (; !position.is_over(); ++playout.plies) {
    position.tactical_actions(tactics, actions);
    const std::optional<Action> proposed = proposal_among(position, actions, policy);
    const Action action = proposed ? *proposed : actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    position.play(action);
    if (policy != nullptr) policy->played(action);
    if (trace != nullptr) trace->add(action);
  }
  playout.value = position.result();
  return playout;
}

}  // namespace rootward
