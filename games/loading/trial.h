// Tries a loaded game in a child process, with every promise asked: a crash, a hang or a broken promise becomes a
// message.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/params.h"
#include "games/loading/library.h"

namespace rootward::loading {

struct TrialLimits {
  std::uint32_t games = 1'000;
  double seconds = 0;  ///< ends before a game that would begin later; 0 = no limit
};

/// Throws UsageError where the bytes cannot be loaded or read as a game, or end the process.
void try_loading(const std::string& bytes);

/// Plays random games; throws UsageError with the promise that is broken and the moves that led there. Returns how many
/// games were played.
std::uint32_t try_game(const std::shared_ptr<const Library>& library, const Params& params, const TrialLimits& limits);

}  // namespace rootward::loading
