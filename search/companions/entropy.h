// The entropy of what is drawn below a child, for rules that draw by a temperature: with it boltzmann is DENTS.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/params.h"
#include "search/companion.h"
#include "search/selections/boltzmann.h"

namespace rootward {

/// The selection draws by softmax((q + beta(N) h) / t(N)) in place of softmax(q / t(N)). A node's h is the entropy of
/// the policy that it draws its visited children by, and the policy's mean of their h: h = H(pi) + sum pi_i h_i. It
/// counts for the player who chooses there, so the other one's is subtracted; 0 at a leaf. beta(N) = weight f(scale N).
class Entropy : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "entropy";
  static constexpr bool kNeedsTemperature = true;
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

  [[nodiscard]] double weight(std::uint32_t visits) const { return weight_ * falling_.at(scale_ * visits); }

 private:
  double weight_;
  FallingSchedule falling_;
  double scale_;
};

}  // namespace rootward
