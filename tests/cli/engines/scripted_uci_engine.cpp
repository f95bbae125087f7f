// A UCI engine that plays random legal moves of Breakthrough and fails as it is asked to: scripted_uci_engine FAULT AT
// [MARK]. As scripted_engine: FAULT happens at the `go` number AT of this process, the faults of its start at once, and
// where MARK is given only if that file does not exist yet; it is then made.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "core/rng.h"
#include "lab/config/parts.h"
#include "lab/play/uci_notation.h"

namespace {

using namespace rootward;

void say_line(const std::string& text) { std::cout << text << '\n' << std::flush; }

[[noreturn]] void wait_for_ever() {
  for (;;) ::pause();
}

[[noreturn]] void repeat_for_ever(const std::string& text) {
  for (;;) std::cout << text << std::flush;
}

class ScriptedUciEngine {
 public:
  ScriptedUciEngine(std::string fault, int at, std::string mark)
      : fault_(std::move(fault)), at_(at), mark_(std::move(mark)), position_(game_->start()) {}

  /// False at the end.
  bool answer(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "uci") introduce();
    if (command == "setoption") set_option(line);
    if (command == "isready") say_line("readyok");
    if (command == "position") set_up(words);
    if (command == "go") go();
    if (command == "quit") end();
    return command != "quit";
  }

 private:
  void introduce() {
    if (fault_ == "no_uciok") wait_for_ever();
    if (fault_ == "endless_options") repeat_for_ever("option name Hash type spin default 1 min 1 max 9\n");
    say_line("id name scripted UCI engine 1");
    say_line("option name Hash type spin default 16 min 1 max 64");
    say_line("option name Skill Level type spin default 20 min -20 max 20");
    if (fault_ != "one_game") say_line("option name UCI_Variant type combo default chess var breakthrough var chess");
    say_line("uciok");
  }

  void set_option(const std::string& line) {
    if (fault_ == "loud_options") std::cerr << line << '\n';
    if (line.find("UCI_Variant") == std::string::npos) return;
    const std::string board = fault_ == "other_board" ? "8/8" : uci_game(*game_)->start;
    say_line("info string variant " + std::string(fault_ == "other_variant" ? "chess" : "breakthrough") +
             " files 8 ranks 8 startpos " + board + " w 0 1");
  }

  void set_up(std::istringstream& words) {
    position_ = game_->start();
    std::string word;
    words >> word >> word;  // startpos moves
    while (words >> word) {
      const std::optional<Action> action = parse_uci_move(*position_, word);
      if (!action || !position_->is_legal(*action)) {
        std::cerr << "was sent the illegal move " << word << '\n';
        std::_Exit(9);
      }
      position_->play(*action);
    }
  }

  void go() {
    if (++count_ == at_ && is_due() && misbehave()) return;
    const std::vector<Action> actions = position_->legal_actions();
    const std::string move = uci_move_text(*position_, actions[rng_.below(static_cast<std::uint32_t>(actions.size()))]);
    if (fault_ == "crlf") return say_line("info depth 1\r\nbestmove " + move + "\r");
    say_line("info depth 1 score cp 3 pv " + move + "\nbestmove " + move + " ponder a2a3");
    if (fault_ == "chatter_after") say_line("bestmove a1a1\nbestmove");
  }

  [[nodiscard]] bool is_due() const {
    if (mark_.empty()) return true;
    if (std::filesystem::exists(mark_)) return false;
    std::ofstream(mark_) << "failed once\n";
    return true;
  }

  /// Does what the script says in place of an answer; false where the engine is to answer as usual.
  bool misbehave() {
    if (fault_ == "crash") {
      std::signal(SIGSEGV, SIG_DFL);  // a sanitizer has a handler there
      std::raise(SIGSEGV);
    }
    if (fault_ == "exit") std::_Exit(3);
    if (fault_ == "hang") wait_for_ever();
    if (fault_ == "slow") ::sleep(3);
    if (fault_ == "chatter") repeat_for_ever("info string I think about it\n");
    if (fault_ == "endless") repeat_for_ever(std::string(1 << 16, 'x'));
    if (fault_ == "bare") return say_line("bestmove"), true;
    if (fault_ == "illegal") return say_line("bestmove a1a8"), true;
    if (fault_ == "no_move") return say_line("bestmove (none)"), true;
    if (fault_ == "nonsense") return say_line("bestmove \x01\xff;rm"), true;
    if (fault_ == "garbage") say_line("Hello\nbestmovee a1a1\n\noption\n=\n\xff");
    return false;
  }

  void end() const {
    if (fault_ == "die_at_quit") std::raise(SIGSEGV);
    if (fault_ == "deaf_at_quit") {
      std::signal(SIGTERM, SIG_IGN);
      wait_for_ever();
    }
  }

  std::string fault_;
  int at_;
  std::string mark_;
  int count_ = 0;
  Rng rng_{7};
  std::unique_ptr<Game> game_ = make_game(parse_game("breakthrough", {}));
  std::unique_ptr<Position> position_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string fault = argc > 1 ? argv[1] : "none";
  if (fault == "start") {
    std::cerr << "the network file is missing\n";
    return 7;
  }
  ScriptedUciEngine engine(fault, argc > 2 ? std::atoi(argv[2]) : 1, argc > 3 ? argv[3] : "");
  for (std::string line; std::getline(std::cin, line);)
    if (!engine.answer(line)) break;
  return 0;
}
