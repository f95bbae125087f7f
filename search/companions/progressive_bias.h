// Progressive bias: a bonus by priors that fades with visits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/params.h"
#include "core/types.h"
#include "search/companion.h"
#include "search/companions/history.h"

namespace rootward {

/// Progressive bias: + W H_i / (n_i + 1), H_i the child's prior; where the evaluator gives none, x_a of progressive
/// history. W = 1, H = .3, n = 2: .1.
class ProgressiveBias final : public Companion {
 public:
  static constexpr std::string_view kName = "progressive_bias";
  static constexpr CompanionNeeds kNeeds{.keys_without_priors = true, .scores = true};
  static Described describe() {
    return {
        .name = std::string(kName),
        .help =
            "progressive bias: + W H_i / (n_i + 1), H_i the child's prior; where the evaluator gives none, the mean "
            "result in [0, 1] of its move for its player over the whole search",
        .source = "Chaslot et al. 2008",
        .parameters = {bonus_weight_spec(1, "Chaslot et al. 2008")}};
  }

  explicit ProgressiveBias(const Params& params) : weight_(params.real("weight")) {}
  [[nodiscard]] double bonus(double knowledge, std::uint32_t visits) const {
    return weight_ * knowledge / (visits + 1.0);
  }

  [[nodiscard]] bool wants_trace() const override { return !ground().gives_priors; }
  void new_game(std::uint64_t) override { own_moves_.clear(); }
  void begin(bool keeps_tree) override {
    own_moves_.resize(ground().key_count);
    if (!keeps_tree) own_moves_.clear();
  }
  void update(const FinishedSimulation& simulation) override {
    if (moves_ == &own_moves_ && !ground().gives_priors) own_moves_.count(simulation, ground(), true);
  }
  [[nodiscard]] bool has_say() const override { return true; }
  [[nodiscard]] bool has_bonus() const override { return true; }
  [[nodiscard]] double bonus(const SelectionNode& node, std::uint32_t index, Value,
                             std::uint32_t visits) const override {
    return bonus(ground().gives_priors ? static_cast<double>(node.block.priors()[index])
                                       : moves_->mean_result(node.block, index, ground()),
                 visits);
  }

 protected:
  /// Where another counts the same moves its numbers are read.
  void meet(std::span<const std::unique_ptr<Companion>> all) override {
    if (const History* counting = find<History>(all)) moves_ = &counting->moves();
  }

 private:
  double weight_;
  MoveTable own_moves_;
  const MoveTable* moves_ = &own_moves_;
};

}  // namespace rootward
