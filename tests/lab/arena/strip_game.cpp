// The strip's rules in the most obvious way, and its players.
#include "tests/lab/arena/strip_game.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace rootward::testing {
namespace {

int worth(std::size_t cell, std::size_t cells) {
  const std::size_t place = std::min(cell, cells - 1 - cell) + 1;
  return static_cast<int>(place * place % 7);
}

class StripPosition final : public Position {
 public:
  explicit StripPosition(int cells) : cells_(static_cast<std::size_t>(cells), '.') {}
  [[nodiscard]] std::unique_ptr<Position> clone() const override { return std::make_unique<StripPosition>(*this); }
  [[nodiscard]] Seat to_move() const override { return plies_ % 2 == 0 ? Seat::first : Seat::second; }
  [[nodiscard]] bool is_over() const override { return is_full() || plies_ >= 2 * cells_.size(); }
  [[nodiscard]] Value result() const override {
    int points = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i)
      points += (cells_[i] == 'x' ? 1 : cells_[i] == 'o' ? -1 : 0) * worth(i, cells_.size());
    return points > 0 ? 1 : points < 0 ? -1 : 0;
  }
  [[nodiscard]] Ending ending() const override { return is_full() ? Ending::rules : Ending::move_limit; }
  [[nodiscard]] std::vector<Action> legal_actions() const override {
    std::vector<Action> actions;
    if (is_over()) return actions;
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (cells_[i] == '.') actions.push_back(static_cast<Action>(i));
    actions.push_back(static_cast<Action>(cells_.size()));
    return actions;
  }
  [[nodiscard]] bool is_legal(Action action) const override {
    return !is_over() && (action == cells_.size() || (action < cells_.size() && cells_[action] == '.'));
  }
  void play(Action action) override {
    if (action < cells_.size()) cells_[action] = to_move() == Seat::first ? 'x' : 'o';
    ++plies_;
  }
  [[nodiscard]] std::uint64_t hash() const override { return derive_seed(plies_, cells_); }
  [[nodiscard]] std::uint64_t canonical_hash() const override {
    const std::string mirrored(cells_.rbegin(), cells_.rend());
    return derive_seed(plies_, std::min(cells_, mirrored));
  }
  [[nodiscard]] std::string action_text(Action action) const override {
    return action == cells_.size() ? "pass" : std::string(1, static_cast<char>('a' + action));
  }
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const override {
    if (text == "pass") return static_cast<Action>(cells_.size());
    if (text.size() != 1 || text[0] < 'a' || text[0] > 'z') return std::nullopt;
    return static_cast<Action>(text[0] - 'a');
  }
  [[nodiscard]] std::string to_text() const override { return cells_; }
  [[nodiscard]] std::string drawing() const override { return cells_; }
  PlayoutResult random_playout(Rng&) override { throw std::logic_error("the strip knows no playouts"); }
  [[nodiscard]] std::uint64_t perft(int) const override { throw std::logic_error("the strip knows no perft"); }

 private:
  [[nodiscard]] bool is_full() const { return cells_.find('.') == std::string::npos; }
  std::string cells_;
  std::size_t plies_ = 0;
};

}  // namespace

StripGame::StripGame(int cells) : cells_(cells) {
  facts_.has_pass = true;
  facts_.pass_action = static_cast<Action>(cells);
  facts_.branching = cells + 1;
}

std::unique_ptr<Position> StripGame::start() const { return std::make_unique<StripPosition>(cells_); }

std::unique_ptr<Position> StripGame::from_text(std::string_view) const {
  throw std::logic_error("the strip reads no text");
}

std::unique_ptr<Searcher> StripGame::make_searcher(const SearchSettings&) const {
  throw std::logic_error("the strip knows no search");
}

std::unique_ptr<Solver> StripGame::make_solver(const NamedParams&, const SourceFolder&) const {
  throw std::logic_error("the strip knows no solver");
}

void StripGame::think_side_by_side(const NamedParams&, std::size_t, ThinkSource&) const {
  throw std::logic_error("the strip knows no search");
}

void RandomStripPlayer::new_game(std::uint64_t seed) {
  rng_ = Rng(seed);
  observed_.clear();
}

Choice RandomStripPlayer::choose(const Position& position, const std::function<bool()>&) {
  if (nap_microseconds_ > 0) {
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    const std::uint64_t nap = mix64(now) % static_cast<std::uint64_t>(nap_microseconds_);
    std::this_thread::sleep_for(std::chrono::microseconds(nap));
  }
  const std::vector<Action> actions = position.legal_actions();
  Choice choice;
  choice.action = actions[rng_.below(static_cast<std::uint32_t>(actions.size()))];
  choice.simulations = 3;
  return choice;
}

Choice GreedyStripPlayer::choose(const Position& position, const std::function<bool()>& stop) {
  Choice choice = RandomStripPlayer::choose(position, stop);
  const std::size_t cells = position.to_text().size();
  int best = -1;
  for (const Action action : position.legal_actions()) {
    if (action == cells || worth(action, cells) <= best) continue;
    best = worth(action, cells);
    choice.action = action;
  }
  return choice;
}

Choice ScriptedStripPlayer::choose(const Position& position, const std::function<bool()>& stop) {
  return moves_++ == when_ ? choice_ : RandomStripPlayer::choose(position, stop);
}

}  // namespace rootward::testing
