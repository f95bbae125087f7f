// Returns weighted by how deep they were found: deeper ones are better informed.
#include <algorithm>
#include <array>

#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

class DepthWeighted {
 public:
  static constexpr auto kColumns = kOneNumber;  // W, the sum of the weights of the node's returns
  static constexpr bool kNeedsTrail = false;

  explicit DepthWeighted(double growth) {
    powers_[0] = 1;
    for (std::size_t depth = 1; depth < powers_.size(); ++depth) powers_[depth] = powers_[depth - 1] * growth;
  }

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    tell.one("d", "", node.plies_to_end);
    const double weight = tell.one("w", "", powers_[std::min<std::size_t>(node.plies_to_end, powers_.size() - 1)]);
    *node.columns[0] += weight;
    const double total = tell.one("W", "", *node.columns[0]);
    node.value = tell.one("V", "V_old + w / W * (R - V_old)", node.value + weight / total * (sample - node.value));
    return sample;
  }

 private:
  std::array<double, 201> powers_{};
};

}  // namespace

OperatorEntry describe_depth_weighted() {
  return {
      .description = {.name = "depth_weighted",
                      .help = "weighted mean of the returns; one from d plies below weighs growth^d",
                      .source = "ours, after a remark in Leela Zero's issue 855 (formula not to be had)",
                      .parameters = {{.key = "growth",
                                      .help = "factor a ply; 1 is the average, above 1 deeper returns weigh more",
                                      .fallback = 1.05,
                                      .low = 0.5,
                                      .high = 2,
                                      .tune_low = 0.9,
                                      .tune_high = 1.3,
                                      .scale = Scale::log,
                                      .source = "ours"}}},
      .family = OperatorFamily::return_type,
      .formula =
          "w = growth^min(d, 200),  d: tree plies from the node to the path's end\n"
          "V += w / W (R - V),  W: sum of the w of the node's returns",
      .notes = "Shows whether recency, which monotone weighs, only stands in for depth: late returns are deep ones.",
      .examples = {{R"({"backup":{"name":"depth_weighted","growth":2},"returns":[1,-1,1],"plies_to_ends":[0,1,1]})",
                    R"({"values":[1,-0.3333333333333333,0.2]})"}},
      .reads_plies_to_end = true,
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(DepthWeighted(params.real("growth")));
      }};
}

}  // namespace rootward::backups
