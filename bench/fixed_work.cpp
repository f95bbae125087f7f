// A fixed amount of work, for whoever counts instructions instead of time: fixed_work KIND COUNT.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.h"
#include "evaluators/net/calibration.h"
#include "evaluators/net/model.h"
#include "evaluators/net/model_formats.h"
#include "evaluators/net/random_residual.h"
#include "evaluators/net/runner.h"
#include "games/go/lane_playout.h"

namespace rootward {
namespace {

constexpr int kSize = 9;

std::uint64_t single_playouts(std::uint64_t count) {
  const SmallBoard board(kSize);
  Rng rng(1);
  std::uint64_t plies = 0;
  for (std::uint64_t i = 0; i < count; ++i) plies += board.playout({}, rng).plies;
  return plies;
}

class Lanes final : private LaneSource {
 public:
  Lanes() {
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(width_); ++lane) streams_.emplace_back(lane);
  }
  std::uint64_t play(std::uint64_t count) {
    left_ = count;
    run_go_lanes(width_, kSize, *this);
    return plies_;
  }

 private:
  std::optional<LaneStart> next(std::size_t lane) override {
    if (left_ == 0 || lane >= streams_.size()) return std::nullopt;
    --left_;
    return LaneStart{.board = &board_, .start = {}, .rng = &streams_[lane], .trace = nullptr};
  }
  void finished(std::size_t, BoardPlayout playout) override { plies_ += playout.plies; }

  SmallBoard board_{kSize};
  LaneWidth width_ = best_lane_width(kSize);
  std::vector<Rng> streams_;
  std::uint64_t left_ = 0;
  std::uint64_t plies_ = 0;
};

/// A network of 4 blocks of 32 filters on 9x9, an evaluation at a time.
std::uint64_t evaluations(net::Path path, std::uint64_t count) {
  net::ResidualShape shape;
  shape.size = kSize;
  shape.blocks = 4;
  shape.filters = 32;
  net::Model model = net::residual_model(net::random_residual(shape, 1));
  const auto runner = net::make_calibrated_runner(model, kSize, path, "the network");
  std::vector<float> planes(static_cast<std::size_t>(kSize * kSize) *
                            static_cast<std::size_t>(net::plane_count(model.planes)));
  Rng rng(2);
  for (float& cell : planes) cell = static_cast<float>(rng.below(2));
  const std::vector<float> globals(static_cast<std::size_t>(net::global_count(model.planes)));
  net::Output output;
  for (std::uint64_t i = 0; i < count; ++i) runner->run(planes, globals, output);
  return output.policy.size();
}

const std::map<std::string, std::uint64_t (*)(std::uint64_t)> kKinds = {
    {"playouts", single_playouts},
    {"lanes", [](std::uint64_t count) { return Lanes().play(count); }},
    {"net-plain", [](std::uint64_t count) { return evaluations(net::Path::f32_plain, count); }},
    {"net-fused", [](std::uint64_t count) { return evaluations(net::Path::f32_fma, count); }},
    {"net-integers", [](std::uint64_t count) { return evaluations(net::Path::i16, count); }},
    {"net-winograd", [](std::uint64_t count) { return evaluations(net::Path::f32_winograd, count); }},
};

}  // namespace
}  // namespace rootward

int main(int argc, char** argv) {
  const auto kind = argc == 3 ? rootward::kKinds.find(argv[1]) : rootward::kKinds.end();
  const std::uint64_t count = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (kind == rootward::kKinds.end() || count == 0) {
    fmt::print(stderr, "usage: fixed_work playouts|lanes|net-plain|net-fused|net-winograd|net-integers COUNT\n");
    return 2;
  }
  fmt::print("{}\n", kind->second(count));
  return 0;
}
