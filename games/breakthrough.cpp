// The rules of Breakthrough on one word a seat.
#include "games/breakthrough.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "core/errors.h"

namespace rootward {
namespace {

constexpr int kPawnRows = 2;

[[noreturn]] void refuse_breakthrough(std::string_view message) {
  throw UsageError(fmt::format("breakthrough position: {}", message));
}

}  // namespace

const Described& breakthrough_description() {
  static const Described description{
      .name = "breakthrough",
      .help =
          "Pawns step forward, straight or diagonally, and take diagonally; who reaches the last row or takes all "
          "pawns wins.",
      .source = "Dan Troyka, 2000 (8x8 Game Design Competition)",
      .parameters = {{.key = "size",
                      .help = "lines a side",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{8},
                      .low = Breakthrough::kMinSize,
                      .high = Breakthrough::kMaxSize,
                      .source = "8 in the competition"}}};
  return description;
}

BreakthroughRules make_breakthrough_rules(const Params& params) {
  return {.size = static_cast<int>(params.integer("size"))};
}

Breakthrough::Breakthrough(const Rules& rules) : rules_(&rules), field_(rules.size) {
  assert(rules.size >= kMinSize && rules.size <= kMaxSize);
  for (int row = 0; row < kPawnRows; ++row) {
    state_.pawns[0] |= field_.goals[1] >> (8 * row);
    state_.pawns[1] |= field_.goals[0] << (8 * row);
  }
}

BreakthroughTargets Breakthrough::targets() const {
  return breakthrough_targets(field_, to_move(), pawns(to_move()), pawns(other(to_move())));
}

void Breakthrough::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  const BreakthroughTargets reached = targets();
  for (std::size_t step = 0; step < kBreakthroughSteps; ++step) {
    std::uint64_t origins = breakthrough_origin(to_move(), step, reached[step]);
    for (; origins != 0; origins &= origins - 1)
      out.push_back(static_cast<Action>(64 * step + static_cast<std::size_t>(std::countr_zero(origins))));
  }
}

bool Breakthrough::is_legal(Action action) const {
  if (is_over() || action >= kBreakthroughActions) return false;
  const std::size_t step = action / 64;
  return ((breakthrough_origin(to_move(), step, targets()[step]) >> (action % 64)) & 1) != 0;
}

void Breakthrough::play(Action action) {
  assert(is_legal(action));
  const Seat mover = to_move();
  const std::size_t step = action / 64;
  const std::uint64_t origin = std::uint64_t{1} << (action % 64);
  const std::uint64_t target =
      mover == Seat::first ? origin >> kBreakthroughDown[step] : origin << kBreakthroughUp[step];
  const auto own = static_cast<std::size_t>(mover);
  state_.pawns[own] ^= origin | target;
  state_.pawns[1 - own] &= ~target;
  if ((target & field_.goals[own]) != 0 || state_.pawns[1 - own] == 0) state_.outcome = win_of(mover);
  state_.to_move = other(mover);
}

bool Breakthrough::may_end_within(int plies) const {
  const std::array<int, 2> moves =
      to_move() == Seat::first ? std::array{(plies + 1) / 2, plies / 2} : std::array{plies / 2, (plies + 1) / 2};
  for (std::size_t own = 0; own < 2; ++own) {
    if (moves[own] == 0) continue;
    if (std::popcount(state_.pawns[1 - own]) <= moves[own] || moves[own] >= rules_->size) return true;
    std::uint64_t near = field_.goals[own];
    for (int row = 0; row < moves[own]; ++row) near |= own == 0 ? near << 8 : near >> 8;
    if ((state_.pawns[own] & near) != 0) return true;
  }
  return false;
}

std::uint64_t Breakthrough::key_of(std::uint64_t first, std::uint64_t second) const {
  return mix64(mix64(mix64(static_cast<std::uint64_t>(to_move())) ^ first) + second);
}

std::uint64_t Breakthrough::canonical_hash() const {
  return std::min(
      hash(), key_of(mirrored_columns(state_.pawns[0], rules_->size), mirrored_columns(state_.pawns[1], rules_->size)));
}

PlayoutResult Breakthrough::random_playout(Rng& rng, PlayoutTrace& trace) const {
  trace.start(to_move());
  return play_out(rng, &trace);
}

PlayoutResult Breakthrough::play_out(Rng& rng, PlayoutTrace* trace) const {
  if (is_over()) return {.value = result(), .plies = 0};
  return breakthrough_playout(field_, {.pawns = state_.pawns, .to_move = to_move()}, rng, trace);
}

std::string Breakthrough::action_text(Action action) const {
  assert(action < kBreakthroughActions);
  const std::size_t step = action / 64;
  const int origin = action % 64;
  const int target = to_move() == Seat::first ? origin - kBreakthroughDown[step] : origin + kBreakthroughUp[step];
  const bool takes = ((pawns(other(to_move())) >> target) & 1) != 0;
  return square_text(origin) + square_text(target) + (takes ? "*" : "");
}

std::optional<Action> Breakthrough::parse_action(std::string_view text) const {
  if (text.size() < 4 || text.size() > 5 || (text.size() == 5 && text[4] != '*')) return std::nullopt;
  const std::optional<int> origin = parse_square(text, rules_->size);
  const std::optional<int> target = parse_square(text.substr(2), rules_->size);
  if (!origin || !target) return std::nullopt;
  const int forward = to_move() == Seat::first ? *origin / 8 - *target / 8 : *target / 8 - *origin / 8;
  const int sideways = *target % 8 - *origin % 8;
  if (forward != 1 || sideways < -1 || sideways > 1) return std::nullopt;
  const bool takes = ((pawns(other(to_move())) >> *target) & 1) != 0;
  if (text.size() == 5 && !takes) return std::nullopt;
  return static_cast<Action>(64 * (sideways + 1) + *origin);
}

Outcome Breakthrough::checked_outcome() const {
  std::array<bool, 2> has_won{};
  for (const Seat seat : {Seat::first, Seat::second}) {
    const auto own = static_cast<std::size_t>(seat);
    const int count = std::popcount(state_.pawns[own]);
    if (count > kPawnRows * rules_->size)
      refuse_breakthrough(fmt::format("{} pawns of one side; allowed: at most {}", count, kPawnRows * rules_->size));
    const int arrived = std::popcount(state_.pawns[own] & field_.goals[own]);
    if (arrived > 1) refuse_breakthrough("several pawns on their last row; the first one ends the game");
    has_won[own] = arrived == 1 || state_.pawns[1 - own] == 0;
  }
  if (has_won[0] && has_won[1]) refuse_breakthrough("both sides have won");
  if (!has_won[0] && !has_won[1]) return Outcome::open;
  const Seat winner = has_won[0] ? Seat::first : Seat::second;
  if (state_.to_move == winner) refuse_breakthrough("the side that has won is to move, but moved last");
  return win_of(winner);
}

Breakthrough Breakthrough::from_text(const Rules& rules, std::string_view text) {
  const auto [grid, to_move] = parse_grid_position("breakthrough", StoneGrid(rules.size, rules.size), text);
  Breakthrough game(rules);
  game.state_ = {.pawns = {square_stones(grid, Seat::first), square_stones(grid, Seat::second)},
                 .to_move = to_move,
                 .outcome = Outcome::open};
  game.state_.outcome = game.checked_outcome();
  return game;
}

}  // namespace rootward
