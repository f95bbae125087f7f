// What networks see of a game's positions, behind a virtual face; for whoever prepares their lessons.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "lab/play/game.h"

namespace rootward {

struct NetworkShape {
  std::size_t lines = 0;
  std::size_t columns = 0;
  std::size_t planes = 0;
  std::size_t actions = 0;  ///< logits of a policy
  [[nodiscard]] std::size_t points() const { return lines * columns; }
};

/// The virtual twin of net::Encoder for planes without global inputs. For one thread.
class NetworkView {
 public:
  virtual ~NetworkView() = default;
  [[nodiscard]] virtual const NetworkShape& shape() const = 0;
  /// Of the board, the identity first.
  [[nodiscard]] virtual int symmetries() const = 0;
  /// Overwrites `planes`, [point][plane]. `position` is one of the game's.
  virtual void encode(const Position& position, int symmetry, std::span<float> planes) = 0;
  /// Where a network that sees the position under the symmetry answers for the action; of a game that counts points
  /// also where it sees the point with the action's number.
  [[nodiscard]] virtual std::size_t policy_index(Action action, int symmetry) const = 0;
};

/// A game that networks may play.
class NetworkGame {
 public:
  virtual ~NetworkGame() = default;
  /// Null where networks do not play the game. `planes` as in a network's file: "history 5". Throws UsageError.
  [[nodiscard]] virtual std::unique_ptr<NetworkView> make_network_view(const std::string& planes) const = 0;
  /// The fewest planes that a network may see of it: "history 1".
  [[nodiscard]] virtual std::string fewest_planes() const = 0;
};

/// Throws UsageError where networks do not play the game or the planes are none that they could see.
std::unique_ptr<NetworkView> make_network_view(const Game& game, const std::string& planes);
/// With the fewest planes: for whoever asks for the board and the actions alone.
std::unique_ptr<NetworkView> make_network_view(const Game& game);

}  // namespace rootward
