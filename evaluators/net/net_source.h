// The evaluator `net` as configured: which file, how it is computed.
#pragma once

#include <cstddef>
#include <string>

#include "core/params.h"

namespace rootward::net {

/// The entry of the evaluators' table.
Described describe_net();

struct NetSource {
  std::string path;  ///< of the file found
  std::string precision = "auto";
  std::string symmetry = "none";
  std::size_t cache_entries = 0;
};

/// Finds the file of resolved parameters; `folder`: see find_model_file(). Throws UsageError.
NetSource net_source(const Params& params, const std::string& folder);

/// "7a0c39d1f2e4b586 f32-fma": a hash of the file's bytes and the way of computing. Games of two players are comparable
/// only where this is the same.
std::string net_identity(const NetSource& source);

/// Of a game that networks do not play: throws UsageError, which names those that they play.
[[noreturn]] void refuse_game(const NetSource& source);

/// Of an answer of the network in `file` whose `part` ("value", "error", "policy") is not finite: throws RunError.
[[noreturn]] void refuse_answer(const std::string& file, const std::string& part);

}  // namespace rootward::net
