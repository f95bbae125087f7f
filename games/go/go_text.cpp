// Text forms of Go: moves, the whole state that reads back, the drawing for people.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "core/errors.h"
#include "core/number_text.h"
#include "games/go/coordinates.h"
#include "games/go/go.h"

namespace rootward {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw UsageError("Go position: " + what); }

char stone_char(Stone stone) { return stone == Stone::empty ? '.' : stone == Stone::black ? 'X' : 'O'; }

bool is_pass_text(std::string_view text) {
  constexpr std::string_view kPass = "pass";
  return std::ranges::equal(text, kPass, [](char a, char b) { return a == b || a == b - 'a' + 'A'; });
}

/// The text's lines one after the other.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  std::string_view next(std::string_view expected) {
    if (rest_.empty()) refuse(fmt::format("the text ends where {} should stand", expected));
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return line;
  }

  /// The value of the line "key value".
  std::string_view value(std::string_view key) {
    const std::string_view line = next(fmt::format("the line \"{} ...\"", key));
    if (line.size() <= key.size() || !line.starts_with(key) || line[key.size()] != ' ')
      refuse(fmt::format(R"("{}" stands where the line "{} ..." should)", line, key));
    return line.substr(key.size() + 1);
  }

  void expect_end() const {
    if (!rest_.empty()) refuse(fmt::format("\"{}\" follows the board", rest_.substr(0, rest_.find('\n'))));
  }

 private:
  std::string_view rest_;
};

int read_number(std::string_view key, std::string_view text, int low, int high) {
  const std::optional<int> number = parse_number<int>(text);
  if (!number || *number < low || *number > high)
    refuse(fmt::format("{} \"{}\" is not allowed; allowed: an integer in [{}, {}]", key, text, low, high));
  return *number;
}

Seat read_seat(std::string_view text) {
  if (text == "black") return Seat::first;
  if (text == "white") return Seat::second;
  refuse(fmt::format("to_move \"{}\" is not allowed; allowed: black, white", text));
}

/// The words of a line between single blanks.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// Ascending keys of 16 hexadecimal digits, or "none".
std::vector<std::uint64_t> read_keys(std::string_view text) {
  std::vector<std::uint64_t> keys;
  if (text == "none") return keys;
  for (std::string_view word : split(text)) {
    const std::optional<std::uint64_t> key = parse_number<std::uint64_t>(word, 16);
    if (!key || word.size() != 16)
      refuse(fmt::format("earlier key \"{}\" is not allowed; allowed: none, or keys of 16 hexadecimal digits", word));
    if (!keys.empty() && *key <= keys.back()) refuse("the earlier keys do not ascend");
    keys.push_back(*key);
  }
  return keys;
}

template <class Board>
void read_rows(LineReader& lines, Board& board) {
  const int size = board.size();
  for (int row = size - 1; row >= 0; --row) {
    const std::string_view line = lines.next(fmt::format("row {} of the board", row + 1));
    if (line.size() != static_cast<std::size_t>(size) || line.find_first_not_of(".XO") != std::string_view::npos)
      refuse(fmt::format("row {} is \"{}\"; allowed: {} characters, each one of . X O", row + 1, line, size));
    for (int column = 0; column < size; ++column) {
      const char stone = line[static_cast<std::size_t>(column)];
      if (stone != '.') board.set_stone(row * size + column, stone == 'X' ? Seat::first : Seat::second);
    }
  }
  for (Point point = 0; point < board.points(); ++point) {
    if (board.at(point) != Stone::empty && board.liberties(point) == 0)
      refuse(fmt::format("the stone on {} has no liberty", point_text(point, size)));
  }
}

/// A simple-ko point is where a lone stone of the side to move has just been taken: enemies on all sides.
template <class Board>
Point read_ko(std::string_view text, const Board& board, Seat to_move) {
  if (text == "none") return kNoPoint;
  const std::optional<Point> point = parse_point(text, board.size());
  if (!point) refuse(fmt::format("ko \"{}\" is not allowed; allowed: none, or a point of the board", text));
  const int size = board.size(), row = *point / size, column = *point % size;
  const Stone enemy = stone_of(other(to_move));
  const bool is_walled_in =
      (row == 0 || board.at(*point - size) == enemy) && (row == size - 1 || board.at(*point + size) == enemy) &&
      (column == 0 || board.at(*point - 1) == enemy) && (column == size - 1 || board.at(*point + 1) == enemy);
  if (board.at(*point) != Stone::empty || !is_walled_in)
    refuse(fmt::format("ko {} is no empty point with enemies of the side to move on all sides", text));
  return *point;
}

}  // namespace

template <class Board>
std::string Go<Board>::action_text(Action action) const {
  return action == pass_action() ? "pass" : point_text(action, board_.size());
}

template <class Board>
std::optional<Action> Go<Board>::parse_action(std::string_view text) const {
  if (is_pass_text(text)) return pass_action();
  const std::optional<Point> point = parse_point(text, board_.size());
  return point ? std::optional<Action>(static_cast<Action>(*point)) : std::nullopt;
}

