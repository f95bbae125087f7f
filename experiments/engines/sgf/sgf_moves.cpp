// Properties of the main line, node by node.
#include "experiments/engines/sgf/sgf_moves.h"

#include <fmt/format.h>

#include <cstdlib>

#include "core/errors.h"
#include "experiments/engines/gtp/gtp_text.h"
#include "experiments/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

constexpr std::string_view kColumns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
constexpr int kLargest = 25;

class MovesReader {
 public:
  MovesReader(const SgfGame& game, const std::string& source) : game_(game), source_(source) {}

  SgfMoves read() {
    read_root(game_.nodes.front());
    for (const SgfNode& node : game_.nodes) read_node(node);
    return std::move(moves_);
  }

 private:
  [[noreturn]] void fail(const SgfProperty& property, const std::string& message) const {
    throw UsageError({Problem{
        .file = source_, .line = property.line, .column = property.column, .path = property.name, .message = message}});
  }

  void read_root(const SgfNode& root) {
    if (const SgfProperty* game = root.find("GM"); game != nullptr && game->values[0] != "1")
      fail(*game, fmt::format("{} is another game; allowed: 1 (Go)", game->values[0]));
    if (const SgfProperty* size = root.find("SZ")) {
      const std::optional<int> lines = parse_int(size->values[0]);
      if (!lines || *lines < 1 || *lines > kLargest)
        fail(*size, fmt::format("{} is not allowed; allowed: 1 to {} lines, square boards", size->values[0], kLargest));
      moves_.size = *lines;
    }
    if (const SgfProperty* komi = root.find("KM")) {
      moves_.komi = parse_double(komi->values[0]);
      if (!moves_.komi) fail(*komi, fmt::format("{} is no number", komi->values[0]));
    }
  }

  void read_node(const SgfNode& node) {
    for (const SgfProperty& property : node.properties) {
      if (property.name == "AB") set_up(property, moves_.black);
      if (property.name == "AW") set_up(property, moves_.white);
      if (property.name == "AE") fail(property, "stones are taken away, which is not understood");
      if (property.name == "PL" && moves_.moves.empty()) {
        const std::optional<Seat> seat = parse_gtp_colour(property.values[0]);
        if (!seat) fail(property, fmt::format("{} is no colour", property.values[0]));
        moves_.to_move = *seat;
        has_player_ = true;
      }
      if (property.name == "B" || property.name == "W") read_move(property);
    }
  }

  void set_up(const SgfProperty& property, std::vector<std::string>& stones) {
    if (!moves_.moves.empty()) fail(property, "stones are set up after the first move, which is not understood");
    for (const std::string& value : property.values) {
      const std::string vertex = vertex_of(property, value);
      if (vertex == "pass") fail(property, "a stone without a point");
      stones.push_back(vertex);
    }
  }

  void read_move(const SgfProperty& property) {
    const Seat seat = property.name == "B" ? Seat::first : Seat::second;
    if (moves_.moves.empty() && !has_player_) moves_.to_move = seat;
    moves_.moves.push_back({seat, vertex_of(property, property.values[0]), property.line, property.column});
  }

  /// "tt" is a pass on boards of up to 19 lines, as before FF[4].
  [[nodiscard]] std::string vertex_of(const SgfProperty& property, const std::string& value) const {
    if (value.empty() || (value == "tt" && moves_.size <= 19)) return "pass";
    const int column = value.size() == 2 ? value[0] - 'a' : -1;
    const int row = value.size() == 2 ? value[1] - 'a' : -1;
    if (column < 0 || column >= moves_.size || row < 0 || row >= moves_.size)
      fail(property, fmt::format("{} is no point of a board of {} lines", value, moves_.size));
    return fmt::format("{}{}", kColumns[static_cast<std::size_t>(column)], moves_.size - row);
  }

  const SgfGame& game_;
  const std::string& source_;
  SgfMoves moves_;
  bool has_player_ = false;
};

}  // namespace

SgfMoves read_sgf_moves(const SgfGame& game, const std::string& source) { return MovesReader(game, source).read(); }

std::string sgf_point(const std::string& vertex, int size) {
  if (lower_case(vertex) == "pass") return "";
  const std::size_t column = kColumns.find(upper_case(vertex.substr(0, 1)));
  const int row = parse_int(std::string_view(vertex).substr(1)).value_or(1);
  return {static_cast<char>('a' + static_cast<char>(column)), static_cast<char>('a' + size - row)};
}

std::vector<std::string> sgf_setup_rows(const Game& game, const SgfMoves& record, const std::string& source) {
  if (record.black.empty() && record.white.empty()) return {};
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
