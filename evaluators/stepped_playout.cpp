// The parameters by which playouts are cut.
#include "evaluators/stepped_playout.h"

namespace rootward {

void add_cut_specs(std::vector<ParamSpec>& specs) {
  const auto late = [&](ParamSpec spec) {
    spec.is_late = true;
    specs.push_back(std::move(spec));
  };
  late({.key = "plies",
        .help = "moves after which a playout ends and `then` judges; whole games unless given",
        .type = ParamType::integer,
        .low = 0,
        .high = 1000000,
        .source = "Lorentz 2008; 20 in Lanctot et al. 2014"});
  ParamSpec then = evaluator_spec("then", "what judges where a playout is cut; `until` and `epsilon` look by it, too");
  std::get<ParamTree>(then.fallback).text = std::string(HeuristicEntry::kName);
  then.source = "Lanctot et al. 2014";
  late(std::move(then));
  late({.key = "until",
        .help = "a playout ends, won, where its position is worth so much by `then` to either player",
        .low = 0,
        .high = 1,
        .low_open = true,
        .source = "0.5 in Lanctot et al. 2014"});
  late({.key = "epsilon",
        .help =
            "share of a playout's moves that are drawn; the others are the best by `then`; all are drawn unless given",
        .low = 0,
        .high = 1,
        .source = "0.1 in Lanctot et al. 2014"});
}

bool cuts_playouts(const Params& params) { return params.has("plies") || params.has("until") || params.has("epsilon"); }

NamedParams cutting_evaluator(const Params& params) {
  NamedParams then = nested_evaluator(params, "then");
  const bool is_heuristic = then.name == HeuristicEntry::kName;
  for (const char* key : {"until", "epsilon"})
    if (params.has(key) && !is_heuristic)
      throw ParamError(key, "looks at positions by `then`, which is " + then.name + "; allowed there: heuristic");
  return then;
}

std::string cutting_network(const Params& params, const std::string& folder) {
  return params.has("plies") ? network_of(cutting_evaluator(params), folder) : "";
}

}  // namespace rootward
