// Implicit minimax backups: beside the mean of the returns a minimax value of first evaluations.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

/// Where a leaf's minimax value comes from, and which children enter; heuristic_alone: none, the node's own heuristic
/// value stands for it.
enum class LeafValue : std::uint8_t { own_mean, heuristic, heuristic_of_all, heuristic_alone };

template <LeafValue kLeaf>
class ImplicitMinimax {
 public:
  static constexpr std::array<OwnColumn, 1> kColumns{{{.owner = OwnColumn::Owner::node, .is_value = true}}};
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsStatics = kLeaf != LeafValue::own_mean;
  static constexpr bool kIsAlone = kLeaf == LeafValue::heuristic_alone;
  static constexpr bool kReadsUnvisited = kLeaf == LeafValue::heuristic_of_all;

  ImplicitMinimax(double a, std::uint32_t min_visits) : a_(a), min_visits_(min_visits) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    if (node.child_count > 0 && !kIsAlone)
      tell.each("w_i", "", [&](std::size_t i) { return node.child_columns[0][i]; });
    const bool is_maximum = node.child_count > 0 && min_visits_ <= 1 && !kReadsUnvisited && !kIsAlone;
    const Value minimax = tell.one("w", is_maximum ? "max(w_i)" : "", minimax_of(node));
    *node.columns[0] = minimax;
    tell.one("a", "", a_);
    node.value = tell.one("V", "m + a * (w - m)", node.mean + a_ * (minimax - node.mean));
    return sample;
  }

 private:
  [[nodiscard]] ROOTWARD_INLINE Value minimax_of(const NodeView& node) const {
    if constexpr (kReadsUnvisited) {
      if (node.child_count + node.active_unvisited > 0) return best_of_all(node);
    }
    if constexpr (kIsAlone) return node.own_static;
    if (node.child_count == 0) {
      if constexpr (kReadsStatics) return node.own_static;
      return childless_value(node);
    }
    const ChildSpan column{node.child_visits, node.child_columns[0], node.child_count};
    const Value best = largest_value(column, min_visits_);
    return best == kNoValue ? weighted_mean(column).mean : best;
  }

  static Value best_of_all(const NodeView& node) {
    Value best = -1;
    for (std::uint32_t i = 0; i < node.child_count; ++i) best = std::max(best, node.child_columns[0][i]);
    for (std::uint32_t i = 0; i < node.active_unvisited; ++i)
      best = std::max(best, node.child_statics[node.child_count + i]);
    return best;
  }

  double a_;
  std::uint32_t min_visits_;
};

template <LeafValue kLeaf>
std::unique_ptr<Backup> made(const Params& params) {
  return make_backup_driver(ImplicitMinimax<kLeaf>(params.real("a"), resolve_min_visits(params)));
}

std::unique_ptr<Backup> make_implicit_minimax(const Params& params, const OperatorContext& context) {
  const bool takes_all = params.text("children") == "all";
  const bool is_alone = params.text("mixes") == "heuristic";
  if (params.text("leaf") == "own_mean") {
    if (takes_all) throw ParamError("children", "all is not allowed under leaf: own_mean; allowed: visited");
    if (is_alone) throw ParamError("mixes", "heuristic is not allowed under leaf: own_mean; allowed: minimax");
    for (const char* key : {"heuristic.by", "heuristic.scale", "heuristic.value"})
      if (params.has(key)) throw ParamError(key, "is read under leaf: heuristic alone");
    return made<LeafValue::own_mean>(params);
  }
  if (!context.has_statics)
    throw ParamError("leaf", "heuristic is not allowed where positions have no heuristic values; allowed: own_mean");
  if (takes_all && resolve_min_visits(params) > 1)
    throw ParamError("min_visits", "must be 1 under children: all, which takes in children without visits");
  if (is_alone) {
    if (takes_all) throw ParamError("children", "all is not read under mixes: heuristic; allowed: visited");
    if (resolve_min_visits(params) > 1)
      throw ParamError("min_visits", "is not read under mixes: heuristic; allowed: 1");
    return made<LeafValue::heuristic_alone>(params);
  }
  return takes_all ? made<LeafValue::heuristic_of_all>(params) : made<LeafValue::heuristic>(params);
}

