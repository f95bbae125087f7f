// Searches of ours as records (rootward.exploration/2), and what the explorer's page says of a record's operators.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/position_arguments.h"
#include "cli/search_arguments.h"
#include "lab/play/recording.h"
#include "lab/play/search_record.h"

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
struct ListenedSearch {
  std::uint64_t seed = 1;
  std::string title;
  std::vector<std::string> look_for;
  const Game& game;
  const Position& position;
  const PlayerSpec& player;
  const std::vector<std::string>& labels;  ///< what operators are called, the driver first
  RecordedSearch recording;
  const SearchResult& result;
};

/// Throws UsageError for a search that cannot be played again.
void check_recordable(const SearchSettings& search);
/// The record of a search of ours. Throws UsageError where it is too large.
SearchRecord search_record(const ListenedSearch& search);

/// Throws UsageError for an operator that the page does not hold.
void check_page_operators(const std::vector<NamedParams>& operators);
/// The page that plays the record again, with these operators. Throws UsageError where it would be too large, with a
/// warning for one that is slow to open.
std::string explored_page(const SearchRecord& record, const RecordOperators& operators);

}  // namespace rootward
