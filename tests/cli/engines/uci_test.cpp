// Engines by UCI: every way of failing ends as with GTP, wrong configurations are named with their place, and
// Fairy-Stockfish, where it is installed, plays the same Breakthrough as we do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <vector>

#include "core/rng.h"
#include "lab/config/parts.h"
#include "lab/engines/uci/uci_client.h"
#include "lab/play/uci_notation.h"
#include "tests/cli/engines/engine_config.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

PlayedFaults play_uci(const Workplace& place, const std::string& arguments, const std::string& more = "",
                      double patience = 30) {
  return play_faults(place, uci_fault_config(arguments, more, patience));
}

struct UciFault {
  const char* script;
  const char* reason;
  const char* message;
  double patience = 30;  ///< seconds
};

std::ostream& operator<<(std::ostream& out, const UciFault& fault) { return out << fault.script; }

class VoidingUciFault : public ::testing::TestWithParam<UciFault> {};

TEST_P(VoidingUciFault, EndsTheMatchesAfterTwoInARowAndTheOthersArePlayed) {
  const Workplace place;
  const auto [script, reason, message, patience] = GetParam();
  expect_given_up(play_uci(place, std::string(script) + " 2", "", patience), reason, message);
}

INSTANTIATE_TEST_SUITE_P(
    Engines, VoidingUciFault,
    ::testing::Values(UciFault{"crash", "crash", "killed by signal 11"}, UciFault{"exit", "crash", "exit code 3"},
                      UciFault{"hang", "timeout", "did not answer `go nodes 10` within 1.5 s", 1.5},
                      UciFault{"slow", "timeout", "did not answer `go nodes 10` within 1.5 s", 1.5},
                      UciFault{"chatter", "timeout", "did not answer `go nodes 10`", 1.5},
                      UciFault{"endless", "garbage", "a line without end"},
                      UciFault{"bare", "garbage", "a bestmove without a move"}),
    [](const auto& instance) { return instance.param.script; });

class HarmlessUciFault : public ::testing::TestWithParam<const char*> {};

TEST_P(HarmlessUciFault, DisturbsNothing) {
  const Workplace place;
  const PlayedFaults played = play_uci(place, GetParam());
  EXPECT_EQ(played.end.exit_code, 0) << played.end.err;
  EXPECT_EQ(played.games.size(), 12U);
  EXPECT_THAT(played.voids, IsEmpty());
  for (const json& game : played.games) EXPECT_EQ(game["ended"], "rules");
}

INSTANTIATE_TEST_SUITE_P(Engines, HarmlessUciFault,
                         ::testing::Values("none", "garbage", "crlf", "chatter_after", "one_game", "die_at_quit",
                                           "deaf_at_quit"),
                         [](const auto& instance) { return std::string(instance.param); });

class IllegalUciMove : public ::testing::TestWithParam<const char*> {};

