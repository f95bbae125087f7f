// Follows each map from the step that writes it to those that read it.
#include "evaluators/net/narrow_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace rootward::net {
namespace {

constexpr int kLeastForIntegers = 8;  // channels; below, the transforms cost what they save
constexpr int kLeastForTiles = 16;

bool is_for_integers(const Step& step) {
  return step.kind == StepKind::convolve && step.window == 3 && std::min(step.in, step.out) >= kLeastForIntegers;
}
bool is_for_tiles(const Step& step) {
  return step.kind == StepKind::convolve && std::min(step.in, step.out) >= kLeastForTiles;
}
/// Whether a kernel that writes narrow numbers can do the step's activation.
bool has_short_end(const Step& step) {
  return step.activation == Activation::relu || step.activation == Activation::identity;
}

std::size_t index(int number) { return static_cast<std::size_t>(number); }

/// The last step before `reader` that writes its source; kNone: it is the input.
int writer_of(const Plan& plan, int reader) {
  const int map = plan.steps[index(reader)].source;
  for (int i = reader - 1; i >= 0; --i)
    if (writes_map(plan.steps[index(i)]) && plan.steps[index(i)].target == map) return i;
  return kNone;
}

class NarrowMaker {
 public:
  NarrowMaker(const Plan& plan, bool (*is_narrow)(const Step&)) : plan_(plan) {
    for (const Step& step : plan.steps) layout_.roles.push_back({.is_narrow = is_narrow(step)});
  }

  NarrowLayout make() {
    const auto count = static_cast<int>(plan_.steps.size());
    for (int i = 0; i < count; ++i)
      if (role(i).is_narrow) give_source(i);
    for (int i = 0; i < count; ++i)
      if (role(i).is_narrow)  // what nobody reads is written too, as any way does
        role(i).writes_map = is_read_as_floats(i) || role(i).target == kNone;
    return std::move(layout_);
  }

 private:
  NarrowRole& role(int i) { return layout_.roles[index(i)]; }
  [[nodiscard]] const Step& step(int i) const { return plan_.steps[index(i)]; }

  void give_source(int reader) {
    const int writer = writer_of(plan_, reader);
    NarrowRole& own = role(reader);
    const auto found = std::ranges::find(versions_, std::pair(step(reader).source, writer));
    own.source = static_cast<int>(found - versions_.begin());
    if (found != versions_.end()) return;
    versions_.emplace_back(step(reader).source, writer);
    layout_.readers.push_back(reader);
    own.makes_source = !is_written_by(writer, own.source);
  }

  /// Whether the step that writes the version, or the convolution before it, can write narrow numbers; then it does.
  bool is_written_by(int writer, int version) {
    if (writer == kNone || !has_short_end(step(writer))) return false;
    if (role(writer).is_narrow) return claim(writer, kNone, version);
    if (step(writer).kind != StepKind::normalise || is_read_as_floats(writer)) return false;
    const int before = writer_of(plan_, writer);
    if (before == kNone || !role(before).is_narrow || !has_short_end(step(before))) return false;
    if (!claim(before, writer, version)) return false;
    role(writer).is_done = true;
    return true;
  }
  bool claim(int convolution, int normalise, int version) {
    if (role(convolution).target != kNone) return false;
    role(convolution).target = version;
    role(convolution).normalise = normalise;
    return true;
  }

  /// Whether somebody reads what the step writes as floats.
  [[nodiscard]] bool is_read_as_floats(int writer) const {
    const int map = step(writer).target;
    for (std::size_t i = index(writer) + 1; i < plan_.steps.size(); ++i) {
      const Step& reader = plan_.steps[i];
      const NarrowRole& its = layout_.roles[i];
      const bool reads_source = reader.kind != StepKind::dense && reader.source == map;
      const bool is_float = !its.is_done && (!its.is_narrow || its.makes_source);
      if (reader.added_map == map || (reads_source && is_float)) return true;
      if (writes_map(reader) && reader.target == map) return false;
    }
    return plan_.policy_map == map;
  }

  const Plan& plan_;
  NarrowLayout layout_;
  std::vector<std::pair<int, int>> versions_;  // of each narrow map: the map, and the step that wrote it
};

}  // namespace

NarrowLayout lay_out_integers(const Plan& plan) {
  NarrowLayout layout = NarrowMaker(plan, is_for_integers).make();
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    if (!layout.roles[i].is_narrow) continue;
    const int writer = writer_of(plan, static_cast<int>(i));
    const bool is_rectified =
        writer == kNone ? plan.steps[i].source == 0 : plan.steps[index(writer)].activation == Activation::relu;
    if (!is_rectified)
      throw std::invalid_argument(
          fmt::format("{}: reads numbers that may be negative; i16 needs a relu before it", step_text(plan, i)));
    const std::size_t first = index(layout.readers[index(layout.roles[i].source)]);
    if (plan.steps[i].exponents != plan.steps[first].exponents)
      throw std::invalid_argument(fmt::format("{}: its exponents are not those of {}, which reads the same map",
                                              step_text(plan, i), step_text(plan, first)));
  }
  return layout;
}

NarrowLayout lay_out_tiles(const Plan& plan) { return NarrowMaker(plan, is_for_tiles).make(); }

bool knows_exponents(const Plan& plan) {
  return std::ranges::all_of(plan.steps,
                             [](const Step& step) { return !is_for_integers(step) || !step.exponents.empty(); });
}

}  // namespace rootward::net
