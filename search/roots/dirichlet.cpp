// Drawing the noise, and mixing it in.
#include "search/roots/dirichlet.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/math.h"
#include "core/sampling.h"

namespace rootward {
namespace {

/// In (0, 1).
double open_uniform(Rng& rng) { return (static_cast<double>(rng.next() >> 12) + 0.5) * 0x1.0p-52; }

/// ln of a gamma variate with shape `alpha` + 1 (Marsaglia & Tsang 2000).
double log_gamma_above_one(double alpha, Rng& rng) {
  const double d = alpha + 1.0 - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = standard_normal(rng);
    const double root = 1.0 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double log_v = 3.0 * log_exact(root);
    if (log_exact(open_uniform(rng)) < 0.5 * x * x + d - d * v + d * log_v) return log_exact(d) + log_v;
  }
}

}  // namespace

Described DirichletRoot::describe() {
  return {.name = std::string(kName),
          .help = "priors mixed with Dirichlet noise: (1 - share) P + share d; for rules that read priors",
          .source = "Silver et al. 2017",
          .parameters = {{.key = "share",
                          .help = "weight of the noise",
                          .fallback = 0.25,
                          .low = 0,
                          .high = 1,
                          .tune_low = 0,
                          .tune_high = 0.5,
                          .source = "Silver et al. 2017"},
                         {.key = "concentration",
                          .help = "sum of the distribution's parameters, spread evenly over the legal moves",
                          .fallback = 10.83,
                          .low = 1e-6,
                          .high = 1e6,
                          .tune_low = 1,
                          .tune_high = 100,
                          .scale = Scale::log,
                          .source = "0.03 on each of 361 points, Silver et al. 2017"}}};
}

/// Gamma variates of shape a < 1 are those of shape a + 1 times u^(1/a); in logarithms, for they may be tiny.
void draw_dirichlet(double concentration, std::span<double> shares, Rng& rng) {
  const double alpha = concentration / static_cast<double>(shares.size());
  for (double& share : shares) {
    share = log_gamma_above_one(alpha, rng);
    share += log_exact(open_uniform(rng)) / alpha;
  }
  const double highest = *std::ranges::max_element(shares);
  double sum = 0;
  for (double& share : shares) sum += share = exp_exact(share - highest);
  for (double& share : shares) share /= sum;
}

void DirichletRoot::begin(const Block&, std::span<const Action> actions, std::uint64_t, bool explores, Rng& rng) {
  explores_ = explores;
  const std::size_t size = std::size_t{*std::ranges::max_element(actions)} + 1;
  noise_.assign(size, 0);
  if (!has_clean_) clean_.assign(size, 0);
  if (!explores) return;
  std::vector<double> shares(actions.size());
  draw_dirichlet(concentration_, shares, rng);
  for (std::size_t i = 0; i < actions.size(); ++i) noise_[actions[i]] = shares[i];
}

void DirichletRoot::take_priors(const Block& root) {
  float* priors = root.priors();
  for (std::size_t i = 0; i < root.count(); ++i) {
    float& clean = clean_[root.actions()[i]];
    if (!has_clean_) clean = priors[i];
    const double mixed = (1 - share_) * static_cast<double>(clean) + share_ * noise_[root.actions()[i]];
    priors[i] = explores_ ? static_cast<float>(mixed) : clean;
  }
  has_clean_ = true;
}

double DirichletRoot::prior(const Block& root, std::uint32_t index) const {
  return static_cast<double>(has_clean_ ? clean_[root.actions()[index]] : root.priors()[index]);
}

std::optional<double> DirichletRoot::noisy_prior(const Block& root, std::uint32_t index) const {
  if (!explores_ || !has_clean_ || share_ == 0) return std::nullopt;
  return static_cast<double>(root.priors()[index]);
}

}  // namespace rootward
