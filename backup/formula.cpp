// A rule that the configuration writes: compiled when a search is made, run at every node.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// A formula at work: cuts what leaves [-1, 1], counts what is no number. It tells its names, the value as its own text
/// has it, and what became of that, under the letter that the caller gives it.
class RunningFormula {
 public:
  RunningFormula(formula::Compiled compiled, const Params& params)
      : machine_(std::move(compiled.program)),
        told_(std::move(compiled.told)),
        names_(std::move(compiled.names)),
        text_(formula::value_text(params)),
        min_visits_(resolve_min_visits(params)),
        is_unbounded_(params.boolean("unbounded")) {}

  /// The value, and in `state` the new private number; kNoValue where one of them is not finite.
  template <class Terms>
  Value at(const NodeView& node, Value sample, double& state, Terms tell, const char* letter) {
    if constexpr (Terms::kHeard) tell_names(node, sample, state, tell);
    formula::Outcome outcome;
    const bool has_run = machine_.run(node, sample, state, min_visits_, outcome);
    if (has_run) tell.one(letter, text_.c_str(), outcome.value);
    if (!has_run || !std::isfinite(outcome.value) || !std::isfinite(outcome.state)) {
      ++fallbacks_;
      return kNoValue;
    }
    state = outcome.state;
    const Value kept = is_unbounded_ ? outcome.value : std::clamp(outcome.value, -1.0, 1.0);
    if (kept != outcome.value) tell.one(letter, *letter == 'F' ? "clamp(F, -1, 1)" : "clamp(V, -1, 1)", kept);
    return kept;
  }

  [[nodiscard]] std::uint32_t min_visits() const { return min_visits_; }
  [[nodiscard]] std::uint64_t fallbacks() const { return fallbacks_; }

 private:
  /// A child that does not enter has NaN.
  void tell_names(const NodeView& node, Value sample, double state, TermList tell) {
    if (!telling_) telling_.emplace(told_);
    formula::Outcome outcome;
    if (!telling_->run(node, sample, state, min_visits_, outcome)) return;
    for (const formula::Named& one : names_) {
      if (one.text.empty() && is_input_told(one.name, node)) continue;
      if (!telling_->is_vector(one.in)) {
        tell.one(one.name.c_str(), one.text.c_str(), telling_->number(one.in));
        continue;
      }
      std::size_t next = 0;
      tell.each(one.name.c_str(), one.text.c_str(), [&](std::size_t i) {
        return node.child_visits[i] < min_visits_ ? kNotANumber : telling_->number(one.in, next++);
      });
    }
  }

  /// Whether tell_inputs() has told the same.
  [[nodiscard]] bool is_input_told(const std::string& name, const NodeView& node) const {
    if (name == "n" || name == "q") return min_visits_ <= 1;
    if (name == "n0" || name == "m0") return node.own_visits > 0;
    return name == "N";
  }

  static constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

  formula::Machine machine_;
  formula::Program told_;
  std::vector<formula::Named> names_;
  std::string text_;
  std::optional<formula::Machine> telling_;  ///< made when somebody listens
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

  ChildFormula(formula::Compiled compiled, const Params& params)
      : work_(std::make_unique<Work>(std::move(compiled), params)), child_(Rule{work_.get()}, params) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    work_->sample = sample;
    return child_.update(node, sample, tell);
  }
  [[nodiscard]] std::uint64_t fallbacks() const { return work_->formula.fallbacks(); }

 private:
  struct Work {
    Work(formula::Compiled compiled, const Params& params) : formula(std::move(compiled), params) {}
    RunningFormula formula;
    Value sample = 0;
  };
  struct Rule {
    Work* work;
    template <class Terms>
    Value operator()(const NodeView& node, const ChildSpan& children, Terms tell) const {
      const std::uint32_t least = work->formula.min_visits();
      if (least > 1 && most_visits(children, least) == 0) return mean_of_all(children, tell);
      double state = 0;
      const Value value = work->formula.at(node, work->sample, state, tell, "F");
      if (value != kNoValue) return value;
      return tell.one("F", least > 1 ? "" : kMeanOfChildren, weighted_mean(children).mean);
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

  ReturnFormula(formula::Compiled compiled, const Params& params) : formula_(std::move(compiled), params) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    double state = 0;
    if constexpr (kHasState) state = *node.columns[0];
    const Value value = formula_.at(node, sample, state, tell, "V");
    node.value = value != kNoValue ? value : tell.one("V", "m", node.mean);
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
  formula::Compiled compiled = formula::compile(params, surroundings_of(params, context));
  if (params.text("kind") == "child") return make_backup_driver(ChildFormula(std::move(compiled), params));
  if (compiled.program.state != formula::kNoRegister)
    return make_backup_driver(ReturnFormula<true>(std::move(compiled), params));
  return make_backup_driver(ReturnFormula<false>(std::move(compiled), params));
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
          "counted, games record it and tables mark the player. docs/extending.md has the language and worked rules. "
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
