// The walk, and its best mean returns by dynamic programming over the steps left.
#include "games/grid_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstdlib>
#include <string>

#include "core/errors.h"
#include "core/text.h"
#include "games/text_reader.h"

namespace rootward {
namespace {

constexpr std::array<std::string_view, 4> kNames{"up", "down", "left", "right"};

}  // namespace

const Described& grid_world_description() {
  static const Described description{
      .name = "grid_world",
      .help = "9x9 cells, from (4, 0) to (4, 8): a step costs 1, the goal pays 100; slipping, and absorbing holes.",
      .source = "Khandelwal et al. 2016",
      .parameters = {{.key = "slip",
                      .help = "probability that a step goes in a random direction, the intended one included",
                      .fallback = 0.1,
                      .low = 0,
                      .high = 1,
                      .source = "Khandelwal et al. 2016"},
                     {.key = "holes",
                      .help = "absorbing cells",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{0},
                      .low = 0,
                      .high = 63,
                      .source = "Khandelwal et al. 2016: 0, 3, .., 30"},
                     {.key = "max_steps",
                      .help = "steps after which a walk ends",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{100},
                      .low = 1,
                      .high = 10000,
                      .source = "Khandelwal et al. 2016: 100 a simulation"},
                     {.key = "seed",
                      .help = "where the holes are",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{1},
                      .low = 0,
                      .high = 9007199254740992.0,
                      .source = "ours"}}};
  return description;
}

GridWorldRules make_grid_world_rules(const Params& params) {
  return GridWorldRules({.slip = params.real("slip"),
                         .holes = static_cast<int>(params.integer("holes")),
                         .max_steps = static_cast<int>(params.integer("max_steps")),
                         .seed = static_cast<std::uint64_t>(params.integer("seed"))});
}

GridWorldRules::GridWorldRules(const Setting& setting) : setting_(setting) {
  Rng rng(derive_seed(setting.seed, "grid world holes"));
  for (int left = setting.holes; left > 0;) {
    const auto cell = static_cast<std::size_t>(kSize) + rng.below(kCells - 2 * kSize);
    left -= is_hole_[cell] ? 0 : 1;
    is_hole_[cell] = true;
  }
  best_.assign(static_cast<std::size_t>(setting.max_steps) + 1, {});
  for (int steps = 1; steps <= setting.max_steps; ++steps) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (cell == kGoal || is_hole(cell)) continue;
      double best = mean_return(cell, 0, steps);
      for (int intended = 1; intended < kDirections; ++intended)
        best = std::max(best, mean_return(cell, intended, steps));
      best_[static_cast<std::size_t>(steps)][static_cast<std::size_t>(cell)] = best;
    }
  }
}

int GridWorldRules::moved(int cell, int direction) {
  const int x = cell % kSize, y = cell / kSize;
  switch (direction) {
    case 0:
      return y > 0 ? cell - kSize : cell;
    case 1:
      return y < kSize - 1 ? cell + kSize : cell;
    case 2:
      return x > 0 ? cell - 1 : cell;
    default:
      return x < kSize - 1 ? cell + 1 : cell;
  }
}

double GridWorldRules::probability(int intended, int direction) const {
  return 0.25 * setting_.slip + (direction == intended ? 1 - setting_.slip : 0);
}

double GridWorldRules::after(int cell, int direction, int steps_left) const {
  const int next = moved(cell, direction);
  return (next == kGoal ? kGoalReward : 0) - 1 + best_return(next, steps_left - 1);
}

double GridWorldRules::mean_return(int cell, int intended, int steps_left) const {
  double mean = 0;
  for (int direction = 0; direction < kDirections; ++direction)
    mean += probability(intended, direction) * after(cell, direction, steps_left);
  return mean;
}

bool GridWorld::is_over() const {
  if (is_chance()) return false;
  return state_.cell == Rules::kGoal || rules_->is_hole(state_.cell) || state_.steps == rules_->max_steps();
}

Ending GridWorld::ending() const {
  return state_.cell == Rules::kGoal || rules_->is_hole(state_.cell) ? Ending::rules : Ending::move_limit;
}

Value GridWorld::mapped(double own) const {
  const double low = rules_->lowest_return(), high = rules_->highest_return();
  return 2 * (own - low) / (high - low) - 1;
}

void GridWorld::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (Action direction = 0; direction < Rules::kDirections; ++direction) {
    if (!is_chance() || probability(direction) > 0) out.push_back(direction);
  }
}

