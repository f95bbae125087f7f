// Looking up players and places, and how sure a published number is.
#include "experiments/comparison/published.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/statistics/normal.h"

namespace rootward::comparison {

std::string_view sure_name(Sure sure) {
  constexpr std::array<std::string_view, 3> kNames = {"read", "secondary", "memory"};
  return kNames[static_cast<std::size_t>(sure)];
}

double PublishedCell::standard_error() const {
  constexpr double kOfASign = 1e12;
  if (sign != 0) return kOfASign;
  if (half > 0) return half / kZ95;
  if (games == 0) return 0;
  const double unit = measure.empty() ? 1.0 : 100.0;
  const double share = value / unit;
  const auto n = static_cast<double>(games);
  if (share > 0 && share < 1) return unit * std::sqrt(share * (1.0 - share) / n);
  const Interval ends = wilson_interval(share, n);
  return unit * (ends.high - ends.low) / (2.0 * kZ95);
}

Interval PublishedCell::interval() const {
  const double unit = measure.empty() ? 1.0 : 100.0;
  if (half == 0 && games > 0 && (value == 0 || value == unit)) {
    const Interval ends = wilson_interval(value / unit, static_cast<double>(games));
    return {unit * ends.low, unit * ends.high};
  }
  const double apart = kZ95 * standard_error();
  return {value - apart, value + apart};
}

bool PublishedCell::has_even() const {
  return quantity != Quantity::threshold && (measure.empty() || !by.opponent.empty());
}

std::vector<std::string> Published::places() const {
  std::vector<std::string> places;
  for (const PublishedCell& cell : cells)
    if (std::ranges::find(places, cell.by.place) == places.end()) places.push_back(cell.by.place);
  return places;
}

const PublishedPlayer* Published::find(std::string_view name) const {
  const auto found = std::ranges::find(players, name, &PublishedPlayer::name);
  return found == players.end() ? nullptr : &*found;
}

}  // namespace rootward::comparison
