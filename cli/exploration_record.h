// rootward.exploration/1: what the explorer's page plays again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/position_arguments.h"
#include "cli/search_arguments.h"
#include "lab/play/recording.h"

namespace rootward {

/// What is to be recorded.
struct ExplorationRequest {
  std::string game;
  PositionArguments position;
  SearchArguments search;
  std::uint64_t seed = 1;
  std::string title;
  std::vector<std::string> look_for;  ///< sentences below the title
};

/// A finished search that somebody listened to from its first simulation.
struct RecordedSearch {
  std::uint64_t seed = 1;
  std::string title;
  std::vector<std::string> look_for;
  const Game& game;
  const Position& position;
  const PlayerSpec& player;
  const std::vector<std::string>& labels;  ///< what operators are called, the driver first
  const Searcher& searcher;
  const Recording& record;
  const SearchResult& result;
};

/// Throws UsageError for a search that the page cannot play again, with a warning for one that is slow to open.
void check_recordable(const SearchSettings& search);
/// The record as JSON, columns as base64 of little-endian numbers. Throws UsageError for one that is too long.
std::string exploration_record(const RecordedSearch& search);
/// The same of a search that is made here.
std::string exploration_record(const ExplorationRequest& request, const Game& game, const Position& position,
                               const PlayerSpec& player, const std::vector<std::string>& labels);

}  // namespace rootward
