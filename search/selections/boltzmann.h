// Boltzmann search's ways of choosing: draws by a softmax of the values, with a share of uniform draws or a falling
// temperature.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/math.h"
#include "core/params.h"
#include "core/rng.h"
#include "search/improved_policy.h"
#include "search/selection.h"

namespace rootward {

/// The point of the simplex nearest to `numbers` (Martins & Astudillo 2016), in their place. (.5, .2, -1): (.65, .35,
/// 0).
inline void sparsemax(std::vector<double>& numbers, std::vector<double>& room) {
  room = numbers;
  std::ranges::sort(room, std::greater<>());
  double sum = 0;
  double threshold = 0;
  for (std::size_t k = 0; k < room.size(); ++k) {
    sum += room[k];
    const double candidate = (sum - 1) / static_cast<double>(k + 1);
    if (room[k] <= candidate) break;
    threshold = candidate;
  }
  for (double& number : numbers) number = std::max(0.0, number - threshold);
}

/// The index that a number in [0, 1) falls on.
inline std::uint32_t drawn_index(const std::vector<double>& shares, double number) {
  const auto last = static_cast<std::uint32_t>(shares.size() - 1);
  for (std::uint32_t i = 0; i < last; ++i) {
    number -= shares[i];
    if (number < 0) return i;
  }
  return last;
}

/// The share of the evaluator's priors in a policy over a node's visited children: w pi_0 + (1 - w) pi, w = min(1,
/// weight / ln(e + decay N)), pi_0 the children's priors, made to sum to 1; priors that nobody gave are alike. weight
/// 0.5, decay 1, N = 10: w = .196615.
class PriorShare {
 public:
  explicit PriorShare(const Params& params)
      : weight_(params.real("prior.weight")), decay_(params.real("prior.decay")) {}

  static void add_specs(std::vector<ParamSpec>& specs) {
    specs.push_back({.key = "prior.weight",
                     .help = "share of the evaluator's priors in what is drawn from, before it decays; 0: none",
                     .fallback = 0.0,
                     .low = 0,
                     .high = 100,
                     .is_late = true,
                     .source = "Painter et al. 2023"});
    specs.push_back({.key = "prior.decay",
                     .help = "d of the share min(1, weight / ln(e + d N)) at N visits; 0: it stays",
                     .fallback = 1.0,
                     .low = 0,
                     .high = 1e6,
                     .is_late = true,
                     .source = "1: Painter et al. 2023 (form from memory)"});
  }

  [[nodiscard]] double at(std::uint32_t visits) const {
    constexpr double kE = 2.718281828459045;
    return std::min(1.0, weight_ / log_exact(kE + decay_ * visits));
  }
  /// Mixes them into the shares of the first children of a node with so many visits.
  void mix(const Block& children, std::uint32_t visits, std::vector<double>& shares) const {
    if (weight_ == 0) return;
    const float* priors = children.priors();
    double sum = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) sum += static_cast<double>(priors[i]);
    if (sum <= 0) return;
    const double share = at(visits);
    for (std::size_t i = 0; i < shares.size(); ++i)
      shares[i] = (1 - share) * shares[i] + share * (static_cast<double>(priors[i]) / sum);
  }

 private:
  double weight_;
  double decay_;
};

/// Draws from (1 - l) policy(q / temperature) + l / K over the K active children; l falls with the node's visits N:
/// min(1, epsilon K / ln(N + 1)) (dam), min(1, epsilon / ln(e + N)) (thesis). q = (.5, .1), temperature .2, K = 2,
/// N = 10, epsilon .1: l = .083406 and .039323; softmax (.880797, .119203), drawn from as (.849036, .150964) under dam.
class E2wSelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "e2w";
  static constexpr bool kDraws = true;
  static Described describe() {
    Described description{
        .name = std::string(kName),
        .help = "draws from (1 - l) policy(q / temperature) + l / K; unvisited children first",
        .source = "Xiao et al. 2019; sparsemax: Dam et al. 2021; thesis: Painter 2024",
        .parameters = {{.key = "temperature",
                        .help = "of the values on [-1, 1]",
                        .fallback = 0.2,
                        .low = 0.001,
                        .high = 1000,
                        .tune_low = 0.02,
                        .tune_high = 2,
                        .scale = Scale::log,
                        .source = "Dam et al. 2021: 0.1 on [0, 1]"},
                       {.key = "epsilon",
                        .help = "how much is drawn uniformly",
                        .fallback = 0.1,
                        .low = 0,
                        .high = 100,
                        .tune_low = 0.005,
                        .tune_high = 1,
                        .scale = Scale::log,
                        .source = "Dam et al. 2021"},
                       {.key = "decay",
                        .help = "l: dam min(1, epsilon K / ln(N + 1)); thesis min(1, epsilon / ln(e + N))",
                        .type = ParamType::choice,
                        .fallback = std::string("dam"),
                        .choices = {"dam", "thesis"},
                        .source = "Dam et al. 2021; Painter 2024"},
                       {.key = "policy",
                        .help = "what makes shares of values",
                        .type = ParamType::choice,
                        .fallback = std::string("softmax"),
                        .choices = {"softmax", "sparsemax"},
                        .source = "Xiao et al. 2019; Dam et al. 2021"},
                       reads_spec()}};
    PriorShare::add_specs(description.parameters);
    return description;
  }

  explicit E2wSelection(const Params& params)
      : temperature_(params.real("temperature")),
        epsilon_(params.real("epsilon")),
        is_dam_(params.text("decay") == "dam"),
        is_sparse_(params.text("policy") == "sparsemax"),
        prior_(params) {}

  std::uint32_t select(const SelectionNode& node, Rng& rng) const {
    shares(node);
    return drawn_index(shares_, rng.uniform());
  }
  /// What select() draws from.
  const std::vector<double>& shares(const SelectionNode& node) const {
    const std::uint32_t count = node.block.header().visited;
    shares_.assign(node.reads, node.reads + count);
    for (double& share : shares_) share /= temperature_;
    is_sparse_ ? sparsemax(shares_, room_) : softmax(shares_);
    prior_.mix(node.block, node.visits, shares_);
    const double uniform = uniform_share(node.visits, node.block.header().active);
    for (double& share : shares_) share = (1 - uniform) * share + uniform / count;
    return shares_;
  }
  /// l of a node with N visits and K active children.
  [[nodiscard]] double uniform_share(std::uint32_t visits, std::uint32_t children) const {
    constexpr double kE = 2.718281828459045;
    const double n = visits;
    const double logarithm = is_dam_ ? log_exact(n + 1) : log_exact(kE + n);
    return std::min(1.0, epsilon_ * (is_dam_ ? children : 1.0) / logarithm);
  }

 private:
  double temperature_;
  double epsilon_;
  bool is_dam_;
  bool is_sparse_;
  PriorShare prior_;
  mutable std::vector<double> shares_, room_;  // keep their memory
};

