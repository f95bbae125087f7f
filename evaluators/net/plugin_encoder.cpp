// Bytes of a game by the C interface as a network's numbers.
#include "evaluators/net/plugin_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/errors.h"

namespace rootward::net {
namespace {

class PluginEncoder final : public Encoder<PluginPosition> {
 public:
  explicit PluginEncoder(const PluginPosition::Rules& rules) : bytes_(rules.plane_bytes()) {}

  /// The game says how positions look alike, and not what becomes of moves then.
  [[nodiscard]] int symmetries() const override { return 1; }
  void encode(const PluginPosition& position, int, std::span<float> planes, std::span<float>) override {
    position.planes(bytes_);
    std::ranges::transform(bytes_, planes.begin(), [](std::uint8_t byte) { return byte == 0 ? 0.0F : 1.0F; });
  }
  [[nodiscard]] std::size_t policy_index(Action action, int) const override { return action; }

 private:
  std::vector<std::uint8_t> bytes_;
};

void require_planes(const PluginPosition::Rules& rules) {
  if (rules.plane_bytes() == 0)
    throw UsageError(
        fmt::format("the game {} shows no planes (`planes` in rootward/game.h), so no network plays it", rules.name()));
}

}  // namespace

std::unique_ptr<Encoder<PluginPosition>> EncoderFactory<PluginPosition>::make(const Planes& planes,
                                                                              const PluginPosition::Rules& rules) {
  require_planes(rules);
  if (planes.kind != PlaneKind::own || planes.positions != static_cast<int>(rules.facts().planes))
    throw UsageError(fmt::format(R"(planes: the game {} shows "own {}", not "{}")", rules.name(), rules.facts().planes,
                                 planes_text(planes)));
  return std::make_unique<PluginEncoder>(rules);
}

std::string EncoderFactory<PluginPosition>::planes(const PluginPosition::Rules& rules) {
  return planes_text({.kind = PlaneKind::own, .positions = static_cast<int>(rules.facts().planes), .constants = {}});
}

BoardShape EncoderFactory<PluginPosition>::board(const PluginPosition::Rules& rules) {
  require_planes(rules);
  return {static_cast<int>(rules.facts().lines), static_cast<int>(rules.facts().columns)};
}

}  // namespace rootward::net
