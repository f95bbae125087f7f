// A training run's journal: columns, alarms, figures.
#include "experiments/selfplay/journal.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "core/errors.h"
#include "tests/core/altered_json.h"

namespace rootward::selfplay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A generation's row with nothing alarming, and what a test adds ("," before each further key).
std::string quiet_row(int games, const std::string& stats = "", const std::string& more = "", double policy = 3.0) {
  return fmt::format(
      R"({{"torch": "1.13.0a0", "stats": {{"generation": 0, "games": 100{}}}, "refused": 0, "clipped": 0,
          "steps": 1000, "answers": {{"": {{"held_out": {{"policy": {}}}}}, "colour-": {{"unmet": {{"value": 0.5}}}}}},
          "games": {}, "rows": 2000.5, "samples": 8000{}}})",
      stats, policy, games, more);
}

Journal journal_of(const std::vector<std::string>& rows) {
  return parse_journal(fmt::format(
      R"({{"schema": "rootward.training/1", "config": {{"name": "tiny", "shape": {{"lines": 9, "columns": 9}}}},
          "generation": 1, "journal": [{}]}})",
      fmt::join(rows, ",")));
}

std::vector<std::string> alarms_in(const std::string& row) { return alarms_of(journal_of({row}), 0); }

TEST(Journal, HasAColumnForEveryNumberAndALineForEveryGeneration) {
  const std::string csv = journal_csv(
      journal_of({quiet_row(1000, R"(, "plies_mean": 60)"), quiet_row(2000, "", R"(, "device": "cpu, old")")}));
  EXPECT_EQ(
      csv,
      "generation,games,rows,samples,played,torch,plies_mean,refused,clipped,steps,held_out_policy,colour_unmet_value,"
      "device,alarms\n"
      "0,1000,2000.5,8000,100,1.13.0a0,60,0,0,1000,3,0.5,,\n"
      "1,2000,2000.5,8000,100,1.13.0a0,,0,0,1000,3,0.5,\"cpu, old\",\n");
}

TEST(Journal, HasTheValuesErrorByPly) {
  const std::string csv = journal_csv(journal_of({quiet_row(1000, R"(, "origins": [{"path": "x", "licence": "y"}],
      "values": [{"ply": 0, "plies": 9, "squared_error": 0.8, "sign": 0.6}, {"ply": 10, "plies": 9, "squared_error": 0.5}])")}));
  EXPECT_THAT(csv, HasSubstr(",value_error_0,value_error_10,"));
  EXPECT_THAT(csv, HasSubstr(",0.8,0.5,"));
}

TEST(Journal, AnAlteredStateIsReadOrRefused) {
  const std::string rows = quiet_row(1000, R"(, "values": [{"ply": 0, "squared_error": 0.8}])") + "," + quiet_row(2000);
  const Json whole = parse_json(
      R"({"schema": "rootward.training/1", "config": {"name": "tiny", "shape": {"lines": 9, "columns": 9},
          "game": {"name": "go"}}, "generation": 1, "journal": [)" +
      rows + "]}");
  std::size_t refused = 0;
  for (const rootward::testing::AlteredJson& one : rootward::testing::altered_json(whole)) {
    SCOPED_TRACE(one.what);
    try {
      const Journal journal = parse_journal(dump_json(one.json));
      EXPECT_NE(journal_csv(journal), "");
      (void)loss_figure(journal);
      (void)elo_figure(journal);
      (void)games_figure(journal);
    } catch (const UsageError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 10U);
}

TEST(Journal, AQuietGenerationRingsNoAlarm) { EXPECT_THAT(alarms_in(quiet_row(1000)), IsEmpty()); }

TEST(Journal, EveryAlarmRingsBeyondItsLimitAndNotBefore) {
  struct Case {
    int games;
    const char* quiet;  ///< of the games
    const char* ringing;
    const char* said;
  };
  const std::vector<Case> cases = {
      {1000, R"(, "early_entropy": 0.3)", R"(, "early_entropy": 0.29)", "0.29 nats"},
      {1000, R"(, "black_share": 0.1)", R"(, "black_share": 0.09)", "Black wins 9.0 %"},
      {1000, R"(, "black_share": 0.9)", R"(, "black_share": 0.91)", "Black wins 91.0 %"},
      {1000, R"(, "repeated": 0.05)", R"(, "repeated": 0.06)", "6.0 % of the games"},
      {6000, R"(, "plies_mean": 130)", R"(, "plies_mean": 131)", "131 plies"},
  };
  for (const Case& one : cases) {
    EXPECT_THAT(alarms_in(quiet_row(one.games, one.quiet)), IsEmpty()) << one.quiet;
    EXPECT_THAT(alarms_in(quiet_row(one.games, one.ringing)), ElementsAre(HasSubstr(one.said))) << one.ringing;
  }
  EXPECT_THAT(alarms_in(quiet_row(5000, R"(, "plies_mean": 131)")), IsEmpty());  // young networks play long games
  EXPECT_THAT(alarms_in(quiet_row(5000, R"(, "not_finite": 2)")),
              ElementsAre("2 numbers of the generation are not finite"));
}

TEST(Journal, FewGamesSayLittleAboutWhoWins) {
  std::string row = quiet_row(1000, R"(, "black_share": 0, "repeated": 0.5)");
  EXPECT_EQ(alarms_in(row).size(), 2U);
  row.replace(row.find(R"("games": 100)"), 12, R"("games": 99)");
  EXPECT_THAT(alarms_in(row), IsEmpty());
}

TEST(Journal, StepsThatAreClippedOrRefusedRing) {
  std::string row = quiet_row(1000);
  row.replace(row.find(R"("clipped": 0)"), 12, R"("clipped": 11)");
  EXPECT_THAT(alarms_in(row), ElementsAre(HasSubstr("clipped in 11 of 1000 steps")));
  row.replace(row.find(R"("clipped": 11)"), 13, R"("clipped": 10)");
  EXPECT_THAT(alarms_in(row), IsEmpty());
  row.replace(row.find(R"("refused": 0)"), 12, R"("refused": 1)");
  EXPECT_THAT(alarms_in(row), ElementsAre(HasSubstr("not finite")));
}

TEST(Journal, WrongResignationsRing) {
  EXPECT_THAT(alarms_in(quiet_row(1000, "", R"(, "spared": 40, "spared_wrongly": 2)")), IsEmpty());
  EXPECT_THAT(alarms_in(quiet_row(1000, "", R"(, "spared": 40, "spared_wrongly": 3)")),
              ElementsAre(HasSubstr("3 of 40 games that went on after a resignation were not lost")));
}

TEST(Journal, ANetworkOfGoThatLearntNothingByTwoThousandGamesRingsOnce) {
  const auto learnt = [](int games, double value, double ownership) {
    return fmt::format(R"({{"answers": {{"": {{"held_out": {{"value": {}, "ownership": {}}}}}}}, "games": {}}})", value,
                       ownership, games);
  };
  const auto run_of = [](const char* game, const std::vector<std::string>& rows) {
    return parse_journal(fmt::format(R"({{"schema": "rootward.training/1", "config": {{"name": "tiny",
        "game": {{"name": "{}"}}, "shape": {{"lines": 9, "columns": 9}}}}, "journal": [{}]}})",
                                     game, fmt::join(rows, ",")));
  };
  const std::vector<std::string> nothing = {learnt(1000, 1, 0.69), learnt(2000, 0.9, 0.62), learnt(3000, 1, 0.69)};
  const Journal journal = run_of("go", nothing);
  EXPECT_THAT(alarms_of(journal, 0), IsEmpty());
  EXPECT_THAT(alarms_of(journal, 1), ElementsAre(HasSubstr("squared error on held-out games is 0.900"),
                                                 HasSubstr("ownership loss on held-out games is 0.620")));
  EXPECT_THAT(alarms_of(journal, 2), IsEmpty());
  EXPECT_THAT(alarms_of(run_of("go", {learnt(2500, 0.89, 0.61)}), 0), IsEmpty());
  EXPECT_THAT(alarms_of(run_of("connect4", nothing), 1), IsEmpty());  // nobody owns its points
}

