// From the parsed expression to steps.
#include "evaluators/feature_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backup/formula_error.h"
#include "backup/formula_machine.h"
#include "backup/formula_text.h"
#include "core/text.h"

namespace rootward {

class FeatureCompiler {
 public:
  FeatureCompiler(FeatureFormula& into, std::span<const FeatureFacts> features) : into_(into) {
    for (const FeatureFacts& one : features) names_.push_back(one.name);
    into_.feature_count_ = names_.size();
  }

  void compile(std::string_view text) {
    formula::Expression whole;
    try {
      whole = formula::parse_expression(text);
    } catch (const formula::TextError& error) {
      throw formula::FormulaError({{"value", error.what(), error.offset()}});
    }
    count_numbers(whole);
    const std::size_t steps = into_.feature_count_ + numbers_;
    into_.result_ = place_of(whole, steps);
    if (!mistakes_.empty()) throw formula::FormulaError(std::move(mistakes_));
    into_.room_.resize(steps + into_.steps_.size());
  }

 private:
  using Expression = formula::Expression;

  void count_numbers(const Expression& one) {
    if (one.kind == Expression::Kind::number) ++numbers_;
    for (const Expression& argument : one.arguments) count_numbers(argument);
  }

  /// Places of numbers come before those of steps, whose first is `steps`.
  std::size_t place_of(const Expression& one, std::size_t steps) {
    switch (one.kind) {
      case Expression::Kind::number:
        into_.numbers_.push_back(one.number);
        return into_.feature_count_ + into_.numbers_.size() - 1;
      case Expression::Kind::name:
        return feature(one);
      case Expression::Kind::call:
        return call(one, steps);
      case Expression::Kind::operation:
        break;
    }
    return step(one.op, one, steps);
  }

  std::size_t feature(const Expression& one) {
    const auto found = std::ranges::find(names_, one.name);
    if (found == names_.end())
      tell(one, fmt::format("no feature is called '{}'; features of this game: {}{}", one.name, fmt::join(names_, ", "),
                            hint_text(one.name, names_)));
    return static_cast<std::size_t>(found - names_.begin());
  }

  std::size_t call(const Expression& one, std::size_t steps) {
    const formula::FunctionFacts* function = formula::find_function(one.name);
    const std::size_t count = one.arguments.size();
    const bool is_pair = function != nullptr && count == 2 &&
                         (function->op == formula::Op::smallest || function->op == formula::Op::largest);
    if (is_pair)
      return step(function->op == formula::Op::smallest ? formula::Op::smaller : formula::Op::larger, one, steps);
    if (function != nullptr && function->op < formula::Op::grow && count == function->most)
      return step(function->op, one, steps);
    tell(one, fmt::format("{} is none of the functions of numbers: {}", formula::normal_text(one), number_functions()));
    return 0;
  }

  std::size_t step(formula::Op op, const Expression& one, std::size_t steps) {
    FeatureFormula::Step made{op, {}};
    for (std::size_t i = 0; i < one.arguments.size(); ++i) made.from[i] = place_of(one.arguments[i], steps);
    into_.steps_.push_back(made);
    return steps + into_.steps_.size() - 1;
  }

  static std::string number_functions() {
    std::vector<std::string> known;
    for (const formula::FunctionFacts& one : formula::functions()) {
      if (one.op < formula::Op::grow) known.push_back(fmt::format("{}({})", one.name, one.arguments));
      if (one.op == formula::Op::smallest || one.op == formula::Op::largest)
        known.push_back(std::string(one.name) + "(a, b)");
    }
    return fmt::format("{}", fmt::join(known, ", "));
  }

  void tell(const Expression& at, std::string message) {
    mistakes_.push_back({"value", std::move(message), at.extent.begin});
  }

  FeatureFormula& into_;
  std::vector<std::string> names_;
  std::size_t numbers_ = 0;
  std::vector<formula::Mistake> mistakes_;
};

FeatureFormula::FeatureFormula(std::string_view text, std::span<const FeatureFacts> features) {
  FeatureCompiler(*this, features).compile(text);
}

double FeatureFormula::at(std::span<const double> features) const {
  std::ranges::copy(features.first(feature_count_), room_.begin());
  std::ranges::copy(numbers_, room_.begin() + static_cast<std::ptrdiff_t>(feature_count_));
  double* next = room_.data() + feature_count_ + numbers_.size();
  for (const Step& step : steps_)
    *next++ = formula::result_of(step.op, {room_[step.from[0]], room_[step.from[1]], room_[step.from[2]]});
  return room_[result_];
}

}  // namespace rootward
