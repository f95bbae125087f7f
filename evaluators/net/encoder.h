// The seam between a game and networks: which numbers a network sees of a position, and where it answers for a move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/game_state.h"
#include "evaluators/net/input_key.h"
#include "evaluators/net/model.h"

namespace rootward::net {

/// Turns positions of one game into a network's inputs. For one thread: it keeps what neighbouring positions share.
template <GameState P>
class Encoder {
 public:
  virtual ~Encoder() = default;
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  /// Symmetries of the board that turn a game into one that is worth the same, the identity first.
  [[nodiscard]] virtual int symmetries() const = 0;
  /// Fills `planes` ([point][plane] as the network counts its points) and `globals` with the position seen under a
  /// symmetry; all are overwritten.
  virtual void encode(const P& position, int symmetry, std::span<float> planes, std::span<float> globals) = 0;
  /// What names the inputs that encode() would make, without making them: positions whose inputs differ have different
  /// keys, for all encoders for one network. Nothing: the inputs are their own name.
  virtual std::optional<InputKey> key(const P& /*position*/, int /*symmetry*/) { return std::nullopt; }
  /// Where the network, seeing the position under the symmetry, answers for the action. Where the game counts points,
  /// action i is point i, and this is where the network sees it.
  [[nodiscard]] virtual std::size_t policy_index(Action action, int symmetry) const = 0;
};

/// How a game makes the encoder for a network. A game that networks play specialises it (go_encoder.h does for Go),
/// and whoever binds the game includes that; others have none.
///   make(planes, rules): for a network that wants to see such planes; throws UsageError where the game has none.
///   board(rules): the board that the network is to run for.
///   actions(rules): logits of its policy.
template <GameState P>
struct EncoderFactory;

/// The game says so itself, by `kPlayedByNetworks`: where its factory is not in sight, nothing compiles.
template <class P>
concept PlayedByNetworks = GameState<P> && P::kPlayedByNetworks;

/// The encoder for a network. Throws UsageError where the network does not fit the game; `shown` names it.
template <PlayedByNetworks P>
std::unique_ptr<Encoder<P>> make_encoder(const Model& model, const typename P::Rules& rules, const std::string& shown) {
  check_fit(model, EncoderFactory<P>::board(rules), EncoderFactory<P>::actions(rules), shown);
  return EncoderFactory<P>::make(model.planes, rules);
}

}  // namespace rootward::net
