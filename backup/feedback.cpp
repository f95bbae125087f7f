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
  return make_weighted(make_profile(params, clock.span), clock, params);
}

ParamSpec profile_spec() {
  return {.key = "profile",
          .help = "shape of the weight over the search",
          .type = ParamType::choice,
          .fallback = std::string("exponential"),
          .choices = {"linear", "power", "logarithmic", "exponential", "step", "gby"},
          .source = "shapes by name from Xie & Liu 2009, formulas ours; gby: a third party's port of them"};
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

std::vector<ParamSpec> feedback_parameters() {
  return {profile_spec(),
          coefficient_spec("a", "linear, power, logarithmic: the last weight is 1 + a", 4, 0, 1000, 0, 50),
          coefficient_spec("p", "power: the exponent", 2, 0.01, 100, 0.5, 8),
          coefficient_spec("b", "exponential: the last weight is e^b", 2, -20, 20, 0, 6),
          clock_spec("search"),
          run_spec(),
          {.key = "segments",
           .help = "gby: segments, each twice as long as the one before",
           .type = ParamType::integer,
           .fallback = std::int64_t{5},
           .low = 1,
           .high = 16,
           .is_late = true,
           .source = "5: a third party's port of Xie & Liu 2009 (TabletopGames)"},
          weighted_visits_spec()};
}

}  // namespace

OperatorEntry describe_feedback() {
  return {
      .description = {.name = "feedback",
                      .help = "weighted mean of the returns, the weight growing over the search by a fixed profile",
                      .source = "after Xie & Liu 2009 (IITA'09 v2 p125; abstract only) and Browne et al. 2012, 5.3 "
                                "(from memory); formulas ours",
                      .parameters = feedback_parameters()},
      .family = OperatorFamily::return_type,
      .formula =
          "m_n = m_{n-1} + (w_n / W_n) (R_n - m_{n-1}),  W_n = w_1 + .. + w_n\n"
          "w_n = w(x), x = place of the n-th return (by clock) / span, flat beyond the span\n"
          "linear 1 + a x    power 1 + a x^p    logarithmic 1 + a ln(1 + 9 x) / ln 10    exponential e^(b x)\n"
          "step: 1, 2, 4, 8 in the quarters (0, 1/4], (1/4, 1/2], (1/2, 3/4], (3/4, 1]\n"
          "gby: 2^(k - 1) in the k-th of `segments` segments, which ends at x = (2^k - 1) / (2^segments - 1)",
      .notes =
          "The published formulas could not be had: these profiles stand in for them, and a table that shows them "
          "should say so. `profile: gby, weighted_visits: true` is the scheme of a third party's port, whose best has "
          "an exponential partition, exponential weights, and visits weighted as values are; final moves still go by "
          "plain visits. With clock: node nearly every node sits at x = 0 and the "
          "operator is almost the average; so the default is the search's clock. A reused tree keeps its weights.",
      .examples = {{R"({"backup":{"name":"feedback","profile":"step"},"simulations":8,"returns":[1,0,0,1,1]})",
                    R"({"values":[1,0.5,0.25,0.5,0.7]})"},
                   {R"({"backup":{"name":"feedback","profile":"linear","a":4},"simulations":4,"returns":[1,-1]})",
                    R"({"values":[1,-0.2]})"},
                   {R"({"backup":{"name":"feedback","profile":"gby","segments":2},"simulations":3,)"
                    R"("returns":[1,0,0]})",
                    R"({"values":[1,0.3333333333333333,0.2]})"}},
      .make = make_feedback};
}

}  // namespace rootward::backups
