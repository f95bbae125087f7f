// Cells whose games were dropped: a file each, with what tables, hypotheses and the model need of them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "experiments/atlas/cells.h"
#include "experiments/atlas/config.h"
#include "experiments/atlas/results.h"

namespace rootward::atlas {

/// What is kept of a whole cell.
struct KeptCell {
  CellResult result{};
  std::string finals_hash{};     ///< tournament::config_hash() of its finals
  std::string finals_digest{};   ///< digest_of_games() of these
  std::string pool_hash{};       ///< the same of its games against the held-out pool; "" where there are none
  std::string pool_digest{};     ///< of these
  std::uint64_t pool_games = 0;  ///< against each of the pool's players
  std::set<std::uint64_t> planned_games{};  ///< games_planned() of its finals; none in files of earlier versions
};

/// 16 hexadecimal digits over ids, moves and scores of a tournament's games, the same in any order and for whoever
/// plays them again: the sum over games of h(id, hash of moves, 2 x score) modulo 2^64.
std::string digest_of_games(const std::string& folder);

/// cells/DOMAIN/BUDGET/OPERATOR.json, schema rootward.atlas-cell/1, and back. Parsing throws UsageError.
std::string kept_cell_json(const KeptCell& cell);
KeptCell parse_kept_cell(const std::string& text);

/// Nothing where the cell has games, or neither. Throws RunError naming a file that is damaged or of another cell.
std::optional<KeptCell> read_kept_cell(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell);
/// Whether it has as many games as the configuration asks for, and does not go on.
bool is_enough(const AtlasConfig& config, const AtlasCell& cell, const KeptCell& kept);
/// Throws UsageError naming the first cell that cannot have the games the configuration asks for, since its own were
/// dropped.
void require_enough(const AtlasConfig& config, const AtlasPlaces& places);
/// Throws UsageError where the games that were dropped were those of other players or openings.
void require_kept(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell,
                  const CellPlayers& players, const KeptCell& kept);

/// What drop_games() has dropped.
struct Dropped {
  std::uint64_t cells = 0;
  std::uint64_t tunings = 0;
};
/// Writes the files of all cells that have nothing left to play and removes their games; the same of whole tunings
/// (study::drop_tuning). Tables stay as they are. After a kill the next call goes on.
Dropped drop_games(const AtlasConfig& config, const AtlasPlaces& places);

}  // namespace rootward::atlas
