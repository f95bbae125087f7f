// Whoever plays: a search, a random mover, an external engine. One object plays one seat of one game at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/params.h"
#include "core/types.h"
#include "lab/play/game.h"
#include "search/settings.h"

namespace rootward {

/// Stands for what is not stored: values of environment variables, which may be keys and passwords.
inline constexpr std::string_view kNotStored = "(not stored)";

/// A variable set for an external program. Its value is no part of what a configuration says: names alone are compared,
/// shown and stored.
struct EnvironmentVariable {
  std::string name;
  std::string value;
  friend bool operator==(const EnvironmentVariable& a, const EnvironmentVariable& b) { return a.name == b.name; }
};

/// A player as configured. `kind` is "search", a name of the players registry ("random"), or an external engine's kind
/// (lab/play/engine_kinds.h).
struct PlayerSpec {
  std::string name;  ///< the key under players:
  std::string kind = "search";
  SearchSettings search;                           ///< for kind "search", every default filled in
  Params params;                                   ///< for other kinds
  std::vector<EnvironmentVariable> environment{};  ///< for engines
  friend bool operator==(const PlayerSpec&, const PlayerSpec&) = default;
};

/// Whether nothing but their names tells them apart: a match of both is an A/A cell.
bool is_same_player(PlayerSpec a, const PlayerSpec& b);
/// False for external engines and for budgets of wall-clock time.
bool is_reproducible(const PlayerSpec& player);

/// One move's choice and what it cost.
struct Choice {
  Action action = kNoAction;
  bool resigns = false;
  std::uint64_t simulations = 0;  ///< new simulations, 0 for players that do not search
  std::uint64_t reused_visits = 0;
  std::uint64_t cached_evaluations = 0;  ///< see SearchResult
  std::uint64_t fallbacks = 0;           ///< see SearchResult
  std::optional<Value> value{};  ///< what the player thinks of the position, in its own view; nothing: it does not say
  std::optional<Value> mean{};   ///< its search's plain sample mean of the root, same view; nothing: there is none
};

/// An external player failed within a game (crash, timeout, garbage, an error for an answer): the game counts for
/// nothing. what() tells all, with the last of the program's standard error.
class PlayerFault : public PlayerError {
 public:
  PlayerFault(std::string player, std::string reason, const std::string& message)
      : PlayerError(message), player_(std::move(player)), reason_(std::move(reason)) {}
  [[nodiscard]] const std::string& player() const { return player_; }
  /// In one word: "crash", "timeout", "garbage", "wrong_id", "refusal", "error".
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  std::string player_;
  std::string reason_;
};

class Player {
 public:
  virtual ~Player() = default;
  /// A new game begins; `seed` fixes every random choice of this player in it.
  virtual void new_game(std::uint64_t seed) = 0;
  /// Chooses for the side to move. `stop`: see Searcher::think.
  virtual Choice choose(const Position& position, const std::function<bool()>& stop) = 0;
  /// The search that finds this player's moves, for whoever runs many side by side; null: choose() must be called.
  /// Its result goes to choice_of().
  virtual Searcher* searcher() { return nullptr; }
  /// The search behind choose(), whatever its budget, to be looked at while it thinks and afterwards; null: there is
  /// none.
  virtual Searcher* thinking() { return nullptr; }
  /// What the player makes of its searcher's result.
  [[nodiscard]] virtual Choice choice_of(const SearchResult& result) const;
  /// network_of() this player.
  [[nodiscard]] virtual const std::string& network() const;
  /// A move was played by either seat (openings included), before which the position was as the player knows it.
  virtual void observe(Action action) = 0;
  /// What an external program calls itself, "GNU Go 3.8"; "" for players of our own, and before it was started.
  [[nodiscard]] virtual std::string engine_name() const { return ""; }
  /// CPU seconds that an external program has used so far.
  virtual double outside_cpu_seconds() { return 0; }
  /// An external program's own score of the game that was observed to its end, Black minus White; nothing for players
  /// of our own. Throws PlayerFault.
  virtual std::optional<double> final_score(const std::function<bool()>&) { return std::nullopt; }
};

/// The network that a search asks: a hash of its file and the way of computing; "" where it asks none. Throws
/// UsageError.
std::string network_of(const SearchSettings& settings);
/// The same of a player of any kind, of its search or of what judges its positions.
std::string network_of(const PlayerSpec& player);

/// Kinds other than search.
const std::vector<Described>& player_kinds();
/// The search that finds a player's moves; nothing for kinds that do not search.
std::optional<SearchSettings> search_of(const PlayerSpec& spec);
/// Makes players of the kinds of external engines.
using EngineFactory = std::function<std::unique_ptr<Player>(const PlayerSpec& spec, const Game& game)>;
std::unique_ptr<Player> make_player(const PlayerSpec& spec, const Game& game, const EngineFactory& make_engine);

}  // namespace rootward
