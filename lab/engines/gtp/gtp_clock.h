// The two players' clocks as GTP's time_settings and time_left describe them (Canadian byo-yomi).
#pragma once

#include <array>
#include <optional>

#include "core/types.h"

namespace rootward {

/// All times in wall-clock seconds.
struct TimeSettings {
  double main_time = 0;
  double byo_yomi_time = 0;
  int byo_yomi_stones = 0;  ///< moves to be made in each byo-yomi period; 0 with a positive time: no limit at all
};

class GtpClock {
 public:
  /// No limit until set().
  void set(const TimeSettings& settings);
  /// A new game: full clocks.
  void reset();
  /// What the other side's clock says: seconds left, for `stones` moves (0 = main time).
  void set_left(Seat seat, double seconds, int stones);
  /// The seat has used so many seconds for a move.
  void spend(Seat seat, double seconds);
  /// Seconds that the seat should think about its next move at most; nothing without a limit. `own_moves_left`: a guess
  /// of how many moves it has yet to make, among which main time is shared out. A tenth is kept back for the way
  /// between the programs.
  [[nodiscard]] std::optional<double> allowance(Seat seat, double own_moves_left) const;

 private:
  struct Side {
    double left = 0;  // of the main time or of the byo-yomi period
    int stones = 0;   // 0: in main time
    bool is_limited = false;
  };
  [[nodiscard]] Side byo_yomi() const;
  [[nodiscard]] Side& side(Seat seat) { return sides_[static_cast<std::size_t>(seat)]; }

  bool has_limit_ = false;  // of the settings
  TimeSettings settings_;
  std::array<Side, 2> sides_{};
};

}  // namespace rootward
