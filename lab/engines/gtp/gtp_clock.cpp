// Main time runs out into byo-yomi periods.
#include "lab/engines/gtp/gtp_clock.h"

#include <algorithm>

namespace rootward {

void GtpClock::set(const TimeSettings& settings) {
  settings_ = settings;
  has_limit_ = !(settings.byo_yomi_time > 0 && settings.byo_yomi_stones == 0);
  reset();
}

void GtpClock::reset() {
  const bool has_main_time = settings_.main_time > 0 || settings_.byo_yomi_stones == 0;
  Side full = has_main_time ? Side{settings_.main_time, 0} : byo_yomi();
  full.is_limited = has_limit_;
  sides_ = {full, full};
}

void GtpClock::set_left(Seat seat, double seconds, int stones) {
  side(seat) = {std::max(0.0, seconds), std::max(0, stones), true};
}

/// Of a clock that no settings came for nothing is known behind what it said of itself.
GtpClock::Side GtpClock::byo_yomi() const { return {settings_.byo_yomi_time, settings_.byo_yomi_stones, has_limit_}; }

void GtpClock::spend(Seat seat, double seconds) {
  Side& clock = side(seat);
  if (!clock.is_limited) return;
  clock.left -= seconds;
  if (clock.stones > 0 && --clock.stones == 0) clock = byo_yomi();
  if (clock.stones == 0 && clock.left <= 0 && settings_.byo_yomi_stones > 0) clock = byo_yomi();
  clock.left = std::max(0.0, clock.left);
}

std::optional<double> GtpClock::allowance(Seat seat, double own_moves_left) const {
  constexpr double kUsed = 0.9;
  const Side& clock = sides_[static_cast<std::size_t>(seat)];
  if (!clock.is_limited) return std::nullopt;
  if (clock.stones > 0) return kUsed * clock.left / clock.stones;
  const double share = clock.left / std::max(1.0, own_moves_left);
  const double byo_yomi = settings_.byo_yomi_stones > 0 ? settings_.byo_yomi_time / settings_.byo_yomi_stones : 0.0;
  // Main time need not be saved up where each move has a time of its own afterwards.
  return kUsed * std::max(share, std::min(clock.left, byo_yomi));
}

}  // namespace rootward
