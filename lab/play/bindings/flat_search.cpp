// Flat Monte Carlo as a search.
#include <algorithm>

#include "backup/registry.h"
#include "evaluators/registry.h"
#include "lab/play/bindings/solver_players.h"

namespace rootward {
namespace {

NamedParams with_defaults(const std::vector<Described>& registry, const std::string& name, const GivenParams& given) {
  const auto about = std::ranges::find(registry, name, &Described::name);
  return {name, resolve_params(about->parameters, given)};
}

}  // namespace

Described describe_flat_mc() {
  return {.name = "flat_mc",
          .help = "plain Monte Carlo: evaluates the root's moves, grows no tree",
          .source = "Abramson 1990; UCB1 over root moves: Auer, Cesa-Bianchi & Fischer 2002",
          .parameters = {{.key = "simulations",
                          .help = "evaluations a move",
                          .type = ParamType::integer,
                          .fallback = std::int64_t{10'000},
                          .low = 1,
                          .high = 1e9,
                          .source = "ours"},
                         {.key = "selection",
                          .help = "which move is evaluated next: each in turn (uniform) or by UCB1",
                          .type = ParamType::choice,
                          .fallback = std::string("uniform"),
                          .choices = {"uniform", "ucb1"},
                          .source = "ours"},
                         {.key = "c",
                          .help = "ucb1: exploration constant for win rates in [0, 1]",
                          .fallback = 0.7,
                          .low = 0,
                          .high = 1000,
                          .source = "ours"},
                         {.key = "final_move",
                          .help = "the move played: the highest mean or the most evaluations",
                          .type = ParamType::choice,
                          .fallback = std::string("best_value"),
                          .choices = {"best_value", "most_visits"},
                          .source = "ours"},
                         evaluator_spec("evaluator", "what judges a move")}};
}

SearchSettings flat_search(const Params& params, const SourceFolder& folder) {
  const std::string& rule = params.text("selection");
  GivenParams constants;
  if (rule == "ucb1") constants["c"] = params.real("c");
  SearchSettings search;
  search.budget.simulations = static_cast<std::uint64_t>(params.integer("simulations"));
  search.selection = with_defaults(selections(), rule, constants);
  search.expansion = {.kind = ExpansionKind::one, .after = 1};
  search.max_nodes = 1;
  search.evaluator = nested_evaluator(params, "evaluator");
  search.folder = folder;
  search.backup = {"average", resolve_params(find_operator("average")->description.parameters, {})};
  search.final_move = with_defaults(final_moves(), params.text("final_move"), {});
  return search;
}

}  // namespace rootward
