// Looking up what was measured, and where it passes a level.
#include "experiments/comparison/measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "core/number_text.h"
#include "core/statistics/normal.h"
#include "core/text.h"

namespace rootward::comparison {
namespace {

/// The number behind the beginning of a player's name.
std::optional<double> number_behind(std::string_view name, std::string_view beginning) {
  if (!name.starts_with(beginning)) return std::nullopt;
  return parse_number<double>(name.substr(beginning.size()));
}

class MeasuredReader {
 public:
  MeasuredReader(const PublishedCell& cell, const Answerer& by, const PlayedRun& run)
      : cell_(cell), by_(by), run_(run), measured_(*run.measured) {
    require(cell.measure, measured_.measures, "measure");
    game_ = cell.game;
    if (game_.empty() && measured_.games.size() == 1) game_ = measured_.games.front();
    require(game_, measured_.games, "game");
    const bool is_share = std::ranges::find(measured_.shares, cell.measure) != measured_.shares.end();
    if (cell.games > 0 && cell.half == 0 && !is_share)
      refuse(fmt::format("{} is no share, whose error follows from `games`; allowed: `error`", cell.measure));
  }

  /// Of two players on the same instances where the study compares them, else as if these were others.
  std::optional<OurScore> value() {
    const MeasuredValue* first = find(by_.method);
    if (by_.opponent.empty()) return first == nullptr ? std::nullopt : std::optional(score_of(*first, 1));
    const MeasuredValue* second = find(by_.opponent);
    if (const MeasuredValue* both = find(by_.method, by_.opponent)) return score_of(*both, 1);
    if (const MeasuredValue* both = find(by_.opponent, by_.method)) return score_of(*both, -1);
    if (first == nullptr || second == nullptr) return std::nullopt;
    OurScore ours = score_of(*first, 1);
    ours.estimate.score -= second->mean;
    ours.standard_error = std::hypot(ours.standard_error, score_of(*second, 1).standard_error);
    ours.estimate.standard_error = ours.standard_error;
    ours.ci95 = score_interval(ours.estimate);
    return ours;
  }

  std::optional<OurScore> threshold() {
    const std::string beginning = by_.method.substr(0, by_.method.size() - 1);
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    std::vector<MeasuredAt> points;
    OurScore ours;
    ours.estimate.score = kUnknown;
    ours.standard_error = kUnknown;
    for (const std::string& player : measured_.players) {
      const std::optional<double> at = number_behind(player, beginning);
      const MeasuredValue* value = at ? find(player) : nullptr;
      if (value == nullptr) continue;
      points.push_back({*at, value->mean, value->ci95});
      ours.searches = value->searches;
    }
    if (points.empty()) {
      if (std::ranges::none_of(measured_.players,
                               [&](const std::string& player) { return number_behind(player, beginning).has_value(); }))
        require(by_.method, measured_.players, "player");
      return std::nullopt;
    }
    std::ranges::sort(points, {}, &MeasuredAt::at);
    ours.ci95 = passing_between(points, cell_.level).value_or(Interval{kUnknown, kUnknown});
    return ours;
  }

 private:
  [[noreturn]] void refuse(std::string message) const {
    throw UsageError({Problem{.file = cell_.written.source,
                              .line = cell_.written.line,
                              .column = cell_.written.column,
                              .path = cell_.path,
                              .message = std::move(message)}});
  }

  void require(const std::string& name, const std::vector<std::string>& known, const char* what) const {
    if (std::ranges::find(known, name) != known.end()) return;
    refuse(fmt::format("{} has no {} {}; it has {}{}", run_.folder, what, name.empty() ? "alone" : name,
                       fmt::join(known, ", "), hint_text(name, known)));
  }

  const MeasuredValue* find(const std::string& player, const std::string& opponent = "") const {
    require(player, measured_.players, "player");
    const MeasuredValue* found = nullptr;
    for (const MeasuredValue& value : measured_.values)
      if (value.game == game_ && value.player == player && value.opponent == opponent &&
          value.measure == cell_.measure && (cell_.simulations == 0 || value.simulations == cell_.simulations))
        found = &value;
    return found;
  }

  static OurScore score_of(const MeasuredValue& value, int sign) {
    const double error = (value.ci95.high - value.ci95.low) / (2.0 * kZ95);
    OurScore ours;
    ours.searches = value.searches;
    ours.estimate = {.score = sign * value.mean, .formula = IntervalFormula::pentanomial, .standard_error = error};
    ours.standard_error = error;
    ours.ci95 = sign > 0 ? value.ci95 : Interval{-value.ci95.high, -value.ci95.low};
    return ours;
  }

  const PublishedCell& cell_;
  const Answerer& by_;
  const PlayedRun& run_;
  const MeasuredRun& measured_;
  std::string game_;
};

}  // namespace

std::optional<Interval> passing_between(std::span<const MeasuredAt> points, double level) {
  const auto side = [&](const MeasuredAt& point) {
    if (point.ci95.low > level) return 1;
    return point.ci95.high < level ? -1 : 0;
  };
  if (points.empty() || side(points.front()) == 0) return std::nullopt;
  Interval between{points.front().at, std::numeric_limits<double>::infinity()};
  for (const MeasuredAt& point : points) {
    if (side(point) == side(points.front())) between.low = point.at;
    if (side(point) == -side(points.front())) return Interval{between.low, point.at};
  }
  return between;
}

Agreement threshold_agreement(const PublishedCell& cell, const std::optional<Interval>& ours) {
  if (!ours) return Agreement::undecided;
  if (cell.value + cell.margin < ours->low || cell.value - cell.margin > ours->high) return Agreement::disagree;
  return std::isinf(ours->high) ? Agreement::undecided : Agreement::agree;
}

double z_of(double value, double error) {
  constexpr double kFar = 1e6;
  if (error > 0) return value / error;
  return value == 0 ? 0 : std::copysign(kFar, value);
}

double within_margin_p(double value, double error, double margin) {
  if (margin == 0) return 1;
  return normal_cdf(z_of(std::fabs(value) - margin, error));
}

std::optional<OurScore> measured_score(const PublishedCell& cell, const Answerer& by, const PlayedRun& run) {
  MeasuredReader reader(cell, by, run);
  return cell.quantity == Quantity::threshold ? reader.threshold() : reader.value();
}

}  // namespace rootward::comparison
