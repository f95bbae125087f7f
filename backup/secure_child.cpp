// The child that is best by a lower bound: a maximum that few visits do not win.
#include <algorithm>
#include <limits>

#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"
#include "search/visit_tables.h"

namespace rootward::backups {
namespace {

class SecureChildRule {
 public:
  explicit SecureChildRule(const Params& params)
      : a_(params.real("a")),
        stores_bound_(params.text("stores") == "bound"),
        min_visits_(resolve_min_visits(params)) {}

  Value operator()(const NodeView&, const ChildSpan& children) const {
    Value bound = -std::numeric_limits<Value>::infinity();
    Value value = bound;
    std::uint32_t visits = 0;
    for (std::size_t i = 0; i < children.count; ++i) {
      const std::uint32_t n = children.visits[i];
      if (n < min_visits_) continue;
      const Value q = children.values[i];
      const Value one = q - a_ * tables_->inverse_root(n);
      if (one < bound || (one == bound && (q < value || (q == value && n <= visits)))) continue;
      bound = one;
      value = q;
      visits = n;
    }
    if (visits == 0) return weighted_mean(children).mean;
    return stores_bound_ ? std::max(-1.0, bound) : value;
  }

 private:
  double a_;
  bool stores_bound_;
  std::uint32_t min_visits_;
  const VisitTables* tables_ = &VisitTables::shared();
};

}  // namespace

OperatorEntry describe_secure_child() {
  return {
      .description = {.name = "secure_child",
                      .help = "the value of the child with the best lower bound q - a / sqrt(n)",
                      .source = "final-move rule of Chaslot et al. 2008 (from memory), used as a backup (ours)",
                      .parameters = {{.key = "a",
                                      .help = "width of the bound at one visit; 0 is max, large ones robust_child",
                                      .fallback = 1.0,
                                      .low = 0,
                                      .high = 1000,
                                      .tune_low = 0.1,
                                      .tune_high = 10,
                                      .scale = Scale::log,
                                      .source = "ours"},
                                     {.key = "stores",
                                      .help = "that child's value, or its bound (pessimistic at every ply, for "
                                              "studies of overestimation)",
                                      .type = ParamType::choice,
                                      .fallback = std::string("value"),
                                      .choices = {"value", "bound"},
                                      .source = "ours"},
                                     own_spec(),
                                     min_visits_spec()}},
      .family = OperatorFamily::child_type,
      .formula =
          "b = argmax q_i - a / sqrt(n_i), ties by the larger q, then n;  F = q_b, or max(-1, q_b - a / sqrt(n_b))\n"
          "V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop;  S = sum n_i",
      .notes = "Like max it jumps when the leader changes.",
      .examples = {{R"({"backup":"secure_child","children":[{"visits":16,"value":0.5},{"visits":4,"value":0.6}]})",
                    R"({"value":0.5,"passed_up":0.52})"},
                   {R"({"backup":{"name":"secure_child","stores":"bound"},"children":[{"visits":16,"value":0.5},)"
                    R"({"visits":4,"value":0.6}]})",
                    R"({"value":0.25,"passed_up":0.52})"}},
      .may_undercut_children = true,
      .make = [](const Params& params, const OperatorContext&) {
        return make_backup_driver(ChildOperator(SecureChildRule(params), params));
      }};
}

}  // namespace rootward::backups
