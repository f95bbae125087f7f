// Of OpenSpiel's interface what games/plugins/openspiel.cpp uses, with some small games, so that the adapter is
// compiled and played where there is no OpenSpiel.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace open_spiel {

using Action = std::int64_t;
using Player = int;
using ActionsAndProbs = std::vector<std::pair<Action, double>>;
constexpr Player kChancePlayerId = -1;
constexpr Player kTerminalPlayerId = -4;

struct GameType {
  std::string short_name;
  enum class Dynamics { kSimultaneous, kSequential, kMeanField };
  Dynamics dynamics = Dynamics::kSequential;
  enum class ChanceMode { kDeterministic, kExplicitStochastic, kSampledStochastic };
  ChanceMode chance_mode = ChanceMode::kDeterministic;
  enum class Information { kOneShot, kPerfectInformation, kImperfectInformation };
  Information information = Information::kPerfectInformation;
  enum class Utility { kZeroSum, kConstantSum, kGeneralSum, kIdentical };
  Utility utility = Utility::kZeroSum;
};

class State {
 public:
  virtual ~State() = default;
  virtual Player CurrentPlayer() const = 0;
  virtual std::vector<Action> LegalActions() const = 0;
  virtual void ApplyAction(Action action) = 0;
  virtual bool IsTerminal() const = 0;
  virtual bool IsChanceNode() const { return CurrentPlayer() == kChancePlayerId; }
  virtual ActionsAndProbs ChanceOutcomes() const { return {}; }
  virtual std::vector<double> Returns() const = 0;
  virtual std::string ActionToString(Player player, Action action) const = 0;
  virtual std::string ToString() const = 0;
  virtual std::unique_ptr<State> Clone() const = 0;
};

class Game : public std::enable_shared_from_this<Game> {
 public:
  Game(GameType type, int players) : type_(std::move(type)), players_(players) {}
  virtual ~Game() = default;
  const GameType& GetType() const { return type_; }
  int NumPlayers() const { return players_; }
  virtual int NumDistinctActions() const { return 9; }
  virtual int MaxChanceOutcomes() const { return 0; }
  virtual int MaxChanceNodesInHistory() const { return 0; }
  virtual int MaxGameLength() const { return 9; }
  virtual double MinUtility() const { return -1; }
  virtual double MaxUtility() const { return 1; }
  virtual std::unique_ptr<State> NewInitialState() const = 0;

 private:
  GameType type_;
  int players_;
};

using ErrorHandler = void (*)(const std::string&);
inline ErrorHandler& error_handler() {
  static ErrorHandler handler = nullptr;
  return handler;
}
inline void SetErrorHandler(ErrorHandler handler) { error_handler() = handler; }

/// As OpenSpiel names and writes it: x(0,0) is the upper left cell.
class TicTacToeState final : public State {
 public:
  Player CurrentPlayer() const override { return IsTerminal() ? kTerminalPlayerId : plies_ % 2; }
  std::vector<Action> LegalActions() const override {
    std::vector<Action> moves;
    for (Action cell = 0; cell < 9; ++cell)
      if (!IsTerminal() && cells_[static_cast<std::size_t>(cell)] == 0) moves.push_back(cell);
    return moves;
  }
  void ApplyAction(Action cell) override { cells_[static_cast<std::size_t>(cell)] = 1 + plies_++ % 2; }
  bool IsTerminal() const override { return plies_ == 9 || winner() != 0; }
  std::vector<double> Returns() const override {
    const double first = winner() == 0 ? 0 : winner() == 1 ? 1 : -1;
    return {first, -first};
  }
  std::string ActionToString(Player player, Action cell) const override {
    return (player == 0 ? "x(" : "o(") + std::to_string(cell / 3) + "," + std::to_string(cell % 3) + ")";
  }
  std::string ToString() const override {
    std::string text;
    for (std::size_t cell = 0; cell < 9; ++cell)
      text += std::string(1, ".xo"[cells_[cell]]) + (cell % 3 == 2 && cell < 8 ? "\n" : "");
    return text;
  }
  std::unique_ptr<State> Clone() const override { return std::make_unique<TicTacToeState>(*this); }

