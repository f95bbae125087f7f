// Draws openings one after the other, leaves out what was there before, and has the rest judged in chunks.
#include "lab/arena/book_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <unordered_set>

#include "core/errors.h"
#include "core/rng.h"
#include "lab/arena/balance.h"
#include "lab/arena/parallel_for.h"

namespace rootward {
namespace {

constexpr std::size_t kJudgedTogether = 32;    // openings judged together
constexpr std::size_t kMaxDrawnAgain = 5'000;  // draws in a row that were there before: there are no more
constexpr std::size_t kMaxUneven = 5'000;      // new openings in a row that are not even: so are there no more of these

class Drawer {
 public:
  Drawer(const Game& game, const BookSettings& settings) : game_(game), settings_(settings) {
    const int points = game.facts().board_points;
    size_ = static_cast<int>(std::lround(std::sqrt(static_cast<double>(points))));
    if (settings.lines > 1 && !game.facts().is_go_like)
      throw UsageError(fmt::format("--lines: {} has no lines of points", game.id().name));
    if (settings.lines > (size_ + 1) / 2 && settings.lines > 1)
      throw UsageError(
          fmt::format("--lines {}: a board of {} lines has {} at most", settings.lines, size_, (size_ + 1) / 2));
  }

  /// An opening that was not drawn before; nothing when there seem to be no more.
  std::optional<MoveSequence> next() {
    for (std::size_t repeats = 0; repeats < kMaxDrawnAgain; ++repeats) {
      Rng rng(derive_seed(settings_.seed, {hash_name("book"), draws_++}));
      std::optional<MoveSequence> moves = draw(rng);
      if (moves && seen_.insert(position_after(game_, *moves)->canonical_hash()).second) return moves;
    }
    return std::nullopt;
  }

 private:
  std::optional<MoveSequence> draw(Rng& rng) const {
    MoveSequence moves;
    const std::unique_ptr<Position> position = game_.start();
    while (moves.size() < static_cast<std::size_t>(settings_.plies)) {
      std::vector<Action> actions = position->legal_actions();
      if (game_.facts().has_pass) std::erase(actions, game_.facts().pass_action);
      if (settings_.lines > 1) std::erase_if(actions, [&](Action action) { return !is_wanted(action, moves); });
      if (actions.empty()) return std::nullopt;
      moves.push_back(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
      position->play(moves.back());
      if (position->is_over()) return std::nullopt;
    }
    return moves;
  }

  [[nodiscard]] bool is_wanted(Action point, const MoveSequence& earlier) const {
    const int column = point % size_, row = point / size_;
    const int line = std::min({column, row, size_ - 1 - column, size_ - 1 - row}) + 1;
    return line >= settings_.lines && std::ranges::none_of(earlier, [&](Action stone) {
             return std::abs(stone % size_ - column) + std::abs(stone / size_ - row) == 1;
           });
  }

  const Game& game_;
  const BookSettings& settings_;
  int size_ = 0;
  std::uint64_t draws_ = 0;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace

std::vector<BookEntry> make_book(const Game& game, const BookSettings& settings, std::size_t threads,
                                 const std::function<bool()>& stop) {
  Drawer drawer(game, settings);
  std::vector<BookEntry> book;
  std::size_t misses = 0;
  while (book.size() < settings.count && misses < kMaxUneven && !stop()) {
    std::vector<BookEntry> chunk;
    while (chunk.size() < kJudgedTogether) {
      std::optional<MoveSequence> moves = drawer.next();
      if (!moves) break;
      chunk.push_back({.moves = std::move(*moves), .value = 0});
    }
    if (chunk.empty()) break;
    const auto make_judge = [&] { return std::make_unique<BalanceJudge>(game, settings.seed, settings.simulations); };
    parallel_for(chunk.size(), threads, make_judge, [&](const std::unique_ptr<BalanceJudge>& judge, std::size_t i) {
      if (!stop()) chunk[i].value = 2 * judge->expected_score(*position_after(game, chunk[i].moves)) - 1;
    });
    if (stop()) break;
    for (BookEntry& entry : chunk) {
      misses = std::fabs(entry.value) <= settings.balance ? 0 : misses + 1;
      if (misses == 0 && book.size() < settings.count) book.push_back(std::move(entry));
    }
  }
  return book;
}

}  // namespace rootward
