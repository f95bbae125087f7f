// Telling a study's set-up.
#include "experiments/estimates/facts.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "experiments/estimates/curves.h"
#include "experiments/estimates/sweeps.h"
#include "lab/store/manifest.h"

namespace rootward::estimates {
namespace {

std::string searches_text(const StoredEstimates& study) {
  const EstimatesConfig& config = study.config;
  return fmt::format("{}; {} instance{} of each game, {} repeat{}", study.searches.size(), config.instances,
                     config.instances == 1 ? "" : "s", config.repeats, config.repeats == 1 ? "" : "s");
}

std::string truth_text(const EstimatesConfig& config) {
  if (config.truth.kind == TruthSettings::Kind::exact) return "exact";
  return fmt::format("a reference search of {} simulations ({})", config.truth.reference.budget.simulations,
                     config.truth.reference.backup.name);
}

/// Whose formula had no finite value, and how often; "" where none had.
std::string fallbacks_text(const StoredEstimates& study) {
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [id, search] : study.searches)
    for (std::size_t op = 0; op < search.curves.size(); ++op)
      counts[curve_name(study.config, search.arm, op)] += search.curves[op].fallbacks;
  std::string text;
  for (const auto& [name, count] : counts)
    if (count > 0) text += fmt::format("{}{} in {} updates", text.empty() ? "" : ", ", name, count);
  return text;
}

std::string first_choices_text(const Curve& curve) {
  const std::optional<std::uint64_t> left = half_left_after(curve);
  std::string text = fmt::format("{}: {}: {} refuted", curve.game, curve.name, curve.refuted_choices);
  if (curve.refuted_choices == 0) return text;
  return text + (left ? fmt::format(", half left after {} simulations", *left)
                      : fmt::format(", half not left after {} simulations", curve.simulations.back()));
}

}  // namespace

std::vector<Fact> estimates_facts(const StoredEstimates& study) {
  const EstimatesConfig& config = study.config;
  std::vector<Fact> facts;
  if (!config.question.empty()) facts.push_back({"question", config.question});
  if (!config.hypothesis.empty()) facts.push_back({"hypothesis", config.hypothesis});
  facts.push_back({"searches", searches_text(study)});
  facts.push_back({"truth", truth_text(config)});
  for (const EstimatedGame& game : config.games) {
    if (const std::optional<double> nodes = median_alpha_beta(study, game.name))
      facts.push_back(
          {"alpha-beta", fmt::format("{}: solves an instance in {:.0f} positions (median)", game.name, *nodes)});
    if (const std::optional<TrapDensity> traps = trap_density(study, game.name))
      facts.push_back({"traps", fmt::format("{}: {:.1f} % of moves let the opponent force a win within {} plies; "
                                            "{:.1f} % of positions have such a move",
                                            game.name, 100 * traps->moves, config.trap_plies, 100 * traps->positions)});
  }
  if (config.refuted > 0)
    for (const Curve& curve : make_curves(study)) facts.push_back({"first choices", first_choices_text(curve)});
  if (const std::string text = fallbacks_text(study); !text.empty())
    facts.push_back({"not finite", text + "; a mean took the formula's place"});
  facts.push_back({"reproducible", reproducible_text(study.manifest.is_reproducible, config.seed,
                                                     !study.manifest.guests.sources.empty())});
  facts.push_back({"measured by", fmt::format("rootward {}, configuration {}", programs_text(study.manifest),
                                              study.manifest.config_hash)});
  return facts;
}

std::vector<std::string> estimates_legend(const StoredEstimates& study) {
  std::vector<std::string> legend = {
      "Values are in [-1, 1], in a game of its own units in these, in the view of the player to move. +- and [ , ]: 95 "
      "%",
      "intervals over instances, over repeats where there is one instance. error |V - V*|, bias V - V*: of the root's",
      "value. failure: the move is not optimal. regret: V* - Q*(move); cumulative: the same summed over the root's",
      "visits. optimal: visits on optimal moves. PV right: the principal variation holds optimal moves only.",
  };
  if (is_known(make_curves(study), Measure::root_rank))
    legend.push_back(fmt::format(
        "wrong order: of pairs among the root's {} most visited moves that differ in truth; equal values count half.",
        kRankedMoves));
  if (study.config.asks_limits)
    legend.emplace_back(
        "limit error: |V - what the operator comes to|, which of ments, tents and mellowmax {uniform} is the value of "
        "the\nregularised tree and of all others V*.");
  if (study.config.refuted > 0)
    legend.push_back(
        fmt::format("first held: the move of {} simulations is still made, of searches where its regret is {} or more "
                    "(refuted).",
                    study.config.checkpoints.front(), study.config.refuted));
  if (!study.config.comparisons.empty())
    legend.emplace_back(
        "differences on the same instances: p two-sided, Student's, of failures the exact sign test; Holm over all "
        "games and\ncomparisons of a measure.");
  if (study.config.is_shadow)
    legend.emplace_back(
        "less the driver's: of the same searches, so that what all operators of a search share cancels. The driver is "
        "the\nfirst of a variant's operators, which steers it; intervals are over instances of the differences.");
  return legend;
}

}  // namespace rootward::estimates
