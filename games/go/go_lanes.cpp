// Playouts of Go positions side by side: hands boards to the vector lanes and turns areas into results.
#include <cassert>

#include "games/go/go.h"
#include "games/go/lane_playout.h"

namespace rootward {
namespace {

class Boards final : public LaneSource {
 public:
  Boards(const GoRules& rules, PlayoutSource<Go<SmallBoard>>& positions) : rules_(rules), positions_(positions) {}

  std::optional<LaneStart> next(std::size_t lane) override {
    const std::optional<PlayoutRequest<Go<SmallBoard>>> request = positions_.next(lane);
    if (!request) return std::nullopt;
    const Go<SmallBoard>& position = *request->position;
    assert(!position.is_over());
    return LaneStart{.board = &position.board(),
                     .start = {.to_move = position.to_move(), .ko = position.ko_point(), .passes = position.passes()},
                     .rng = request->rng,
                     .trace = request->trace};
  }
  void finished(std::size_t lane, BoardPlayout playout) override {
    positions_.finished(lane, {.value = value_of_area(playout.area_difference, rules_.komi), .plies = playout.plies});
  }

 private:
  const GoRules& rules_;
  PlayoutSource<Go<SmallBoard>>& positions_;
};

}  // namespace

std::size_t go_playout_lanes(const GoRules& rules) { return static_cast<std::size_t>(best_lane_width(rules.size)); }

void run_go_playouts(const GoRules& rules, PlayoutSource<Go<SmallBoard>>& source) {
  Boards boards(rules, source);
  run_go_lanes(best_lane_width(rules.size), rules.size, boards);
}

}  // namespace rootward
