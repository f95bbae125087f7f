// PUCT, and the selection rules' descriptions.
#include "search/selection.h"

#include "search/settings.h"

namespace rootward {

PuctSelection::PuctSelection(const Params& params)
    : c_(params.real("c")),
      unit_scale_(params.text("value_scale") == "unit"),
      base_(params.text("fpu.base") == "constant"         ? Base::constant
            : params.text("fpu.base") == "own_evaluation" ? Base::own_evaluation
                                                          : Base::sample_mean),
      constant_(params.real("fpu.value")),
      reduction_(params.real("fpu.reduction")) {}

Value PuctSelection::first_play_urgency(const SelectionNode& node) const {
  switch (base_) {
    case Base::constant:
      return constant_ - reduction_;
    case Base::own_evaluation:
      return node.block.header().own_mean - reduction_;
    case Base::sample_mean:
      return node.sample_mean - reduction_;
  }
  return 0;
}

std::uint32_t PuctSelection::select(const SelectionNode& node, Rng& rng) const {
  const BlockHeader& head = node.block.header();
  const std::uint32_t* visits = node.block.visits();
  const float* priors = node.block.priors();
  std::uint64_t child_visits = 0;
  for (std::uint32_t i = 0; i < head.visited; ++i) child_visits += visits[i];
  const double root = c_ * std::sqrt(static_cast<double>(child_visits == 0 ? 1 : child_visits));
  const Value unvisited = first_play_urgency(node);
  const auto score = [&](std::uint32_t i) {
    const Value q = i < head.visited ? node.reads[i] : unvisited;
    const double scaled = unit_scale_ ? 0.5 * (q + 1.0) : q;
    return scaled + root * static_cast<double>(priors[i]) / (1.0 + static_cast<double>(visits[i]));
  };
  std::uint32_t best = 0;
  double best_score = score(0);
  std::uint32_t ties = 1;
  for (std::uint32_t i = 1; i < head.active; ++i) {
    const double candidate = score(i);
    if (candidate > best_score || (candidate == best_score && priors[i] > priors[best])) {
      best_score = candidate;
      best = i;
      ties = 1;
    } else if (candidate == best_score && priors[i] == priors[best]) {
      ++ties;
    }
  }
  if (ties == 1) return best;
  std::uint32_t skip = rng.below(ties);
  for (std::uint32_t i = best;; ++i) {
    if (priors[i] == priors[best] && score(i) == best_score && skip-- == 0) return i;
  }
}

namespace {

ParamSpec reads_spec() {
  return {.key = "reads",
          .help = "which number of a child is read: the operator's stored value or the plain sample mean",
          .type = ParamType::choice,
          .fallback = std::string("value"),
          .choices = {"value", "mean"},
          .source = "ours"};
}

ParamSpec constant_spec(std::string key, std::string help, double fallback, std::string source) {
  return {.key = std::move(key),
          .help = std::move(help),
          .fallback = fallback,
          .low = 0,
          .high = 1000,
          .tune_low = 0.05,
          .tune_high = 5,
          .scale = Scale::log,
          .source = std::move(source)};
}

Described describe_puct() {
  return {.name = "puct",
          .help = "q_i + c P_i sqrt(max(1, sum n)) / (1 + n_i) with the evaluator's priors P",
          .source = "Silver et al. 2017; the max is ours",
          .parameters = {constant_spec("c", "exploration constant", 0.5, "Li & Lim 2020"),
                         {.key = "value_scale",
                          .help = "scale of q: signed = [-1, 1], unit = [0, 1]",
                          .type = ParamType::choice,
                          .fallback = std::string("signed"),
                          .choices = {"signed", "unit"},
                          .source = "ours"},
                         {.key = "fpu.base",
                          .help = "first-play urgency: an unvisited child's value, in [-1, 1]",
                          .type = ParamType::choice,
                          .fallback = std::string("constant"),
                          .choices = {"constant", "own_evaluation", "sample_mean"},
                          .source = "ours"},
                         {.key = "fpu.value",
                          .help = "the value under fpu.base constant",
                          .fallback = 0.0,
                          .low = -1,
                          .high = 1,
                          .tune_low = -1,
                          .tune_high = 1,
                          .source = "ours"},
                         {.key = "fpu.reduction",
                          .help = "subtracted from the first-play urgency",
                          .fallback = 0.0,
                          .low = 0,
                          .high = 2,
                          .tune_low = 0,
                          .tune_high = 1,
                          .source = "ours"},
                         reads_spec()}};
}

}  // namespace

const std::vector<Described>& selections() {
  static const std::vector<Described> all = {
      {.name = "ucb1",
       .help = "UCB1 on win rates x in [0, 1]: x_i + c sqrt(ln N / n_i); unvisited children first, in random order",
       .source = "Auer, Cesa-Bianchi & Fischer 2002; Kocsis & Szepesvari 2006",
       .parameters = {constant_spec("c", "exploration constant for win rates in [0, 1]", 0.7, "ours"), reads_spec()}},
      {.name = "uct",
       .help = "UCT as Browne et al. print it, on win rates in [0, 1]: x_i + 2 cp sqrt(2 ln N / n_i)",
       .source = "Browne et al. 2012, section 3.3",
       .parameters = {constant_spec("cp", "exploration constant; 1/sqrt(2) suits rewards in [0, 1]", 0.7071067811865476,
                                    "Browne et al. 2012"),
                      reads_spec()}},
      {.name = "uct_scaled",
       .help = "UCB whose constant is k times the standard deviation of the visited children's values",
       .source = "ours",
       .parameters = {constant_spec("k", "factor on the standard deviation", 1.0, "ours"), reads_spec()}},
      describe_puct(),
      {.name = "gaussian",
       .help = "q_i + k sd_i, with the deviation that the operator keeps (gaussian_max); unvisited children first",
       .source =
           "constant: ours, after a course report on Connect Four; log: Tesauro, Rajan & Segal 2010 (from memory)",
       .parameters = {constant_spec("k", "factor on the deviation", 1.0, "ours"),
                      {.key = "growth",
                       .help = "constant: k sd_i; log: k sd_i sqrt(2 ln N)",
                       .type = ParamType::choice,
                       .fallback = std::string("constant"),
                       .choices = {"constant", "log"},
                       .source = "log: Tesauro, Rajan & Segal 2010"},
                      reads_spec()}},
      {.name = "uniform",
       .help = "round robin: the child with fewest visits",
       .source = "Khandelwal et al. 2016 (isolates the backup from selection)",
       .parameters = {reads_spec()}},
  };
  return all;
}

bool reads_variances(const NamedParams& selection) { return selection.name == "gaussian"; }

}  // namespace rootward
