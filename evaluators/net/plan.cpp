// Checks and counts of plans.
#include "evaluators/net/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace rootward::net {
namespace {

constexpr int kMaxWindow = 5;

class PlanChecker {
 public:
  PlanChecker(const Plan& plan, int points, int actions) : plan_(plan), points_(points), actions_(actions) {}

  void check() {
    check_registers();
    for (index_ = 0; index_ < plan_.steps.size(); ++index_) {
      check_reads(plan_.steps[index_]);
      check_step(plan_.steps[index_]);
      note_written(plan_.steps[index_]);
    }
    check_outputs();
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw std::invalid_argument(index_ < plan_.steps.size() ? fmt::format("{}: {}", step_text(plan_, index_), what)
                                                            : what);
  }
  void require(bool holds, const char* what) const {
    if (!holds) refuse(what);
  }

  void check_registers() {
    index_ = plan_.steps.size();
    require(!plan_.maps.empty() && !plan_.vectors.empty(), "there is no input");
    for (int channels : plan_.maps)
      require(channels >= 1 && channels <= kMaxChannels, "a map needs 1 to 4096 channels");
    for (int length : plan_.vectors)
      require(length >= 0 && length <= kMaxChannels * 512, "a vector is longer than allowed");
    written_maps_.assign(plan_.maps.size(), false);
    written_vectors_.assign(plan_.vectors.size(), false);
    written_maps_[0] = written_vectors_[0] = true;  // the inputs
  }

  [[nodiscard]] int channels(int map) const {
    if (map < 0 || map >= static_cast<int>(plan_.maps.size())) refuse(fmt::format("there is no map {}", map));
    return plan_.maps[static_cast<std::size_t>(map)];
  }
  [[nodiscard]] int length(int vector) const {
    if (vector < 0 || vector >= static_cast<int>(plan_.vectors.size()))
      refuse(fmt::format("there is no vector {}", vector));
    return plan_.vectors[static_cast<std::size_t>(vector)];
  }

  /// Registers keep what the evaluation before left in them: who read one too early would answer by what was asked
  /// before.
  void check_reads(const Step& step) const {
    if (step.kind == StepKind::dense) {
      expect_written_vector("the source", step.source);
    } else {
      expect_written_map("the source", step.source);
    }
    if (step.kind != StepKind::convolve) return;
    if (step.added_vector != kNone) expect_written_vector("the added vector", step.added_vector);
    if (step.added_map != kNone) expect_written_map("the added map", step.added_map);
  }
  void note_written(const Step& step) {
    (writes_map(step) ? written_maps_ : written_vectors_)[static_cast<std::size_t>(step.target)] = true;
  }
  void expect_written_map(const char* what, int map) const {
    (void)channels(map);
    if (!written_maps_[static_cast<std::size_t>(map)])
      refuse(fmt::format("{} is map {}, which no step has written by then", what, map));
  }
  void expect_written_vector(const char* what, int vector) const {
    (void)length(vector);
    if (!written_vectors_[static_cast<std::size_t>(vector)])
      refuse(fmt::format("{} is vector {}, which no step has written by then", what, vector));
  }

