// Properties of the main line, node by node.
#include "lab/engines/sgf/sgf_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/number_text.h"
#include "lab/engines/changed_rules.h"
#include "lab/engines/gtp/gtp_text.h"
#include "lab/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

constexpr std::string_view kColumns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
constexpr int kLargest = 25;

class MovesReader {
 public:
  MovesReader(const SgfGame& game, const std::string& source) : game_(game), source_(source) {}

  SgfMoves read() {
    read_root(game_.nodes.front());
    cells_.assign(index_of({0, moves_.size}), '.');
    named_.assign(cells_.size(), nullptr);
    for (const SgfNode& node : game_.nodes) read_node(node);
    add_stones();
    return std::move(moves_);
  }

 private:
  struct Point {
    int column = 0;
    int row = 0;  ///< from the top
  };

  [[noreturn]] void fail(const SgfProperty& property, const std::string& message) const {
    throw UsageError({Problem{
        .file = source_, .line = property.line, .column = property.column, .path = property.name, .message = message}});
  }

  void read_root(const SgfNode& root) {
    if (const SgfProperty* game = root.stated("GM"); game != nullptr && game->text() != "1")
      fail(*game, fmt::format("{} is another game; allowed: 1 (Go)", game->text()));
    if (const SgfProperty* size = root.stated("SZ")) {
      const std::optional<int> lines = parse_int(size->text());
      if (!lines || *lines < 1 || *lines > kLargest)
        fail(*size, fmt::format("{} is not allowed; allowed: 1 to {} lines, square boards", size->text(), kLargest));
      moves_.size = *lines;
      moves_.size_place = {size->line, size->column};
    }
    if (const SgfProperty* komi = root.stated("KM")) {
      moves_.komi = parse_double(komi->text());
      if (!moves_.komi) fail(*komi, fmt::format("{} is no number", komi->text()));
      moves_.komi_place = {komi->line, komi->column};
    }
  }

  void read_node(const SgfNode& node) {
    if (moves_.moves.empty()) std::ranges::fill(named_, nullptr);
    for (const SgfProperty& property : node.properties) {
      if (property.name == "AB") set_up(property, 'X');
      if (property.name == "AW") set_up(property, 'O');
      if (property.name == "AE") set_up(property, '.');
      if (property.name == "HA") read_handicap(property);
      if (property.name == "PL" && moves_.moves.empty() && !property.text().empty()) read_player(property);
      if (property.name == "B" || property.name == "W") read_move(property);
    }
  }

  void read_player(const SgfProperty& property) {
    const std::optional<Seat> seat = parse_gtp_colour(property.text());
    if (!seat) fail(property, fmt::format("{} is no colour", property.text()));
    moves_.to_move = *seat;
    has_player_ = true;
  }

  void set_up(const SgfProperty& property, char cell) {
    if (!moves_.moves.empty())
      fail(property, "stones are set up or taken away after the first move, which is not understood");
    for (const std::string& value : property.values) {
      const auto [from, to] = rectangle_of(property, value);
      for (int row = from.row; row <= to.row; ++row)
        for (int column = from.column; column <= to.column; ++column) set_cell(property, {column, row}, cell);
    }
  }

  void set_cell(const SgfProperty& property, const Point& point, char cell) {
    const std::size_t index = index_of(point);
    if (named_[index] != nullptr && named_[index]->name != property.name)
      fail(property, fmt::format("{} stands in the node's {} too", vertex_at(point), named_[index]->name));
    named_[index] = &property;
    cells_[index] = cell;
  }

  void add_stones() {
    for (int row = 0; row < moves_.size; ++row) {
      for (int column = 0; column < moves_.size; ++column) {
        const char cell = cells_[index_of({column, row})];
        if (cell != '.') (cell == 'X' ? moves_.black : moves_.white).push_back(vertex_at({column, row}));
      }
    }
  }

  /// White begins behind stones of a handicap, where nothing else is said.
  void read_handicap(const SgfProperty& property) {
    const std::optional<int> stones = parse_number<int>(property.text());
    if (stones && *stones >= 2 && moves_.moves.empty() && !has_player_) moves_.to_move = Seat::second;
  }

  void read_move(const SgfProperty& property) {
    const Seat seat = property.name == "B" ? Seat::first : Seat::second;
    if (moves_.moves.empty() && !has_player_) moves_.to_move = seat;
    moves_.moves.push_back({seat, vertex_of(property, property.values[0]), property.line, property.column});
  }

  /// "tt" is a pass on boards of up to 19 lines, as before FF[4].
  [[nodiscard]] std::string vertex_of(const SgfProperty& property, const std::string& value) const {
    if (value.empty() || (value == "tt" && moves_.size <= 19)) return "pass";
    return vertex_at(point_of(property, value));
  }

