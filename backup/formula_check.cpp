// The nodes: 1 to 362 children, visits to a million, all equal, all lost, one child; for kind return, sequences.
#include "backup/formula_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>

#include "backup/formula_machine.h"
#include "backup/formula_parameters.h"
#include "core/math.h"
#include "core/rng.h"

namespace rootward::formula {
namespace {

constexpr std::uint64_t kSeed = 20200125;
constexpr std::size_t kNodes = 10'000;
constexpr std::size_t kCornerNodes = 500;
constexpr std::size_t kCorners = 32;
constexpr std::uint32_t kSequence = 250;  ///< returns of a node of kind return

/// What a wrong number came from, as a line for `rootward backup` without its backup.
struct Finding {
  std::string line;
  double value = 0;
  std::size_t size = 0;
};

/// 1 to `most`, small numbers as often as large ones.
class LogUniform {
 public:
  explicit LogUniform(double most) : log_(log_exact(most + 0.999)) {}
  std::uint32_t operator()(Rng& rng) const { return static_cast<std::uint32_t>(exp_exact(rng.uniform() * log_)); }

 private:
  double log_;
};
const LogUniform kChildren(362);
const LogUniform kVisits(1e6);
Value any_value(Rng& rng) { return rng.below(4) == 0 ? rng.below(3) - 1.0 : 2 * rng.uniform() - 1; }

class MadeUpNode {
 public:
  NodeView view;
  Value sample = 0;

  MadeUpNode(Rng& rng, std::size_t number) {
    const std::uint32_t kind = number < 8 ? static_cast<std::uint32_t>(number) : rng.below(16);
    const std::uint32_t count = kind == 0 ? 1 : kChildren(rng);
    const Value level = kind == 1 ? -1 : kind == 2 ? 1 : kind == 3 ? 0 : any_value(rng);
    const bool is_level = kind >= 1 && kind <= 4;
    view.own_visits = rng.below(3);
    const Value own_mean = any_value(rng);
    if (view.own_visits > 0) view.own_mean = own_mean;
    view.visits = view.own_visits;
    visits_.reserve(count);
    values_.reserve(count);
    means_.reserve(count);
    priors_.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      visits_.push_back(kind == 5 ? 1 : kVisits(rng));
      values_.push_back(is_level ? level : any_value(rng));
      means_.push_back(is_level ? level : any_value(rng));
      priors_.push_back(static_cast<float>(rng.uniform()));
      view.visits += visits_.back();
    }
    mean_before_ = is_level ? level : any_value(rng);
    view.value = view.visits > 1 ? any_value(rng) : 0;
    sample = any_value(rng);
    if (is_level) sample = level;
    view.mean = mean_before_ + (sample - mean_before_) / view.visits;
    view.simulation = kVisits(rng);
    view.plies_to_end = rng.below(40);
    view.child_count = count;
    view.child_visits = visits_.data();
    view.child_values = values_.data();
    view.child_means = means_.data();
    view.child_priors = priors_.data();
  }

  [[nodiscard]] std::string line() const {
    std::string children;
    for (std::size_t i = 0; i < visits_.size(); ++i)
      children += fmt::format(R"({}{{"visits": {}, "value": {}, "mean": {}, "prior": {}}})", i == 0 ? "" : ", ",
                              visits_[i], values_[i], means_[i], double{priors_[i]});
    return fmt::format(
        R"({{"children": [{}], "visits": {}, "mean": {}, "return": {}, "value": {}, "own": {{"visits": {}, "value": {}}}, "simulation": {}, "plies_to_end": {}}})",
        children, view.visits, mean_before_, sample, view.value, view.own_visits, view.own_mean, view.simulation,
        view.plies_to_end);
  }

 private:
  Value mean_before_ = 0;  ///< what the calculator takes for `mean`
  std::vector<std::uint32_t> visits_;
  std::vector<Value> values_;
  std::vector<Value> means_;
  std::vector<float> priors_;
};

/// What was found at one setting of the parameters: the smallest node that is not finite, and one beyond [-1, 1].
struct Findings {
  std::optional<Finding> not_finite;
  std::optional<Finding> beyond;

