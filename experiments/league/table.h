// A league's table: Markdown for people, CSV for programs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "experiments/league/comparison.h"

namespace rootward::league {

struct LeagueTable {
  std::string name;  ///< of the finals
  std::uint32_t seeds = 0;
  std::uint32_t evaluations = 0;
  std::uint64_t simulations = 0;  ///< a move, in the finals at equal simulations
  std::vector<std::string> final_names{};
  std::vector<OperatorRow> rows{};                       ///< compared, the best at equal simulations first
  std::vector<std::pair<std::string, double>> beside{};  ///< others who met the same references, with their scores
};

std::string league_markdown(const LeagueTable& table);
std::string league_csv(const LeagueTable& table);

}  // namespace rootward::league
