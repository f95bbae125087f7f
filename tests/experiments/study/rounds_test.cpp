// Steps with rounds as a study's file has them, and who goes on by stored tables.
#include "experiments/study/rounds.h"

#include <gmock/gmock.h>

#include <cmath>

#include "core/errors.h"
#include "experiments/study/config.h"
#include "experiments/study/members.h"
#include "experiments/study/run.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/run_tournament.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::study {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kRoundsHead =
    "name: small\nseed: 7\nlists: {domain: {ttt: tictactoe, hex: {name: hex, size: 3}}, seed: [3, 4], "
    "best: {best_of: halve, count: 2}}\nsteps:\n";
constexpr const char* kRoundsTune =
    "  tune:\n    each: [domain, seed]\n    tuning: {game: $domain, seed: $seed, name: t-$seed, defaults: {search: "
    "{budget: {simulations: 9}}}, candidate: {backup: average}, opponent: {backup: average}, opening: {random_plies: "
    "1}, parameters: {search.selection.c: {low: 0.2, high: 3, scale: log}}}\n    evaluations: 2\n";
constexpr const char* kHalve =
    "  halve:\n    each: domain\n    tournament: {game: $domain, defaults: {search: {budget: {simulations: 9}}}, "
    "players: {control: {backup: average}, a: {backup: average}, b: {backup: max}, c: {backup: erwa}}, "
    "schedule: {type: gauntlet, reference: control, opening: {random_plies: 1}}}\n    rounds: {pairs: [1, 2], keep: "
    "0.5}\n";

std::string last_step(const std::string& keys, const std::string& defaults = "") {
  return "  last:\n    each: [best, domain]\n    tournament: {game: $domain, defaults: {search: {budget: {simulations: "
         "9}" +
         defaults +
         "}}, players: {control: {backup: average}, x: {backup: $best.backup}}, schedule: {type: gauntlet, reference: "
         "control, pairs: 1, opening: {random_plies: 1}}}\n" +
         keys;
}

StudyConfig read(const std::string& text) {
  StudyConfig study = parse_study(text, "study.yaml");
  check_members(study);
  return study;
}

