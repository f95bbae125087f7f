// Positions of loaded games: texts, hashes and playouts.
#include "games/loading/position.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <sstream>

#include "core/errors.h"
#include "core/text.h"

namespace rootward {

using loading::Calling;
using loading::MoveBuffer;
using loading::StateBlock;

namespace {

constexpr std::size_t kMovesShown = 200;  // of a game in an error's text

/// Draws by weights that sum to `sum` > 0.
std::size_t drawn_index(Rng& rng, std::span<const double> weights, double sum) {
  double left = rng.uniform() * sum;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    left -= weights[i];
    if (left < 0) break;
  }
  return last;
}

}  // namespace

Value PluginPosition::checked(double result) const {
  if (!rules_->is_result(result)) broken(fmt::format("its result is {}, which its facts do not allow", result));
  return rules_->value_of(result);
}

Value PluginPosition::result() const {
  const double result = [&] {
    const Calling call(*this, "result");
    return rules_->game().result(rules_->handle(), state_.data());
  }();
  return checked(result);
}

std::uint32_t PluginPosition::legal_moves(std::uint32_t* moves) const {
  const std::uint32_t count = [&] {
    const Calling call(*this, "legal");
    return rules_->game().legal(rules_->handle(), state_.data(), moves);
  }();
  if (count > rules_->facts().most_moves)
    broken(fmt::format("it has {} legal moves, and facts.most_moves is {}", count, rules_->facts().most_moves));
  return count;
}

void PluginPosition::legal_actions(ActionList& out) const {
  out.clear();
  MoveBuffer moves(rules_->facts().most_moves);
  const std::uint32_t count = legal_moves(moves.data());
  if (count == 0) {
    if (!is_over()) broken("it is not over and has no legal move");
    return;
  }
  if (moves_.size() >= rules_->facts().most_plies)
    broken(fmt::format("it is not over after {} plies, which is facts.most_plies", moves_.size()));
  const std::span<Action> actions = out.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (rules_->has_plain_moves() && moves.data()[i] >= rules_->facts().move_limit)
      broken(fmt::format("move {} is legal, and facts.move_limit is {}", moves.data()[i], rules_->facts().move_limit));
    actions[i] = static_cast<Action>(rules_->has_plain_moves() ? moves.data()[i] : i);
  }
}

bool PluginPosition::is_legal(Action action) const {
  ActionList actions;
  legal_actions(actions);
  return std::find(actions.begin(), actions.end(), action) != actions.end();
}

std::uint32_t PluginPosition::nth_move(Action action) const {
  MoveBuffer moves(rules_->facts().most_moves);
  if (const std::uint32_t count = legal_moves(moves.data()); action >= count)
    broken(fmt::format("legal gave a move in place {}, and now gives {}", action + 1, count));
  return moves.data()[action];
}

std::uint64_t PluginPosition::hash_of(const std::byte* state) const {
  if (rules_->game().hash != nullptr) {
    const Calling call(*this, "hash");
    return rules_->game().hash(rules_->handle(), state);
  }
  std::uint64_t hash = state_.size();
  for (std::size_t at = 0; at < state_.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, state + at, std::min<std::size_t>(8, state_.size() - at));
    hash = mix64(hash ^ word);
  }
  return hash;
}

std::uint64_t PluginPosition::canonical_hash() const {
  std::uint64_t least = hash();
  StateBlock image(state_.size());
  for (std::uint32_t i = 1; i <= rules_->game().symmetries; ++i) {
    {
      const Calling call(*this, "symmetric");
      rules_->game().symmetric(rules_->handle(), state_.data(), i, image.data());
    }
    least = std::min(least, hash_of(image.data()));
  }
  return least;
}

/// choose(state, moves, count) gives the index of the move that is played.
template <class Choose>
PlayoutResult PluginPosition::play_out(Rng& rng, Choose choose) const {
  const Rng before = rng;
  const rootward_game& game = rules_->game();
  const void* handle = rules_->handle();
  StateBlock state = state_;
  MoveBuffer buffer(rules_->facts().most_moves);
  std::uint32_t* moves = buffer.data();
  const std::uint32_t most = rules_->facts().most_moves;
  PlayoutResult playout;
  loading::CallingGame call(*this);
  const auto break_off = [&](const std::string& promise) {  // plays it once more, for its moves
    rng = before;
    call.forget();
    PluginPosition at = *this;
    for (std::uint32_t ply = 0; ply < playout.plies; ++ply) {
      const std::uint32_t count = game.legal(handle, at.state_.data(), moves);
      at.play_move(moves[choose(at.state_.data(), moves, count)]);
    }
    at.broken("a random game met " + promise);
  };
  for (;;) {
    const std::uint32_t count = game.legal(handle, state.data(), moves);
    if (count == 0) break;
    if (count > most || playout.plies > rules_->facts().most_plies) [[unlikely]]
      break_off(count > most ? "more legal moves than facts.most_moves" : "a game of more plies than facts.most_plies");
    const std::uint32_t move = moves[choose(state.data(), moves, count)];
    call.play(move);
    game.play(handle, state.data(), move);
    ++playout.plies;
  }
  const double result = game.draw_result == nullptr ? game.result(handle, state.data()) : [&] {
    const rootward_random random = loading::random_of(rng);
    return game.draw_result(handle, state.data(), &random);
  }();
  if (game.draw_result == nullptr && !rules_->is_result(result)) [[unlikely]]
    break_off(fmt::format("the result {}, which its facts do not allow", result));
  playout.value = rules_->value_of(result);
  return playout;
}

