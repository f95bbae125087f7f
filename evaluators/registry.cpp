// The table of evaluators.
#include "evaluators/registry.h"

namespace rootward {

const std::vector<Described>& evaluators() {
  static const std::vector<Described> all = {
      {.name = "playouts",
       .help = "the mean result of uniformly random games to the end",
       .source = "Coulom 2006; Kocsis & Szepesvari 2006",
       .parameters = {{.key = "count",
                       .help = "playouts an evaluation",
                       .type = ParamType::integer,
                       .fallback = std::int64_t{1},
                       .low = 1,
                       .high = 1000000,
                       .source = "ours"}}},
      net::describe_net(),
  };
  return all;
}

bool gives_priors(const NamedParams& evaluator) { return evaluator.name == "net"; }

}  // namespace rootward
