// A second name of erwa {init: corrected}: configurations and results that name it keep their meaning.
#include "backup/erwa_steps.h"
#include "backup/registry.h"

namespace rootward::backups {
namespace {

std::unique_ptr<Backup> make_as_erwa(const Params& params, const OperatorContext& context) {
  const OperatorEntry& erwa = get_operator("erwa");
  const GivenParams given = {{"alpha", params.real("alpha")}, {"init", std::string("corrected")}};
  return erwa.make(resolve_params(erwa.description.parameters, given), context);
}

}  // namespace

OperatorEntry describe_erwa_corrected() {
  return {
      .description = {.name = "erwa_corrected",
                      .help = "alias of erwa {init: corrected}; the bias-corrected moving average of lc0's issue 307",
                      .source = "Sutton & Barto (unbiased constant-step-size trick); Li & Lim 2020 (arXiv "
                                "2001.09325), proposition 3.2",
                      .parameters = {erwa_alpha_spec()}},
      .alias_of = "erwa",
      .family = OperatorFamily::return_type,
      .formula = "that of erwa: eta_n = alpha / (1 - (1 - alpha)^n), 1/n at alpha = 0",
      .notes =
          "An alias of erwa with init: corrected, which is erwa's default: the same searcher under a second "
          "name, which tables keep.",
      .no_limit = kErwaNoLimit,
      .examples = {{R"({"backup":{"name":"erwa_corrected","alpha":0.1},"returns":[1,0,0]})",
                    R"({"values":[1,0.47368421052631576,0.2988929889298893]})"}},
      .make = make_as_erwa};
}

}  // namespace rootward::backups