namespace {

/// Uniform, and by probability where chance is to move.
struct UniformChoice {
  const loading::PluginRules* rules;
  Rng* rng;
  std::size_t operator()(const std::byte* state, const std::uint32_t* moves, std::uint32_t count) const {
    const rootward_game& game = rules->game();
    if (game.probability != nullptr && game.to_move(rules->handle(), state) == ROOTWARD_CHANCE) [[unlikely]]
      return outcome(state, moves, count);
    return rng->below(count);
  }
  std::size_t outcome(const std::byte* state, const std::uint32_t* moves, std::uint32_t count) const {
    std::vector<double> chances(count);
    for (std::uint32_t i = 0; i < count; ++i) chances[i] = rules->game().probability(rules->handle(), state, moves[i]);
    return drawn_index(*rng, chances, 1);
  }
};

}  // namespace

PlayoutResult PluginPosition::random_playout(Rng& rng) const {
  const rootward_game& game = rules_->game();
  if (game.playout == nullptr && game.probability == nullptr)
    return play_out(rng, [&](const std::byte*, const std::uint32_t*, std::uint32_t count) { return rng.below(count); });
  if (game.playout == nullptr) return play_out(rng, UniformChoice{rules_, &rng});
  StateBlock state = state_;
  const rootward_random random = loading::random_of(rng);
  PlayoutResult playout;
  const double result = [&] {
    const Calling call(*this, "playout");
    return game.playout(rules_->handle(), state.data(), &random, &playout.plies);
  }();
  if (game.draw_result == nullptr && !rules_->is_result(result)) [[unlikely]]
    broken(fmt::format("its playout gives {}, which its facts do not allow", result));
  playout.value = rules_->value_of(result);
  return playout;
}

PlayoutResult PluginPosition::random_playout(Rng& rng, PlayoutTrace& trace) const {
  trace.start(to_move());
  const UniformChoice uniform{rules_, &rng};
  return play_out(rng, [&](const std::byte* state, const std::uint32_t* moves, std::uint32_t count) {
    const std::size_t index = uniform(state, moves, count);
    trace.add(move_key(static_cast<Action>(moves[index])));
    return index;
  });
}

void PluginPosition::check_tactics(const Rules& rules) {
  if (rules.game().weights == nullptr)
    throw UsageError("tactical_playouts: the game " + rules.name() + " has no `weights`");
}

PlayoutResult PluginPosition::tactical_playout(const Tactics& /*tactics*/, Rng& rng, PlayoutTrace* trace,
                                               PlayoutPolicy* policy) const {
  if (trace != nullptr) trace->start(to_move());
  if (policy != nullptr) policy->begin();
  const UniformChoice uniform{rules_, &rng};
  const rootward_game& game = rules_->game();
  std::vector<double> weights;
  std::vector<MoveKey> candidates;
  return play_out(rng, [&](const std::byte* state, const std::uint32_t* moves, std::uint32_t count) {
    const int mover = game.to_move(rules_->handle(), state);
    if (game.probability != nullptr && mover == ROOTWARD_CHANCE) return uniform.outcome(state, moves, count);
    weights.assign(count, 0);
    game.weights(rules_->handle(), state, moves, count, weights.data());
    double sum = 0;
    for (const double weight : weights) sum += weight;
    std::size_t index = count;
    if (policy != nullptr) {
      candidates.clear();
      for (std::uint32_t i = 0; i < count; ++i)
        if (const MoveKey key = move_key(static_cast<Action>(moves[i])); key != kNoMoveKey) candidates.push_back(key);
      const auto place = [&](MoveKey key) {
        return static_cast<std::size_t>(
            std::find_if(moves, moves + count,
                         [&](std::uint32_t move) { return move_key(static_cast<Action>(move)) == key; }) -
            moves);
      };
      const MoveKey proposed = policy->propose(mover == 1 ? Seat::second : Seat::first, candidates,
                                               [&](MoveKey key) { return place(key) < count; });
      if (proposed != kNoMoveKey) index = place(proposed);
    }
    if (index == count) index = drawn_index(rng, weights, sum);
    const MoveKey played = move_key(static_cast<Action>(moves[index]));
    if (policy != nullptr) policy->played(played);
    if (trace != nullptr) trace->add(played);
    return index;
  });
}

