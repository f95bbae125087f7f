// The shared parameters' declarations and resolution.
#include "backup/common_parameters.h"

namespace rootward::backups {

ParamSpec g_spec(std::vector<double> fallback, double tune_low, double tune_high) {
  return {.key = "g",
          .help = "values of g at equally spaced knots from 0 to the span; one value = constant g; the default is ours",
          .type = ParamType::real_list,
          .fallback = std::move(fallback),
          .low = -100,
          .high = 100,
          .tune_low = tune_low,
          .tune_high = tune_high,
          .min_count = 1,
          .max_count = 64,
          .source = "Li & Lim 2020, section 3; box and default ours"};
}

ParamSpec span_spec() {
  return {.key = "span",
          .help =
              "visits from the first knot to the last, beyond it g stays flat; the budget in simulations unless "
              "given, required with a time budget",
          .low = kLeastSpan,
          .high = 1e12,
          .source = "Li & Lim 2020, section 3"};
}

ParamSpec spacing_spec() {
  return {.key = "spacing",
          .help =
              "knots equally spaced in visits (linear, the paper's) or in ln(1 + visits) (log, ours); g is linear "
              "in the same variable between them",
          .type = ParamType::choice,
          .fallback = std::string("linear"),
          .choices = {"linear", "log"},
          .source = "linear: Li & Lim 2020, section 3; log: ours"};
}

ParamSpec clock_spec(const char* fallback) {
  return {.key = "clock",
          .help =
              "what the n of a weight counts: the node's visits (node) or the simulations of this search, scaled "
              "to the span (search)",
          .type = ParamType::choice,
          .fallback = std::string(fallback),
          .choices = {"node", "search"},
          .source = "node: Li & Lim 2020, section 3; search: Browne et al. 2012, 5.3, on Xie & Liu 2009 (from memory)"};
}

ParamSpec rate_spec(const char* what_grows) {
  return {.key = "rate",
          .help = what_grows,
          .fallback = 0.0,
          .low = 0,
          .high = 1,
          .tune_low = 0,
          .tune_high = 0.3,
          .source = "0: the literature's fixed constant; growth ours (Ceres takes p = N^0.12)"};
}

ParamSpec own_spec() {
  return {.key = "own",
          .help =
              "the node's own evaluations: blended in by their number outside the operator (blend) or left out "
              "once there are children (drop)",
          .type = ParamType::choice,
          .fallback = std::string("blend"),
          .choices = {"blend", "drop"},
          .source = "ours; drop is one reading of Li & Lim 2020"};
}

ParamSpec min_visits_spec() {
  return {.key = "min_visits",
          .help =
              "children with fewer visits do not enter; where none has as many, all visited children enter by "
              "their visit-weighted mean",
          .type = ParamType::integer,
          .fallback = std::int64_t{1},
          .low = 1,
          .high = 1'000'000'000,
          .source = "ours"};
}

double resolve_span(const Params& params, const OperatorContext& context) {
  if (params.has("span")) return params.real("span");
  if (context.simulations == 0) {
    throw ParamError("span",
                     "is required where there is no budget in simulations (a time budget): a number > 0, the visits "
                     "over which the weights run");
  }
  return static_cast<double>(context.simulations);
}

ClockSetting resolve_clock(const Params& params, const OperatorContext& context) {
  ClockSetting clock;
  clock.is_search = params.has("clock") && params.text("clock") == "search";
  clock.span = resolve_span(params, context);
  if (params.has("span") && context.simulations > 0)
    clock.visits_a_simulation = clock.span / static_cast<double>(context.simulations);
  return clock;
}

WeightFunction make_weight_function(const Params& params, const ClockSetting& clock, double constant, const char* key) {
  return {params.list(key), clock.span, params.text("spacing") == "log" ? Spacing::log : Spacing::linear, constant};
}

std::uint32_t resolve_min_visits(const Params& params) {
  return static_cast<std::uint32_t>(params.integer("min_visits"));
}

}  // namespace rootward::backups
