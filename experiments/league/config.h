// A league as configured: which operators are tuned how long and how often, for what, and where the tuned ones meet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/config/overrides.h"

namespace rootward::league {

/// Whom every other operator is compared with; always among the operators.
inline constexpr const char* kControl = "average";

/// One of the operators, with what is tuned of it.
struct LeagueOperator {
  std::string label;               ///< in the tables, and before the seed in its tuned players' names ("softmax-2")
  std::string name;                ///< in the registry
  std::string backup;              ///< YAML: the operator with the values that stay as they are
  std::vector<std::string> tuned;  ///< its parameters that are tuned beside the exploration constant
};

struct LeagueConfig {
  std::string name;
  std::string question;
  std::string hypothesis;
  std::uint64_t seed = 0;  ///< of each operator's first tuning; its others count on
  std::string tuning;      ///< file of the tuning; candidate, parameters, name and seed are set by tuning
  std::string finals;      ///< file of the tournament that the tuned players join
  /// Names come in the registry's order (all but aliases unless given), maps in the file's; the control is among them.
  std::vector<LeagueOperator> operators;
  std::uint32_t seeds = 0;        ///< tunings of each operator; at least 2, for the spread between them is the error
  std::uint32_t evaluations = 0;  ///< a tuning
};

/// Reads and checks a league's own file; the two files that it names count from its folder. Throws UsageError with
/// every problem found, each with its place. `options` are those of the command line that stand for keys.
LeagueConfig read_league(const std::string& file, const std::vector<Override>& overrides = {},
                         const std::vector<Override>& options = {});

}  // namespace rootward::league