  template <class Line>
  void note(double value, std::size_t size, Line line) {
    const bool is_finite = std::isfinite(value);
    if (is_finite && std::abs(value) <= 1 + 1e-9) return;
    std::optional<Finding>& kept = is_finite ? beyond : not_finite;
    if (!kept || size < kept->size) kept = Finding{line(), value, size};
  }
};

void run_children(Machine& machine, std::uint32_t min_visits, std::size_t nodes, Findings& findings) {
  Rng rng(kSeed);
  for (std::size_t i = 0; i < nodes; ++i) {
    MadeUpNode node(rng, i);
    const bool enters = std::ranges::any_of(std::span(node.view.child_visits, node.view.child_count),
                                            [&](std::uint32_t n) { return n >= min_visits; });
    Outcome outcome;
    if (!enters || !machine.run(node.view, node.sample, 0, min_visits, outcome)) continue;
    findings.note(outcome.value, node.view.child_count, [&] { return node.line(); });
  }
}

void run_returns(Machine& machine, bool is_unbounded, std::size_t updates, Findings& findings) {
  Rng rng(kSeed);
  for (std::size_t done = 0; done < updates; done += kSequence) {
    NodeView view;
    double state = 0;
    std::string returns, plies;
    for (std::uint32_t i = 1; i <= kSequence; ++i) {
      const Value sample = any_value(rng);
      view.simulation = view.visits = view.own_visits = i;
      view.mean = view.own_mean = view.mean + (sample - view.mean) / i;
      view.plies_to_end = rng.below(40);
      returns += fmt::format("{}{}", i == 1 ? "" : ", ", sample);
      plies += fmt::format("{}{}", i == 1 ? "" : ", ", view.plies_to_end);
      Outcome outcome;
      machine.run(view, sample, state, 1, outcome);
      findings.note(std::isfinite(outcome.state) ? outcome.value : outcome.state, i,
                    [&] { return fmt::format(R"({{"returns": [{}], "plies_to_ends": [{}]}})", returns, plies); });
      if (!std::isfinite(outcome.value) || !std::isfinite(outcome.state)) break;
      state = outcome.state;
      view.value = is_unbounded ? outcome.value : std::clamp(outcome.value, -1.0, 1.0);
    }
  }
}

Findings run_at(const Params& params, const Surroundings& surroundings, std::size_t nodes) {
  Machine machine(compile(params, surroundings).program);
  Findings findings;
  if (params.text("kind") == "return")
    run_returns(machine, params.boolean("unbounded"), nodes, findings);
  else
    run_children(machine, static_cast<std::uint32_t>(params.integer("min_visits")), nodes, findings);
  return findings;
}

void refuse(const Findings& findings, const std::string& where) {
  if (!findings.not_finite) return;
  throw ParamError("value", fmt::format("the value is not finite ({}){} at the node {}", findings.not_finite->value,
                                        where, findings.not_finite->line));
}

/// The tuned parameters at the ends of their ranges: bit i of the corner's number, round and round beyond five.
std::pair<Params, std::string> corner_of(const Params& params, const std::vector<ParamSpec>& tuned,
                                         std::size_t corner) {
  GivenParams given = params.values();
  std::string where;
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    const ParamSpec& spec = tuned[i];
    const double end = (corner >> (i % 5) & 1) != 0 ? spec.tune_high : spec.tune_low;
    const auto* list = std::get_if<std::vector<double>>(&spec.fallback);
    set_own_parameter(given, spec.key,
                      list != nullptr ? ParamValue(std::vector<double>(list->size(), end)) : ParamValue(end));
    where += fmt::format("{}{} = {}", where.empty() ? " with " : ", ", spec.key, param_text(end));
  }
  return {resolve_params(formula_specs(), given), std::move(where)};
}

std::vector<std::string> checked_at_nodes(const Params& params, const Surroundings& surroundings) {
  const Findings findings = run_at(params, surroundings, kNodes);
  refuse(findings, "");
  std::vector<std::string> warnings;
  if (findings.beyond && !params.boolean("unbounded"))
    warnings.push_back(fmt::format("the value leaves [-1, 1] and is cut ({}), as at the node {}",
                                   findings.beyond->value, findings.beyond->line));
  std::vector<ParamSpec> tuned = own_parameters(params);
  std::erase_if(tuned, [](const ParamSpec& spec) { return std::isnan(spec.tune_low); });
  const std::size_t corners =
      tuned.empty() ? 0 : std::min(kCorners, std::size_t{1} << std::min<std::size_t>(tuned.size(), 5));
  for (std::size_t corner = 0; corner < corners; ++corner) {
    const std::pair<Params, std::string> at = corner_of(params, tuned, corner);
    refuse(run_at(at.first, surroundings, kCornerNodes), at.second);
  }
  return warnings;
}

/// All that the check depends on.
std::string check_key(const Params& params, const Surroundings& surroundings) {
  std::string key = fmt::format("{} {}", surroundings.span, surroundings.has_priors);
  for (const auto& [name, value] : params.values()) key += fmt::format("\n{}={}", name, param_text(value));
  return key;
}

}  // namespace

std::vector<std::string> check_at_nodes(const Params& params, const Surroundings& surroundings) {
  constexpr std::size_t kMostRemembered = 1000;
#if defined(__wasm__)  // one thread, and a library that ends none
  static std::map<std::string, std::vector<std::string>> passed;
#else
  thread_local std::map<std::string, std::vector<std::string>> passed;
#endif
  const std::string key = check_key(params, surroundings);
  if (const auto found = passed.find(key); found != passed.end()) return found->second;
  std::vector<std::string> warnings = checked_at_nodes(params, surroundings);
  if (passed.size() >= kMostRemembered) passed.clear();
  return passed.emplace(key, std::move(warnings)).first->second;
}

}  // namespace rootward::formula
