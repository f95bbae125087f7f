// The child that is best by a lower bound: a maximum that few visits do not win.
#include <algorithm>
#include <vector>

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

  /// Children in turn are a jump that nobody foresees each, so bounds come first, and then the few that reach the best.
  template <class Terms>
  Value operator()(const NodeView&, const ChildSpan& children, Terms tell) {
    if (bounds_.size() < children.count) bounds_.resize(children.count);
    Value best = kNoValue;
    for (std::size_t i = 0; i < children.count; ++i) {
      const std::uint32_t n = children.visits[i];
      const Value bound = children.values[i] - a_ * tables_->inverse_root(n);
      bounds_[i] = n < min_visits_ ? kNoValue : bound;
      best = std::max(best, bounds_[i]);
    }
    if (best == kNoValue) return mean_of_all(children, tell);
    tell.one("a", "", a_);
    tell.each("bound", min_visits_ <= 1 ? "q - a / n ^ 0.5" : "", [&](std::size_t i) { return bounds_[i]; });
    if (stores_bound_) return tell.one("F", "max(-1, max(bound))", std::max(-1.0, best));
    Value value = kNoValue;
    for (std::size_t i = 0; i < children.count; ++i)
      if (bounds_[i] == best) value = std::max(value, children.values[i]);
    tell.one("q_b", "", value);
    return tell.one("F", "q_b", value);
  }

 private:
  double a_;
  bool stores_bound_;
  std::uint32_t min_visits_;
  std::vector<Value> bounds_;  // scratch
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