  void expect(const char* what, int is, int should) const {
    if (is != should) refuse(fmt::format("{} is {}, not {}", what, is, should));
  }
  void expect_count(const char* what, const std::vector<float>& numbers, std::size_t count) const {
    if (numbers.size() != count) refuse(fmt::format("has {} {}, not {}", numbers.size(), what, count));
    if (!std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); }))
      refuse(fmt::format("one of the {} is no finite number", what));
  }

  void check_step(const Step& step) {
    const auto in = static_cast<std::size_t>(step.in), out = static_cast<std::size_t>(step.out);
    const bool is_dense = step.kind == StepKind::dense;
    expect("the source's size", is_dense ? length(step.source) : channels(step.source), step.in);
    require(step.in >= 1 && step.out >= 1, "an input or output is empty");
    if (step.kind != StepKind::add_points && !step.bias.empty()) expect_count("biases", step.bias, out);
    switch (step.kind) {
      case StepKind::convolve:
        check_convolution(step);
        break;
      case StepKind::normalise:
        expect("the target's size", channels(step.target), step.out);
        expect("the output's size", step.out, step.in);
        expect_count("weights", step.weights, in);
        break;
      case StepKind::add_points:
        expect("the target", step.target, step.source);
        require(points_ > 0, "a number a point needs a board of one size");
        expect_count("biases", step.bias, static_cast<std::size_t>(points_) * in);
        break;
      case StepKind::pool:
      case StepKind::pool_value:
        expect("the target's size", length(step.target), step.out);
        expect("the output's size", step.out, 3 * step.in);
        break;
      case StepKind::flatten:
        require(points_ > 0, "flattening needs a board of one size");
        expect("the target's size", length(step.target), step.out);
        expect("the output's size", step.out, points_ * step.in);
        break;
      case StepKind::dense:
        expect("the target's size", length(step.target), step.out);
        require(step.target != step.source, "the source is the target");
        expect_count("weights", step.weights, in * out);
        break;
    }
  }

  void check_convolution(const Step& step) const {
    expect("the target's size", channels(step.target), step.out);
    require(step.target != step.source, "the source is the target");
    require(step.window >= 1 && step.window % 2 == 1 && step.window <= kMaxWindow, "the window is not 1, 3 or 5");
    if (step.added_vector != kNone) expect("the added vector's length", length(step.added_vector), step.out);
    if (step.added_map != kNone) {
      require(channels(step.added_map) <= step.out, "the added map has more channels than the target");
      require(step.added_map != step.source, "the added map is the source");
    }
    if (!step.exponents.empty()) {
      expect("the number of exponents", static_cast<int>(step.exponents.size()), step.in);
      require(std::ranges::all_of(step.exponents, [](int e) { return e >= -kMaxExponent && e <= kMaxExponent; }),
              "an exponent is not within -100 and 100");
    }
    const auto window = static_cast<std::size_t>(step.window);
    expect_count("weights", step.weights,
                 window * window * static_cast<std::size_t>(step.in) * static_cast<std::size_t>(step.out));
  }

  void check_outputs() const {
    require((plan_.policy_map == kNone) != (plan_.policy_vector == kNone), "there is not exactly one policy");
    if (plan_.policy_map != kNone) {
      expect_written_map("the policy", plan_.policy_map);
      expect_written_vector("the pass's logit", plan_.pass_vector);
      require(length(plan_.pass_vector) >= 1, "the pass has no logit");
      require(actions_ == 0 || actions_ == points_ + 1, "a policy from a map has a logit a point and the pass");
    } else {
      require(points_ > 0, "a policy from a vector needs a board of one size");
      expect("the policy's length", length(plan_.policy_vector), actions_);
      expect_written_vector("the policy", plan_.policy_vector);
    }
    expect("the value's length", length(plan_.value_vector), plan_.value_kind == ValueKind::scalar ? 1 : 3);
    expect_written_vector("the value", plan_.value_vector);
    if (plan_.error_vector == kNone) return;
    expect_written_vector("the error", plan_.error_vector);
    require(plan_.error_index >= 0 && plan_.error_index < length(plan_.error_vector),
            "the error's number is not there");
    require(plan_.error_scale > 0 && std::isfinite(plan_.error_scale), "the error's scale is not above 0");
  }

  const Plan& plan_;
  int points_;
  int actions_;
  std::size_t index_ = 0;
  std::vector<bool> written_maps_, written_vectors_;  // by the input or a step before
};

}  // namespace

std::string step_text(const Plan& plan, std::size_t step) {
  const std::string& name = plan.steps[step].name;
  return name.empty() ? fmt::format("step {}", step) : name;
}

void check_plan(const Plan& plan, int points, int actions) { PlanChecker(plan, points, actions).check(); }

std::size_t parameter_count(const Plan& plan) {
  std::size_t count = 0;
  for (const Step& step : plan.steps) count += step.weights.size() + step.bias.size();
  return count;
}

std::size_t multiplication_count(const Plan& plan, int points) {
  std::size_t count = 0;
  for (const Step& step : plan.steps) {
    const bool is_spatial = step.kind == StepKind::convolve || step.kind == StepKind::normalise;
    count += step.weights.size() * (is_spatial ? static_cast<std::size_t>(points) : 1);
  }
  return count;
}

}  // namespace rootward::net
