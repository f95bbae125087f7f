// `companions`, `batch` and `solver` of a search: what is stored, what they cannot go with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string accompanied(const std::string& search, const std::string& sample = kSample) {
  const std::string soft = "{backup: {name: softmax, g: [-2, -1.5, 0]}, search: {solver: true}}";
  return with(sample, soft, "{backup: average, search: " + search + "}");
}

const SearchSettings& search_of(const tournament::TournamentConfig& config) { return player_of(config, "soft").search; }

TEST(CompanionKeys, are_not_stored_where_there_are_none) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kSample, "t");
  EXPECT_THAT(search_of(config).companions, IsEmpty());
  EXPECT_THAT(resolved_yaml(config), Not(HasSubstr("companions")));
}

TEST(CompanionKeys, read_back_as_they_are_stored) {
  const std::string sample = accompanied("{companions: {history: {}, amaf: {schedule: hand, equivalence: 300}}}");
  const tournament::TournamentConfig config = tournament::parse_tournament(sample, "t");
  const SearchSettings& search = search_of(config);
  ASSERT_EQ(search.companions.size(), 2U);
  EXPECT_EQ(search.companions[0].name, "amaf");
  EXPECT_EQ(search.companions[0].params.real("equivalence"), 300);
  EXPECT_EQ(search.companions[1].params.real("weight"), 3);
  EXPECT_EQ(search_of(tournament::parse_tournament(resolved_yaml(config), "stored")), search);
}

TEST(CompanionKeys, wrong_ones_are_told_with_the_nearest) {
  EXPECT_THAT(problems_of(accompanied("{companions: {amfa: {}}}")),
              ElementsAre(HasSubstr("players.soft.search.companions.amfa")));
  EXPECT_THAT(problems_of(accompanied("{companions: {amaf: {bais: 0.1}}}")), ElementsAre(HasSubstr("mean bias?")));
  EXPECT_THAT(problems_of(accompanied("{companions: {amaf: {bias: -1}}}")), ElementsAre(HasSubstr("[0, 1]")));
  EXPECT_THAT(problems_of(accompanied("{companions: {amaf: 3}}")), ElementsAre(HasSubstr("allowed: a map")));
}

TEST(CompanionKeys, that_guide_playouts_need_some) {
  const std::string oracle = "{evaluator: exact+noise, companions: {mast: {}}}";
  EXPECT_THAT(problems_of(accompanied(oracle)), ElementsAre(HasSubstr("the evaluator exact+noise plays none")));
  EXPECT_THAT(problems_of(accompanied("{evaluator: tactical_playouts, companions: {mast: {}}}")), IsEmpty());
  EXPECT_THAT(
      problems_of(accompanied("{evaluator: {name: mix, a: exact+noise, b: playouts}, companions: {replies: {}}}")),
      IsEmpty());
}

TEST(CompanionKeys, of_owners_need_points_and_amaf) {
  const std::string both = "{companions: {amaf: {}, criticality: {}}}";
  const std::string nogo = with(kSample, "{name: connect4, width: 7}", "{name: nogo, size: 5}");
  EXPECT_THAT(problems_of(accompanied(both, nogo)), IsEmpty());
  EXPECT_THAT(problems_of(accompanied(both)), ElementsAre(HasSubstr("which connect4 does not say; games that do: go")));
  EXPECT_THAT(problems_of(accompanied("{companions: {criticality: {}}}", nogo)), ElementsAre(HasSubstr("give amaf")));
  const std::string cut = "{evaluator: {name: playouts, plies: 4}, companions: {amaf: {}, criticality: {}}}";
  EXPECT_THAT(problems_of(accompanied(cut, nogo)), ::testing::Contains(HasSubstr("playouts that are cut")));
}

TEST(CompanionKeys, off_takes_back_a_default) {
  const std::string selection = "    selection: {name: ucb1, c: 0.9}\n";
  const std::string sample = with(kSample, selection, selection + "    companions: {amaf: {bias: 0.1}, history: {}}\n");
  EXPECT_EQ(search_of(tournament::parse_tournament(sample, "t")).companions.size(), 2U);
  const std::string off = accompanied("{companions: {amaf: off, history: {weight: 2}}}", sample);
  const tournament::TournamentConfig config = tournament::parse_tournament(off, "t");
  ASSERT_EQ(search_of(config).companions.size(), 1U);
  EXPECT_EQ(search_of(config).companions[0].params.real("weight"), 2);
}

TEST(CompanionKeys, true_and_false_are_the_defaults_and_off) {
  const tournament::TournamentConfig config =
      tournament::parse_tournament(accompanied("{companions: {history: true, amaf: false}}"), "t");
  const SearchSettings& search = search_of(config);
  ASSERT_EQ(search.companions.size(), 1U);
  EXPECT_EQ(search.companions[0].params.real("weight"), 3);
  EXPECT_EQ(search_of(tournament::parse_tournament(resolved_yaml(config), "stored")), search);
}

