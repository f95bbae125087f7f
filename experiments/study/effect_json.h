// Effects as JSON: in kept files, and in the file that `report --game` reads.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "experiments/study/effects.h"

namespace rootward::study {

/// A pairing's score, in its first player's view.
struct KeptPairing {
  std::string a;
  std::string b;
  GameCounts counts{};
  PairCounts pairs{};
  double score = 0.5;
  Interval ci95{};
};

/// What is kept of a tournament whose games were dropped.
struct KeptTournament {
  Effect effect{};
  std::string config_hash{};            ///< tournament::config_hash()
  std::string digest{};                 ///< of its games
  std::vector<KeptPairing> pairings{};  ///< where a surface or rounds need them
};

/// A line, and back. Parsing throws UsageError.
std::string kept_tournament_json(const KeptTournament& kept);
KeptTournament parse_kept_tournament(const std::string& line);

Json effect_json(const Effect& effect);
/// The member of an object. Throws UsageError.
Effect effect_field(const Json& object, const char* key);

}  // namespace rootward::study