std::string refusal(const std::string& steps, std::string head = kRoundsHead) {
  try {
    (void)read(head + steps);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing is wrong";
}

TEST(Rounds, KeepASharesPlayersRoundedUp) {
  const auto kept = [](double keep, std::size_t players) {
    return Rounds{.pairs = {1}, .keep = keep}.kept_of(players);
  };
  EXPECT_EQ(kept(0.34, 60), 21U);
  EXPECT_EQ(kept(0.14, 50), 7U);
  EXPECT_EQ(kept(0.55, 100), 55U);
  EXPECT_EQ(kept(0.01, 3), 1U);
  EXPECT_EQ(kept(1, 7), 7U);
}

TEST(RoundsFile, ARoundIsARunForEveryItem) {
  const StudyConfig study = read(std::string(kRoundsHead) + kHalve + last_step(""));
  std::vector<std::string> places;
  for (const Member& member : step_of(study, "halve").members) places.push_back(member.place);
  EXPECT_THAT(places, ElementsAre("halve/1/ttt", "halve/1/hex", "halve/2/ttt", "halve/2/hex"));
  const std::vector<Member>& members = step_of(study, "halve").members;
  EXPECT_NE(seed_of_member(study, step_of(study, "halve"), members[0]),
            seed_of_member(study, step_of(study, "halve"), members[2]))
      << "rounds have other games";
  EXPECT_EQ(step_of(study, "last").members[0].place, "last/best-1-ttt");
  EXPECT_THAT(taken_steps(study, step_of(study, "last")), ElementsAre("halve"));
}

TEST(RoundsFile, TheBestMayPlayInOneTournament) {
  const std::string together =
      "  together:\n    joined: best\n    tournament: {game: tictactoe, defaults: {search: {budget: {simulations: "
      "9}}}, "
      "players: {control: {backup: average}, $best: {backup: $best.backup}}, schedule: {type: gauntlet, reference: "
      "control, pairs: 1, opening: {random_plies: 1}}}\n";
  const StudyConfig study = read(kRoundsHead + (kHalve + together));
  EXPECT_THAT(taken_steps(study, step_of(study, "together")), ElementsAre("halve"));
  EXPECT_THAT(refusal(together + kHalve), HasSubstr("no step before together is called halve and has rounds"));
}

TEST(RoundsFile, RefusesWhatFitsNotTogether) {
  EXPECT_EQ(refusal(kHalve + last_step("")), "nothing is wrong");
  EXPECT_THAT(refusal(last_step("") + kHalve), HasSubstr("no step before last is called halve and has rounds"));
  EXPECT_THAT(refusal(std::string(kHalve) + "    formulas: {count: 1, generations: 1}\n" + last_step("")),
              HasSubstr("lists.best.count: 2 is more than all formulas of halve"));
  EXPECT_THAT(refusal(std::string(kHalve) + "    formulas: {counts: 3}\n"),
              AllOf(HasSubstr("steps.halve.formulas.counts"), HasSubstr("did you mean count?")));
  EXPECT_THAT(refusal(std::string(kHalve) + "    games: 9\n"), HasSubstr("either `rounds` or `games`"));
  std::string halve = kHalve;
  EXPECT_THAT(refusal(halve.replace(halve.find("    rounds:"), 11, "    formulas: {count: 3}\n    roundz:")),
              AllOf(HasSubstr("say with `rounds` how many pairs each has"), HasSubstr("did you mean rounds?")));
  halve = kHalve;
  EXPECT_THAT(refusal(halve.replace(halve.find("opening"), 7, "pairs: 3, opening")),
              HasSubstr("schedule.pairs: the step's `rounds` say how many"));
  EXPECT_THAT(
      refusal(kHalve, "name: s\nseed: 7\nlists: {domain: {a: tictactoe}, best: {best_of: x, count: 1}}\nsteps:\n"),
      HasSubstr("lists.best: best_of: no step is called x and has rounds"));
  EXPECT_THAT(refusal(kHalve, "name: small\nseed: 7\nlists: {domain: [ttt], best: {best_of: halve}}\nsteps:\n"),
              HasSubstr("lists.best.count"));
  EXPECT_THAT(refusal(kHalve + last_step(""),
                      "name: small\nseed: 7\nlists: {domain: {ttt: tictactoe}, best: {best_of: halve, count: "
                      "4}}\nsteps:\n"),
              HasSubstr("lists.best.count: 4 is more than the 3 players of halve"));
}

TEST(RoundsFile, AMeanIsOfTheTuningsThatShareTheItems) {
  const std::string defaults = ", selection: {name: ucb1, c: {mean_of: tune, value: search.selection.c}}";
  const StudyConfig study = with_sample_items(
      parse_study(std::string(kRoundsHead) + kRoundsTune + kHalve + last_step("", defaults), "study.yaml"));
  const StudyStep& last = step_of(study, "last");
  std::map<std::string, TunedPlayer> tuned;
  const PlayerOf player_of = [&](const StudyStep& step, const Member& member) -> const TunedPlayer& {
    TunedPlayer player = tuned_player_of(study, step, member);
    player.point = {{member.place.find("ttt") != std::string::npos ? (player.seed == 3 ? 0.5 : 2) : 3}};
    return tuned[member.place] = std::move(player);
  };
  const Taken taken = taken_of(study, last, last.members[0], player_of);
  EXPECT_DOUBLE_EQ(taken.means.at({"tune", "search.selection.c"}), 1) << "of 0.5 and 2, geometric";
  EXPECT_DOUBLE_EQ(tournament_of(study, last, last.members[0], taken).players[0].search.selection.params.real("c"), 1);
  const std::string wrong = ", selection: {name: ucb1, c: {mean_of: tune, value: search.selection.d}}";
  EXPECT_THAT(refusal(std::string(kRoundsTune) + kHalve + last_step("", wrong)),
              HasSubstr("tune tunes no number search.selection.d; it tunes: search.selection.c"));
  EXPECT_THAT(refusal(kHalve + last_step("", defaults)), HasSubstr("no earlier step called tune is of kind tuning"));
  const std::string half = ", selection: {name: ucb1, c: {mean_of: tune}}";
  EXPECT_THAT(refusal(std::string(kRoundsTune) + kHalve + last_step("", half)),
              HasSubstr("allowed: {mean_of: STEP, value: PATH}"));
}

/// A table in which a player has these pairs against the control, in either order of the two.
tournament::ResultTable table_of(const std::map<std::string, PairCounts>& games) {
  tournament::ResultTable table;
  for (const auto& [name, pairs] : games) {
    tournament::PairingRow row;
    row.a = name == "b" ? "control" : name;
    row.b = name == "b" ? name : "control";
    row.pentanomial = name == "b" ? reversed(pairs) : pairs;
    table.pairings.push_back(row);
  }
  return table;
}

/// Plays at once what is sent, and notes it.
class HereCluster final : public StudyCluster {
 public:
  bool tune(const std::string&, const std::vector<SentTuning>&, std::uint32_t,
            const std::function<void(std::size_t)>&) override {
    return false;
  }
  void send(const std::string& folder, const SentRun& run) override {
    noted.push_back("sent " + run.place);
    const tournament::TournamentConfig config = tournament::read_tournament_tree(run.configuration, "sent.yaml");
    (void)tournament::run_tournament(config, {{.folder = folder + "/" + run.place, .threads = 1, .is_quiet = true}});
  }
  void send(const std::string&, const std::string& place, const PlayedGeneration&) override {
    noted.push_back("sent " + place);
  }
  bool await(const std::string&, const std::string& place) override {
    noted.push_back("awaited " + place);
    return true;
  }
  std::vector<std::string> noted;
};

TEST(RoundsOnACluster, ARoundIsSentOnceTheOneBeforeIsWhole) {
  const testing::ScratchFolder scratch;
  HereCluster cluster;
  StudySettings settings;
  settings.folder = scratch.path("s");
  settings.is_quiet = true;
  settings.cluster = &cluster;
  const StudyConfig study = read(
      "name: small\nseed: 7\nlists: {domain: {ttt: tictactoe}, best: {best_of: halve, count: "
      "1}}\nsteps:\n" +
      std::string(kHalve) + last_step(""));
  EXPECT_EQ(run_study(study, settings).end, StudyEnd::complete);
  EXPECT_THAT(cluster.noted, ElementsAre("sent halve/1/ttt", "awaited halve/1/ttt", "sent halve/2/ttt",
                                         "awaited halve/2/ttt", "sent last/best-1-ttt", "awaited last/best-1-ttt"));
}

TEST(RoundsPlayed, TheBestOverAllItemsGoOn) {
  const StudyConfig study = read(std::string(kRoundsHead) + kHalve);
  const StudyStep& halve = step_of(study, "halve");
  LowestPlayers lowest(study);
  const std::vector<config::YamlEntry> listed = entrants_of(study, halve, halve.members[0], {});
  std::vector<std::string> names;
  for (const config::YamlEntry& player : listed) names.push_back(player.key);
  EXPECT_THAT(names, ElementsAre("a", "b", "c")) << "all but the reference";
  const std::map<std::string, tournament::ResultTable> tables = {
      {"halve/1/ttt", table_of({{"a", {0, 0, 0, 0, 9}}, {"b", {0, 0, 0, 0, 6}}, {"c", {9, 0, 0, 0, 0}}})},
      {"halve/1/hex", table_of({{"a", {9, 0, 0, 0, 0}}, {"b", {0, 0, 0, 0, 6}}, {"c", {9, 0, 0, 0, 0}}})},
      {"halve/2/ttt", table_of({{"a", {0, 0, 0, 0, 9}}, {"b", {9, 0, 0, 0, 0}}})},
      {"halve/2/hex", table_of({{"a", {0, 0, 0, 0, 9}}, {"b", {9, 0, 0, 0, 0}}})}};
  RoundsPlayed rounds(
      study, halve, "nowhere", [&](const Member& member) -> const auto& { return tables.at(member.place); }, listed);
  EXPECT_EQ(rounds.living(0).size(), 3U);
  EXPECT_THAT(rounds.left_out(1), ElementsAre("c")) << "two of three, and c has lost everything";
  EXPECT_EQ(rounds.tried()[rounds.living(1)[0]].id, "b") << "a has won in one game and lost in the other";
  EXPECT_EQ(rounds.best(2)[0].key, "a") << "by all rounds";
  EXPECT_EQ(rounds.best(3).size(), 3U);
}

}  // namespace
}  // namespace rootward::study
