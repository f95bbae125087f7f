// What a search has learned of moves, as a playout's policy: replies that won, and moves that do well anywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/playout_trace.h"
#include "core/rng.h"
#include "core/types.h"

namespace rootward {

/// Last good replies, by the seat that replies: to the move before, and to the two moves before.
class ReplyTable {
 public:
  /// `depth`: 1 or 2 moves before.
  void resize(std::size_t keys, int depth) {
    keys_ = keys;
    for (auto& replies : to_one_) replies.assign(keys, kNoMoveKey);
    for (auto& replies : to_two_) replies.assign(depth > 1 ? keys * keys : 0, kNoMoveKey);
  }
  [[nodiscard]] std::size_t keys() const { return keys_; }
  /// Null where a move before has no key, or nothing is kept of it.
  [[nodiscard]] MoveKey* to_one(Seat seat, MoveKey last) {
    return last == kNoMoveKey ? nullptr : &to_one_[static_cast<std::size_t>(seat)][last];
  }
  [[nodiscard]] MoveKey* to_two(Seat seat, MoveKey last, MoveKey before) {
    std::vector<MoveKey>& replies = to_two_[static_cast<std::size_t>(seat)];
    if (last == kNoMoveKey || before == kNoMoveKey || replies.empty()) return nullptr;
    return &replies[before * keys_ + last];
  }

 private:
  std::size_t keys_ = 0;
  std::array<std::vector<MoveKey>, 2> to_one_;
  std::array<std::vector<MoveKey>, 2> to_two_;  // by the earlier move, then the last
};

/// Proposes a playout's moves: a good reply, else one by MAST, else nothing. Whoever plays asks it before it draws
/// uniformly. Its random choices are its own.
class PlayoutPolicy {
 public:
  enum class Mast : std::uint8_t { none, gibbs, epsilon };

  /// The game's last two moves before the playouts that follow.
  void start(MoveKey last, MoveKey before) {
    first_last_ = last;
    first_before_ = before;
  }
  /// A playout begins.
  void begin() {
    last_ = first_last_;
    before_ = first_before_;
  }
  /// A move was played.
  void played(MoveKey key) {
    before_ = last_;
    last_ = key;
  }

  /// The move for the seat; kNoMoveKey: no proposal. `candidates` holds the keys of all moves that it may play, and
  /// perhaps more, which can_play() tells; its order changes.
  template <class CanPlay>
  MoveKey propose(Seat seat, std::span<MoveKey> candidates, CanPlay can_play) {
    if (has_replies_) {
      const MoveKey* two = replies_.to_two(seat, last_, before_);
      if (two != nullptr && *two != kNoMoveKey && can_play(*two)) return *two;
      const MoveKey* one = replies_.to_one(seat, last_);
      if (one != nullptr && *one != kNoMoveKey && can_play(*one)) return *one;
    }
    if (mast_ == Mast::none || (mast_ == Mast::epsilon && rng_.uniform() < epsilon_)) return kNoMoveKey;
    const std::vector<double>& scores = scores_[static_cast<std::size_t>(seat)];
    while (!candidates.empty()) {
      const std::size_t index = mast_ == Mast::gibbs ? draw(scores, candidates) : best(scores, candidates);
      if (can_play(candidates[index])) return candidates[index];
      std::swap(candidates[index], candidates.back());
      candidates = candidates.first(candidates.size() - 1);
    }
    return kNoMoveKey;
  }

  // For whoever fills it.
  void reply_by_table(bool is_on) { has_replies_ = is_on; }
  [[nodiscard]] bool wants_candidates() const { return mast_ != Mast::none; }
  void use_mast(Mast kind, double epsilon) {
    mast_ = kind;
    epsilon_ = epsilon;
  }
  void seed(std::uint64_t seed) { rng_ = Rng(seed); }
  [[nodiscard]] ReplyTable& replies() { return replies_; }
  /// By key: the weight of a draw (gibbs), or what is compared (epsilon).
  [[nodiscard]] std::vector<double>& scores(Seat seat) { return scores_[static_cast<std::size_t>(seat)]; }

 private:
  /// Proportional to the scores.
  std::size_t draw(const std::vector<double>& scores, std::span<const MoveKey> candidates) {
    double sum = 0;
    for (const MoveKey key : candidates) sum += scores[key];
    double left = rng_.uniform() * sum;
    for (std::size_t i = 0; i + 1 < candidates.size(); ++i) {
      left -= scores[candidates[i]];
      if (left < 0) return i;
    }
    return candidates.size() - 1;
  }
  /// The greatest score, equals drawn among.
  std::size_t best(const std::vector<double>& scores, std::span<const MoveKey> candidates) {
    std::size_t best = 0;
    std::uint32_t ties = 1;
    for (std::size_t i = 1; i < candidates.size(); ++i) {
      const double difference = scores[candidates[i]] - scores[candidates[best]];
      if (difference > 0) {
        best = i;
        ties = 1;
      } else if (difference == 0 && rng_.below(++ties) == 0) {
        best = i;
      }
    }
    return best;
  }

  Mast mast_ = Mast::none;
  double epsilon_ = 0;
  bool has_replies_ = false;
  MoveKey first_last_ = kNoMoveKey;
  MoveKey first_before_ = kNoMoveKey;
  MoveKey last_ = kNoMoveKey;
  MoveKey before_ = kNoMoveKey;
  ReplyTable replies_;
  std::array<std::vector<double>, 2> scores_;
  Rng rng_;
};

}  // namespace rootward
