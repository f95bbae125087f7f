// A search for a better backup rule as configured: where formulas play, how many, how long, and who tests the best.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "lab/config/overrides.h"
#include "lab/config/yaml_node.h"

namespace rootward::discovery {

/// A game under an evaluator.
struct DiscoveryDomain {
  std::string name{};
  NamedParams game{};
  std::string evaluator{};           ///< YAML in one line
  std::optional<double> constant{};  ///< of the control, `average` under UCB1; nothing: it is tuned first
};

/// How the control is tuned where its constant is not given: as a study tunes `average`, against c = 0.7.
struct DiscoveryControl {
  std::uint32_t seeds = 2;  ///< tunings of each domain; the control plays the geometric mean of their constants
  std::uint32_t evaluations = 40;
  std::uint32_t games = 100;       ///< of an evaluation; even
  std::uint32_t test_games = 100;  ///< even
};

/// Generations of formulas, each thinned out by rungs.
struct DiscoverySearch {
  std::uint32_t generations = 5;
  std::uint32_t formulas = 60;         ///< of a generation
  std::vector<std::uint32_t> rungs{};  ///< pairs of every formula that is left, in every domain
  double keep = 0.34;                  ///< share of them that goes on to the next rung; one at least
  std::uint32_t parents = 10;          ///< the best so far, of whom later generations are made
  double fresh = 0.3;                  ///< share of later generations that is drawn anew
};

/// The survivors' constants, and c, by the optimizer.
struct DiscoveryTuning {
  std::uint32_t survivors = 3;  ///< of different structures
  std::uint32_t evaluations = 30;
  std::uint32_t pairs = 50;  ///< of an evaluation, in every domain
};

struct DiscoveryConfirmation {
  std::uint32_t pairs = 2000;      ///< of every survivor in every held-out domain, at equal CPU time
  std::uint32_t cost_pairs = 100;  ///< played before to know what a simulation costs, and once more to correct that
};

struct DiscoveryConfig {
  std::string name{};
  std::string question{};
  std::string hypothesis{};
  std::uint64_t seed = 0;
  std::vector<DiscoveryDomain> portfolio{};
  std::vector<DiscoveryDomain> held_out{};  ///< for the confirmation alone
  std::uint64_t simulations = 400;          ///< a move of the control
  std::string opening{};                    ///< YAML of a tournament's `opening`
  DiscoveryControl control;
  DiscoverySearch search;
  DiscoveryTuning tuning;
  DiscoveryConfirmation confirmation;
};

/// Reads and checks a discovery's file; throws UsageError with every problem found, each with its place.
DiscoveryConfig read_discovery(const std::string& file, const std::vector<Override>& overrides = {});
/// The same from text; `file` names it in errors.
DiscoveryConfig parse_discovery(std::string_view yaml, const std::string& file,
                                const std::vector<Override>& overrides = {});
/// The resolved discovery as a tree with paths, every default written out.
config::YamlNode resolved_tree(const DiscoveryConfig& config);

}  // namespace rootward::discovery
