// The mean of the best share of the visits: a soft maximum without a temperature.
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

struct WeighedValue {
  Value value = 0;
  double weight = 0;
};

/// The values above the pivot of [first, end), brought to its front: where they end, their widths' sum, and the sum of
/// value times width.
struct Above {
  std::size_t end = 0;
  double weight = 0;
  double sum = 0;
};

Above bring_above(std::vector<WeighedValue>& row, std::size_t first, std::size_t end, Value pivot) {
  Above above{.end = first};
  for (std::size_t i = first; i < end; ++i) {
    const WeighedValue one = row[i];
    const bool is_above = one.value > pivot;
    row[i] = row[above.end];
    row[above.end] = one;
    above.end += is_above ? 1 : 0;
    above.weight += is_above ? one.weight : 0;
    above.sum += is_above ? one.weight * one.value : 0;
  }
  return above;
}

/// Sum of value times width over the best `width` of a row of values, each as wide as its weight; reorders the row.
/// Selects instead of sorting: only the part that holds the end of the stretch is split further.
double sum_of_best(std::vector<WeighedValue>& row, double width) {
  std::size_t first = 0;
  std::size_t end = row.size();
  double sum = 0;
  while (end - first > 1 && width > 0) {
    const Value a = row[first].value;
    const Value b = row[first + (end - first) / 2].value;
    const Value c = row[end - 1].value;
    const Value pivot = std::max(std::min(a, b), std::min(std::max(a, b), c));
    // [first, above.end) > pivot, [above.end, level) = pivot, the rest below
    const Above above = bring_above(row, first, end, pivot);
    if (above.weight >= width) {
      end = above.end;
      continue;
    }
    sum += above.sum;
    width -= above.weight;
    double level_weight = 0;
    std::size_t level = above.end;
    for (std::size_t i = above.end; i < end; ++i) {
      if (row[i].value < pivot) continue;
      level_weight += row[i].weight;
      std::swap(row[i], row[level++]);
    }
    const double taken = std::min(level_weight, width);
    sum += taken * pivot;
    width -= taken;
    first = level;
  }
  if (first < end && width > 0) sum += width * row[first].value;
  return sum;
}

class TailMeanRule {
 public:
  explicit TailMeanRule(const Params& params)
      : share_(params.real("share")),
        trim_(params.real("trim")),
        growth_(params.real("rate")),
        min_visits_(resolve_min_visits(params)) {
    if (share_ + trim_ > 1)
      throw ParamError("trim", "share + trim is more than 1; allowed: a stretch within all visits, share + trim <= 1");
  }

  template <class Terms>
  Value operator()(const NodeView& node, const ChildSpan& children, Terms tell) {
    const double share = tell.one("share", "", share_ / growth_.at(node.visits));
    const double total = gather(children);
    if (row_.empty()) return mean_of_all(children, tell);
    tell_counted(children, min_visits_, tell);
    if (share == 1) return tell.one("F", kMeanOfChildren, weighted_mean(children, min_visits_).mean);
    const double width = tell.one("width", "share * sum(n)", share * total);
    const Value best = std::ranges::max(row_, {}, &WeighedValue::value).value;
    tell.one("Q", "", best);
    if (row_.size() == 1) return tell.one("F", "Q", best);
    for (WeighedValue& one : row_) one.value -= best;  // thin stretches then lose no digits
    const double sum = trim_ == 0 ? sum_of_best(row_, width) : sum_of_stretch(trim_ * total, width);
    tell.one("below", "", sum);
    return tell.one("F", "Q + below / width", best + sum / width);
  }

 private:
  double gather(const ChildSpan& children) {
    row_.clear();
    double total = 0;
    for (std::size_t i = 0; i < children.count; ++i) {
      if (children.visits[i] < min_visits_) continue;
      row_.push_back({children.values[i], static_cast<double>(children.visits[i])});
      total += children.visits[i];
    }
    return total;
  }

  /// Sum of value times width over a stretch that begins `cut` from the best end. Sorts: it is rare, and the difference
  /// of two sums of the best would lose a thin stretch's digits.
  double sum_of_stretch(double cut, double width) {
    // Of equal values the wider first, so that the last bits do not depend on who sorts.
    std::ranges::sort(row_, std::greater<>(), [](const WeighedValue& one) { return std::pair(one.value, one.weight); });
    double sum = 0;
    double taken = 0;
    for (const WeighedValue& one : row_) {
      const double skipped = std::min(cut, one.weight);
      cut -= skipped;
      const double part = std::min(one.weight - skipped, width - taken);
      sum += part * one.value;
      taken += part;
    }
    return taken > 0 ? sum * (width / taken) : sum;
  }

  double share_;
  double trim_;
  VisitPower growth_;
  std::uint32_t min_visits_;
  std::vector<WeighedValue> row_;  // scratch
};

std::vector<ParamSpec> tail_parameters() {
  return {{.key = "share",
           .help = "the stretch that counts, as a share of the children's visits; 1 is the average",
           .fallback = 0.5,
           .low = 1e-9,  // a stretch has a width at every rate
           .high = 1,
           .tune_low = 0.02,
           .tune_high = 1,
           .scale = Scale::log,
           .source = "ours"},
          {.key = "trim",
           .help = "the best share, which is cut off before the stretch begins; share + trim <= 1",
           .fallback = 0.0,
           .low = 0,
           .high = 1,
           .high_open = true,
           .source = "ours (trimmed means: from memory)"},
          rate_spec("the stretch narrows with the visits: share N^-rate"),
          own_spec(),
          min_visits_spec()};
}

}  // namespace

OperatorEntry describe_tail_mean() {
  return {.description = {.name = "tail_mean",
                          .help = "mean of the best share of the visits (expected shortfall of the children's visits)",
                          .source = "ours",
                          .parameters = tail_parameters()},
          .family = OperatorFamily::child_type,
          .formula =
              "children in a row by q_i, best first, each n_i wide;  S' = sum n_i,  share' = share N^-rate\n"
              "F = mean of q over the stretch from trim S' to (trim + share') S'\n"
              "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop",
          .notes =
              "A child may lie partly inside. share 1 is the average, a share within the best child's visits the "
              "maximum, a thin share at trim 0.5 the weighted median. Scale and shift of the values carry over.",
          .examples = {{R"({"backup":{"name":"tail_mean","share":0.75},"children":[{"visits":6,"value":0.5},)"
                        R"({"visits":3,"value":0.25}]})",
                        R"({"value":0.4722222222222222,"passed_up":0.4166666666666667})"}},
          .make = [](const Params& params, const OperatorContext&) {
            return make_backup_driver(ChildOperator(TailMeanRule(params), params));
          }};
}

}  // namespace rootward::backups
