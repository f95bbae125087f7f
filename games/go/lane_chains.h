// Which chains live, in every lane: chains of both colours grow at once from seeds on them.
#pragma once

#include <cstddef>

#include "core/inline.h"
#include "games/go/lane_sets.h"

namespace rootward::lanes {

/// The stones of both colours and the points next to empty ones, off which chains breathe.
template <int Size, class V>
class Chains {
 public:
  using Mask = typename V::Mask;
  using Sets = SetsOf<Size, V>;
  using S = typename Sets::S;

  /// A chain of each colour under inspection in a lane, undecided until it breathes; what stays so is dead.
  struct Probe {
    S chain;
    Mask own_is_undecided, enemy_is_undecided;

    ROOTWARD_INLINE Probe(const S& own_seed, const S& enemy_seed)
        : chain(own_seed | enemy_seed),
          own_is_undecided(Sets::filled(own_seed)),
          enemy_is_undecided(Sets::filled(enemy_seed)) {}
  };

  ROOTWARD_INLINE Chains(const S& own, const S& enemy, const S& breathing)
      : own_(own),
        enemy_(enemy),
        own_breathing_(own & breathing),
        enemy_breathing_(enemy & breathing),
        east_(Sets::with(own & own.east(), enemy, enemy.east())),
        west_(east_.west()),
        north_(Sets::with(own & own.north(), enemy, enemy.north())),
        south_(north_.south()) {}

  /// The chains grow until they are decided or complete.
  ROOTWARD_INLINE Probe inspected(Probe probe) const {
    while (V::any(grow(probe))) {
    }
    return probe;
  }

 private:
  /// One step along rows, then one along columns, over stones of one colour.
  ROOTWARD_INLINE S grown(const S& set) const {
    const S along = Sets::with(Sets::with(set, set.east(), east_), set.west(), west_);
    return Sets::with(Sets::with(along, along.north(), north_), along.south(), south_);
  }

  /// Grows twice, since to ask costs more than to grow; returns the lanes that gained stones of an undecided chain.
  ROOTWARD_INLINE Mask grow(Probe& probe) const {
    const S next = grown(grown(probe.chain));
    const S added = next - probe.chain;
    probe.own_is_undecided = probe.own_is_undecided & Sets::is_empty(next & own_breathing_);
    probe.enemy_is_undecided = probe.enemy_is_undecided & Sets::is_empty(next & enemy_breathing_);
    probe.chain = next;
    return (Sets::filled(added & own_) & probe.own_is_undecided) |
           (Sets::filled(added & enemy_) & probe.enemy_is_undecided);
  }

  const S &own_, &enemy_;
  S own_breathing_, enemy_breathing_;
  S east_, west_, north_, south_;  ///< points that a step in this direction reaches from a stone of their colour
};

}  // namespace rootward::lanes