/// From 1 downwards as x grows: 1 / sqrt(1 + x) (inverse_sqrt), 1 / ln(e + x) (inverse_log), (1 + e^-5) / (1 + e^(x -
/// 5)) (sigmoid). x = 8: 1/3, .421594, .047745.
class FallingSchedule {
 public:
  explicit FallingSchedule(std::string_view name)
      : form_(name == "inverse_sqrt"  ? Form::inverse_root
              : name == "inverse_log" ? Form::inverse_log
                                      : Form::sigmoid) {}
  [[nodiscard]] double at(double x) const {
    constexpr double kE = 2.718281828459045;
    constexpr double kMiddle = 5;
    if (form_ == Form::inverse_root) return 1 / std::sqrt(1 + x);
    if (form_ == Form::inverse_log) return 1 / log_exact(kE + x);
    return (1 + exp_exact(-kMiddle)) / (1 + exp_exact(x - kMiddle));
  }

 private:
  enum class Form : std::uint8_t { inverse_root, inverse_log, sigmoid };
  Form form_;
};
/// The parameter `schedule`, which names one.
inline ParamSpec falling_spec(std::string fallback, const std::string& what) {
  return {.key = "schedule",
          .help = what + ": 1 / sqrt(1 + x), 1 / ln(e + x), or a sigmoid",
          .type = ParamType::choice,
          .fallback = std::move(fallback),
          .choices = {"inverse_sqrt", "inverse_log", "sigmoid"},
          .source = "Painter 2024"};
}

/// Draws from softmax(q / t(N)), t(N) = max(minimum, temperature f(scale N)), f a FallingSchedule.
class BoltzmannSelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "boltzmann";
  static constexpr bool kDraws = true;
  static constexpr bool kHasTemperature = true;
  static Described describe() {
    Described description{
        .name = std::string(kName),
        .help = "draws from softmax(q / t), whose temperature t falls with the node's visits; unvisited children first",
        .source = "Painter et al. 2023 (BTS)",
        .parameters = {{.key = "temperature",
                        .help = "at the start, of the values on [-1, 1]",
                        .fallback = 1.0,
                        .low = 0.001,
                        .high = 1000,
                        .tune_low = 0.05,
                        .tune_high = 10,
                        .scale = Scale::log,
                        .source = "Painter 2024"},
                       falling_spec("inverse_sqrt", "how it falls with x = scale N"),
                       {.key = "scale",
                        .help = "factor on the visits",
                        .fallback = 1.0,
                        .low = 0,
                        .high = 1e6,
                        .tune_low = 0.001,
                        .tune_high = 1,
                        .scale = Scale::log,
                        .source = "Painter 2024"},
                       {.key = "minimum",
                        .help = "temperature that is not gone below",
                        .fallback = 0.01,
                        .low = 0.0001,
                        .high = 1000,
                        .source = "ours"},
                       reads_spec()}};
    PriorShare::add_specs(description.parameters);
    return description;
  }

  explicit BoltzmannSelection(const Params& params)
      : temperature_(params.real("temperature")),
        schedule_(params.text("schedule")),
        scale_(params.real("scale")),
        minimum_(params.real("minimum")),
        prior_(params) {}

  [[nodiscard]] double temperature(std::uint32_t visits) const {
    return std::max(minimum_, temperature_ * schedule_.at(scale_ * visits));
  }
  std::uint32_t select(const SelectionNode& node, Rng& rng) const {
    shares_.assign(node.reads, node.reads + node.block.header().visited);
    make_shares(node.visits, shares_);
    prior_.mix(node.block, node.visits, shares_);
    return drawn_index(shares_, rng.uniform());
  }
  /// Values of the children of a node with N visits to what they are drawn by, but for the evaluator's priors.
  void make_shares(std::uint32_t visits, std::vector<double>& values) const {
    const double temperature_here = temperature(visits);
    for (double& value : values) value /= temperature_here;
    softmax(values);
  }
  void mix_priors(const Block& children, std::uint32_t visits, std::vector<double>& shares) const {
    prior_.mix(children, visits, shares);
  }

 private:
  double temperature_;
  FallingSchedule schedule_;
  double scale_;
  double minimum_;
  PriorShare prior_;
  mutable std::vector<double> shares_;  // keeps its memory
};

}  // namespace rootward
