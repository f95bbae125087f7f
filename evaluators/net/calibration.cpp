// Games for calibration, and exponents from the activations that are seen in them.
#include "evaluators/net/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/errors.h"
#include "core/math.h"
#include "core/rng.h"
#include "evaluators/net/connect4_encoder.h"
#include "evaluators/net/fast_runner.h"
#include "evaluators/net/go_encoder.h"
#include "evaluators/net/narrow_layout.h"

namespace rootward::net {
namespace {

constexpr std::size_t kPositions = 400;
constexpr std::size_t kPositionsOfAGame = 10;
constexpr double kMargin = 2;    ///< a number that is cut costs far more than a bit: other games have larger ones
constexpr double kFloor = 0.25;  ///< of the layer's largest
constexpr std::uint64_t kSeed = 20261128;
constexpr int kBoardOfMost = 9;

/// Plays games and keeps what the network sees of them.
template <PlayedByNetworks P>
class Games {
 public:
  Games(const Model& model, const typename P::Rules& rules, Runner& runner, std::vector<SeenPosition>& seen)
      : model_(model),
        rules_(rules),
        encoder_(EncoderFactory<P>::make(model.planes, rules)),
        runner_(runner),
        seen_(seen) {}

  /// At most kPositionsOfAGame positions of a game.
  void play(Rng rng) {
    P position(rules_);
    const int points = EncoderFactory<P>::board(rules_).points();
    const std::uint32_t drawn = rng.below(static_cast<std::uint32_t>(points) / 2);
    for (std::uint32_t ply = 0; ply < drawn && !position.is_over(); ++ply) {
      position.legal_actions(actions_);
      position.play(actions_[rng.below(static_cast<std::uint32_t>(actions_.size()))]);
    }
    for (std::size_t i = 0; i < kPositionsOfAGame && !position.is_over(); ++i) {
      look(position, static_cast<int>(rng.below(static_cast<std::uint32_t>(encoder_->symmetries()))));
      position.play(actions_[drawn_move(rng)]);
    }
  }

 private:
  void look(const P& position, int symmetry) {
    const BoardShape board = EncoderFactory<P>::board(rules_);
    SeenPosition& seen = seen_.emplace_back();
    seen.board = board;
    seen.planes.resize(static_cast<std::size_t>(board.points()) * static_cast<std::size_t>(plane_count(model_.planes)));
    seen.globals.resize(static_cast<std::size_t>(global_count(model_.planes)));
    encoder_->encode(position, symmetry, seen.planes, seen.globals);
    position.legal_actions(actions_);
    for (const Action action : actions_) seen.legal.push_back(encoder_->policy_index(action, symmetry));
    runner_.run(seen.planes, seen.globals, output_);
  }
  /// By the policy's probabilities.
  std::size_t drawn_move(Rng& rng) {
    const std::vector<std::size_t>& legal = seen_.back().legal;
    std::vector<double> shares;
    double highest = -1e300, sum = 0;
    for (const std::size_t i : legal) highest = std::max(highest, static_cast<double>(output_.policy[i]));
    for (const std::size_t i : legal)
      sum += shares.emplace_back(exp_exact(static_cast<double>(output_.policy[i]) - highest));
    double left = rng.uniform() * sum;
    std::size_t move = 0;
    while (move + 1 < shares.size() && left >= shares[move]) left -= shares[move++];
    return move;
  }

