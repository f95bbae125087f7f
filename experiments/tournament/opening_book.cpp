// Opening books: a strict reader that names every wrong move with its place.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <unordered_set>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/tournament/opening_pool.h"

namespace rootward {
namespace {

constexpr std::size_t kMaxProblems = 20;

/// A word of a line with its column from 1.
struct Word {
  std::string text;
  int column = 0;
};

std::vector<Word> words_of(const std::string& line) {
  constexpr std::string_view kBlank = " \t\r";
  const std::string text = line.substr(0, line.find('#'));
  std::vector<Word> words;
  std::size_t at = text.find_first_not_of(kBlank);
  while (at != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlank, at), text.size());
    words.push_back({text.substr(at, end - at), static_cast<int>(at) + 1});
    at = text.find_first_not_of(kBlank, end);
  }
  return words;
}

class BookReader {
 public:
  BookReader(const Game& game, const std::string& file) : game_(game), file_(file) {}

  std::vector<MoveSequence> read() {
    std::istringstream lines(read_text());
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      const std::vector<Word> words = words_of(line);
      if (++number; !words.empty()) read_line(words, number);
      if (problems_.size() >= kMaxProblems) break;
    }
    if (problems_.empty() && openings_.empty()) add_problem(0, 0, "holds no opening");
    if (!problems_.empty()) throw UsageError(std::move(problems_));
    return std::move(openings_);
  }

 private:
  std::string read_text() {
    try {
      return read_whole_file(file_);
    } catch (const RunError& error) {
      throw UsageError(fmt::format("schedule.opening.book: {}", error.what()));
    }
  }

  void add_problem(int line, int column, std::string message) {
    problems_.push_back({.file = file_, .line = line, .column = column, .path = {}, .message = std::move(message)});
  }

  void read_line(const std::vector<Word>& words, int line) {
    const std::unique_ptr<Position> position = game_.start();
    MoveSequence moves;
    for (const Word& word : words) {
      const std::optional<Action> action = position->parse_action(word.text);
      if (!action || !position->is_legal(*action)) {
        add_problem(line, word.column,
                    fmt::format("move {} `{}` is {}; legal here: {}", moves.size() + 1, word.text,
                                action ? "not legal" : "no move of this game", legal_text(*position)));
        return;
      }
      moves.push_back(*action);
      position->play(*action);
      if (position->is_over()) {
        add_problem(line, word.column, fmt::format("move {} `{}` ends the game", moves.size(), word.text));
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
  const std::string& file_;
  std::vector<MoveSequence> openings_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<MoveSequence> read_book(const Game& game, const std::string& file) { return BookReader(game, file).read(); }

}  // namespace rootward
