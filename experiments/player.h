// Whoever plays: a search, a random mover, later an engine. One object plays one seat of one game at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/params.h"
#include "core/types.h"
#include "experiments/game.h"
#include "search/settings.h"

namespace rootward {

/// A player as configured. `kind` is "search" or a name of the players registry ("random").
struct PlayerSpec {
  std::string name;  ///< the key under players:
  std::string kind = "search";
  SearchSettings search;  ///< for kind "search", every default filled in
  Params params;          ///< for other kinds
  friend bool operator==(const PlayerSpec&, const PlayerSpec&) = default;
};

/// One move's choice and what it cost.
struct Choice {
  Action action = kNoAction;
  bool resigns = false;
  std::uint64_t simulations = 0;  ///< new simulations, 0 for players that do not search
  std::uint64_t reused_visits = 0;
  std::uint64_t cached_evaluations = 0;  ///< see SearchResult
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
  /// What the player makes of its searcher's result.
  [[nodiscard]] virtual Choice choice_of(const SearchResult& result) const;
  /// network_of() this player's search.
  [[nodiscard]] virtual const std::string& network() const;
  /// A move was played by either seat (openings included), before which the position was as the player knows it.
  virtual void observe(Action action) = 0;
};

/// The network that a search asks: a hash of its file and the way of computing; "" where it asks none. Throws
/// UsageError.
std::string network_of(const SearchSettings& settings);

/// Kinds other than search.
const std::vector<Described>& player_kinds();
/// The search that finds a player's moves; nothing for kinds that do not search.
std::optional<SearchSettings> search_of(const PlayerSpec& spec);
std::unique_ptr<Player> make_player(const PlayerSpec& spec, const Game& game);

}  // namespace rootward