template <class Board>
std::string Go<Board>::to_text() const {
  std::vector<std::uint64_t> earlier;
  for (std::uint64_t key : positions_.keys())
    if (key != board_.key()) earlier.push_back(key);
  std::ranges::sort(earlier);
  std::string text = fmt::format("go {}\nto_move {}\nply {}\npasses {}\nko {}\nearlier", board_.size(),
                                 to_move_ == Seat::first ? "black" : "white", ply_, passes_,
                                 ko_ == kNoPoint ? "none" : point_text(ko_, board_.size()));
  if (earlier.empty()) text += " none";
  for (std::uint64_t key : earlier) text += fmt::format(" {:016x}", key);
  text += "\nboard\n";
  for (const std::string& row : board_rows()) text += row + '\n';
  return text;
}

template <class Board>
std::vector<std::string> Go<Board>::board_rows() const {
  std::vector<std::string> rows;
  for (int row = board_.size() - 1; row >= 0; --row) {
    std::string& text = rows.emplace_back();
    for (int column = 0; column < board_.size(); ++column) text += stone_char(board_.at(row * board_.size() + column));
  }
  return rows;
}

template <class Board>
Go<Board> Go<Board>::set_up(const GoRules& rules, const std::vector<std::string>& rows, Seat to_move) {
  std::string text = fmt::format("go {}\nto_move {}\nply 0\npasses 0\nko none\nearlier none\nboard\n", rows.size(),
                                 to_move == Seat::first ? "black" : "white");
  for (const std::string& row : rows) text += row + '\n';
  return from_text(rules, text);
}

template <class Board>
Go<Board> Go<Board>::from_text(const GoRules& rules, std::string_view text) {
  LineReader lines(text);
  if (const std::string_view size = lines.value("go"); size != fmt::format("{}", rules.size))
    refuse(fmt::format("its size is {}, the game's is {}", size, rules.size));
  Go position(rules);
  position.to_move_ = read_seat(lines.value("to_move"));
  position.ply_ = read_number("ply", lines.value("ply"), 0, rules.move_limit);
  position.passes_ = static_cast<std::uint8_t>(read_number("passes", lines.value("passes"), 0, 2));
  if (position.passes_ > position.ply_) refuse("there are more passes than plies");
  const std::string_view ko = lines.value("ko");
  const std::vector<std::uint64_t> earlier = read_keys(lines.value("earlier"));
  if (const std::string_view line = lines.next("the line \"board\""); line != "board")
    refuse(fmt::format(R"("{}" stands where the line "board" should)", line));
  read_rows(lines, position.board_);
  lines.expect_end();
  position.ko_ = read_ko(ko, position.board_, position.to_move_);
  if (position.ko_ != kNoPoint && position.passes_ > 0) refuse("a pass lifts a ko, yet both are given");

  const std::uint64_t present = position.board_.key();
  if (rules.ko == KoRule::simple && !earlier.empty()) refuse("earlier keys are given, but the ko rule is simple");
  if (std::ranges::binary_search(earlier, present)) refuse("the board is among its own earlier positions");
  if (earlier.size() > static_cast<std::size_t>(position.ply_)) refuse("there are more earlier positions than plies");
  if (rules.ko == KoRule::positional) {
    position.positions_ = PositionSet{};
    for (std::uint64_t key : earlier) position.positions_.add(key);
    position.positions_.add(present);
    if (!earlier.empty()) position.board_.assume_losses_everywhere();
  }
  for (Point point = 0; point < position.board_.points(); ++point)
    position.origin_.push_back(position.board_.at(point));
  if (std::ranges::count(position.origin_, Stone::empty) == position.board_.points()) position.origin_.clear();
  return position;
}

template <class Board>
std::string Go<Board>::drawing() const {
  const int size = board_.size();
  std::string letters = "  ";
  for (int column = 0; column < size; ++column) letters += fmt::format(" {}", column_letter(column));
  std::string text = letters + '\n';
  for (int row = size - 1; row >= 0; --row) {
    text += fmt::format("{:2}", row + 1);
    for (int column = 0; column < size; ++column)
      text += fmt::format(" {}", stone_char(board_.at(row * size + column)));
    text += fmt::format(" {}\n", row + 1);
  }
  return text + letters + '\n' +
         (is_over()                 ? "game over\n"
          : to_move_ == Seat::first ? "Black (X) to move\n"
                                    : "White (O) to move\n");
}

// The rest of the class is instantiated in go.cpp.
template std::string Go<SmallBoard>::action_text(Action) const;
template std::string Go<LargeBoard>::action_text(Action) const;
template std::optional<Action> Go<SmallBoard>::parse_action(std::string_view) const;
template std::optional<Action> Go<LargeBoard>::parse_action(std::string_view) const;
template std::string Go<SmallBoard>::to_text() const;
template std::string Go<LargeBoard>::to_text() const;
template Go<SmallBoard> Go<SmallBoard>::from_text(const GoRules&, std::string_view);
template Go<LargeBoard> Go<LargeBoard>::from_text(const GoRules&, std::string_view);
template std::vector<std::string> Go<SmallBoard>::board_rows() const;
template std::vector<std::string> Go<LargeBoard>::board_rows() const;
template Go<SmallBoard> Go<SmallBoard>::set_up(const GoRules&, const std::vector<std::string>&, Seat);
template Go<LargeBoard> Go<LargeBoard>::set_up(const GoRules&, const std::vector<std::string>&, Seat);
template std::string Go<SmallBoard>::drawing() const;
template std::string Go<LargeBoard>::drawing() const;

}  // namespace rootward
