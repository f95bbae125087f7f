// The entropy of what is drawn below a child, for rules that draw by a temperature: with it boltzmann is DENTS.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/math.h"
#include "core/params.h"
#include "search/companion.h"
#include "search/selections/boltzmann.h"

namespace rootward {

/// The selection draws by softmax((q + beta(N) h) / t(N)) in place of softmax(q / t(N)). A node's h is the entropy of
/// the policy that it draws its visited children by, and the policy's mean of their h: h = H(pi) + sum pi_i h_i. It
/// counts for the player who chooses there, so the other one's is subtracted; 0 at a leaf. beta(N) = weight f(scale N).
class Entropy final : public Companion {
 public:
  static constexpr std::string_view kName = "entropy";
  static constexpr CompanionNeeds kNeeds{.temperature = true};
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "DENTS: boltzmann draws by q + beta(N) h, h the entropy of all that is drawn from the child on; no "
                "value holds it",
            .source = "Painter et al. 2023",
            .parameters = {{.key = "weight",
                            .help = "of the entropy in nats, beta at the start",
                            .fallback = 1.0,
                            .low = 0,
                            .high = 1000,
                            .tune_low = 0.01,
                            .tune_high = 10,
                            .scale = Scale::log,
                            .source = "Painter 2024"},
                           falling_spec("inverse_log", "how the weight falls with x = scale N"),
                           {.key = "scale",
                            .help = "factor on the visits",
                            .fallback = 1.0,
                            .low = 0,
                            .high = 1e6,
                            .tune_low = 0.001,
                            .tune_high = 1,
                            .scale = Scale::log,
                            .source = "Painter 2024"}}};
  }

  explicit Entropy(const Params& params)
      : weight_(params.real("weight")), falling_(params.text("schedule")), scale_(params.real("scale")) {}

  /// h of a child, in the view of the player who chooses it.
  [[nodiscard]] int columns() const override { return 1; }
  [[nodiscard]] bool has_say() const override { return true; }
  [[nodiscard]] bool changes_draws() const override { return true; }
  void change_draws(const Block& block, std::uint32_t visits, std::vector<double>& values) const override {
    const double weight = weight_ * falling_.at(scale_ * visits);
    const double* below = own_column(block);
    for (std::uint32_t i = 0; i < values.size(); ++i)
      if (!block.is_proven(i)) values[i] += weight * below[i];
  }

  /// From the leaf up to the root's children: a node's own number is made of its children's.
  void update(const FinishedSimulation& simulation) override {
    for (std::size_t depth = simulation.path.size(); depth-- > 1;) {
      const Block parent = simulation.tree.block(simulation.path[depth].block);
      const std::uint32_t index = simulation.path[depth].index;
      const BlockRef ref = parent.children()[index];
      if (ref == kNoBlock || parent.is_proven(index)) continue;
      const Block block = simulation.tree.block(ref);
      if (block.header().visited == 0) continue;
      const double sign = sign_of(parent.header().seat) * sign_of(block.header().seat);
      own_column(parent)[index] = sign * entropy_of(block, parent.visits()[index]);
    }
  }

 protected:
  void meet(std::span<const std::unique_ptr<Companion>>) override {
    drawing_.emplace(ground().settings.selection.params);
    draws_by_means_ = ground().settings.selection_reads == Reads::mean;
  }

 private:
  /// h of a node with `visits` whose children these are; of a chance node the mean of its outcomes'. Below a proven
  /// child nothing is drawn any more.
  double entropy_of(const Block& block, std::uint32_t visits) {
    const std::uint32_t count = block.header().visited;
    const double* below = own_column(block);
    if (block.header().is_chance) {
      shares_.assign(block.visits(), block.visits() + count);
      const double sum = sum_fixed(shares_);
      for (double& share : shares_) share /= sum;
    } else {
      const double* values = draws_by_means_ ? block.means() : block.values();
      shares_.assign(values, values + count);
      change_draws(block, visits, shares_);
      drawing_->make_shares(visits, shares_);
      drawing_->mix_priors(block, visits, shares_);
    }
    double sum = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const double share = shares_[i];
      if (!block.is_proven(i)) sum += share * below[i];
      if (share > 0 && !block.header().is_chance) sum -= share * log_exact(share);
    }
    return sum;
  }

  double weight_;
  FallingSchedule falling_;
  double scale_;
  std::optional<BoltzmannSelection> drawing_;  // the search's own rule
  bool draws_by_means_ = false;
  std::vector<double> shares_;
};

}  // namespace rootward
