// What a table of effects says, made from stored tournaments.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/statistics/shared_effects.h"
#include "experiments/study/chosen_values.h"
#include "experiments/study/config.h"
#include "experiments/study/factorial.h"

namespace rootward::study {

struct NamedEstimate {
  std::string name;  ///< "net-5000-paper"
  SharedEstimate estimate;
};

enum class AgainVerdict : std::uint8_t { even, suspect, broken };

struct EffectsResults {
  const EffectsStep* step = nullptr;
  std::vector<NamedEstimate> variants;  ///< of the factorial, all switches in their first position first
  std::vector<NamedEstimate> others;
  std::optional<SharedEstimate> again;
  std::vector<JudgedEffect> effects;   ///< main effects and interactions
  std::vector<JudgedEffect> switches;  ///< of each switch alone, in the first variant
  std::vector<JudgedEffect> compared;
  std::vector<std::uint64_t> games;  ///< numbers of games a variant, ascending
  std::vector<std::string> bounds;   ///< variants that won or lost every game
  std::string chosen;                ///< values that an earlier step chose, in words; "" = none
  bool is_fixed = true;              ///< games, question and hypothesis were fixed before the first game

  /// suspect: outside its 99 % interval; broken: p < 0.001, so that nothing played beside it counts.
  [[nodiscard]] AgainVerdict again_verdict() const;
  /// The switches of the factorial or, without one, its comparisons.
  [[nodiscard]] const std::vector<JudgedEffect>& thrown() const;
  [[nodiscard]] std::vector<Switch> thrown_switches() const;
};

/// Throws RunError where a variant has no games.
EffectsResults read_effects_results(const StudyConfig& study, const StudyStep& step, const TableOf& table_of);
/// Throws UsageError where a variant's pairing is not in the tournament that the study says.
void check_effects(const StudyConfig& study, const StudyStep& step,
                   const std::function<std::vector<PairingNames>(const Member&)>& pairings_of);

struct SummaryResults {
  const SummaryStep* step = nullptr;
  std::vector<std::pair<std::string, EffectsResults>> tables;  ///< by their steps' names
  std::vector<Switch> switches;                                ///< "x1: evaluator"; of tables that count
  std::vector<JudgedEffect> effects;
  std::vector<std::string> broken;       ///< tables that do not count
  std::vector<std::string> exploratory;  ///< tables
};
SummaryResults summarise(const SummaryStep& step, std::vector<std::pair<std::string, EffectsResults>> tables);

/// The one switch that moves the first variants, by its predicted sign, where no other moves them; "" where there is
/// none. A switch of several tables ("x1: simulations", "x3: simulations") is one.
std::string cause_of(const std::vector<Switch>& switches, const std::vector<JudgedEffect>& effects);
/// The sentence on what moves the first variants.
std::string verdict_of(const std::vector<Switch>& switches, const std::vector<JudgedEffect>& effects);

std::string effects_markdown(const EffectsResults& results);
std::string effects_csv(const EffectsResults& results);
std::string summary_markdown(const SummaryResults& results);
std::string summary_csv(const SummaryResults& results);

}  // namespace rootward::study
