// A rule that the configuration writes: compiled when a search is made, run at every node.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "backup/formula_check.h"
#include "backup/formula_compiler.h"
#include "backup/formula_language.h"
#include "backup/formula_machine.h"
#include "backup/formula_parameters.h"
#include "backup/registry.h"
#include "search/backup_driver.h"

namespace rootward::backups {
namespace {

/// A formula at work: cuts what leaves [-1, 1], counts what is no number.
class RunningFormula {
 public:
  RunningFormula(formula::Program program, const Params& params)
      : machine_(std::move(program)),
        min_visits_(resolve_min_visits(params)),
        is_unbounded_(params.boolean("unbounded")) {}

  /// The value, and in `state` the new private number; `fallback` where one of them is not finite.
  Value at(const NodeView& node, Value sample, double& state, Value fallback) {
    formula::Outcome outcome;
    const bool has_run = machine_.run(node, sample, state, min_visits_, outcome);
    if (!has_run || !std::isfinite(outcome.value) || !std::isfinite(outcome.state)) {
      ++fallbacks_;
      return fallback;
    }
    state = outcome.state;
    return is_unbounded_ ? outcome.value : std::clamp(outcome.value, -1.0, 1.0);
  }

  [[nodiscard]] std::uint32_t min_visits() const { return min_visits_; }
  [[nodiscard]] std::uint64_t fallbacks() const { return fallbacks_; }

 private:
  formula::Machine machine_;
  std::uint32_t min_visits_;
  bool is_unbounded_;
  std::uint64_t fallbacks_ = 0;
};

/// kind: child.
class ChildFormula {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsMeans = true;
  static constexpr bool kReadsPriors = true;

  ChildFormula(formula::Program program, const Params& params)
      : work_(std::make_unique<Work>(std::move(program), params)), child_(Rule{work_.get()}, params) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    work_->sample = sample;
    return child_.update(node, sample, tell);
  }
  [[nodiscard]] std::uint64_t fallbacks() const { return work_->formula.fallbacks(); }

 private:
  struct Work {
    Work(formula::Program program, const Params& params) : formula(std::move(program), params) {}
    RunningFormula formula;
    Value sample = 0;
  };
  struct Rule {
    Work* work;
    Value operator()(const NodeView& node, const ChildSpan& children) const {
      const std::uint32_t least = work->formula.min_visits();
      if (least > 1 && most_visits(children, least) == 0) return weighted_mean(children).mean;
      double state = 0;
      const Value value = work->formula.at(node, work->sample, state, kNoValue);
      return value == kNoValue ? weighted_mean(children).mean : value;
    }
  };

  std::unique_ptr<Work> work_;
  ChildOperator<Rule> child_;
};

/// kind: return. kHasState: it keeps a private number.
template <bool kHasState>
class ReturnFormula {
 public:
  static constexpr std::array<OwnColumn, kHasState ? 1 : 0> kColumns{};
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsMeans = false;
  static constexpr bool kReadsPriors = false;

  ReturnFormula(formula::Program program, const Params& params) : formula_(std::move(program), params) {}

  Value update(NodeView& node, Value sample) {
    double state = 0;
    if constexpr (kHasState) state = *node.columns[0];
    node.value = formula_.at(node, sample, state, node.mean);
    if constexpr (kHasState) *node.columns[0] = state;
    return sample;
  }
  [[nodiscard]] std::uint64_t fallbacks() const { return formula_.fallbacks(); }

 private:
  RunningFormula formula_;
};

formula::Surroundings surroundings_of(const Params& params, const OperatorContext& context) {
  formula::Surroundings surroundings{.has_priors = context.has_priors};
  if (formula::grows(params)) surroundings.span = resolve_span(params, context);
  return surroundings;
}

std::unique_ptr<Backup> make_formula(const Params& params, const OperatorContext& context) {
  formula::Program program = formula::compile(params, surroundings_of(params, context)).program;
  if (params.text("kind") == "child") return make_backup_driver(ChildFormula(std::move(program), params));
  if (program.state != formula::kNoRegister) return make_backup_driver(ReturnFormula<true>(std::move(program), params));
  return make_backup_driver(ReturnFormula<false>(std::move(program), params));
}

GivenParams resolve_formula(const Params& params, const OperatorContext& context) {
  const formula::Surroundings surroundings = surroundings_of(params, context);
  (void)formula::compile(params, surroundings);
  (void)formula::check_at_nodes(params, surroundings);
  GivenParams resolved = formula::normal_form(params);
  if (formula::grows(params)) resolved["span"] = surroundings.span;
  return resolved;
}

std::vector<std::string> formula_warnings(const Params& params, const OperatorContext& context) {
  const formula::Surroundings surroundings = surroundings_of(params, context);
  std::vector<std::string> warnings = formula::compile(params, surroundings).warnings;
  for (std::string& warning : formula::check_at_nodes(params, surroundings)) warnings.push_back(std::move(warning));
  return warnings;
}

}  // namespace

OperatorEntry describe_formula() {
  return {
      .description = {.name = "formula",
                      .help = "a rule of the user's own, written in the configuration",
                      .source = "ours",
                      .parameters = formula::formula_specs()},
      .family = OperatorFamily::child_type,
      .formula =
          "kind: child    F = value;  V = (n0 m0 + S F) / (n0 + S) under own: blend, F under own: drop\n"
          "kind: return   w = state (where there is one);  V = value\n"
          "expression: sum [(< <= > >= == !=) sum];  sum: term {(+ -) term};  term: factor {(* /) factor}\n"
          "factor: - factor | number | name | function(expression, ..) | (expression)",
      .notes =
          "Operators work number by number, and a number meets a vector by repetition; `value` and `state` must be "
          "numbers. A comparison gives 0 or 1. `value` is cut to [-1, 1] before the blend. Where it is not finite, the "
          "children's visit-weighted mean (kind: child) or the plain mean (kind: return) takes its place; that is "
          "counted, games tell it and tables mark the player. docs/formulas.md has the language and worked rules. "
          "Whether the value tends to the truth is the formula's affair; the default is the average.",
      .examples = {{R"({"backup":{"name":"formula","value":"(max(q) + dot(n, q) / sum(n)) / 2","own":"drop"},)"
                    R"("visits":10,"children":[{"visits":6,"value":0.5},{"visits":4,"value":0}]})",
                    R"({"value":0.4,"passed_up":0.3})"},
                   {R"({"backup":{"name":"formula","value":"max(q) + 0.25","unbounded":true},)"
                    R"("children":[{"visits":2,"value":1.5},{"visits":2,"value":0.5}]})",
                    R"({"value":1.75,"passed_up":1.0})"}},
      .tables = formula::language_markdown(),
      .reads_means = true,
      .reads_priors = true,
      .reads_plies_to_end = true,
      .make = make_formula,
      .resolve = resolve_formula,
      .warnings = formula_warnings};
}

}  // namespace rootward::backups