TEST(BatchKey, is_stored_and_read_back_and_goes_not_with_a_root_that_searches) {
  const tournament::TournamentConfig config = tournament::parse_tournament(accompanied("{batch: {leaves: 8}}"), "t");
  EXPECT_EQ(search_of(config).batch, (BatchSettings{.leaves = 8, .virtual_loss = 1}));
  EXPECT_EQ(search_of(tournament::parse_tournament(resolved_yaml(config), "stored")), search_of(config));
  const std::string gumbel = "{root: {name: gumbel}, batch: {leaves: ";
  EXPECT_THAT(problems_of(accompanied(gumbel + "4}}")), ElementsAre(HasSubstr("the root rule gumbel goes on")));
  EXPECT_THAT(problems_of(accompanied(gumbel + "1}}")), IsEmpty());
  EXPECT_THAT(problems_of(accompanied("{batch: {leaves: 0}}")), ElementsAre(HasSubstr("[1, 1024]")));
}

TEST(CompanionKeys, are_refused_where_a_game_has_no_such_moves) {
  const std::string sample = with(kSample, "{name: connect4, width: 7}", "p_game");
  for (const char* name : {"amaf", "history", "mast", "replies"})
    EXPECT_THAT(
        problems_of(accompanied("{companions: {" + std::string(name) + ": {}}}", sample)),
        Contains(HasSubstr(std::string("the companion ") + name +
                           " keeps statistics of moves, and a move of p_game means nothing in other positions")));
  EXPECT_THAT(problems_of(accompanied("{companions: {widening: {}}}", sample)), IsEmpty());
  EXPECT_THAT(problems_of(accompanied("{selection: {name: puct, c: 1}, companions: {progressive_bias: {}}}", sample)),
              Contains(HasSubstr("the companion progressive_bias")))
      << "no playout gives a prior";
}

TEST(SolverKey, is_a_flag_or_a_map_of_what_the_solver_does_beside) {
  EXPECT_FALSE(search_of(tournament::parse_tournament(accompanied("{solver: false}"), "t")).solver);
  const tournament::TournamentConfig config =
      tournament::parse_tournament(accompanied("{solver: {bounds: true, tree_depth: 3}}"), "t");
  const SearchSettings& search = search_of(config);
  EXPECT_TRUE(search.solver);
  EXPECT_EQ(search.solver_aids, (SolverAids{.bounds = true, .tree_depth = 3}));
  EXPECT_EQ(search_of(tournament::parse_tournament(resolved_yaml(config), "stored")), search);
  EXPECT_THAT(problems_of(accompanied("{solver: {bonds: true}}")), ElementsAre(HasSubstr("mean bounds?")));
  EXPECT_THAT(problems_of(accompanied("{solver: {tree_depth: 21}}")), ElementsAre(HasSubstr("[0, 20]")));
}

TEST(SolverKey, searches_playouts_that_are_there_and_end_by_a_move) {
  const std::string rollouts = "{solver: {rollout_depth: 1}}";
  EXPECT_THAT(problems_of(accompanied(rollouts)), IsEmpty());
  EXPECT_THAT(problems_of(accompanied("{evaluator: exact+noise, solver: {rollout_depth: 1}}")),
              ElementsAre(HasSubstr("evaluators that do: playouts, tactical_playouts")));
  EXPECT_THAT(problems_of(accompanied(rollouts, with(kSample, "{name: connect4, width: 7}", "go:5"))),
              ElementsAre(HasSubstr("which go's playouts do not")));
}

TEST(CompanionKeys, of_entropy_need_a_rule_with_a_temperature) {
  EXPECT_THAT(problems_of(accompanied("{selection: boltzmann, companions: {entropy: {}}}")), IsEmpty());
  EXPECT_THAT(problems_of(accompanied("{selection: ucb1, companions: {entropy: {}}}")),
              ElementsAre(HasSubstr("rules that it goes with: boltzmann")));
}

TEST(CompanionKeys, are_refused_where_a_rule_does_not_hear_them) {
  EXPECT_THAT(problems_of(accompanied("{selection: uniform, companions: {amaf: {}}}")),
              ElementsAre(HasSubstr("nothing for the selection rule uniform; rules that it goes with: ucb1")));
  EXPECT_THAT(problems_of(accompanied("{selection: puct, companions: {fpu: {base: constant}}}")),
              ElementsAre(HasSubstr("the companion fpu has nothing for the selection rule puct")));
}

}  // namespace
}  // namespace rootward::config_tests
