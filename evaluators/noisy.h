// Another evaluator with noise on its values: how much it errs is then a number that one sets.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/math.h"
#include "core/params.h"
#include "core/rng.h"
#include "core/sampling.h"
#include "evaluators/entry.h"
#include "search/evaluator.h"

namespace rootward {

/// tanh(atanh(value) + noise): with_noise(0, 0.5) = 0.4621171572600098. Where there is no atanh, at -1 and 1 and beyond
/// (exact+noise goes there), a value stays what it is.
inline Value with_noise(Value value, double noise) {
  if (value <= -1 || value >= 1) return value;
  const double times = exp_exact(2 * noise);
  return ((1 + value) * times - (1 - value)) / ((1 + value) * times + (1 - value));
}

/// The value of another evaluator with N(0, sd) added to its atanh; priors and all else stay. Independent noise is
/// drawn a visit, from the asking search's stream. Noise by position is a function of (seed, position up to the board's
/// symmetry): a systematic error, the same at each visit, whatever led there, in all games and on all machines.
template <GameState P>
class Noisy final : public Evaluator<P> {
 public:
  enum class Kind : std::uint8_t { independent, by_position };

  Noisy(std::unique_ptr<Evaluator<P>> of, double deviation, Kind kind, std::uint64_t seed)
      : of_(std::move(of)), deviation_(deviation), kind_(kind), seed_(derive_seed(seed, "noisy")) {}

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    of_->evaluate(requests, evaluations);
    if (deviation_ == 0) return;
    for (std::size_t i = 0; i < requests.size(); ++i)
      evaluations[i].value = with_noise(evaluations[i].value, deviation_ * draw(requests[i]));
  }

  void new_game(std::uint64_t seed) override { of_->new_game(seed); }
  void share(SharedMemories& memories) override { of_->share(memories); }

 private:
  [[nodiscard]] double draw(const EvaluationRequest<P>& request) const {
    if (kind_ == Kind::independent) return standard_normal(*request.rng);
    Rng own(derive_seed(seed_, {request.position->canonical_hash()}));
    return standard_normal(own);
  }

  std::unique_ptr<Evaluator<P>> of_;
  double deviation_;
  Kind kind_;
  std::uint64_t seed_;
};

struct NoisyEntry : EvaluatorEntry {
  static constexpr std::string_view kName = "noisy";
  static Described describe() {
    return {.name = std::string(kName),
            .help = "another evaluator with Gaussian noise on atanh(value); values of -1 and 1, and beyond, stay",
            .source = "ours",
            .parameters = {evaluator_spec("of", "the evaluator that is disturbed"),
                           {.key = "sd",
                            .help = "standard deviation of the noise on atanh(value)",
                            .fallback = 0.0,
                            .low = 0,
                            .high = 10,
                            .source = "ours"},
                           {.key = "kind",
                            .help = "independent: drawn anew at each visit; by_position: a position's is always the "
                                    "same",
                            .type = ParamType::choice,
                            .fallback = std::string("independent"),
                            .choices = {"independent", "by_position"},
                            .source = "ours"},
                           {.key = "seed",
                            .help = "by_position: which noise the positions have, in all games and runs",
                            .type = ParamType::integer,
                            .fallback = std::int64_t{1},
                            .low = 0,
                            .high = 1e15,
                            .source = "ours"}}};
  }
  static bool gives_priors(const Params& params) { return rootward::gives_priors(nested_evaluator(params, "of")); }
  static bool plays_out(const Params& params) { return rootward::plays_out(nested_evaluator(params, "of")); }
  static std::string network(const Params& params, const std::string& folder) {
    return network_of(nested_evaluator(params, "of"), folder);
  }
  template <GameState P>
  static void check(const Params& params) {
    check_evaluator<P>(nested_evaluator(params, "of"));
  }
  template <GameState P>
  static std::size_t slots(const Params& params, const typename P::Rules& rules) {
    check_nested<P>(params, "of", rules);
    return 1;
  }
  template <GameState P>
  static std::unique_ptr<Evaluator<P>> make(const Params& params, const typename P::Rules& rules,
                                            const std::string& folder) {
    using Kind = typename Noisy<P>::Kind;
    return std::make_unique<Noisy<P>>(make_evaluator<P>(nested_evaluator(params, "of"), rules, folder),
                                      params.real("sd"),
                                      params.text("kind") == "independent" ? Kind::independent : Kind::by_position,
                                      static_cast<std::uint64_t>(params.integer("seed")));
  }
};

}  // namespace rootward
