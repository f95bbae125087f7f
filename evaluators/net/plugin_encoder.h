// What networks see of a game by the C interface: the planes that it shows itself, and a logit a move.
#pragma once

#include <memory>
#include <string>

#include "evaluators/net/encoder.h"
#include "games/loading/position.h"

namespace rootward::net {

template <>
struct EncoderFactory<PluginPosition> {
  /// Throws UsageError where the game shows none, or others.
  static std::unique_ptr<Encoder<PluginPosition>> make(const Planes& planes, const PluginPosition::Rules& rules);
  /// Throws UsageError where the game shows no planes.
  static BoardShape board(const PluginPosition::Rules& rules);
  /// The one text that a network of it may have.
  static std::string planes(const PluginPosition::Rules& rules);
  static int actions(const PluginPosition::Rules& rules) { return static_cast<int>(rules.facts().move_limit); }
};

}  // namespace rootward::net
