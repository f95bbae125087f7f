// The arguments of analysis commands, as Leela Zero and KataGo take them.
#pragma once

#include <cstddef>
#include <limits>

#include "lab/engines/gtp/gtp_session.h"
#include "lab/engines/gtp/gtp_text.h"

namespace rootward {

struct AnalysisRequest {
  Seat seat = Seat::first;
  double interval = std::numeric_limits<double>::infinity();  ///< seconds between two reports
  std::size_t max_moves = 40;
  AnalysisScope scope;
  bool wants_root_info = false;  ///< KataGo's rootInfo
  bool wants_ownership = false;  ///< KataGo's ownership and movesOwnership, which this engine has none of
};

/// [colour] [centiseconds] KEY VALUE.. with the keys interval, minmoves, maxmoves, avoid and allow (PLAYER
/// VERTEX,VERTEX,.. UNTILDEPTH: at the root alone, whatever the depth); for `is_kata` also rootInfo, ownership and what
/// else is true or false. Throws GtpError.
AnalysisRequest read_analysis_request(const GtpSession& session, const GtpCommand& command, bool is_kata);

}  // namespace rootward
