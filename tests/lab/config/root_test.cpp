// `root` of a search: what it brings with it, what it cannot go with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const PlayerSpec& soft_of(const tournament::TournamentConfig& config) { return player_of(config, "soft"); }

std::string rooted(const std::string& search) {
  const std::string soft = "{backup: {name: softmax, g: [-2, -1.5, 0]}, search: {solver: true}}";
  return with(kSample, soft, "{backup: average, search: " + search + "}");
}

tournament::TournamentConfig read_rooted(const std::string& search) {
  return tournament::parse_tournament(rooted(search), "t");
}

TEST(Root, none_is_not_stored) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kSample, "t");
  EXPECT_EQ(soft_of(config).search.root.name, "none");
  EXPECT_THAT(resolved_yaml(config), Not(HasSubstr("root:")));
}

TEST(Root, below_gumbel_the_rule_weighs_values_as_the_root_does) {
  const std::string gumbel = "{root: {name: gumbel, c_scale: 0.1, rescale: true}}";
  const std::string sample = with(rooted(gumbel), "    selection: {name: ucb1, c: 0.9}\n", "");
  const tournament::TournamentConfig config = tournament::parse_tournament(sample, "t");
  const SearchSettings& search = soft_of(config).search;
  EXPECT_EQ(search.selection.name, "improved_policy");
  EXPECT_EQ(search.selection.params.real("c_scale"), 0.1);
  EXPECT_TRUE(search.selection.params.boolean("rescale"));
  EXPECT_EQ(soft_of(tournament::parse_tournament(resolved_yaml(config), "stored")).search, search);
}

TEST(Root, gumbel_may_stand_above_another_rule) {
  const tournament::TournamentConfig config = read_rooted("{root: gumbel, selection: puct}");
  EXPECT_EQ(soft_of(config).search.selection.name, "puct");
  EXPECT_EQ(soft_of(config).search.root.params.integer("considered"), 16);
}

TEST(Root, dirichlet_needs_a_rule_that_reads_priors) {
  EXPECT_THAT(problems_of(rooted("{root: dirichlet, selection: puct}")), IsEmpty());
  EXPECT_THAT(problems_of(rooted("{root: dirichlet}")),
              ElementsAre(HasSubstr("the selection rule ucb1 does not read; rules that do: puct, improved_policy")));
}

TEST(Root, gumbel_takes_simulations_its_own_final_move_and_no_temperature) {
  EXPECT_THAT(problems_of(rooted("{root: gumbel, budget: {seconds: 1}}")),
              ElementsAre(HasSubstr("players.soft.search.budget: the root rule gumbel shares out")));
  EXPECT_THAT(problems_of(rooted("{root: gumbel, final_move: secure}")), ElementsAre(HasSubstr("most_visits")));
  EXPECT_THAT(problems_of(rooted("{root: gumbel, temperature: {moves: 3}}")), ElementsAre(HasSubstr("temperature")));
}

TEST(Root, a_wrong_name_is_told_with_the_nearest) {
  EXPECT_THAT(problems_of(rooted("{root: gumble}")), ElementsAre(HasSubstr("did you mean gumbel?")));
  EXPECT_THAT(problems_of(rooted("{root: {name: gumbel, considered: 0}}")), ElementsAre(HasSubstr("[1, 65535]")));
}

}  // namespace
}  // namespace rootward::config_tests