/// Joined after results were stored.
ParamSpec late(ParamSpec spec) {
  spec.is_late = true;
  return spec;
}

ParamSpec choice(const char* key, const char* help, std::vector<std::string> choices, const char* source) {
  return late({.key = key,
               .help = help,
               .type = ParamType::choice,
               .fallback = choices.front(),
               .choices = choices,
               .source = source});
}

/// Read under leaf: heuristic alone.
std::vector<ParamSpec> heuristic_specs() {
  return {
      late({.key = "heuristic.by",
            .help = "leaf: heuristic: which of the game's heuristics; its first unless given",
            .type = ParamType::text,
            .source = "the game's"}),
      late({.key = "heuristic.scale",
            .help = "leaf: heuristic: s of tanh(v / s); the heuristic's own unless given",
            .low = 0,
            .high = 1e6,
            .low_open = true,
            .source = "ours: published scales are unknown"}),
      late({.key = "heuristic.value",
            .help = "leaf: heuristic: v as a formula over the game's features, in place of a heuristic of the game's",
            .type = ParamType::text,
            .source = "ours"})};
}

std::vector<ParamSpec> minimax_parameters() {
  ParamSpec min_visits = min_visits_spec();
  min_visits.help =
      "children with fewer visits do not enter the maximum; where none has as many, w is the children's visit-weighted "
      "mean";
  std::vector<ParamSpec> specs = {
      {.key = "a",
       .help = "weight of the minimax value; 0 is the average",
       .fallback = 0.4,
       .low = 0,
       .high = 1,
       .tune_low = 0,
       .tune_high = 1,
       .source = "Lanctot et al. 2014; default ours"},
      std::move(min_visits),
      choice("leaf", "w of a leaf: its own mean, or its heuristic value", {"own_mean", "heuristic"},
             "heuristic: Lanctot et al. 2014; own_mean ours"),
      choice("children",
             "which children enter the maximum: visited ones, or all, unvisited ones by their heuristic values",
             {"visited", "all"}, "all: Lanctot et al. 2014"),
      choice("mixes",
             "what the mean is mixed with: the minimax value, or the node's own heuristic value, which never changes",
             {"minimax", "heuristic"}, "heuristic: the constant bias of Lanctot et al. 2014")};
  std::ranges::move(heuristic_specs(), std::back_inserter(specs));
  return specs;
}

}  // namespace

OperatorEntry describe_implicit_minimax() {
  return {
      .description = {.name = "implicit_minimax",
                      .help = "the plain mean mixed with a minimax value of the leaves' own means",
                      .source = "Lanctot, Winands, Pepels & Sturtevant 2014 (arXiv 1406.0486), rule as in Pepels' code",
                      .parameters = minimax_parameters()},
      .family = OperatorFamily::child_type,
      .formula =
          "w = max w_i over the visited children, m0 where there are none (a second value that each node keeps)\n"
          "leaf: heuristic   v0 in place of m0: the heuristic value of the position;  children: all   w_i = v0_i of "
          "children without visits;  mixes: heuristic   w = v0\n"
          "V = (1 - a) m + a w;  m: plain mean of the node's returns",
      .notes =
          "The paper's rule, since what goes up is the return and selection reads V; its final move goes by the "
          "average: `final_reads: mean`. The paper's w comes of a static heuristic: `leaf: heuristic, children: all`, "
          "where a node's w is its own v0 until its children are made, one visit later than in the paper. By default "
          "visited children alone count, and a leaf's w is its own mean: with playouts the maximum of single games. m "
          "holds the node's own evaluations already, so there is no `own`.",
      .examples = {{R"({"backup":"implicit_minimax","visits":9,"mean":0.4,"return":0.4,"children":[{"visits":6,)"
                    R"("value":0.5,"private":0.2},{"visits":3,"value":0.25,"private":0.3}]})",
                    R"({"value":0.36,"private":0.3,"passed_up":0.4})"}},
      .reads_statics = true,
      .make = make_implicit_minimax};
}

}  // namespace rootward::backups
