// A policy-value network as an evaluator: value for the side to move, priors over the legal moves.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/math.h"
#include "core/params.h"
#include "evaluators/entry.h"
#include "evaluators/net/calibration.h"
#include "evaluators/net/encoder.h"
#include "evaluators/net/net_cache.h"
#include "evaluators/net/net_source.h"
#include "evaluators/net/runner.h"
#include "search/evaluator.h"
#include "search/shared_memories.h"

namespace rootward::net {

/// Which of the board's symmetries the network sees.
enum class SymmetryUse : std::uint8_t { none, random, by_position, by_opening, average };

/// Illegal moves are struck off and the rest renormalised. `symmetry: random` draws one from the asking search's
/// stream at each visit. `by_position` draws one a position, the same for both seats and both games of a pair: what was
/// asked once is known for the rest, and players who think alike play alike. `by_opening` draws it the same for all
/// pairs of one number, so that matches that begin alike know each other's answers. `average` takes the mean of all
/// symmetries' values, priors and errors, as if these erred together. evaluate() throws RunError where an answer is not
/// finite.
template <PlayedByNetworks P>
class NetEvaluator final : public Evaluator<P> {
 public:
  /// Throws UsageError where the file cannot be read, does not fit the game, or the precision is not to be had.
  NetEvaluator(const NetSource& source, const typename P::Rules& rules)
      : model_(load_model(source.path)),
        path_(choose_path(source.precision)),
        symmetry_(source.symmetry == "random"        ? SymmetryUse::random
                  : source.symmetry == "by_position" ? SymmetryUse::by_position
                  : source.symmetry == "by_opening"  ? SymmetryUse::by_opening
                  : source.symmetry == "average"     ? SymmetryUse::average
                                                     : SymmetryUse::none),
        encoder_(make_encoder<P>(model_, rules, source.path)),
        runner_(make_calibrated_runner(model_, EncoderFactory<P>::board(rules), path_, source.path)),
        file_(source.path),
        cache_(std::make_shared<NetCache>(source.cache_entries)) {
    const auto points = static_cast<std::size_t>(EncoderFactory<P>::board(rules).points());
    if (source.cache_entries > 0)
      cache_name_ =
          fmt::format("network {}, {} answers for {} points", net_identity(source), source.cache_entries, points);
    planes_.resize(points * static_cast<std::size_t>(plane_count(model_.planes)));
    globals_.resize(static_cast<std::size_t>(global_count(model_.planes)));
  }

  void new_game(std::uint64_t seed) override {
    cache_->new_game();
    game_seed_ = derive_seed(seed, "symmetry");
  }
  /// What a network sees tells its answer, so that the memory serves every evaluator by the same file and computation,
  /// under whatever symmetry it asks. Answers stay what they are; only how many are remembered changes.
  void share(SharedMemories& memories) override {
    const DrawSeeds& seeds = memories.seeds();
    game_seed_ = derive_seed(symmetry_ == SymmetryUse::by_opening ? seeds.opening : seeds.pair, "symmetry");
    if (cache_name_.empty()) return;
    cache_ = memories.join(cache_name_, cache_);
    cache_->new_game();  // it may be one that knew nothing of this game
  }

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    priors_.resize(std::max(priors_.size(), requests.size()));
    for (std::size_t i = 0; i < requests.size(); ++i) evaluations[i] = judge(requests[i], priors_[i]);
  }

 private:
  Evaluation judge(const EvaluationRequest<P>& request, std::vector<float>& priors) {
    const P& position = *request.position;
    if (request.legal == nullptr) position.legal_actions(own_actions_);
    actions_ = request.legal != nullptr ? request.legal : &own_actions_;
    shares_.assign(actions_->size(), 0.0);
    const auto count = static_cast<std::uint32_t>(encoder_->symmetries());
    Evaluation evaluation;
    double value = 0;  // for the side to move
    double error = 0;
    if (symmetry_ == SymmetryUse::average) {
      evaluation.cached = count;
      for (std::uint32_t symmetry = 0; symmetry < count; ++symmetry) {
        bool is_hit = false;
        const OutputView output = add_answer(position, static_cast<int>(symmetry), 1.0 / count, is_hit);
        value += output.value / count;
        error += output.error / count;
        if (!is_hit) --evaluation.cached;
      }
    } else {
      bool is_hit = false;
      const OutputView output = add_answer(position, static_cast<int>(drawn_symmetry(request, count)), 1.0, is_hit);
      value = output.value;
      error = output.error;
      evaluation.cached = is_hit ? 1 : 0;
    }
    priors.assign(shares_.begin(), shares_.end());
    evaluation.value = std::clamp(value, -1.0, 1.0) * sign_of(position.to_move());
    evaluation.priors = priors;
    evaluation.uncertainty = error;
    return evaluation;
  }

