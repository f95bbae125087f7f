// Opening books, as lists of moves or as SGF: a strict reader that names every wrong move with its place.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <sstream>
#include <unordered_set>
#include <utility>

#include "core/characters.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/text.h"
#include "lab/arena/opening_pool.h"
#include "lab/engines/sgf/sgf_moves.h"

namespace rootward {
namespace {

constexpr std::size_t kMaxProblems = 20;

/// A move as written, with its place from 1.
struct Word {
  std::string text;
  int line = 0;
  int column = 0;
};

std::vector<Word> words_of(const std::string& line, int number) {
  constexpr std::string_view kBlank = " \t\r";
  const std::string text = line.substr(0, line.find('#'));
  std::vector<Word> words;
  std::size_t at = text.find_first_not_of(kBlank);
  while (at != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlank, at), text.size());
    words.push_back({text.substr(at, end - at), number, static_cast<int>(at) + 1});
    at = text.find_first_not_of(kBlank, end);
  }
  return words;
}

bool is_sgf(const std::filesystem::path& file) { return lower_case(file.extension().string()) == ".sgf"; }

/// The file itself, or the SGF files of a folder in the order of their names.
std::vector<std::string> files_of(const std::string& book) {
  if (!std::filesystem::is_directory(book)) return {book};
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(book))
    if (is_sgf(entry.path())) files.push_back(entry.path().string());
  std::ranges::sort(files);
  if (files.empty()) throw RunError(fmt::format("the folder {} holds no .sgf file", book));
  return files;
}

class BookReader {
 public:
  BookReader(const Game& game, int plies)
      : game_(game), plies_(plies == 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(plies)) {}

  std::vector<MoveSequence> read(const std::string& book) {
    for (const std::string& file : files_of(book)) {
      file_ = file;
      is_sgf(file) ? read_games() : read_lines();
      if (problems_.size() >= kMaxProblems) break;
    }
    if (problems_.empty() && openings_.empty()) add_problem(0, 0, "holds no opening");
    if (!problems_.empty()) throw UsageError(std::move(problems_));
    return std::move(openings_);
  }

 private:
  void read_lines() {
    std::istringstream lines(read_whole_file(file_));
    int number = 0;
    for (std::string line; std::getline(lines, line) && problems_.size() < kMaxProblems;) {
      if (number == 0 && line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
      const std::vector<Word> words = words_of(line, ++number);
      if (!words.empty()) add_opening(words);
    }
  }

  void read_games() {
    const int size = static_cast<int>(game_.start()->board_rows().size());
    if (!game_.facts().is_go_like)
      return add_problem(0, 0, "SGF holds games of Go, which " + game_.id().name + " is not");
    for (const SgfGame& game : read_sgf_file(file_)) {
      const SgfMoves sgf = read_sgf_moves(game, file_);
      const auto refuse = [&](std::string message) { add_problem(game.line, game.column, std::move(message)); };
      if (sgf.size != size)
        refuse(fmt::format("a game on {} lines; this tournament's board has {}", sgf.size, size));
      else if (sgf.has_setup())
        refuse("a game with stones set up is no opening here");
      else if (sgf.to_move != Seat::first)
        refuse("a game in which White begins is no opening here");
      else
        add_moves(sgf.moves);
    }
  }

  void add_moves(const std::vector<SgfMove>& moves) {
    std::vector<Word> words;
    Seat seat = Seat::first;
    for (const SgfMove& move : moves) {
      if (move.seat != seat) return add_problem(move.line, move.column, "the colours do not alternate");
      words.push_back({move.vertex, move.line, move.column});
      seat = other(seat);
    }
    add_opening(words);
  }

  void add_problem(int line, int column, std::string message) {
    problems_.push_back({.file = file_, .line = line, .column = column, .path = {}, .message = std::move(message)});
  }

  void add_opening(const std::vector<Word>& words) {
    const std::unique_ptr<Position> position = game_.start();
    MoveSequence moves;
    for (const Word& word : words) {
      if (moves.size() == plies_) break;
      const std::optional<Action> action = position->parse_action(word.text);
      if (!action || !position->is_legal(*action)) {
        add_problem(word.line, word.column,
                    fmt::format("move {} `{}` is {}; legal here: {}", moves.size() + 1, word.text,
                                action ? "not legal" : "no move of this game", legal_text(*position)));
        return;
      }
      moves.push_back(*action);
      position->play(*action);
      if (position->is_over()) {
        add_problem(word.line, word.column,
                    fmt::format("move {} `{}` ends the game; `plies` cuts openings short", moves.size(), word.text));
        return;
      }
    }
    if (seen_.insert(position->canonical_hash()).second) openings_.push_back(std::move(moves));
  }

  static std::string legal_text(const Position& position) {
    constexpr std::size_t kShown = 12;
    const std::vector<Action> actions = position.legal_actions();
    std::string text;
    for (std::size_t i = 0; i < std::min(kShown, actions.size()); ++i)
      text += fmt::format("{}{}", i == 0 ? "" : " ", position.action_text(actions[i]));
    if (actions.size() > kShown) text += fmt::format(" and {} more", actions.size() - kShown);
    return text;
  }

  const Game& game_;
  std::size_t plies_;
  std::string file_;
  std::vector<MoveSequence> openings_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<MoveSequence> read_book(const Game& game, const std::string& file, int plies) {
  return BookReader(game, plies).read(file);
}

}  // namespace rootward
