// Follows each map from the step that writes it to those that read it.
#include "evaluators/net/integer_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace rootward::net {
namespace {

constexpr int kLeastChannels = 8;  // below, the transforms cost what they save

bool is_large(const Step& step) {
  return step.kind == StepKind::convolve && step.window == 3 && std::min(step.in, step.out) >= kLeastChannels;
}

std::size_t index(int number) { return static_cast<std::size_t>(number); }

/// The last step before `reader` that writes its source; kNone: it is the input.
int writer_of(const Plan& plan, int reader) {
  const int map = plan.steps[index(reader)].source;
  for (int i = reader - 1; i >= 0; --i)
    if (writes_map(plan.steps[index(i)]) && plan.steps[index(i)].target == map) return i;
  return kNone;
}

/// Whether somebody reads what the step writes as floats.
bool is_read_as_floats(const Plan& plan, const std::vector<IntegerRole>& roles, int writer) {
  const int map = plan.steps[index(writer)].target;
  for (std::size_t i = index(writer) + 1; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    const bool reads_source = step.kind != StepKind::dense && step.source == map;
    if (step.added_map == map || (reads_source && (!roles[i].is_integer || roles[i].makes_source))) return true;
    if (writes_map(step) && step.target == map) return false;
  }
  return plan.policy_map == map;
}

}  // namespace

IntegerLayout lay_out_integers(const Plan& plan) {
  IntegerLayout layout;
  layout.roles.resize(plan.steps.size());
  const auto count = static_cast<int>(plan.steps.size());
  std::vector<std::pair<int, int>> versions;  // of each whole map: the map, and the step that wrote it
  for (int i = 0; i < count; ++i) {
    const Step& step = plan.steps[index(i)];
    if (!is_large(step)) continue;
    const int writer = writer_of(plan, i);
    const bool is_rectified =
        writer == kNone ? step.source == 0 : plan.steps[index(writer)].activation == Activation::relu;
    if (!is_rectified)
      throw std::invalid_argument(
          fmt::format("{}: reads numbers that may be negative; i16 needs a relu before it", step_text(plan, index(i))));
    IntegerRole& role = layout.roles[index(i)];
    role.is_integer = true;
    const auto found = std::ranges::find(versions, std::pair(step.source, writer));
    role.source = static_cast<int>(found - versions.begin());
    if (found != versions.end()) {
      const int first = layout.readers[index(role.source)];
      if (step.exponents != plan.steps[index(first)].exponents)
        throw std::invalid_argument(fmt::format("{}: its exponents are not those of {}, which reads the same map",
                                                step_text(plan, index(i)), step_text(plan, index(first))));
      continue;
    }
    versions.emplace_back(step.source, writer);
    layout.readers.push_back(i);
    if (writer != kNone && layout.roles[index(writer)].is_integer) {
      layout.roles[index(writer)].target = role.source;
    } else {
      role.makes_source = true;
    }
  }
  for (int i = 0; i < count; ++i)
    if (layout.roles[index(i)].is_integer) layout.roles[index(i)].writes_map = is_read_as_floats(plan, layout.roles, i);
  return layout;
}

bool knows_exponents(const Plan& plan) {
  return std::ranges::all_of(plan.steps, [](const Step& step) { return !is_large(step) || !step.exponents.empty(); });
}

}  // namespace rootward::net
