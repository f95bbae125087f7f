// Feedback adjustment policy: later simulations weigh more, by a named profile.
#include "backup/feedback_profile.h"
#include "backup/registry.h"
#include "backup/return_operator.h"
#include "backup/step_table.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

std::unique_ptr<Backup> make_feedback(const Params& params, const OperatorContext& context) {
  const ClockSetting clock = resolve_clock(params, context);
  const FeedbackProfile profile = make_profile(params, clock.span);
  if (clock.is_search) return make_backup_driver(WeightOperator<FeedbackProfile>(profile, clock));
  return make_backup_driver(StepOperator(StepTable(LawRatio(profile))));
}

ParamSpec profile_spec() {
  return {.key = "profile",
          .help = "shape of the weight over the search",
          .type = ParamType::choice,
          .fallback = std::string("exponential"),
          .choices = {"linear", "power", "logarithmic", "exponential", "step"},
          .source = "shapes by name from Xie & Liu 2009; formulas ours"};
}

ParamSpec coefficient_spec(const char* key, const char* help, double fallback, double low, double high, double tune_low,
                           double tune_high) {
  return {.key = key,
          .help = help,
          .fallback = fallback,
          .low = low,
          .high = high,
          .tune_low = tune_low,
          .tune_high = tune_high,
          .source = "ours"};
}

ParamSpec run_spec() {
  ParamSpec spec = span_spec();
  spec.help =
      "visits over which the weight grows by its profile, beyond them it stays flat; the budget in simulations unless "
      "given, required with a time budget";
  spec.source = "ours";
  return spec;
}

}  // namespace

OperatorEntry describe_feedback() {
  return {.description = {.name = "feedback",
                          .help = "weighted mean of the returns, the weight growing over the search by a fixed profile",
                          .source = "after Xie & Liu 2009 (IITA'09 v2 p125; abstract only) and Browne et al. 2012, 5.3 "
                                    "(from memory); formulas ours",
                          .parameters = {profile_spec(),
                                         coefficient_spec("a", "linear, power, logarithmic: the last weight is 1 + a",
                                                          4, 0, 1000, 0, 50),
                                         coefficient_spec("p", "power: the exponent", 2, 0.01, 100, 0.5, 8),
                                         coefficient_spec("b", "exponential: the last weight is e^b", 2, -20, 20, 0, 6),
                                         clock_spec("search"), run_spec()}},
          .family = OperatorFamily::return_type,
          .formula =
              "m_n = m_{n-1} + (w_n / W_n) (R_n - m_{n-1}),  W_n = w_1 + .. + w_n\n"
              "w_n = w(x), x = place of the n-th return (by clock) / span, flat beyond the span\n"
              "linear 1 + a x    power 1 + a x^p    logarithmic 1 + a ln(1 + 9 x) / ln 10    exponential e^(b x)\n"
              "step: 1, 2, 4, 8 in the quarters (0, 1/4], (1/4, 1/2], (1/2, 3/4], (3/4, 1]",
          .notes =
              "The published formulas could not be had: these profiles stand in for them, and a table that shows them "
              "should say so. Visit counts stay plain. With clock: node nearly every node sits at x = 0 and the "
              "operator is almost the average; so the default is the search's clock. A reused tree keeps its weights.",
          .examples = {{R"({"backup":{"name":"feedback","profile":"step"},"simulations":8,"returns":[1,0,0,1,1]})",
                        R"({"values":[1,0.5,0.25,0.5,0.7]})"},
                       {R"({"backup":{"name":"feedback","profile":"linear","a":4},"simulations":4,"returns":[1,-1]})",
                        R"({"values":[1,-0.2]})"}},
          .make = make_feedback};
}

}  // namespace rootward::backups
