// The prefix of complete pairs and the games that wait behind it.
#include "experiments/tournament/pairing_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/statistics/score_estimate.h"

namespace rootward::tournament {
namespace {

/// The pairing whose score lies furthest from one half; null before the first game.
const PairingState* widest(const std::vector<PairingState>& pairings) {
  const PairingState* shown = nullptr;
  double furthest = -1;
  for (const PairingState& pairing : pairings) {
    if (pairing.games_known() == 0) continue;
    const double distance = std::fabs(pairing.score().first - 0.5);
    if (distance <= furthest) continue;
    furthest = distance;
    shown = &pairing;
  }
  return shown;
}

std::string pairing_text(const PairingState& pairing) {
  const auto [score, ci95] = pairing.score();
  std::string text = fmt::format("{} {:.1f} % [{:.1f}, {:.1f}] v {}", pairing.names()[0], 100 * score, 100 * ci95.low,
                                 100 * ci95.high, pairing.names()[1]);
  if (const std::optional<SprtState>& test = pairing.test())
    text += fmt::format(", LLR {:+.2f} (H0 at {:+.2f}, H1 at {:+.2f})", test->llr, test->lower, test->upper);
  return text;
}

/// ", 3 of 6 matches stopped: 2 took H1, 1 took H0"; "" before the first.
std::string stopped_text(const std::vector<PairingState>& pairings) {
  std::array<std::ptrdiff_t, 2> taken{};
  for (const PairingState& pairing : pairings)
    if (pairing.is_decided()) ++taken[pairing.test()->decision == SprtDecision::accept_h1 ? 1 : 0];
  if (taken[0] + taken[1] == 0) return "";
  std::string text = fmt::format(", {} of {} matches stopped:", taken[0] + taken[1], pairings.size());
  if (taken[1] > 0) text += fmt::format(" {} took H1", taken[1]);
  if (taken[0] > 0) text += fmt::format("{} {} took H0", taken[1] > 0 ? "," : "", taken[0]);
  return text;
}

}  // namespace

PairingState::PairingState(std::array<std::string, 2> names, std::uint32_t pairs, Shard shard,
                           const std::optional<SprtSettings>& sprt, PairingPlace place)
    : names_(std::move(names)),
      sprt_(sprt),
      shard_(shard),
      place_(place),
      half_points_of_a_(pairs, {kNotPlayed, kNotPlayed}) {
  for (std::uint32_t pair = 0; pair < pairs; ++pair) own_pairs_ += is_own(pair) ? 1U : 0U;
  if (sprt_) test_ = test_of_prefix();
}

void PairingState::load(const GameRecord& record) {
  if (record.pair < half_points_of_a_.size()) count(record.pair, record.game_of_pair(), record.score_of_a());
}

void PairingState::load_joined(std::uint32_t pair, int game_of_pair) {
  if (!needs(pair, game_of_pair)) return;
  half_points_of_a_[pair][static_cast<std::size_t>(game_of_pair)] = kJoined;
  ++joined_;
}

void PairingState::finish_loading() { advance_prefix(); }

std::vector<GameRecord> PairingState::take(GameRecord record) {
  std::vector<GameRecord> ready;
  if (!needs(record.pair, record.game_of_pair())) return ready;
  if (!sprt_) {
    count(record.pair, record.game_of_pair(), record.score_of_a());
    ready.push_back(std::move(record));
    return ready;
  }
  const std::pair<std::uint32_t, int> key(record.pair, record.game_of_pair());
  held_back_.emplace(key, std::move(record));
  while (!held_back_.empty() && held_back_.begin()->first.first == prefix_ && !is_decided()) {
    GameRecord next = std::move(held_back_.begin()->second);
    held_back_.erase(held_back_.begin());
    count(next.pair, next.game_of_pair(), next.score_of_a());
    ready.push_back(std::move(next));
    advance_prefix();
  }
  if (is_decided()) held_back_.clear();
  return ready;
}

bool PairingState::needs(std::uint32_t pair, int game_of_pair) const {
  return !is_decided() && pair < half_points_of_a_.size() && is_own(pair) &&
         half_points_of_a_[pair][static_cast<std::size_t>(game_of_pair)] == kNotPlayed;
}

std::uint64_t PairingState::games_wanted() const {
  return 2 * (is_decided() ? prefix_ : own_pairs_);  // a sequential test plays every pair in one process
}

void PairingState::count(std::uint32_t pair, int game, double score_of_a) {
  std::int8_t& cell = half_points_of_a_[pair][static_cast<std::size_t>(game)];
  if (cell != kNotPlayed || !is_own(pair)) return;
  cell = static_cast<std::int8_t>(std::lround(2 * score_of_a));
  ++(cell == 2 ? game_counts_.wins : cell == 1 ? game_counts_.draws : game_counts_.losses);
  if (is_complete(pair)) ++pair_counts_[outcome_of(pair)];
}

bool PairingState::is_complete(std::uint32_t pair) const {
  return half_points_of_a_[pair][0] >= 0 && half_points_of_a_[pair][1] >= 0;
}

std::size_t PairingState::outcome_of(std::uint32_t pair) const {
  return static_cast<std::size_t>(half_points_of_a_[pair][0] + half_points_of_a_[pair][1]);
}

void PairingState::advance_prefix() {
  if (!sprt_) return;
  while (!is_decided() && prefix_ < half_points_of_a_.size() && is_complete(prefix_)) {
    ++prefix_counts_[outcome_of(prefix_++)];
    test_ = test_of_prefix();
  }
}

SprtState PairingState::test_of_prefix() const {
  return sprt_pentanomial(prefix_counts_, sprt_->elo0, sprt_->elo1, sprt_->alpha, sprt_->beta);
}

std::pair<double, Interval> PairingState::score() const {
  if (!are_few(pair_counts_)) {
    const ScoreEstimate estimate = pair_estimate(pair_counts_);
    return {estimate.score, score_interval(estimate)};
  }
  PairCounts units = pair_counts_;
  for (const auto& [first, second] : half_points_of_a_)
    if ((first >= 0) != (second >= 0)) ++units[2U * static_cast<std::size_t>(std::max(first, second))];
  const ScoreEstimate estimate = score_estimate(game_counts_, units, true);
  return {estimate.score, score_interval(estimate)};
}

std::string PairingState::decision_text() const {
  const bool is_h1 = test_->decision == SprtDecision::accept_h1;
  return fmt::format("{} v {}: stopped after {} games, {} taken: {:g} Elo rather than {:g}", names_[0], names_[1],
                     2 * prefix_, is_h1 ? "H1" : "H0", is_h1 ? sprt_->elo1 : sprt_->elo0,
                     is_h1 ? sprt_->elo0 : sprt_->elo1);
}

GameTotals totals_of(const std::vector<PairingState>& pairings) {
  GameTotals games;
  for (const PairingState& pairing : pairings) {
    games.done += pairing.games_done();
    games.wanted += pairing.games_wanted();
  }
  return games;
}

std::string standing_text(const std::vector<PairingState>& pairings) {
  const PairingState* shown = widest(pairings);
  if (shown == nullptr) return "";
  return (pairings.size() > 1 ? "widest: " : "") + pairing_text(*shown) + stopped_text(pairings);
}

}  // namespace rootward::tournament
