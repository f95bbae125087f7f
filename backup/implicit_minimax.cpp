// Implicit minimax backups: beside the mean of the returns a minimax value of first evaluations.
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class ImplicitMinimax {
 public:
  static constexpr std::array<OwnColumn, 1> kColumns{{{.owner = OwnColumn::Owner::node, .is_value = true}}};
  static constexpr bool kNeedsTrail = false;

  ImplicitMinimax(double a, std::uint32_t min_visits) : a_(a), min_visits_(min_visits) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    if (node.child_count > 0) tell.each("w_i", "", [&](std::size_t i) { return node.child_columns[0][i]; });
    const Value minimax = tell.one("w", node.child_count > 0 && min_visits_ <= 1 ? "max(w_i)" : "", minimax_of(node));
    *node.columns[0] = minimax;
    tell.one("a", "", a_);
    node.value = tell.one("V", "m + a * (w - m)", node.mean + a_ * (minimax - node.mean));
    return sample;
  }

 private:
  [[nodiscard]] ROOTWARD_INLINE Value minimax_of(const NodeView& node) const {
    if (node.child_count == 0) return childless_value(node);
    const ChildSpan column{node.child_visits, node.child_columns[0], node.child_count};
    const Value best = largest_value(column, min_visits_);
    return best == kNoValue ? weighted_mean(column).mean : best;
  }

  double a_;
  std::uint32_t min_visits_;
};

}  // namespace

OperatorEntry describe_implicit_minimax() {
  ParamSpec min_visits = min_visits_spec();
  min_visits.help =
      "children with fewer visits do not enter the maximum; where none has as many, w is the children's visit-weighted "
      "mean";
  return {
      .description = {.name = "implicit_minimax",
                      .help = "the plain mean mixed with a minimax value of the leaves' own means",
                      .source = "Lanctot, Winands, Pepels & Sturtevant 2014 (arXiv 1406.0486), rule as in Pepels' code",
                      .parameters = {{.key = "a",
                                      .help = "weight of the minimax value; 0 is the average",
                                      .fallback = 0.4,
                                      .low = 0,
                                      .high = 1,
                                      .tune_low = 0,
                                      .tune_high = 1,
                                      .source = "Lanctot et al. 2014; default ours"},
                                     std::move(min_visits)}},
      .family = OperatorFamily::child_type,
      .formula =
          "w = max w_i over the visited children, m0 where there are none (a second value that each node keeps)\n"
          "V = (1 - a) m + a w;  m: plain mean of the node's returns",
      .notes =
          "The paper's rule, since what goes up is the return and selection reads V; its final move goes by the "
          "average: `final_reads: mean`. The paper evaluates all children by a static heuristic when a node is "
          "expanded; here visited children alone count, and a leaf's w is its own mean: with playouts the maximum of "
          "single games. m holds the node's own evaluations already, so there is no `own`.",
      .examples = {{R"({"backup":"implicit_minimax","visits":9,"mean":0.4,"return":0.4,"children":[{"visits":6,)"
                    R"("value":0.5,"private":0.2},{"visits":3,"value":0.25,"private":0.3}]})",
                    R"({"value":0.36,"private":0.3,"passed_up":0.4})"}},
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(ImplicitMinimax(params.real("a"), resolve_min_visits(params)));
      }};
}

}  // namespace rootward::backups
