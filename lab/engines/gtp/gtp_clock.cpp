// Main time runs out into byo-yomi periods.
#include "lab/engines/gtp/gtp_clock.h"

#include <algorithm>

namespace rootward {

void GtpClock::set(const TimeSettings& settings) {
  settings_ = settings;
  is_limited_ = !(settings.byo_yomi_time > 0 && settings.byo_yomi_stones == 0);
  reset();
}

void GtpClock::reset() {
  const bool has_main_time = settings_.main_time > 0 || settings_.byo_yomi_stones == 0;
  const Side full =
      has_main_time ? Side{settings_.main_time, 0} : Side{settings_.byo_yomi_time, settings_.byo_yomi_stones};
  sides_ = {full, full};
}

void GtpClock::set_left(Seat seat, double seconds, int stones) {
  is_limited_ = true;
  side(seat) = {std::max(0.0, seconds), std::max(0, stones)};
}

void GtpClock::spend(Seat seat, double seconds) {
  if (!is_limited_) return;
  Side& clock = side(seat);
  clock.left -= seconds;
  if (clock.stones > 0 && --clock.stones == 0) clock = {settings_.byo_yomi_time, settings_.byo_yomi_stones};
  if (clock.stones == 0 && clock.left <= 0 && settings_.byo_yomi_stones > 0)
    clock = {settings_.byo_yomi_time, settings_.byo_yomi_stones};
  clock.left = std::max(0.0, clock.left);
}

std::optional<double> GtpClock::allowance(Seat seat, double own_moves_left) const {
  constexpr double kUsed = 0.9;
  if (!is_limited_) return std::nullopt;
  const Side& clock = sides_[static_cast<std::size_t>(seat)];
  if (clock.stones > 0) return kUsed * clock.left / clock.stones;
  const double share = clock.left / std::max(1.0, own_moves_left);
  const double byo_yomi = settings_.byo_yomi_stones > 0 ? settings_.byo_yomi_time / settings_.byo_yomi_stones : 0.0;
  // Main time need not be saved up where each move has a time of its own afterwards.
  return kUsed * std::max(share, std::min(clock.left, byo_yomi));
}

}  // namespace rootward
