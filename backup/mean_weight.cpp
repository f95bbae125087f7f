// The parameters of Coulom's mean weight and what `scale` means in a game.
#include "backup/mean_weight.h"

namespace rootward::backups {
namespace {

constexpr double kLeastMeanWeight = 1e-6;  ///< and threshold and scale: N / (b A) stays finite

}  // namespace

ParamSpec mean_weight_spec() {
  return {.key = "mean_weight",
          .help = "a: the mean's weight is a * scale visits",
          .fallback = 2.0,
          .low = kLeastMeanWeight,
          .high = 1e6,
          .tune_low = 0.25,
          .tune_high = 16,
          .scale = Scale::log,
          .source = "Coulom 2006; Li & Lim 2020 use 2, 4, 8; box ours"};
}

ParamSpec threshold_spec() {
  return {.key = "threshold",
          .help = "b: from b * scale visits on the mean's weight grows in proportion to the visits",
          .fallback = 16.0,
          .low = kLeastMeanWeight,
          .high = 1e6,
          .tune_low = 1,
          .tune_high = 256,
          .scale = Scale::log,
          .source = "Coulom 2006; Li & Lim 2020 use 16, 32, 64; box ours"};
}

ParamSpec scale_spec() {
  return {.key = "scale",
          .help =
              "A, in visits: the points of the board, the legal actions at the start (branching), a number, or "
              "auto: board for Go-like games, branching elsewhere",
          .type = ParamType::choice,
          .fallback = std::string("auto"),
          .low = kLeastMeanWeight,
          .high = 1e6,
          .choices = {"auto", "board", "branching"},
          .or_number = true,
          .source = "board: Coulom 2006 (width x height); the rest ours"};
}

double resolve_scale(const Params& params, const OperatorContext& context) {
  if (params.is_number("scale")) return std::get<double>(params.value("scale"));
  const std::string& kind = params.text("scale");
  if (kind == "board" && context.board_points <= 0)
    throw ParamError("scale", "board is for Go-like games only; give branching or a number > 0 here");
  if (kind != "branching" && context.board_points > 0) return context.board_points;
  if (context.branching <= 0) throw ParamError("scale", "there is no game here to take it from; give a number > 0");
  return context.branching;
}

MeanWeight make_mean_weight(const Params& params, const OperatorContext& context) {
  return {params.real("mean_weight"), params.real("threshold"), resolve_scale(params, context)};
}

}  // namespace rootward::backups
