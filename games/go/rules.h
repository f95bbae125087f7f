// The rules of Go that a user can choose, and their declaration as parameters.
#pragma once

#include <cstdint>

#include "core/params.h"
#include "core/types.h"

namespace rootward {

/// Which repetitions are forbidden: `positional` superko forbids every earlier board position of the game (whoever is
/// to move), `simple` only the recapture of a lone stone that has just captured a lone stone.
enum class KoRule : std::uint8_t { positional, simple };

/// Area scoring as Tromp and Taylor define it; two passes in a row end the game.
struct GoRules {
  int size = 9;          ///< lines a side, 2 .. 19
  double komi = 7.5;     ///< points for White, a multiple of 0.5 in [-361, 361]
  bool suicide = false;  ///< true: a chain of two or more stones may take its own last liberty and is removed
  KoRule ko = KoRule::positional;
  int move_limit = 243;  ///< plies, passes included, after which the game is scored as it stands; >= 1

  friend bool operator==(const GoRules&, const GoRules&) = default;
};

/// The result of an area difference (Black minus White), Black's view: +1, 0 or -1.
inline Value value_of_area(int area_difference, double komi) {
  const double margin = area_difference - komi;
  return margin > 0 ? 1 : margin < 0 ? -1 : 0;
}

inline constexpr int kMinGoSize = 2;
inline constexpr int kMaxGoSize = 19;

/// Name and parameters of the game `go`.
const Described& go_description();

/// The rules that resolved parameters of go_description() mean; an absent move_limit is 3 x size^2. Throws ParamError
/// for a komi that is no multiple of 0.5.
GoRules make_go_rules(const Params& params);

}  // namespace rootward
