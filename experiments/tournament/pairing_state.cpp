// The prefix of complete pairs and the games that wait behind it.
#include "experiments/tournament/pairing_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rootward::tournament {
namespace {

/// The pairing whose score lies furthest from one half; "" before the first game.
std::string widest_text(const std::vector<PairingState>& pairings) {
  const PairingState* shown = nullptr;
  double furthest = -1;
  double shown_score = 0;
  for (const PairingState& pairing : pairings) {
    if (pairing.games_done() == 0) continue;
    const double score = pairing.points() / static_cast<double>(pairing.games_done());
    if (std::fabs(score - 0.5) <= furthest) continue;
    furthest = std::fabs(score - 0.5);
    shown = &pairing;
    shown_score = score;
  }
  if (shown == nullptr) return "";
  const std::size_t leader = shown_score >= 0.5 ? 0 : 1;
  return fmt::format("{}{} {:.1f} % v {}", pairings.size() > 1 ? "widest: " : "", shown->names()[leader],
                     100 * std::max(shown_score, 1 - shown_score), shown->names()[1 - leader]);
}

}  // namespace

PairingState::PairingState(std::array<std::string, 2> names, std::uint32_t pairs, Shard shard,
                           const std::optional<SprtSettings>& sprt)
    : names_(std::move(names)), sprt_(sprt), shard_(shard), half_points_of_a_(pairs, {kNotPlayed, kNotPlayed}) {}

void PairingState::load(const GameRecord& record) {
  if (record.pair < half_points_of_a_.size()) count(record.pair, record.game_of_pair(), record.score_of_a());
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
  return !is_decided() && pair < half_points_of_a_.size() && shard_.contains(pair) &&
         half_points_of_a_[pair][static_cast<std::size_t>(game_of_pair)] == kNotPlayed;
}

std::uint64_t PairingState::games_wanted() const {
  const std::uint64_t limit = is_decided() ? prefix_ : half_points_of_a_.size();
  return 2 * (limit / shard_.count + (limit % shard_.count >= shard_.index ? 1 : 0));
}

void PairingState::count(std::uint32_t pair, int game, double score_of_a) {
  std::int8_t& cell = half_points_of_a_[pair][static_cast<std::size_t>(game)];
  if (cell != kNotPlayed || !shard_.contains(pair)) return;
  cell = static_cast<std::int8_t>(std::lround(2 * score_of_a));
  half_points_ += cell;
  ++games_done_;
}

bool PairingState::is_complete(std::uint32_t pair) const {
  return half_points_of_a_[pair][0] != kNotPlayed && half_points_of_a_[pair][1] != kNotPlayed;
}

void PairingState::advance_prefix() {
  if (!sprt_) return;
  while (!is_decided() && prefix_ < half_points_of_a_.size() && is_complete(prefix_)) {
    const int half_points = half_points_of_a_[prefix_][0] + half_points_of_a_[prefix_][1];
    ++pentanomial_[static_cast<std::size_t>(half_points)];
    ++prefix_;
    decision_ = sprt_pentanomial(pentanomial_, sprt_->elo0, sprt_->elo1, sprt_->alpha, sprt_->beta).decision;
  }
}

std::string standing_text(const std::vector<PairingState>& pairings) {
  std::string text = widest_text(pairings);
  const auto decided = std::ranges::count_if(pairings, &PairingState::is_decided);
  if (decided > 0) text += fmt::format(", {} of {} matches decided early", decided, pairings.size());
  return text;
}

}  // namespace rootward::tournament
