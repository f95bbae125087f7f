// The score-bounded solver: what is known of a draw counts before a node is proven.
#pragma once

#include <string>
#include <string_view>

#include "core/params.h"
#include "search/companion.h"

namespace rootward {

/// Each node is known to be worth something in [pessimistic, optimistic], ends in {-1, 0, 1} or its exact value; the
/// solver carries both up. A player who chooses gets at least the best pessimistic end among the children, so a child
/// whose optimistic end does not exceed that leaves selection and operators while another is left. The stored value is
/// cut to the interval after the operator has run: the one place where a companion touches a value.
class ScoreBounds : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "bounds";
  static constexpr bool kNeedsSolver = true;
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "the solver knows of nodes that are worth a draw at least, or at most: what cannot be better than a "
                "secured draw leaves the search, and values are cut to what is known",
            .source = "Cazenave & Saffidine 2010",
            .parameters = {}};
  }

  explicit ScoreBounds(const Params&) {}
};

}  // namespace rootward
