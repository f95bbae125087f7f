// MaxMCTS(lambda): returns mixed with the best child's stored value on the way up.
#include "backup/lambda_operator.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {

OperatorEntry describe_max_lambda() {
  return {.description = {.name = "max_lambda",
                          .help = "returns mixed with the best child's stored value on the way up (MaxMCTS(lambda))",
                          .source = "Khandelwal et al. 2016 (ICML), rule as in the author's code",
                          .parameters = {lambda_spec()}},
          .family = OperatorFamily::path_type,
          .formula =
              "mixed = lambda R + (1 - lambda) max q_i;  a node without visited children: mixed = R\n"
              "V = running mean of mixed;  mixed goes up\n"
              "R: what the node received, q_i: the visited children's stored values, updated already",
          .notes =
              "The author's Q-table rule seen from the node. At a minimising node the minimum: the paper is about "
              "one agent, the two-player form is ours. lambda = 1 is the average.",
          .examples = {{R"({"backup":{"name":"max_lambda","lambda":0.5},"visits":3,"mean":0.5,"return":1,)"
                        R"("children":[{"visits":2,"value":0.625},{"visits":1,"value":0.9}]})",
                        R"({"value":0.65,"passed_up":0.95})"}},
          .make = [](const Params& params, const OperatorContext&) {
            return make_backup_driver(LambdaOperator<Bootstrap::best_child>(params.real("lambda")));
          }};
}

}  // namespace rootward::backups