Action PluginPosition::draw_outcome(Rng& rng) const {
  MoveBuffer moves(rules_->facts().most_moves);
  const std::uint32_t count = legal_moves(moves.data());
  if (count == 0) broken("chance is to move and there is no outcome");
  const std::size_t index = UniformChoice{rules_, &rng}.outcome(state_.data(), moves.data(), count);
  return static_cast<Action>(rules_->has_plain_moves() ? moves.data()[index] : index);
}

Value PluginPosition::draw_result(Rng& rng) const {
  if (!has_noisy_result()) return result();
  const rootward_random random = loading::random_of(rng);
  const Calling call(*this, "draw_result");
  return rules_->value_of(rules_->game().draw_result(rules_->handle(), state_.data(), &random));
}

Judgements PluginPosition::judgements(const Rules& rules) {
  Judgements judgements{.heuristics = {}, .features = rules.features()};
  if (rules.game().heuristic != nullptr)
    judgements.heuristics.push_back(
        {.name = "own", .help = "what the game says itself", .source = rules.name(), .scale = 0});
  return judgements;
}

double PluginPosition::heuristic([[maybe_unused]] std::size_t which) const {
  assert(which == 0 && rules_->game().heuristic != nullptr);
  const double value = [&] {
    const Calling call(*this, "heuristic");
    return rules_->game().heuristic(rules_->handle(), state_.data());
  }();
  if (!(value >= -1 && value <= 1)) broken(fmt::format("its heuristic gives {}; allowed: [-1, 1]", value));
  return value;
}

void PluginPosition::features(std::span<double> out) const {
  assert(out.size() == rules_->features().size());
  const Calling call(*this, "measure");
  rules_->game().measure(rules_->handle(), state_.data(), out.data());
}

void PluginPosition::planes(std::span<std::uint8_t> bytes) const {
  assert(bytes.size() == rules_->plane_bytes());
  const Calling call(*this, "planes");
  rules_->game().planes(rules_->handle(), state_.data(), bytes.data());
}

std::optional<Action> PluginPosition::parse_action(std::string_view text) const {
  ActionList actions;
  legal_actions(actions);
  std::optional<Action> similar;
  int found = 0;
  for (const Action action : actions) {
    const std::string own = action_text(action);
    if (own == text) return action;
    if (lower_case(own) != lower_case(text)) continue;
    similar = action;
    ++found;
  }
  return found == 1 ? similar : std::nullopt;
}

std::string PluginPosition::to_text() const {
  if (moves_.empty()) return "start";
  PluginPosition at(*rules_);
  std::string text;
  for (const std::uint32_t move : moves_) {
    if (!text.empty()) text += ' ';
    text += rules_->text_of(at.state_.data(), move);
    at.play_move(move);
  }
  return text;
}

PluginPosition PluginPosition::from_text(const Rules& rules, std::string_view text) {
  PluginPosition position(rules);
  if (text == "start") return position;
  std::istringstream words{std::string(text)};
  std::string word;
  for (int number = 1; words >> word; ++number) {
    const std::optional<Action> action = position.is_over() ? std::nullopt : position.parse_action(word);
    if (!action)
      throw UsageError(fmt::format("plugin position: move {}, {}, is not legal in {}", number, word, rules.name()));
    position.play(*action);
  }
  return position;
}

std::vector<std::string> PluginPosition::board_rows() const {
  if (rules_->game().cells == nullptr) return {};
  std::string text(ROOTWARD_BOARD_BYTES, '\0');
  {
    const Calling call(*this, "cells");
    rules_->game().cells(rules_->handle(), state_.data(), text.data());
  }
  std::vector<std::string> rows;
  std::istringstream lines(text.substr(0, text.find('\0')));
  for (std::string row; std::getline(lines, row);) rows.push_back(row);
  return rows;
}

std::string PluginPosition::drawing() const {
  if (rules_->game().board == nullptr) {
    std::string rows;
    for (const std::string& row : board_rows()) rows += row + '\n';
    return rows + "moves: " + to_text();
  }
  std::string text(ROOTWARD_BOARD_BYTES, '\0');
  {
    const Calling call(*this, "board");
    rules_->game().board(rules_->handle(), state_.data(), text.data());
  }
  text.resize(std::strlen(text.c_str()));
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

void PluginPosition::broken(const std::string& promise) const {
  std::string text;
  PluginPosition at(*rules_);
  const std::size_t skipped = moves_.size() > kMovesShown ? moves_.size() - kMovesShown : 0;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    if (i >= skipped) text += ' ' + rules_->text_of(at.state_.data(), moves_[i]);
    at.play_move(moves_[i]);
  }
  throw UsageError(fmt::format("the game {} broke a promise: {}; the moves:{}{}", rules_->name(), promise,
                               skipped > 0 ? " .." : "", text.empty() ? " none" : text));
}

}  // namespace rootward
