// AlphaZero's noise on the root's priors.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "search/root_rule.h"

namespace rootward {

/// P' = (1 - share) P + share d, d drawn from a symmetric Dirichlet distribution over the legal moves whose
/// parameters sum to `concentration` (Silver et al. 2017: 0.03 each on 19x19, which is 10.83 on 361 points).
class DirichletRoot final : public RootRule {
 public:
  static constexpr std::string_view kName = "dirichlet";
  static constexpr RootNeeds kNeeds{.priors = true};
  static Described describe();
  static std::unique_ptr<RootRule> make(const Params& params) { return std::make_unique<DirichletRoot>(params); }

  explicit DirichletRoot(const Params& params)
      : share_(params.real("share")), concentration_(params.real("concentration")) {}

  void begin(const Block& root, std::span<const Action> actions, std::uint64_t simulations, bool explores,
             Rng& rng) override;
  void take_priors(const Block& root) override;
  void forget() override { has_clean_ = false; }
  [[nodiscard]] double prior(const Block& root, std::uint32_t index) const override;
  [[nodiscard]] std::optional<double> noisy_prior(const Block& root, std::uint32_t index) const override;

 private:
  double share_;
  double concentration_;
  // By action:
  std::vector<double> noise_;
  std::vector<float> clean_;
  bool explores_ = false;
  bool has_clean_ = false;  // clean_ is of this root
};

/// Shares that sum to 1, from a symmetric Dirichlet distribution whose parameters sum to `concentration`.
void draw_dirichlet(double concentration, std::span<double> shares, Rng& rng);

}  // namespace rootward