  /// One of `count`, where not all are asked.
  [[nodiscard]] std::uint32_t drawn_symmetry(const EvaluationRequest<P>& request, std::uint32_t count) const {
    if (symmetry_ == SymmetryUse::random) return request.rng->below(count);
    if (symmetry_ == SymmetryUse::none) return 0;
    return Rng(derive_seed(game_seed_, {request.position->hash()})).below(count);
  }

  /// Adds `weight` times the priors under a symmetry to shares_; returns the network's output.
  OutputView add_answer(const P& position, int symmetry, double weight, bool& is_hit) {
    const OutputView output = answer(position, symmetry, is_hit);
    double highest = -1e300;
    logits_.clear();
    for (Action action : *actions_) {
      logits_.push_back(static_cast<double>(output.policy[encoder_->policy_index(action, symmetry)]));
      highest = std::max(highest, logits_.back());
    }
    for (double& logit : logits_) logit -= highest;
    exp_exact(logits_);
    double sum = 0;
    for (const double power : logits_) sum += power;
    check_finite(output, sum);
    for (std::size_t i = 0; i < logits_.size(); ++i) shares_[i] += weight * (logits_[i] / sum);
    return output;
  }

  /// `powers`: the sum of e^(logit - the highest), which the priors are divided by.
  void check_finite(const OutputView& output, double powers) const {
    if (!std::isfinite(output.value)) refuse_answer(file_, "value");
    if (!std::isfinite(output.error)) refuse_answer(file_, "error");
    if (!(powers > 0) && !logits_.empty()) refuse_answer(file_, "policy");
  }

  OutputView answer(const P& position, int symmetry, bool& is_hit) {
    const auto encode = [&] { encoder_->encode(position, symmetry, planes_, globals_); };
    if (cache_->is_none()) {
      encode();
      return run();
    }
    std::optional<InputKey> key = encoder_->key(position, symmetry);
    const bool is_named = key.has_value();
    if (!is_named) {
      encode();
      key = key_of_inputs(planes_, globals_);
    }
    if (const std::optional<OutputView> stored = cache_->find(*key, is_hit)) return *stored;
    if (is_named) encode();
    const OutputView fresh = run();
    cache_->store(*key, output_);
    return fresh;
  }

  /// On what is encoded.
  OutputView run() {
    runner_->run(planes_, globals_, output_);
    return {.policy = output_.policy, .value = output_.value, .error = output_.error};
  }

  Model model_;
  Path path_;
  SymmetryUse symmetry_;
  std::uint64_t game_seed_ = 0;  // of what is drawn by position
  std::unique_ptr<Encoder<P>> encoder_;
  std::unique_ptr<Runner> runner_;
  std::string file_;
  std::shared_ptr<NetCache> cache_;
  std::string cache_name_;  // "" where there is none
  ActionList own_actions_;
  const ActionList* actions_ = nullptr;  // of the position that is judged
  std::vector<float> planes_, globals_;
  std::vector<double> logits_, shares_;
  std::vector<std::vector<float>> priors_;
  Output output_;
};

struct NetEntry : EvaluatorEntry {
  static constexpr std::string_view kName = "net";
  static Described describe() { return describe_net(); }
  static bool gives_priors(const Params&) { return true; }
  static bool knows_uncertainty(const Params& params, const std::string& folder) {
    return tells_error(load_model(net_source(params, folder).path));
  }
  static std::string network(const Params& params, const std::string& folder) {
    return net_identity(net_source(params, folder));
  }
  /// Throws UsageError where networks do not play the game.
  template <GameState P>
  static std::unique_ptr<Evaluator<P>> make(const Params& params, const typename P::Rules& rules,
                                            const std::string& folder) {
    const NetSource source = net_source(params, folder);
    if constexpr (PlayedByNetworks<P>) {
      return std::make_unique<NetEvaluator<P>>(source, rules);
    } else {
      static_cast<void>(rules);
      refuse_game(source);
    }
  }
};

}  // namespace rootward::net
