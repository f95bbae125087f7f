// A program that speaks GTP as a session of an engine.
#pragma once

#include <memory>
#include <string>

#include "lab/engines/engine_options.h"
#include "lab/engines/engine_session.h"

namespace rootward {

/// Starts the program. The first line of its reply to a genmove is written into `answer`, which must outlive the
/// session. Throws PlayerFault, EngineStopped.
std::unique_ptr<EngineSession> start_gtp_session(const EngineOptions& options, const Game& game,
                                                 const EngineSession::Stop& stop, std::string& answer);

}  // namespace rootward
