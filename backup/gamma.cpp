// MCTS_gamma, on-policy: all n-step returns mixed without a parameter, bootstrapping from the children on the path.
#include "backup/gamma_operator.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {

OperatorEntry describe_gamma() {
  return {.description = {.name = "gamma",
                          .help = "all n-step returns mixed with parameter-free weights, bootstrapping from the "
                                  "children on the path (MCTS_gamma)",
                          .source = "Khandelwal et al. 2016 (ICML), rule as in the author's code; weights of Konidaris "
                                    "et al. 2011, eq. 16",
                          .parameters = {horizon_spec()}},
          .family = OperatorFamily::path_type,
          .formula =
              "mixed = sum_{n=1..L} R^(n) / n / H_L,  H_L = 1 + 1/2 + .. + 1/L\n"
              "L: plies from the choice that led to this node to the end (see horizon)\n"
              "R^(n): stored value of the path's child of the n-th node from here, this node the first; R at the "
              "path's end, beyond it and for n = L\n"
              "V = running mean of mixed;  R goes up unchanged",
          .notes =
              "Rewards come at the end and are not discounted. An exact leaf or a net's evaluation has no playout "
              "plies.",
          .examples = {{R"({"backup":"gamma","visits":3,"mean":0.5,"return":1,"plies_to_end":1,"selected":0,)"
                        R"("children":[{"visits":2,"value":0.625},{"visits":1,"value":0.9}]})",
                        R"({"value":0.5833333333333334,"passed_up":1})"}},
          .is_on_policy = true,
          .make = [](const Params& params, const OperatorContext&) {
            return make_backup_driver(GammaOperator<Bootstrap::selected_child>(params.text("horizon") == "playout"));
          }};
}

}  // namespace rootward::backups
