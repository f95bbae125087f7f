// Which operators have a weight function, and with which constant.
#include "lab/play/weight_profile.h"

#include <string_view>

#include "backup/common_parameters.h"
#include "backup/feedback_profile.h"

namespace rootward {

namespace {

bool searches_with(const PlayerSpec& player, std::string_view backup) {
  return player.kind == "search" && player.search.backup.name == backup;
}

backups::ClockSetting clock_of(const PlayerSpec& player, const Game& game) {
  return backups::resolve_clock(player.search.backup.params, operator_context(game, player.search));
}

WeightProfile profile_of(const PlayerSpec& player, const Game& game, double constant, const char* label) {
  const backups::ClockSetting clock = clock_of(player, game);
  return {backups::make_weight_function(player.search.backup.params, clock, constant), clock.span, label};
}

}  // namespace

std::optional<WeightProfile> weight_profile(const PlayerSpec& player, const Game& game) {
  if (searches_with(player, "monotone"))
    return profile_of(player, game, backups::kMonotoneConstant, "f(n), weight of the n-th return");
  if (searches_with(player, "softmax"))
    return profile_of(player, game, backups::kSoftmaxConstant, "f(n), inverse temperature at n visits");
  return std::nullopt;
}

std::optional<WeightProfile> feedback_profile(const PlayerSpec& player, const Game& game) {
  if (!searches_with(player, "feedback")) return std::nullopt;
  const backups::ClockSetting clock = clock_of(player, game);
  return WeightProfile{backups::make_profile(player.search.backup.params, clock.span), clock.span,
                       "w(n), weight of the n-th return"};
}

}  // namespace rootward
