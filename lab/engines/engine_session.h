// A running engine that plays one game after another, whatever protocol it speaks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// Everything but the destructor may throw PlayerFault and EngineStopped, after which the program is of no more use.
class EngineSession {
 public:
  using Stop = std::function<bool()>;

  virtual ~EngineSession() = default;
  /// "GNU Go 3.8".
  [[nodiscard]] virtual const std::string& engine_name() const = 0;
  /// A game begins at its start; `seed` for programs that take one.
  virtual void new_game(std::uint64_t seed, const Stop& stop) = 0;
  /// A move is played in `before`; `is_own`: it is the one that the program has just chosen.
  virtual void play(const Position& before, Action action, bool is_own, const Stop& stop) = 0;
  /// The program's move; kNoAction where it names none.
  virtual Choice choose(const Position& position, const Stop& stop) = 0;
  /// See Player::final_score.
  virtual std::optional<double> final_score(const Stop&) { return std::nullopt; }
  /// Says quit and gives it time; then signals.
  virtual void quit() = 0;
  [[nodiscard]] virtual double cpu_seconds() = 0;
};

}  // namespace rootward
