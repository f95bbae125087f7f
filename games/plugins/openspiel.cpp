// Games of OpenSpiel for rootward. Compile it against your own OpenSpiel, whose folder is $SPIEL and library $BUILD:
//   c++ -O2 -std=c++17 -shared -fPIC -I include -I $SPIEL -I $SPIEL/open_spiel/abseil-cpp games/plugins/openspiel.cpp
//       -L $BUILD -lopen_spiel -Wl,-rpath,$BUILD -o openspiel.so
//   game: {name: plugin, file: ./openspiel.so, parameters: {game: "othello"}}
#include <open_spiel/spiel.h>
#include <rootward/game.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using open_spiel::GameType;
using Position = std::unique_ptr<open_spiel::State>;

struct Rules {
  std::shared_ptr<const open_spiel::Game> game;
  bool is_graded = false;
};
/// A state is its history, which is a block of plain bytes.
struct History {
  int32_t length;
  int32_t moves[1];  // as many as facts.most_plies
};
const History& history_of(const void* state) { return *static_cast<const History*>(state); }

/// The last history that a thread asked for, with the positions on its way: memory, and nothing that an answer depends
/// on.
const open_spiel::State& position_of(const void* rules, const void* state) {
  thread_local std::shared_ptr<const open_spiel::Game> game;
  thread_local std::vector<int32_t> moves;
  thread_local std::vector<Position> way;
  const auto& asked = static_cast<const Rules*>(rules)->game;
  const History& history = history_of(state);
  if (game != asked) {
    game = asked;
    moves.clear();
    way.clear();
    way.push_back(game->NewInitialState());
  }
  const auto end = history.moves + history.length;
  const std::size_t same = std::mismatch(moves.begin(), moves.end(), history.moves, end).first - moves.begin();
  moves.resize(same);
  way.resize(same + 1);
  for (const int32_t* move = history.moves + same; move != end; ++move) {
    way.push_back(way.back()->Clone());
    way.back()->ApplyAction(*move);
    moves.push_back(*move);
  }
  return *way.back();
}

std::string refusal_of(const open_spiel::Game& game) {
  const GameType& type = game.GetType();
  std::string why;
  if (type.dynamics != GameType::Dynamics::kSequential)
    why = "players move at the same time";
  else if (type.information != GameType::Information::kPerfectInformation)
    why = "it hides information";
  else if (type.chance_mode == GameType::ChanceMode::kSampledStochastic)
    why = "its chance has no probabilities";
  else if (game.NumDistinctActions() == 0)
    why = "its actions have no numbers";
  else if (game.NumPlayers() > 2)
    why = "it has " + std::to_string(game.NumPlayers()) + " players";
  else if (game.NumPlayers() == 2 && type.utility != GameType::Utility::kZeroSum)
    why = "it is not zero-sum";
  else
    return "";
  return type.short_name + " cannot be played: " + why;
}

const char* open_game(const rootward_value* values, rootward_facts* facts, void** rules) try {
  thread_local std::string refusal;  // has to live on
  open_spiel::SetErrorHandler([](const std::string& error) { throw std::runtime_error(error); });
  auto opened = std::make_unique<Rules>();
  opened->game = open_spiel::LoadGame(values[0].text);
  opened->is_graded = values[1].integer != 0;
  const open_spiel::Game& game = *opened->game;
  refusal = refusal_of(game);
  if (!refusal.empty()) return refusal.c_str();
  const int moves = std::max(game.NumDistinctActions(), game.MaxChanceOutcomes());
  facts->most_plies = static_cast<uint32_t>(game.MaxGameLength() + game.MaxChanceNodesInHistory());
  facts->state_bytes = 4 + 4 * facts->most_plies;
  facts->most_moves = static_cast<uint32_t>(std::min(moves, 65534));
  facts->move_limit = moves <= 65535 ? static_cast<uint32_t>(moves) : 0;
  facts->seats = static_cast<uint32_t>(game.NumPlayers());
  facts->low = game.MinUtility();
  facts->high = game.MaxUtility();
  facts->win_draw_loss = !opened->is_graded && facts->low == -1 && facts->high == 1;
  *rules = opened.release();
  return nullptr;
} catch (const std::exception& error) {
  thread_local std::string text;
  text = error.what();
  return text.c_str();
}
void close_game(void* rules) { delete static_cast<Rules*>(rules); }

