// Games and positions. Positions are values: a move makes a new one.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/rng.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"
#include "python/native.h"
#include "python/position.h"

namespace rootward::python {
namespace {

PyPosition start_of(const std::shared_ptr<const Game>& game) { return {game, game->start(), nullptr}; }

PyPosition after(const PyPosition& from, const std::vector<std::string>& moves) {
  std::unique_ptr<Position> position = from.at().clone();
  for (const std::string& text : moves) play_text(*position, text);
  return {from.game, std::move(position), from.is_lent};
}

std::vector<std::string> legal_moves(const PyPosition& from) {
  std::vector<std::string> texts;
  if (from.at().is_over()) return texts;
  for (const Action action : from.at().legal_actions()) texts.push_back(from.at().action_text(action));
  return texts;
}

/// int8 rows x columns, row 0 on top: 0 empty, 1 first seat, 2 second, -1 no cell; None where the game shows no board.
py::object board_of(const PyPosition& from) {
  const std::vector<std::string> rows = from.at().board_rows();
  if (rows.empty()) return py::none();
  py::array_t<std::int8_t> board({rows.size(), rows.front().size()});
  auto cells = board.mutable_unchecked<2>();
  for (py::ssize_t y = 0; y < cells.shape(0); ++y) {
    for (py::ssize_t x = 0; x < cells.shape(1); ++x)
      cells(y, x) = board_cell(rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]);
  }
  return board;
}

/// The results of `n` random games from here, first seat's view; the position stays.
py::array_t<double> playouts(const PyPosition& from, std::size_t n, std::uint64_t seed) {
  py::array_t<double> results(static_cast<py::ssize_t>(n));
  double* const out = results.mutable_data();
  const Position& start = from.at();
  const py::gil_scoped_release release;
  Rng rng(seed);
  for (std::size_t i = 0; i < n; ++i) out[i] = start.clone()->random_playout(rng).value;
  return results;
}

std::uint64_t perft(const PyPosition& from, int depth) {
  if (depth < 0) throw UsageError(fmt::format("depth {} is not allowed; allowed: from 0 on", depth));
  const Position& start = from.at();
  const py::gil_scoped_release release;
  return start.perft(depth);
}

}  // namespace

std::int8_t board_cell(char shown) {
  if (shown == 'X') return 1;
  if (shown == 'O') return 2;
  return shown == '#' ? std::int8_t{-1} : std::int8_t{0};
}

void play_text(Position& position, const std::string& text) {
  if (position.is_over()) throw UsageError(text + ": the game is over before this move");
  const std::optional<Action> action = position.parse_action(text);
  if (!action) throw UsageError(text + " is no move of this game");
  if (!position.is_legal(*action)) throw UsageError(text + " is not legal here");
  position.play(*action);
}

std::shared_ptr<const Game> game_of_text(const std::string& yaml, std::uint64_t seed) {
  return make_game(draw_game(parse_game(yaml, {}, "game"), seed));
}

void bind_games(py::module_& module) {
  py::class_<Game, std::shared_ptr<Game>>(module, "Game")
      .def_property_readonly("name", [](const Game& game) { return game.id().name; })
      .def_property_readonly("seats", [](const Game& game) { return game.facts().seats; });
  module.def("game", [](const std::string& yaml, std::uint64_t seed) {
    return std::const_pointer_cast<Game>(game_of_text(yaml, seed));
  });
  py::class_<PyPosition>(module, "Position")
      .def(py::init([](const std::shared_ptr<Game>& game) { return start_of(game); }))
      .def("after", after)
      .def("legal", legal_moves)
      .def("to_move", [](const PyPosition& at) { return static_cast<int>(at.at().to_move()); })
      .def("board", board_of)
      .def("is_chance", [](const PyPosition& at) { return at.at().is_chance(); })
      .def("probabilities",
           [](const PyPosition& at) {
             std::vector<double> shares;
             for (const Action outcome : at.at().legal_actions()) shares.push_back(at.at().probability(outcome));
             return shares;
           })
      .def("is_over", [](const PyPosition& at) { return at.at().is_over(); })
      .def("result", [](const PyPosition& at) { return at.at().result(); })
      .def("perft", perft)
      .def("playouts", playouts)
      .def("hash", [](const PyPosition& at) { return at.at().hash(); })
      .def("drawing", [](const PyPosition& at) { return at.at().drawing(); });
}

}  // namespace rootward::python
