// Games that join while the program runs: rules of a host language. They stand behind the table of games.def.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.h"
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

/// What results are read by. It is part of a configuration, so that they are read where the host or the game is not at
/// hand.
struct GuestGameFacts {
  std::string source;  ///< the mark that tells one source from another
  int seats = 2;
  double low = -1, high = 1;  ///< of results, in the game's own units
  bool is_win_draw_loss = true;
  friend bool operator==(const GuestGameFacts&, const GuestGameFacts&) = default;
};
/// The facts as parameters, each its own default.
std::vector<ParamSpec> guest_game_parameters(const GuestGameFacts& facts);
/// Of parameters of these specs.
GuestGameFacts guest_game_facts(const Params& params);

struct GuestGameEntry {
  Described description;  ///< its parameters are those of the facts
  GuestGameFacts facts;
  std::shared_ptr<const GuestGame> game;
  std::string file{};  ///< the bytes of the source file that a configuration named; "" of games from elsewhere
  [[nodiscard]] const Described& about() const { return description; }
};

/// From now on the name means this game; games that were made before stay. The caller sees to it that no game of ours
/// has the name. May be called beside searches.
void add_guest_game(GuestGameEntry guest);
/// The newest of this name; null when there is none. What it points to lives as long as the program.
const GuestGameEntry* find_guest_game(std::string_view name);
/// The newest of this name with this source.
const GuestGameEntry* find_guest_game(std::string_view name, std::string_view source);
/// The newest of every name, the latest at the end.
std::vector<Described> guest_game_descriptions();

/// A game of a host language is asked for a position where it is not known. Its results can be read all the same.
class AbsentGameError : public UsageError {
 public:
  using UsageError::UsageError;
};

/// Reads a game out of a source file of the host language, which calls it `object` or has a game of this name; makes it
/// known, and returns its name with its parameters. Throws UsageError where it cannot.
using GuestGameLoader = std::function<NamedParams(const std::string& file, const std::string& object)>;
/// The host sets it once, before it reads configurations.
void set_guest_game_loader(GuestGameLoader loader);
/// Empty where no host runs.
const GuestGameLoader& guest_game_loader();

/// From now on a game with this source that is not known is looked for in this file, once it is asked for a position.
void note_kept_game(const std::string& source, const std::string& file);
/// "" where none was noted.
std::string kept_game(const std::string& source);

}  // namespace rootward
