// The prefix of complete pairs and the games that wait behind it.
#include "experiments/tournament/pairing_state.h"

#include <cmath>

namespace rootward {
namespace {

int game_of_pair(const GameRecord& record) { return record.seats[0] == record.pairing[0] ? 0 : 1; }

}  // namespace

PairingState::PairingState(std::array<std::string, 2> names, std::uint32_t pairs, Shard shard,
                           const std::optional<SprtSettings>& sprt)
    : names_(std::move(names)), sprt_(sprt), shard_(shard), half_points_of_a_(pairs, {kNotPlayed, kNotPlayed}) {}

void PairingState::load(const GameRecord& record) {
  if (record.pair < half_points_of_a_.size()) count(record.pair, game_of_pair(record), record.score_of_a());
}

void PairingState::finish_loading() { advance_prefix(); }

std::vector<GameRecord> PairingState::take(GameRecord record) {
  std::vector<GameRecord> ready;
  if (!needs(record.pair, game_of_pair(record))) return ready;
  if (!sprt_) {
    count(record.pair, game_of_pair(record), record.score_of_a());
    ready.push_back(std::move(record));
    return ready;
  }
  const std::pair<std::uint32_t, int> key(record.pair, game_of_pair(record));
  held_back_.emplace(key, std::move(record));
  while (!held_back_.empty() && held_back_.begin()->first.first == prefix_ && !is_decided()) {
    GameRecord next = std::move(held_back_.begin()->second);
    held_back_.erase(held_back_.begin());
    count(next.pair, game_of_pair(next), next.score_of_a());
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

}  // namespace rootward