 private:
  int winner() const {
    static constexpr std::size_t kLines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                                 {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (const auto& line : kLines)
      if (cells_[line[0]] != 0 && cells_[line[0]] == cells_[line[1]] && cells_[line[0]] == cells_[line[2]])
        return cells_[line[0]];
    return 0;
  }
  std::array<int, 9> cells_{};
  int plies_ = 0;
};

/// Two throws of a die of three, each kept or left; what is kept is gained.
class DiceState final : public State {
 public:
  Player CurrentPlayer() const override {
    return IsTerminal() ? kTerminalPlayerId : history_.size() % 2 == 0 ? kChancePlayerId : 0;
  }
  std::vector<Action> LegalActions() const override {
    if (IsTerminal()) return {};
    return IsChanceNode() ? std::vector<Action>{0, 1, 2} : std::vector<Action>{0, 1};
  }
  void ApplyAction(Action action) override {
    if (!IsChanceNode() && action == 1) sum_ += static_cast<double>(history_.back());
    history_.push_back(action);
  }
  bool IsTerminal() const override { return history_.size() == 4; }
  ActionsAndProbs ChanceOutcomes() const override { return {{0, 0.5}, {1, 0.25}, {2, 0.25}}; }
  std::vector<double> Returns() const override { return {sum_}; }
  std::string ActionToString(Player player, Action action) const override {
    if (player == kChancePlayerId) return "throws a " + std::to_string(action);
    return action == 1 ? "keep" : "leave";
  }
  std::string ToString() const override { return std::to_string(sum_); }
  std::unique_ptr<State> Clone() const override { return std::make_unique<DiceState>(*this); }

 private:
  std::vector<Action> history_;
  double sum_ = 0;
};

class TicTacToe final : public Game {
 public:
  using Game::Game;
  std::unique_ptr<State> NewInitialState() const override { return std::make_unique<TicTacToeState>(); }
};

class Dice final : public Game {
 public:
  using Game::Game;
  int NumDistinctActions() const override { return 2; }
  int MaxChanceOutcomes() const override { return 3; }
  int MaxChanceNodesInHistory() const override { return 2; }
  int MaxGameLength() const override { return 2; }
  double MinUtility() const override { return 0; }
  double MaxUtility() const override { return 4; }
  std::unique_ptr<State> NewInitialState() const override { return std::make_unique<DiceState>(); }
};

/// Whose actions are structures alone, as OpenSpiel says it.
class Unnumbered final : public Game {
 public:
  using Game::Game;
  int NumDistinctActions() const override { return 0; }
  std::unique_ptr<State> NewInitialState() const override { return std::make_unique<TicTacToeState>(); }
};

/// The games that are refused differ from tic-tac-toe in their type alone.
inline std::shared_ptr<const Game> LoadGame(const std::string& name) {
  GameType type;
  type.short_name = name;
  if (name == "tic_tac_toe") return std::make_shared<TicTacToe>(type, 2);
  if (name == "crossword") return std::make_shared<Unnumbered>(type, 2);
  if (name == "three_players") return std::make_shared<TicTacToe>(type, 3);
  if (name == "dice") {
    type.chance_mode = GameType::ChanceMode::kExplicitStochastic;
    type.utility = GameType::Utility::kGeneralSum;
    return std::make_shared<Dice>(type, 1);
  }
  if (name == "goofspiel")
    type.dynamics = GameType::Dynamics::kSimultaneous;
  else if (name == "kuhn_poker")
    type.information = GameType::Information::kImperfectInformation;
  else if (name == "coop_box_pushing")
    type.utility = GameType::Utility::kIdentical;
  else if (name == "bargaining")
    type.utility = GameType::Utility::kGeneralSum;
  else if (name == "sampled")
    type.chance_mode = GameType::ChanceMode::kSampledStochastic;
  else
    error_handler()("Unknown game '" + name + "'. Available games are: dice, tic_tac_toe");
  return std::make_shared<TicTacToe>(type, 2);
}

}  // namespace open_spiel