  const Model& model_;
  const typename P::Rules& rules_;
  std::unique_ptr<Encoder<P>> encoder_;
  Runner& runner_;
  std::vector<SeenPosition>& seen_;
  ActionList actions_;
  Output output_;
};

/// Positions on one board; `maxima` watches the network meanwhile.
template <PlayedByNetworks P>
void play_games(const Model& model, const typename P::Rules& rules, std::size_t count, std::uint64_t seed,
                ActivationMaxima& maxima, std::vector<SeenPosition>& seen) {
  const BoardShape board = EncoderFactory<P>::board(rules);
  const std::unique_ptr<Runner> runner = make_watching_runner(model.plan, board, maxima);
  Games<P> games(model, rules, *runner, seen);
  const std::size_t wanted = seen.size() + count;
  for (std::uint64_t game = 0; seen.size() < wanted; ++game)
    games.play(Rng(derive_seed(seed, {static_cast<std::uint64_t>(board.points()), game})));
  seen.resize(wanted);
}

void play_go(const Model& model, int size, std::size_t count, std::uint64_t seed, ActivationMaxima& maxima,
             std::vector<SeenPosition>& seen) {
  const GoRules rules{.size = size, .komi = model.komi.value_or(7.5)};
  if (size <= SmallBoard::kMaxSize) return play_games<Go<SmallBoard>>(model, rules, count, seed, maxima, seen);
  play_games<Go<LargeBoard>>(model, rules, count, seed, maxima, seen);
}

std::vector<SeenPosition> watched_positions(const Model& model, std::size_t count, std::uint64_t seed,
                                            ActivationMaxima& maxima) {
  if (model.planes.kind == PlaneKind::own)
    throw std::invalid_argument("it sees planes of a game's own, which are not at hand here; i16 is not for it");
  std::vector<SeenPosition> seen;
  const std::optional<BoardShape> board = model.fixed_board();
  if (board && model.policy_size(*board) == board->columns) {
    const Connect4Rules rules{.width = board->columns, .height = board->lines};
    if (fits_small(rules)) {
      play_games<Connect4Small>(model, rules, count, seed, maxima, seen);
    } else {
      play_games<Connect4Large>(model, rules, count, seed, maxima, seen);
    }
    return seen;
  }
  if (board && (board->columns != board->lines || model.policy_size(*board) != board->points() + 1))
    throw std::invalid_argument(
        fmt::format("its board, {}x{} with {} moves, is that of no game at hand here; i16 is not for it",
                    board->columns, board->lines, model.policy_size(*board)));
  const int usual = std::clamp(kBoardOfMost, model.min_size, model.max_size);
  const std::size_t on_largest = usual == model.max_size ? 0 : count / 4;
  play_go(model, usual, count - on_largest, seed, maxima, seen);
  if (on_largest > 0) play_go(model, model.max_size, on_largest, seed, maxima, seen);
  return seen;
}

/// The largest e with x 2^e within kLargestActivation.
int exponent_for(double x) {
  int e = std::ilogb(kLargestActivation / x);
  while (std::ldexp(x, e + 1) <= kLargestActivation) ++e;
  while (std::ldexp(x, e) > kLargestActivation) --e;
  return e;
}

std::vector<int> exponents_of(const std::vector<float>& maxima, const std::string& step) {
  const double layer = static_cast<double>(*std::ranges::max_element(maxima));
  std::vector<int> exponents(maxima.size(), 0);
  if (layer == 0) return exponents;
  if (!std::isfinite(layer))
    throw std::invalid_argument(step + ": its source is no finite number in games of calibration");
  for (std::size_t i = 0; i < maxima.size(); ++i) {
    exponents[i] = exponent_for(kMargin * std::max(static_cast<double>(maxima[i]), kFloor * layer));
    if (std::abs(exponents[i]) > kMaxExponent)
      throw std::invalid_argument(
          fmt::format("{}: its source has numbers up to {:g}, which do not fit i16", step, layer));
  }
  return exponents;
}

}  // namespace

std::vector<SeenPosition> played_positions(const Model& model, std::size_t count, std::uint64_t seed) {
  ActivationMaxima ignored;
  return watched_positions(model, count, seed, ignored);
}

void calibrate(Model& model) {
  const NarrowLayout layout = lay_out_integers(model.plan);
  if (knows_exponents(model.plan)) return;
  ActivationMaxima maxima;
  (void)watched_positions(model, kPositions, kSeed, maxima);
  for (std::size_t i = 0; i < model.plan.steps.size(); ++i) {
    Step& step = model.plan.steps[i];
    if (layout.roles[i].is_narrow && step.exponents.empty())
      step.exponents = exponents_of(maxima[i], step_text(model.plan, i));
  }
}

std::unique_ptr<Runner> make_calibrated_runner(Model& model, BoardShape board, Path path, const std::string& shown) {
  try {
    if (path == Path::i16) calibrate(model);
    return make_runner(model.plan, board, path);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("{}: {}", shown, error.what()));
  }
}

}  // namespace rootward::net