  /// Of a point, or of a compressed list of points, "dd:ef" (FF[4]): the upper left one and the lower right one.
  [[nodiscard]] std::pair<Point, Point> rectangle_of(const SgfProperty& property, const std::string& value) const {
    if (value.empty()) fail(property, "a stone without a point");
    const std::size_t colon = value.find(':');
    const Point from = point_of(property, value.substr(0, colon));
    const Point to = colon == std::string::npos ? from : point_of(property, value.substr(colon + 1));
    if (from.column > to.column || from.row > to.row)
      fail(property,
           fmt::format("{} is no rectangle; allowed: its upper left point, a colon, its lower right point", value));
    return {from, to};
  }

  [[nodiscard]] Point point_of(const SgfProperty& property, const std::string& value) const {
    const Point point = value.size() == 2 ? Point{value[0] - 'a', value[1] - 'a'} : Point{-1, -1};
    if (point.column < 0 || point.column >= moves_.size || point.row < 0 || point.row >= moves_.size)
      fail(property, fmt::format("{} is no point of a board of {} lines", value, moves_.size));
    return point;
  }
  [[nodiscard]] std::size_t index_of(const Point& point) const {
    return static_cast<std::size_t>(point.row) * static_cast<std::size_t>(moves_.size) +
           static_cast<std::size_t>(point.column);
  }
  [[nodiscard]] std::string vertex_at(const Point& point) const {
    return fmt::format("{}{}", kColumns[static_cast<std::size_t>(point.column)], moves_.size - point.row);
  }

  const SgfGame& game_;
  const std::string& source_;
  SgfMoves moves_;
  bool has_player_ = false;
  std::string cells_;                      // as set up so far, by rows from the top: X, O or .
  std::vector<const SgfProperty*> named_;  // the node's property that names the cell
};

/// The rules as a property states them.
NamedParams with_stated(const NamedParams& game, const char* key, ParamValue value, const Problem& place) {
  try {
    NamedParams stated = with_rule(game, key, std::move(value));
    static_cast<void>(make_game(stated));
    return stated;
  } catch (const ParamError& error) {
    Problem problem = place;
    problem.message = error.what();
    throw UsageError({problem});
  }
}

Problem problem_at(const SgfPlace& place, const char* property, const std::string& source) {
  return {.file = source, .line = place.line, .column = place.column, .path = property, .message = {}};
}

}  // namespace

SgfMoves read_sgf_moves(const SgfGame& game, const std::string& source) { return MovesReader(game, source).read(); }

NamedParams game_of_sgf_size(const NamedParams& game, const SgfMoves& record, const std::string& source) {
  return with_stated(game, "size", std::int64_t{record.size}, problem_at(record.size_place, "SZ", source));
}

NamedParams game_of_sgf_komi(const NamedParams& game, const SgfMoves& record, const std::string& source) {
  if (!record.komi || !game.params.has("komi")) return game;
  return with_stated(game, "komi", *record.komi, problem_at(record.komi_place, "KM", source));
}

std::string sgf_point(const std::string& vertex, int size) {
  if (lower_case(vertex) == "pass") return "";
  const std::size_t column = kColumns.find(upper_case(vertex.substr(0, 1)));
  const int row = parse_int(std::string_view(vertex).substr(1)).value_or(1);
  return {static_cast<char>('a' + static_cast<char>(column)), static_cast<char>('a' + size - row)};
}

std::vector<std::string> sgf_setup_rows(const Game& game, const SgfMoves& record, const std::string& source) {
  if (!record.has_setup()) return {};
  std::vector<std::string> rows = game.start()->board_rows();
  for (const std::vector<std::string>* stones : {&record.black, &record.white}) {
    for (const std::string& vertex : *stones) {
      char* cell = find_cell(game, rows, vertex);
      if (cell == nullptr) throw UsageError(fmt::format("{}: {} is no point of the board", source, vertex));
      *cell = stones == &record.black ? 'X' : 'O';
    }
  }
  if (game.set_up(rows, record.to_move) == nullptr)
    throw UsageError(fmt::format("{}: positions of {} cannot be set up", source, game.id().name));
  return rows;
}

std::unique_ptr<Position> position_in_sgf(const Game& game, const SgfMoves& record, std::size_t moves,
                                          const std::string& source) {
  const std::vector<std::string> rows = sgf_setup_rows(game, record, source);
  std::unique_ptr<Position> position = rows.empty() ? game.start() : game.set_up(rows, record.to_move);
  for (std::size_t i = 0; i < moves; ++i) {
    const SgfMove& move = record.moves[i];
    const auto fail = [&](const std::string& what) {
      throw UsageError({Problem{.file = source,
                                .line = move.line,
                                .column = move.column,
                                .path = fmt::format("move {} ({})", i + 1, move.vertex),
                                .message = what}});
    };
    const bool is_turn = position->to_move() == move.seat && !position->is_over();
    if (!is_turn && !position->resume(move.seat))
      fail(position->is_over() ? "the game is over" : "it is the other side's turn");
    const std::optional<Action> action = parse_vertex(*position, move.vertex);
    if (!action || !position->is_legal(*action)) fail("is illegal");
    position->play(*action);
  }
  return position;
}

}  // namespace rootward