void GridWorld::play(Action action) {
  assert(is_legal(action));
  if (!is_chance() && rules_->slip() > 0) {
    state_.intended = static_cast<std::uint8_t>(action);
    return;
  }
  state_ = {.cell = static_cast<std::uint8_t>(Rules::moved(state_.cell, action)),
            .intended = kNone,
            .steps = static_cast<std::uint16_t>(state_.steps + 1)};
}

std::uint64_t GridWorld::hash() const {
  return mix64((static_cast<std::uint64_t>(state_.steps) << 16) | (static_cast<std::uint64_t>(state_.intended) << 8) |
               state_.cell);
}

Action GridWorld::draw_outcome(Rng& rng) const {
  if (rng.uniform() >= rules_->slip()) return state_.intended;
  return static_cast<Action>(rng.below(Rules::kDirections));
}

PlayoutResult GridWorld::random_playout(Rng& rng) const {
  GridWorld game = *this;
  PlayoutResult playout;
  for (; !game.is_over(); ++playout.plies) {
    if (!game.is_chance()) game.play(static_cast<Action>(rng.below(Rules::kDirections)));
    if (game.is_chance()) game.play(game.draw_outcome(rng));
  }
  playout.value = game.result();
  return playout;
}

std::optional<Value> GridWorld::exact_value() const {
  if (is_over()) return result();
  const int left = rules_->max_steps() - state_.steps;
  const double rest =
      is_chance() ? rules_->mean_return(state_.cell, state_.intended, left) : rules_->best_return(state_.cell, left);
  return mapped(rest - state_.steps);
}

std::string GridWorld::action_text(Action action) const { return std::string(kNames[action]); }

std::optional<Action> GridWorld::parse_action(std::string_view text) const {
  const std::string lower = lower_case(text);
  const auto found = std::ranges::find(kNames, lower);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Action>(found - kNames.begin());
}

std::string GridWorld::to_text() const {
  const std::string text =
      fmt::format("{},{} {}", state_.cell % Rules::kSize, state_.cell / Rules::kSize, state_.steps);
  return is_chance() ? fmt::format("{} {}", text, kNames[state_.intended]) : text;
}

GridWorld GridWorld::from_text(const Rules& rules, std::string_view text) {
  const auto refuse = [](const std::string& what) { throw UsageError("grid_world position: " + what); };
  TextReader reader(text);
  const std::optional<int> column = reader.number();
  const std::optional<int> row = reader.take(",") ? reader.number() : std::nullopt;
  const std::optional<int> walked = reader.take(" ") ? reader.number() : std::nullopt;
  if (!column || !row || !walked) refuse("x,y, a blank and the steps walked are wanted, as in 4,0 12");
  const int x = column.value_or(0), y = row.value_or(0), steps = walked.value_or(0);
  if (x < 0 || x >= Rules::kSize || y < 0 || y >= Rules::kSize)
    refuse(fmt::format("{},{} is no cell; allowed: 0 to {}", x, y, Rules::kSize - 1));
  const int shortest = std::abs(x - Rules::kStart) + y;
  if (steps < shortest || steps > rules.max_steps())
    refuse(fmt::format("{} steps to {},{}; allowed: {} (the shortest walk) to {}", steps, x, y, shortest,
                       rules.max_steps()));
  GridWorld position(rules);
  position.state_ = {.cell = static_cast<std::uint8_t>(y * Rules::kSize + x),
                     .intended = kNone,
                     .steps = static_cast<std::uint16_t>(steps)};
  if (reader.is_at_end()) return position;
  const std::optional<Action> intended = reader.take(" ") ? position.parse_action(reader.word()) : std::nullopt;
  if (!intended || !reader.is_at_end()) refuse("after the steps only a direction may follow: up, down, left, right");
  if (rules.slip() == 0) refuse("a direction is due only where there is slip");
  if (position.is_over()) refuse("the walk is over, no direction is due");
  position.play(*intended);
  return position;
}

std::string GridWorld::drawing() const {
  std::string text;
  for (int cell = 0; cell < Rules::kCells; ++cell) {
    text += cell == state_.cell ? " @" : cell == Rules::kGoal ? " G" : rules_->is_hole(cell) ? " #" : " .";
    if (cell % Rules::kSize == Rules::kSize - 1) text += '\n';
  }
  const char* state = is_over() ? "over" : is_chance() ? "an outcome is due" : "up, down, left or right";
  return text + fmt::format("{} steps, return {}: {}\n", state_.steps, reward(), state);
}

}  // namespace rootward
