// Maximum-entropy search with Tsallis entropy: children far below the best do not count at all.
#include <algorithm>
#include <functional>
#include <vector>

#include "backup/child_operator.h"
#include "backup/maximum_entropy.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class TentsRule {
 public:
  static constexpr bool kReadsUnvisited = true;

  explicit TentsRule(const Params& params) : setting_(params), min_visits_(resolve_min_visits(params)) {}

  template <class Terms>
  Value operator()(const NodeView& node, const ChildSpan& children, Terms tell) {
    Value best = largest_value(children, min_visits_);
    if (best == kNoValue) return mean_of_all(children, tell);
    const std::uint32_t draws = setting_.draws(node);
    if (draws > 0) best = std::max(best, 0.0);
    const double temperature = tell.one("t", "", setting_.temperature(node.visits));
    tell.one("Q", draws == 0 && min_visits_ <= 1 ? "max(q)" : "", best);
    gather(children, best, temperature, draws);
    const double spread = tell.one("bonus", "", bonus());
    return tell.one("F", "Q + t * bonus", best + temperature * spread);
  }

 private:
  /// z_i = (q_i - Q) / t of those within t of the best, the largest first. The others never belong to the policy: 1 + k
  /// z > sum of k numbers <= 0 that are no smaller than z needs z > -1.
  void gather(const ChildSpan& children, Value best, double temperature, std::uint32_t draws) {
    const double scale = 1 / temperature;
    row_.clear();
    for (std::size_t i = 0; i < children.count; ++i) {
      const double z = (children.values[i] - best) * scale;
      if (children.visits[i] >= min_visits_ && z > -1) row_.push_back(z);
    }
    if (const double z = -best * scale; draws > 0 && z > -1) row_.insert(row_.end(), draws, z);
    std::ranges::sort(row_, std::greater<>());
  }

  /// 1/2 + 1/2 sum (z^2 - th^2) over the policy's k children, th = (sum z - 1) / k.
  [[nodiscard]] double bonus() const {
    double sum = 0;
    double squares = 0;
    double count = 0;
    for (const double z : row_) {
      if (!(1 + (count + 1) * z > sum + z)) break;
      sum += z;
      squares += z * z;
      ++count;
    }
    const double threshold = (sum - 1) / count;
    return 0.5 + 0.5 * (squares - count * (threshold * threshold));
  }

  EntropySetting setting_;
  std::uint32_t min_visits_;
  std::vector<double> row_;  // scratch
};

}  // namespace

OperatorEntry describe_tents() {
  return {.description = {.name = "tents",
                          .help = "soft maximum of the children with the policy's Tsallis entropy as a bonus (TENTS)",
                          .source = "Dam, D'Eramo, Peters & Pajarinen 2021 (ICML, arXiv 2007.00391), rule as in the "
                                    "authors' code",
                          .parameters = entropy_parameters("Dam et al. take 0.1 on [0, 1], which is 0.2 here; box "
                                                           "ours")},
          .family = OperatorFamily::child_type,
          .formula =
              "z_i = (q_i - Q) / t, sorted down,  t = temperature N^-rate,  Q = max q_i\n"
              "k: the largest with 1 + k z_(k) > sum_(j<=k) z_(j),  th = (sum_(j<=k) z_(j) - 1) / k\n"
              "F = Q + t (1/2 + 1/2 sum_(j<=k) (z_(j)^2 - th^2))\n"
              "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i",
          .notes =
              "max <= F <= max + t (K - 1) / (2K), with equality on the right for equal children, and not cut: values "
              "may leave [-1, 1]. Children more than t below the best do not count. unvisited as under ments.",
          .other_limit = kEntropyLimit,
          .examples = {{R"({"backup":"tents","children":[{"visits":6,"value":0.5},{"visits":3,"value":0.25}]})",
                        R"({"value":0.5,"passed_up":0.4166666666666667})"}},
          .may_exceed_children = true,
          .may_undercut_children = true,
          .unbounded = true,
          .regularises = keeps_bonus,
          .make = [](const Params& params, const OperatorContext&) {
            return make_backup_driver(ChildOperator(TentsRule(params), params));
          }};
}

}  // namespace rootward::backups
