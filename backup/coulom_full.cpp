// Coulom's mix with its branches on the most visited rival, reconstructed.
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/mean_weight.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class CoulomFull {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;

  CoulomFull(MeanWeight mean_weight, std::uint32_t min_visits) : mean_weight_(mean_weight), min_visits_(min_visits) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const ChildSpan children = children_of(node);
    const auto [best, most] = best_and_most(children, min_visits_);
    if (best.visits == 0) {
      node.value = tell.one("V", "m", node.mean);
    } else {
      node.value = has_several(children, min_visits_) ? mixed(node, best, most, tell)
                                                      : tell.one("V", min_visits_ <= 1 ? "max(q)" : "", best.value);
    }
    return sample;
  }

 private:
  template <class Terms>
  [[nodiscard]] Value mixed(const NodeView& node, const Chosen& best, const Chosen& rival, Terms tell) const {
    if (best.visits == rival.visits) return towards_mean(node, best, tell);  // the rival has no more
    if (rival.value > node.mean) return towards_mean(node, rival, tell);
    if (best.value < node.mean) return towards_mean(node, best, tell);
    return tell.one("V", "m", node.mean);
  }

  template <class Terms>
  [[nodiscard]] Value towards_mean(const NodeView& node, const Chosen& child, Terms tell) const {
    tell.one("n_i", "", child.visits);
    tell.one("q_i", "", child.value);
    const double weight = tell.one("w", "", mean_weight_(node.visits));
    return tell.one("V", "(n_i * q_i + w * m) / (n_i + w)",
                    (child.visits * child.value + weight * node.mean) / (child.visits + weight));
  }

  MeanWeight mean_weight_;
  std::uint32_t min_visits_;
};

}  // namespace

OperatorEntry describe_coulom_full() {
  ParamSpec min_visits = min_visits_spec();
  min_visits.help = "children with fewer visits are neither best child nor rival; where none is left, the value is m";
  return {
      .description = {.name = "coulom_full",
                      .help = "Coulom's mix with its branches on the most visited rival (reconstructed)",
                      .source = "Coulom 2006, Mix (from memory; branches corroborated by a port, which index carries "
                                "which move is not)",
                      .parameters = {mean_weight_spec(), threshold_spec(), scale_spec(), std::move(min_visits)}},
      .family = OperatorFamily::child_type,
      .formula =
          "0: the child of highest value, 1: its rival, the most visited other child;  n_i, q_i their visits and "
          "values\n"
          "w, m: as for coulom;  avg_i = (n_i q_i + w m) / (n_i + w)\n"
          "no rival: V = q_0\n"
          "n_0 >= n_1: V = avg_0\n"
          "n_0 < n_1: V = avg_1 if q_1 > m, else avg_0 if q_0 < m, else m",
      .notes = "Reconstructed: a table that shows it should say so. Not continuous in its inputs.",
      .examples = {{R"({"backup":{"name":"coulom_full","scale":81},"visits":90,"mean":0.5,"children":[)"
                    R"({"visits":20,"value":0.9},{"visits":70,"value":0.6}]})",
                    R"({"value":0.5301724137931034,"passed_up":0.5})"}},
      .make = [](const Params& params, const OperatorContext& context) {
        return make_backup_driver(CoulomFull(make_mean_weight(params, context), resolve_min_visits(params)));
      }};
}

}  // namespace rootward::backups
