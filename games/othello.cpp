// The rules of Othello on one word a seat.
#include "games/othello.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/errors.h"

namespace rootward {
namespace {

/// The four cells that are never empty.
std::uint64_t othello_centre(int size) {
  const int low = 8 * (size / 2 - 1) + size / 2 - 1;
  return std::uint64_t{0x0303} << low;
}

bool is_othello_pass(std::string_view text) {
  constexpr std::string_view kPass = "pass";
  return std::ranges::equal(text, kPass,
                            [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

}  // namespace

const Described& othello_description() {
  static const Described description{
      .name = "othello",
      .help =
          "A disc turns over the enemy's between it and another of its own; who cannot move passes; more discs win.",
      .source = "Goro Hasegawa, 1971; J. Feinstein 1993 (6x6 is a second-player win by 4)",
      .parameters = {{.key = "size",
                      .help = "lines a side, an even number",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{8},
                      .low = Othello::kMinSize,
                      .high = Othello::kMaxSize,
                      .source = "8 in tournaments"}}};
  return description;
}

OthelloRules make_othello_rules(const Params& params) {
  const std::int64_t size = params.integer("size");
  if (size % 2 != 0) throw ParamError("size", fmt::format("{} is not allowed; allowed: 4, 6 or 8", size));
  return {.size = static_cast<int>(size)};
}

Othello::Othello(const Rules& rules) : rules_(&rules), field_(rules.size) {
  const std::uint64_t centre = othello_centre(rules.size);
  const std::uint64_t low_left = centre & (~centre + 1);
  state_.discs[1] = low_left | low_left << 9;
  state_.discs[0] = centre ^ state_.discs[1];
  find_moves();
}

void Othello::find_moves() {
  const std::uint64_t own = discs(to_move());
  const std::uint64_t theirs = discs(other(to_move()));
  state_.moves = othello_moves(field_, own, theirs);
  state_.is_over = state_.moves == 0 && othello_moves(field_, theirs, own) == 0;
}

Outcome Othello::outcome() const {
  if (!is_over()) return Outcome::open;
  const int lead = difference(state_.discs);
  return lead > 0 ? Outcome::first_won : lead < 0 ? Outcome::second_won : Outcome::draw;
}

void Othello::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  if (state_.moves == 0) out.push_back(kOthelloPass);
  for (std::uint64_t cells = state_.moves; cells != 0; cells &= cells - 1)
    out.push_back(static_cast<Action>(std::countr_zero(cells)));
}

bool Othello::is_legal(Action action) const {
  if (is_over() || action > kOthelloPass) return false;
  if (action == kOthelloPass) return state_.moves == 0;
  return ((state_.moves >> action) & 1) != 0;
}

void Othello::play(Action action) {
  assert(is_legal(action));
  const auto own = static_cast<std::size_t>(to_move());
  if (action != kOthelloPass) {
    const std::uint64_t cell = std::uint64_t{1} << action;
    const std::uint64_t flips = othello_flips(field_, cell, state_.discs[own], state_.discs[1 - own]);
    state_.discs[own] ^= cell | flips;
    state_.discs[1 - own] ^= flips;
  }
  state_.to_move = other(to_move());
  find_moves();
}

std::uint64_t Othello::key_of(std::uint64_t first, std::uint64_t second) const {
  return mix64(mix64(mix64(static_cast<std::uint64_t>(to_move())) ^ first) + second);
}

std::uint64_t Othello::canonical_hash() const {
  const int size = rules_->size;
  std::uint64_t least = hash();
  std::array<std::uint64_t, 2> image = state_.discs;
  for (int turn = 0; turn < 4; ++turn) {
    for (std::uint64_t& cells : image) cells = mirrored_rows(transposed(cells), size);
    least = std::min({least, key_of(image[0], image[1]),
                      key_of(mirrored_columns(image[0], size), mirrored_columns(image[1], size))});
  }
  return least;
}

PlayoutResult Othello::random_playout(Rng& rng, PlayoutTrace& trace) const {
  trace.start(to_move());
  return play_out(rng, &trace);
}

PlayoutResult Othello::play_out(Rng& rng, PlayoutTrace* trace) const {
  const OthelloPlayout playout =
      is_over() ? OthelloPlayout{.discs = state_.discs, .plies = 0}
                : othello_playout(field_, {.discs = state_.discs, .to_move = to_move()}, rng, trace);
  if (trace != nullptr && !trace->owners().empty()) tell_owners(playout.discs, trace->owners());
  const int lead = difference(playout.discs);
  return {.value = lead > 0 ? 1.0 : lead < 0 ? -1.0 : 0.0, .plies = playout.plies};
}

void Othello::tell_owners(const std::array<std::uint64_t, 2>& discs, std::span<std::int8_t> owners) {
  std::ranges::fill(owners, std::int8_t{0});
  for (int cell = 0; cell < kOthelloPass; ++cell) {
    const auto own = static_cast<int>((discs[0] >> cell) & 1) - static_cast<int>((discs[1] >> cell) & 1);
    owners[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(own);
  }
}

std::string Othello::action_text(Action action) const {
  assert(action <= kOthelloPass);
  return action == kOthelloPass ? "pass" : square_text(action);
}

std::optional<Action> Othello::parse_action(std::string_view text) const {
  if (is_othello_pass(text)) return Action{kOthelloPass};
  const std::optional<int> cell = text.size() == 2 ? parse_square(text, rules_->size) : std::nullopt;
  return cell ? std::optional(static_cast<Action>(*cell)) : std::nullopt;
}

std::string Othello::drawing() const {
  return grid_drawing(grid(), ColumnNames::letters, outcome(), to_move()) +
         fmt::format("discs: {} x, {} o\n", std::popcount(state_.discs[0]), std::popcount(state_.discs[1]));
}

Othello Othello::from_text(const Rules& rules, std::string_view text) {
  const auto [grid, to_move] = parse_grid_position("othello", StoneGrid(rules.size, rules.size), text);
  Othello game(rules);
  game.state_.discs = {square_stones(grid, Seat::first), square_stones(grid, Seat::second)};
  if ((~(game.state_.discs[0] | game.state_.discs[1]) & othello_centre(rules.size)) != 0)
    throw UsageError("othello position: one of the four cells in the middle is empty; they never are");
  game.state_.to_move = to_move;
  game.find_moves();
  return game;
}

}  // namespace rootward
