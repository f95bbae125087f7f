// MCTS(lambda), on-policy: returns mixed with the stored value of the child on the path.
#include "backup/lambda_operator.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {

OperatorEntry describe_lambda() {
  return {.description = {.name = "lambda",
                          .help = "returns mixed with the stored value of the child on the path (MCTS(lambda))",
                          .source = "Khandelwal et al. 2016 (ICML), rule as in the author's code",
                          .parameters = {lambda_spec()}},
          .family = OperatorFamily::path_type,
          .formula =
              "mixed = lambda R + (1 - lambda) q_s;  a node at the path's end: mixed = R\n"
              "V = running mean of mixed;  mixed goes up\n"
              "R: what the node received, q_s: stored value of the child on the path, updated already",
          .notes = "lambda = 1 is the average.",
          .examples = {{R"({"backup":{"name":"lambda","lambda":0.5},"visits":3,"mean":0.5,"return":1,"selected":0,)"
                        R"("children":[{"visits":2,"value":0.625},{"visits":1,"value":0.9}]})",
                        R"({"value":0.6041666666666666,"passed_up":0.8125})"}},
          .is_on_policy = true,
          .make = [](const Params& params, const OperatorContext&) {
            return make_backup_driver(LambdaOperator<Bootstrap::selected_child>(params.real("lambda")));
          }};
}

}  // namespace rootward::backups
