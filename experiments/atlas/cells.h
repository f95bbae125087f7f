// An atlas's cells: an operator in a domain at a budget. Which there are, in which order, where their games lie, and
// what is played in them, as configurations of tunings and tournaments.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.h"
#include "experiments/atlas/config.h"
#include "experiments/study/tuned_player.h"
#include "experiments/tournament/config.h"
#include "lab/store/shard.h"

namespace rootward::atlas {

/// What a move of the control may cost, and of the others with it.
struct CellBudget {
  std::uint64_t simulations = 0;  ///< the control's
  bool is_equal_time = false;     ///< the others have as many as cost what the control's cost
  /// "400", "equal-time".
  [[nodiscard]] std::string label() const;
  friend bool operator==(const CellBudget&, const CellBudget&) = default;
};
/// Those of equal simulations, then that of equal time, if any.
std::vector<CellBudget> cell_budgets(const AtlasConfig& config);

/// The control's cell is that of A/A: its second tuning against its first.
struct AtlasCell {
  std::size_t op = 0;      ///< in AtlasConfig::operators
  std::size_t domain = 0;  ///< in AtlasConfig::domains
  CellBudget budget{};
};

/// What is played as one: an operator's tunings and finals over all domains that are held out, or over all that are
/// not. An atlas that ends early holds whole stages, and of one more a part.
struct AtlasStage {
  std::size_t op = 0;
  std::vector<std::size_t> domains{};
};
/// The open domains operator by operator, the control first; then the held out ones.
std::vector<AtlasStage> make_stages(const AtlasConfig& config);
/// A stage's cells, the domains of one budget one after the other.
std::vector<AtlasCell> cells_of(const AtlasConfig& config, const AtlasStage& stage);
/// Whether a domain is one of the part's. The open ones are dealt out among themselves, and so are those held out.
bool is_in_part(const AtlasConfig& config, const Shard& part, std::size_t domain);
/// How many domains are held out, or are not.
std::size_t count_domains(const AtlasConfig& config, bool is_held_out);

/// Players of the pool that no tuning has met.
inline constexpr std::uint64_t kPoolPlayers = 2;
std::uint64_t games_of_tuning(const AtlasConfig& config);
/// Before an undecided one goes on.
std::uint64_t games_of_cell(const AtlasConfig& config, const AtlasCell& cell);
/// Of them, those that only tell what a move takes with the number of simulations that its cost at equal simulations
/// affords: as many as its finals, 100 at most; 0 but at equal CPU time.
std::uint32_t trial_games(const AtlasConfig& config, const AtlasCell& cell);
/// Players of the operator in a cell.
std::uint32_t count_entrants(const AtlasConfig& config, const AtlasCell& cell);
/// The numbers of games after which a cell that goes on is looked at: `games`, then twice as many each time, up to
/// `most_games`. 200 and 800: 200, 400, 800.
std::vector<std::uint32_t> looks_of(const AtlasFinals& finals);

/// What the first pass's file and folder are called: the control against the rest of the pool.
inline constexpr const char* kFirstPass = "first";

/// Folders below the atlas's own.
struct AtlasPlaces {
  std::string root{};
  [[nodiscard]] std::string features(const AtlasConfig& config, std::size_t study) const;
  [[nodiscard]] std::string tuning_file(const AtlasConfig& config, std::size_t domain, std::uint64_t at) const;
  [[nodiscard]] std::string first_file(const AtlasConfig& config, std::size_t domain, std::uint64_t at) const;
  [[nodiscard]] std::string tuning(const AtlasConfig& config, std::size_t domain, std::uint64_t at,
                                   const std::string& label) const;
  [[nodiscard]] std::string finals(const AtlasConfig& config, const AtlasCell& cell) const;
  [[nodiscard]] std::string pool(const AtlasConfig& config, const AtlasCell& cell) const;
  /// The trial games of a cell at equal CPU time.
  [[nodiscard]] std::string cost(const AtlasConfig& config, const AtlasCell& cell) const;
  /// The file of a cell whose games were dropped.
  [[nodiscard]] std::string kept(const AtlasConfig& config, const AtlasCell& cell) const;
  /// Everything of a domain's: tunings, finals, pool, cells without games.
  [[nodiscard]] std::vector<std::string> of_domain(const AtlasConfig& config, std::size_t domain) const;
};

/// work(), whose errors in what the user wrote then name the domain.
template <class Work>
auto in_domain(const AtlasDomain& domain, Work work) {
  try {
    return work();
  } catch (const UsageError& error) {
    throw UsageError(domain.name + ": " + error.what());
  }
}

/// A player's `search` in a domain but for what is tuned, as YAML in one line; its selection rule is that of the
/// study's arm, PUCT where a network judges.
std::string search_text(const AtlasDomain& domain, std::uint64_t simulations);
/// Whether there are tactical playouts for a game.
bool has_tactics(const NamedParams& rules);

/// Of the pool's tactical player, beside a candidate with so many.
std::uint64_t tactical_simulations(std::uint64_t simulations);
/// That player, as YAML in one line; "" where there is none.
std::string tactical_player(const AtlasDomain& domain, std::uint64_t simulations);
/// A tuning's file for a domain at a budget, for make_tuned_players(): the pool is `average` at the arm's c, a
/// tactical player where there is one, and, once it is known, the tuned control of a first pass.
std::string tuning_text(const AtlasConfig& config, const AtlasDomain& domain, std::uint64_t at,
                        std::optional<double> first_constant);
/// An operator's tunings in a domain at a budget, whose file lies where `places` says; no point is known yet.
std::vector<study::TunedPlayer> entrants_of(const AtlasConfig& config, const AtlasPlaces& places, std::size_t op,
                                            std::size_t domain, std::uint64_t at);

/// The tuning of a first pass, whose file lies there too.
study::TunedPlayer first_entrant(const AtlasConfig& config, const AtlasPlaces& places, std::size_t domain,
                                 std::uint64_t at);

/// Tuned players as they play in a cell.
struct CellPlayers {
  std::vector<study::TunedPlayer> entrants{};  ///< of the operator; of A/A the control's but for the first
  study::TunedPlayer control{};                ///< its first tuning
  std::uint64_t simulations = 0;               ///< of the entrants
};

/// The finals of a cell: every entrant against the control, `games` in all.
tournament::TournamentConfig finals_config(const AtlasConfig& config, const AtlasCell& cell, const CellPlayers& players,
                                           std::uint32_t games);
/// Its trial games: the same with openings of their own.
tournament::TournamentConfig trial_config(const AtlasConfig& config, const AtlasCell& cell, const CellPlayers& players);
/// The same entrants against players that no tuning has met.
tournament::TournamentConfig pool_config(const AtlasConfig& config, const AtlasCell& cell, const CellPlayers& players);

}  // namespace rootward::atlas