TEST(Journal, FiveRisesOfTheLossRing) {
  std::vector<std::string> rows;
  for (const double policy : {3.0, 2.9, 3.0, 3.1, 3.2, 3.3, 3.4}) rows.push_back(quiet_row(1000, "", "", policy));
  const Journal journal = journal_of(rows);
  EXPECT_THAT(alarms_of(journal, 5), IsEmpty());  // four rises
  EXPECT_THAT(alarms_of(journal, 6), ElementsAre(HasSubstr("rose 5 generations")));
}

TEST(Journal, AMilestoneUnderItsGateRings) {
  const auto milestone = [](int at, double gain, double low) {
    return quiet_row(
        at, "",
        fmt::format(R"(, "milestone": {{"at": {}, "gain": {}, "interval": [{}, 300], "elo": 500}})", at, gain, low));
  };
  EXPECT_THAT(alarms_in(milestone(5000, 100, 1)), IsEmpty());
  EXPECT_THAT(alarms_in(milestone(5000, 99, 1)), ElementsAre(HasSubstr("100 are wanted")));
  EXPECT_THAT(alarms_in(milestone(50'000, 40, 0)), ElementsAre(HasSubstr("more than 0 for sure")));
  EXPECT_THAT(alarms_in(milestone(2000, -50, -90)), IsEmpty());  // no gate there
  EXPECT_THAT(alarms_in(quiet_row(5000, "", R"(, "milestone": {"at": 5000, "elo": 0})")),
              ElementsAre(HasSubstr("nothing was compared")));
}

TEST(Journal, FiguresShowItsNumbers) {
  const Journal journal = journal_of(
      {quiet_row(1000), quiet_row(2000, R"(, "plies_mean": 60)",
                                  R"(, "milestone": {"at": 2000, "gain": 60, "interval": [20, 100], "elo": 60})")});
  EXPECT_THAT(plot::figure_csv(games_figure(journal)), HasSubstr("length,,2000,60"));
  EXPECT_THAT(plot::figure_csv(elo_figure(journal)), HasSubstr(",2000,60,20,100"));
  EXPECT_THAT(plot::figure_svg(loss_figure(journal)), HasSubstr("tiny: losses"));
}

TEST(Journal, RefusesWhatIsNoState) {
  EXPECT_THROW((void)parse_journal("{}"), UsageError);
  EXPECT_THROW((void)parse_journal(R"({"schema": "rootward.training/1", "config": {}, "journal": []})"), UsageError);
}

}  // namespace
}  // namespace rootward::selfplay
