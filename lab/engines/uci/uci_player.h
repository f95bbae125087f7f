// A program that speaks UCI as a session of an engine.
#pragma once

#include <memory>

#include "core/params.h"
#include "lab/engines/engine_options.h"
#include "lab/engines/engine_session.h"

namespace rootward {

/// Starts the program, sets its options and its variant. `params`: those of the player's kind `uci`. Throws
/// PlayerFault, EngineStopped.
std::unique_ptr<EngineSession> start_uci_session(const EngineOptions& options, const Params& params, const Game& game,
                                                 const EngineSession::Stop& stop);

}  // namespace rootward