TEST_P(IllegalUciMove, LosesTheGame) {
  const Workplace place;
  const PlayedFaults played = play_uci(place, std::string(GetParam()) + " 2", ", restart: game");
  EXPECT_EQ(played.end.exit_code, 0) << played.end.err;
  EXPECT_THAT(played.voids, IsEmpty());
  EXPECT_EQ(played.games.size(), 12U);
  for (const json& game : played.games) {
    if (game["engines"].empty()) continue;
    EXPECT_EQ(game["ended"], "forfeit:illegal");
    EXPECT_EQ(game["score"], game["seats"][0] == "engine" ? 0 : 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, IllegalUciMove, ::testing::Values("illegal", "no_move", "nonsense"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(UciEngine, CheckNamesTheProgramOfAnIllegalMove) {
  const Workplace place;
  const Finished end = run_program(place.path(), {"check", place.write("wrong.yaml", uci_fault_config("no_move 2"))});
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_THAT(end.err, AllOf(HasSubstr("player engine cannot be used: "), HasSubstr("scripted_uci_engine' no_move"),
                             HasSubstr("answered with what is no move, which is illegal in breakthrough")));
}

TEST(UciEngine, OneVoidGameIsPlayedAgain) {
  const Workplace place;
  const PlayedFaults played = play_uci(place, "crash 2 " + place.path("mark"));
  EXPECT_EQ(played.end.exit_code, 0) << played.end.err;
  EXPECT_EQ(played.games.size(), 12U);
  EXPECT_EQ(played.voids.size(), 1U);
}

struct Unusable {
  const char* script;
  const char* more;
  const char* message;
};

std::ostream& operator<<(std::ostream& out, const Unusable& one) { return out << one.script; }

class UnusableUciEngine : public ::testing::TestWithParam<Unusable> {};

TEST_P(UnusableUciEngine, IsNamedBeforeTheFirstGameAndNothingIsPlayed) {
  const Workplace place;
  const PlayedFaults played = play_uci(place, GetParam().script, GetParam().more);
  EXPECT_EQ(played.end.exit_code, 3);
  EXPECT_THAT(played.end.err, AllOf(HasSubstr("player engine cannot be used"), HasSubstr(GetParam().message)));
  EXPECT_THAT(played.games, IsEmpty());
  EXPECT_THAT(played.voids, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Engines, UnusableUciEngine,
    ::testing::Values(Unusable{"start", "", "the network file is missing"},
                      Unusable{"no_uciok", ", startup_timeout_seconds: 0.3", "did not answer `uci` within 0.3 s"},
                      Unusable{"endless_options", "", "announces options without end"},
                      Unusable{"other_variant", "", "was to play breakthrough and says that it plays chess"},
                      Unusable{"other_board", "", "begins breakthrough from 8/8; our game begins from pppppppp/"},
                      Unusable{"one_game", ", variant: breakthrough", "has no option UCI_Variant"},
                      Unusable{"none", ", variant: breaktrough", "did you mean breakthrough?"},
                      Unusable{"none", ", options: {Hsh: 8}", "has no option Hsh; did you mean Hash?"},
                      Unusable{
                          "none", ", options: {Hash: 65}",
                          "does not take its option Hash: 65 is not allowed; allowed: a whole number from 1 to 64"}));

TEST(UciEngine, OptionsAreSentAsTheyAreWritten) {
  const Workplace place;
  const std::string more = ", options: {hash: 64, Skill Level: -3}, startup_timeout_seconds: 20";
  std::string config = uci_fault_config("loud_options 1", more);
  config.replace(config.find("exec '"), 6, "exec 2>seen.txt '");
  const Finished end = run_program(place.path(), {"check", place.write("loud.yaml", config)});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(file_text(place.path("seen.txt")),
            "setoption name Hash value 64\nsetoption name Skill Level value -3\n"
            "setoption name UCI_Variant value breakthrough\n");
}

struct WrongUci {
  const char* from;
  const char* to;
  const char* message;
};

TEST(UciEngine, WrongConfigurationsAreNamedWithTheirPlace) {
  const Workplace place;
  for (const auto& [from, to, message] : {
           WrongUci{"nodes: 10", "ponder: 10", "wrong.yaml:5:"},
           WrongUci{"nodes: 10, ", "", "one of movetime (seconds), nodes and depth is needed"},
           WrongUci{"nodes: 10", "nodes: 0", "players.engine.nodes: 0 is not allowed"},
           WrongUci{"nodes: 10", "movetime: 30", "players.engine.movetime: 30 s is not allowed; allowed: less than"},
           WrongUci{"nodes: 10", "nodes: 10, options: {Hash: [1]}", "players.engine.options.Hash: a list"},
           WrongUci{"nodes: 10", "nodes: 10, options: 3", "players.engine.options: 3 is not allowed"},
           WrongUci{"nodes: 10", "nodes: 10, options: {\"a\\nquit\": 1}", "is no name of an option"},
           WrongUci{"nodes: 10", "nodes: 10, options: {UCI_Variant: chess}", "the key `variant` sets it"},
           WrongUci{"nodes: 10", "nodes: 10, variant: \"a\\nquit\"", "players.engine.variant: "},
           WrongUci{"game: breakthrough", "game: connect4", "games that have: breakthrough"},
           WrongUci{"game: breakthrough", "game: {name: breakthrough, size: 6}",
                    "variant: is missing: breakthrough on a board of this size has no usual name"},
       }) {
    std::string config = uci_fault_config("none");
    config.replace(config.find(from), std::string(from).size(), to);
    const Finished end = run_program(place.path(), {"check", place.write("wrong.yaml", config)});
    EXPECT_EQ(end.exit_code, 2) << config;
    EXPECT_THAT(end.err, AllOf(HasSubstr("wrong.yaml:5:"), HasSubstr(message)));
  }
}

#define SKIP_WITHOUT_FAIRY_STOCKFISH() \
  if (!has_program("fairy-stockfish")) \
  GTEST_SKIP() << "Fairy-Stockfish is not installed (Debian's package fairy-stockfish): nothing is compared with it"

/// Fairy-Stockfish with a game set up.
class FairyStockfish {
 public:
  explicit FairyStockfish(const Game& game) : client_(options(), {}) {
    const UciGame known = uci_game(game).value();
    client_.set_variant(known.variant, known.start, {});
  }

  /// Its moves after those of a game, and how many move sequences of `depth` plies there are.
  std::uint64_t perft(const std::string& moves, int depth, std::set<std::string>* legal = nullptr) {
    constexpr std::string_view kTotal = "Nodes searched: ";
    client_.send("position startpos" + (moves.empty() ? "" : " moves" + moves));
    std::uint64_t total = 0;
    client_.converse("go perft " + std::to_string(depth),
                     [&](const std::string& line) {
                       if (legal != nullptr && line.size() > 4 && line[4] == ':') legal->insert(line.substr(0, 4));
                       if (!line.starts_with(kTotal)) return false;
                       std::from_chars(line.data() + kTotal.size(), line.data() + line.size(), total);
                       return true;
                     },
                     {});
    return total;
  }

 private:
  static EngineOptions options() {
    EngineOptions options;
    options.name = "fsf";
    options.child.command = "PATH=$PATH:/usr/games exec fairy-stockfish";
    options.startup_timeout_seconds = 120;
    return options;
  }

  UciClient client_;
};

TEST(FairyStockfish, CountsTheSameMoveSequences) {
  SKIP_WITHOUT_FAIRY_STOCKFISH();
  const std::unique_ptr<Game> game = make_game(parse_game("breakthrough", {}));
  FairyStockfish engine(*game);
  const std::vector<std::uint64_t> known = {22, 484, 11132, 256036};
  for (int depth = 1; depth <= 4; ++depth) {
    EXPECT_EQ(game->start()->perft(depth), known[static_cast<std::size_t>(depth) - 1]);
    EXPECT_EQ(engine.perft("", depth), known[static_cast<std::size_t>(depth) - 1]);
  }
}

TEST(FairyStockfish, AgreesOnEveryLegalMoveOfWholeGames) {
  SKIP_WITHOUT_FAIRY_STOCKFISH();
  const std::unique_ptr<Game> game = make_game(parse_game("breakthrough", {}));
  FairyStockfish engine(*game);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Rng rng(seed);
    std::string moves;
    const std::unique_ptr<Position> position = game->start();
    for (;;) {
      std::set<std::string> ours, theirs;
      const std::vector<Action> actions = position->legal_actions();
      for (const Action action : actions) ours.insert(uci_move_text(*position, action));
      engine.perft(moves, 1, &theirs);
      ASSERT_EQ(ours, theirs) << moves << '\n' << position->drawing();
      if (position->is_over()) break;
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      moves += ' ' + uci_move_text(*position, action);
      position->play(action);
    }
  }
}

/// The example of docs/engines.md, a pair of it.
std::string shipped_match() {
  std::string text = file_text(std::string(ROOTWARD_SOURCE_DIR "/configs/breakthrough-fairy.yaml"));
  text.replace(text.find("pairs: 4"), 8, "pairs: 1");
  return text;
}

TEST(FairyStockfish, PlaysAMatchToTheEnd) {
  SKIP_WITHOUT_FAIRY_STOCKFISH();
  const Workplace place;
  const Finished end = run_program(place.path(), {"run", place.write("fsf.yaml", shipped_match()), "--threads", "1"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  EXPECT_FALSE(std::filesystem::exists(place.path("results/breakthrough-fairy/voids.jsonl")));
  EXPECT_THAT(file_text(place.path("results/breakthrough-fairy/games.jsonl")), HasSubstr("Fairy-Stockfish"));
  EXPECT_EQ(run_program(place.path(), {"verify", "--replay", "results/breakthrough-fairy"}).out,
            "2 of 2 games are in order\n");
}

TEST(FairyStockfish, PlaysOtherBoardsByAFileOfVariants) {
  SKIP_WITHOUT_FAIRY_STOCKFISH();
  const Workplace place;
  place.write("variants.ini",
              "[break6:breakthrough]\nmaxRank = 6\nmaxFile = f\nstartFen = pppppp/pppppp/6/6/PPPPPP/PPPPPP w 0 1\n");
  std::string config = shipped_match();
  config.replace(config.find("game: breakthrough"), 18, "game: {name: breakthrough, size: 6}");
  config.replace(config.find("variant: breakthrough"), 21, "variant: break6");
  const std::size_t hash = config.find("Hash: 16");
  config.replace(hash, 8, "VariantPath: variants.ini");
  const Finished end = run_program(place.path(), {"check", place.write("fsf6.yaml", config)});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  config.replace(config.find("variant: break6"), 15, "variant: break7");
  const Finished wrong = run_program(place.path(), {"check", place.write("fsf7.yaml", config)});
  EXPECT_EQ(wrong.exit_code, 3);
  EXPECT_THAT(wrong.err, HasSubstr("did not take the variant break7"));
}

}  // namespace
}  // namespace rootward::testing