void start(const void*, void*) {}  // no moves
int to_move(const void* rules, const void* state) {
  const open_spiel::State& position = position_of(rules, state);
  return position.IsChanceNode() ? ROOTWARD_CHANCE : position.CurrentPlayer();
}
int is_over(const void* rules, const void* state) { return position_of(rules, state).IsTerminal(); }
double result(const void* rules, const void* state) { return position_of(rules, state).Returns()[0] + 0.0; }
uint32_t legal(const void* rules, const void* state, uint32_t* moves) {
  const open_spiel::State& position = position_of(rules, state);
  if (position.IsTerminal()) return 0;
  uint32_t count = 0;
  for (const open_spiel::Action move : position.LegalActions()) moves[count++] = static_cast<uint32_t>(move);
  return count;
}
void play(const void*, void* state, uint32_t move) {
  auto& history = *static_cast<History*>(state);
  history.moves[history.length++] = static_cast<int32_t>(move);
}
void move_text(const void* rules, const void* state, uint32_t move, char* text) {
  const open_spiel::State& position = position_of(rules, state);
  std::string name = position.ActionToString(position.CurrentPlayer(), move);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c <= ' ' || c > '~'; }, '_');
  if (name.empty() || name.size() >= ROOTWARD_TEXT_BYTES) name = std::to_string(move);
  std::strcpy(text, name.c_str());
}
void board(const void* rules, const void* state, char* text) {
  const std::string shown = position_of(rules, state).ToString();
  text[shown.copy(text, ROOTWARD_BOARD_BYTES - 1)] = 0;
}
double probability(const void* rules, const void* state, uint32_t outcome) {
  for (const auto& [action, chance] : position_of(rules, state).ChanceOutcomes())
    if (action == static_cast<open_spiel::Action>(outcome)) return chance;
  return 0;
}
/// On one position, which needs no history.
double playout(const void* rules, void* state, const rootward_random* random, uint32_t* plies) {
  const Position position = position_of(rules, state).Clone();
  for (; !position->IsTerminal(); ++*plies) {
    if (!position->IsChanceNode()) {
      const std::vector<open_spiel::Action> moves = position->LegalActions();
      position->ApplyAction(moves[rootward_below(random, static_cast<uint32_t>(moves.size()))]);
      continue;
    }
    const auto outcomes = position->ChanceOutcomes();
    double left = static_cast<double>(random->next(random->stream) >> 11) * 0x1p-53;
    std::size_t drawn = 0;
    while (drawn + 1 < outcomes.size() && (left -= outcomes[drawn].second) >= 0) ++drawn;
    position->ApplyAction(outcomes[drawn].first);
  }
  return position->Returns()[0] + 0.0;
}

const rootward_parameter parameters[] = {
    {"game", "As OpenSpiel writes it: othello, go(board_size=5).", ROOTWARD_TEXT, 0, 0, {}, nullptr},
    {"graded", "Results between -1 and 1 count as they are.", ROOTWARD_SWITCH, 0, 0, {}, nullptr},
    {nullptr, nullptr, 0, 0, 0, {}, nullptr}};

rootward_game made() {
  rootward_game game{};
  game.version = ROOTWARD_GAME_VERSION;
  game.name = "openspiel";
  game.help = "Games of OpenSpiel: in turn, nothing hidden, one seat, or two with one's win the other's loss.";
  game.parameters = parameters;
  game.open = open_game;
  game.close = close_game;
  game.start = start;
  game.to_move = to_move;
  game.is_over = is_over;
  game.result = result;
  game.legal = legal;
  game.play = play;
  game.move_text = move_text;
  game.board = board;
  game.probability = probability;
  game.playout = playout;
  return game;
}

}  // namespace

const rootward_game rootward_plugin = made();
