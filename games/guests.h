// Games that join while the program runs: rules of a host language. They stand behind the table of games.def.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/types.h"

namespace rootward {

/// A position as its host has looked at it once; it does not change.
struct GuestState {
  bool is_over = false;
  bool is_chance = false;
  Seat mover = Seat::first;
  Value result = 0;                   ///< in [-1, 1], first seat's view; of a finished game
  std::vector<std::string> moves;     ///< the legal ones, or chance's outcomes, in their order; none where it is over
  std::vector<double> probabilities;  ///< of outcomes
  std::uint64_t hash = 0;
  std::shared_ptr<const void> held;  ///< the host's
};

/// What the host is called for; several threads at once. Throws what the host raises, as GuestFailure.
class GuestGame {
 public:
  GuestGame() = default;
  GuestGame(const GuestGame&) = delete;
  GuestGame& operator=(const GuestGame&) = delete;
  virtual ~GuestGame() = default;
  [[nodiscard]] virtual std::shared_ptr<const GuestState> start() const = 0;
  /// After a move, by its place in `moves`.
  [[nodiscard]] virtual std::shared_ptr<const GuestState> play(const GuestState& state, std::size_t move) const = 0;
  /// For people.
  [[nodiscard]] virtual std::string drawing(const GuestState& state) const = 0;
};

struct GuestGameEntry {
  Described description;  ///< without parameters but for the marks that tell one source from another
  int seats = 2;
  double low = -1, high = 1;  ///< of results, in the game's own units
  bool is_win_draw_loss = true;
  std::shared_ptr<const GuestGame> game;
  [[nodiscard]] const Described& about() const { return description; }
};

/// From now on the name means this game; games that were made before stay. The caller sees to it that no game of ours
/// has the name. May be called beside searches.
void add_guest_game(GuestGameEntry guest);
/// The newest of this name; null when there is none. What it points to lives as long as the program.
const GuestGameEntry* find_guest_game(std::string_view name);
/// The newest of every name, the latest at the end.
std::vector<Described> guest_game_descriptions();

/// Reads the game `object` out of a source file of the host language, makes it known, and returns its name with its
/// parameters. Throws UsageError where it cannot.
using GuestGameLoader = std::function<NamedParams(const std::string& file, const std::string& object)>;
/// The host sets it once, before it reads configurations.
void set_guest_game_loader(GuestGameLoader loader);
/// Empty where no host runs.
const GuestGameLoader& guest_game_loader();

}  // namespace rootward
