// An atlas's file with its studies, and the cells that follow from it.
#include <gmock/gmock.h>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/atlas/cells.h"
#include "experiments/atlas/config.h"
#include "experiments/atlas/run.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::atlas {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kStudy =
    "name: features\nseed: 1\ngames: {ttt: tictactoe, c4: connect4, small: {name: hex, size: 3}}\ninstances: 4\n"
    "random_plies: 3\nevaluations: true\nfeatures: 100\noperators: {playouts: average}\ncheckpoints: [10]\n";

AtlasConfig atlas_of(const std::string& more) {
  const testing::ScratchFolder scratch;
  testing::write_text(scratch.path("f.yaml"), kStudy);
  testing::write_text(scratch.path("atlas.yaml"), "name: a\nseed: 3\nfeatures: [f.yaml]\n" + more);
  return read_atlas(scratch.path("atlas.yaml"));
}

std::string error_of(const std::string& more) {
  try {
    (void)atlas_of(more);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::vector<std::string> names_of(const AtlasConfig& config) {
  std::vector<std::string> names;
  for (const AtlasDomain& domain : config.domains) names.push_back(domain.name);
  return names;
}

/// Max and the control in the last domain, as if they had been tuned.
CellPlayers last_players(const AtlasConfig& config) {
  const testing::ScratchFolder scratch;
  const AtlasPlaces places{scratch.path()};
  const std::size_t domain = config.domains.size() - 1;
  const std::string file = places.tuning_file(config, domain, 20);
  make_folders(file.substr(0, file.rfind('/')));
  testing::write_text(file, tuning_text(config, config.domains[domain], 20, 0.7));
  CellPlayers players{.entrants = entrants_of(config, places, 1, domain, 20),
                      .control = entrants_of(config, places, 0, domain, 20).front(),
                      .simulations = 20};
  for (study::TunedPlayer& entrant : players.entrants) entrant.point = study::lowest_point(entrant.tuning);
  players.control.point = study::lowest_point(players.control.tuning);
  return players;
}

TEST(AtlasReader, DomainsAreTheStudiesGamesTheHeldOutOnesLast) {
  const AtlasConfig config = atlas_of("budgets: [20, 80]\nheld_out: [c4]\npositions: 9\noperators: [softmax, max]\n");
  EXPECT_THAT(names_of(config), ElementsAre("ttt+playouts", "small+playouts", "c4+playouts"));
  EXPECT_FALSE(atlas_of("budgets: [20]\nheld_out: []\n").domains.back().is_held_out);
  EXPECT_EQ(config.studies[0].instances, 9U);
  EXPECT_THAT(names_of(atlas_of("budgets: [20]\ngames: [small]\n")), ElementsAre("small+playouts"));
  ASSERT_EQ(config.operators.size(), 3U);
  EXPECT_EQ(config.operators[0].label, "average");
  EXPECT_EQ(config.operators[1].label, "softmax") << "as written";
  EXPECT_THAT(config.tuning.at, ElementsAre(20, 80)) << "tuned at every budget unless told otherwise";
}

TEST(AtlasReader, AGameMayHaveAnOpeningOfItsOwn) {
  const AtlasConfig config = atlas_of(
      "budgets: [20]\ngames: [ttt, small]\nopening: {random_plies: 3}\n"
      "openings: {small: {random_plies: 1}, c4: {random_plies: 2}}\n");
  ASSERT_EQ(config.domains.size(), 2U);
  EXPECT_EQ(config.domains[0].opening, "{random_plies: 3}");
  EXPECT_EQ(config.domains[1].opening, "{random_plies: 1}");
  EXPECT_EQ(atlas_of("budgets: [20]\n").domains[0].opening, "{random_plies: 4}");
}

/// Features of a family are means over its trees; so are its finals.
TEST(AtlasReader, PairsOfGamesOnAFamilyOfTreesDrawTheirOwn) {
  const testing::ScratchFolder scratch;
  testing::write_text(scratch.path("f.yaml"),
                      "name: f\nseed: 1\ngames: {p: p_game, one: {name: p_game, seed: 4}, "
                      "few: {name: trap_tree, seed: [3, 5]}}\ninstances: 4\nrandom_plies: 1\nevaluations: true\n"
                      "features: 100\noperators: {playouts: average}\ncheckpoints: [10]\n");
  testing::write_text(scratch.path("atlas.yaml"), "name: a\nseed: 3\nfeatures: [f.yaml]\nbudgets: [20]\n");
  const AtlasConfig config = read_atlas(scratch.path("atlas.yaml"));
  ASSERT_EQ(config.domains.size(), 3U);
  EXPECT_THAT(config.domains[0].rules.params.list("seed"), ElementsAre(0, 2147483647));
  EXPECT_EQ(config.domains[1].rules.params.integer("seed"), 4);
  EXPECT_THAT(config.domains[2].rules.params.list("seed"), ElementsAre(3, 5));
  for (const estimates::EstimatedGame& game : config.studies[0].games) EXPECT_EQ(game.is_family, game.name != "one");
  EXPECT_NO_THROW(check_atlas(config));
}

/// Priors are of no use to UCB1, and a network's relative name counts from the study's folder.
TEST(AtlasReader, NetworksSearchByTheirOwnRule) {
  const testing::ScratchFolder scratch;
  make_folders(scratch.path("nets"));
  testing::write_text(scratch.path("nets/mine.safetensors"),
                      testing::read_text(ROOTWARD_SOURCE_DIR "/nets/go9-4x32.safetensors"));
  testing::write_text(
      scratch.path("nets/f.yaml"),
      "name: f\nseed: 1\ngames: {go: {name: go, size: 9, komi: 7.5}}\ninstances: 4\nrandom_plies: 1\n"
      "evaluations: true\nfeatures: 100\ncheckpoints: [10]\nplayers:\n"
      "  own: {backup: average, search: {evaluator: {name: net, file: mine.safetensors, symmetry: random}}}\n"
      "  blurred: {backup: average, search: {evaluator: {name: noisy, of: {name: net, file: mine.safetensors}, sd: 1}, "
      "selection: {name: puct, c: 0.8, value_scale: unit}}}\n");
  testing::write_text(scratch.path("atlas.yaml"),
                      "name: a\nseed: 3\nfeatures: [nets/f.yaml]\nbudgets: [20]\noperators: [max]\n"
                      "opening: {random_plies: 4, balance: [0.2, 0.8]}\n");
  const AtlasConfig config = read_atlas(scratch.path("atlas.yaml"));
  ASSERT_THAT(names_of(config), ElementsAre("go+own", "go+blurred"));
  const std::string here = "nets/mine.safetensors\"";
  EXPECT_THAT(search_text(config.domains[0], 20),
              AllOf(HasSubstr("selection: {name: puct, c: 0.5}"), HasSubstr(here), HasSubstr("symmetry: random")));
  EXPECT_THAT(search_text(config.domains[1], 20),
              AllOf(HasSubstr("selection: {name: puct, c: 0.8, value_scale: unit}"), HasSubstr(here)));
  EXPECT_NO_THROW(check_atlas(config));
  const CellPlayers players = last_players(config);
  for (const tournament::TournamentConfig& games :
       {finals_config(config, {.op = 1, .domain = 1, .budget = {20, false}}, players, 8),
        pool_config(config, {.op = 1, .domain = 1, .budget = {20, false}}, players)}) {
    ASSERT_GE(games.players.size(), 2U);
    for (const PlayerSpec& player : games.players) {
      EXPECT_EQ(player.search.selection.name, "puct") << player.name;
      EXPECT_EQ(player.search.selection.params.text("value_scale"), "unit") << player.name;
    }
  }
}

/// The box that docs/atlas-preregistration.md states.
TEST(AtlasCells, TheConstantIsTunedFromAFifthToThree) {
  const AtlasConfig config = atlas_of("budgets: [20]\noperators: [max]\n");
  const auto& tuned = last_players(config).control.tuning.parameters;
  ASSERT_EQ(tuned.size(), 1U);
  EXPECT_EQ(tuned[0].path, "search.selection.c");
  EXPECT_EQ(tuned[0].low, 0.2);
  EXPECT_EQ(tuned[0].high, 3);
  EXPECT_EQ(tuned[0].scale, Scale::log);
}

TEST(AtlasReader, TellsWhatIsWrong) {
  EXPECT_THAT(error_of("budgets: [20]\ngames: [ttd]\n"), HasSubstr("did you mean ttt?"));
  EXPECT_THAT(error_of("budgets: [20, 10]\n"), HasSubstr("10 does not rise"));
  EXPECT_THAT(error_of("budgets: [20]\nequal_time: 30\n"), HasSubstr("equal_time: 30 is not allowed"));
  EXPECT_THAT(error_of("budgets: [20]\nfinals: {games: 6}\n"), HasSubstr("a multiple of 4"));
  EXPECT_THAT(error_of("budgets: [20]\ntuning: {seed: 2}\n"), HasSubstr("tuning.seed: unknown key"));
  EXPECT_THAT(error_of("budgets: [20]\nopenings: {ttd: {random_plies: 1}}\n"), HasSubstr("did you mean ttt?"));
  EXPECT_THAT(error_of("budgets: [20]\nopenings: {ttt: {book: some.txt}}\n"), HasSubstr("a book is of one game"));
  EXPECT_THAT(error_of("budgets: [20]\noperators: [softmaxx]\n"), HasSubstr("did you mean softmax?"));
  EXPECT_EQ(error_of("budgets: [20]\n"), "");
}

TEST(AtlasReader, ARuleWithoutTheConstantThatIsTunedIsRefused) {
  const testing::ScratchFolder scratch;
  testing::write_text(scratch.path("f.yaml"),
                      "name: f\nseed: 1\ngames: {ttt: tictactoe}\ninstances: 4\nrandom_plies: 1\nevaluations: true\n"
                      "features: 100\ncheckpoints: [10]\nplayers:\n"
                      "  even: {backup: average, search: {selection: uniform}}\n"
                      "  usual: {backup: average, search: {selection: polynomial}}\n");
  testing::write_text(scratch.path("atlas.yaml"), "name: a\nseed: 3\nfeatures: [f.yaml]\nbudgets: [20]\n");
  try {
    (void)read_atlas(scratch.path("atlas.yaml"));
    FAIL() << "uniform has no constant";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("f.yaml: even: an atlas tunes search.selection.c; uniform has none"),
                                    Not(HasSubstr("polynomial"))));
  }
  testing::write_text(scratch.path("atlas.yaml"),
                      "name: a\nseed: 3\nfeatures: [f.yaml]\nevaluators: [usual]\nbudgets: [20]\n");
  EXPECT_THAT(names_of(read_atlas(scratch.path("atlas.yaml"))), ElementsAre("ttt+usual"));
}

/// Their folders would be one.
TEST(AtlasReader, StudiesOfOneNameAreRefused) {
  const testing::ScratchFolder scratch;
  testing::write_text(scratch.path("f.yaml"), kStudy);
  testing::write_text(scratch.path("g.yaml"), kStudy);
  testing::write_text(scratch.path("atlas.yaml"), "name: a\nseed: 3\nfeatures: [f.yaml, g.yaml]\nbudgets: [20]\n");
  try {
    (void)read_atlas(scratch.path("atlas.yaml"));
    FAIL() << "both are named features";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("g.yaml: another study is named features, too"));
  }
}

TEST(AtlasReader, APlayerTakesTheNearerTuning) {
  AtlasTuning tuning;
  tuning.at = {400, 1600};
  EXPECT_EQ(tuned_at(tuning, 100), 400U);
  EXPECT_EQ(tuned_at(tuning, 800), 400U) << "of two as near the smaller";
  EXPECT_EQ(tuned_at(tuning, 900), 1600U);
  EXPECT_EQ(tuned_at(tuning, 6400), 1600U);
}

/// All domains of an operator before the next operator, and the held-out ones after everything else.
TEST(AtlasCells, AnInterruptedAtlasIsASmallerOne) {
  const AtlasConfig config = atlas_of("budgets: [20, 80]\nequal_time: 80\nheld_out: [c4]\noperators: [softmax, max]\n");
  const std::vector<AtlasStage> stages = make_stages(config);
  ASSERT_EQ(stages.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(stages[i].op, i % 3);
    EXPECT_EQ(stages[i].domains, i < 3 ? (std::vector<std::size_t>{0, 1}) : std::vector<std::size_t>{2});
  }
  EXPECT_EQ(cells_of(config, stages[0]).size(), 4U) << "A/A has no equal time";
  EXPECT_EQ(cells_of(config, stages[1]).size(), 6U);
  EXPECT_EQ(cells_of(config, stages[1])[4].budget.label(), "equal-time");
}

/// Held-out domains are dealt out by themselves: each part has its share of both.
TEST(AtlasCells, PartsShareOpenAndHeldOutDomains) {
  const AtlasConfig config = atlas_of("budgets: [20]\nheld_out: [c4]\n");
  EXPECT_EQ(count_domains(config, false), 2U);
  EXPECT_EQ(count_domains(config, true), 1U);
  const auto domains_in = [&](const Shard& part) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < config.domains.size(); ++i)
      if (is_in_part(config, part, i)) names.push_back(config.domains[i].name);
    return names;
  };
  EXPECT_THAT(domains_in({.index = 1, .count = 2}), ElementsAre("ttt+playouts", "c4+playouts"));
  EXPECT_THAT(domains_in({.index = 2, .count = 2}), ElementsAre("small+playouts"));
  EXPECT_EQ(domains_in({}).size(), 3U);
}

TEST(AtlasCells, ACellIsLookedAtAfterTwiceTheGames) {
  EXPECT_THAT(looks_of({.games = 200, .most_games = 800}), ElementsAre(200, 400, 800));
  EXPECT_THAT(looks_of({.games = 400, .most_games = 4000}), ElementsAre(400, 800, 1600, 3200, 4000));
  EXPECT_THAT(looks_of({.games = 400, .most_games = 400}), ElementsAre(400));
}

TEST(AtlasCells, ThePoolHoldsTacticsWhereThereAreSome) {
  const AtlasConfig config = atlas_of("budgets: [20]\n");
  EXPECT_TRUE(has_tactics(config.domains[1].rules)) << "connect4";
  EXPECT_FALSE(has_tactics(config.domains[2].rules)) << "hex";
  EXPECT_THAT(tuning_text(config, config.domains[1], 20, 0.5), HasSubstr("tactical_playouts"));
  EXPECT_THAT(tactical_player(config.domains[1], 20), HasSubstr("budget: {simulations: 10}")) << "half as many";
  EXPECT_EQ(tactical_player(config.domains[2], 20), "");
  EXPECT_THAT(tuning_text(config, config.domains[2], 20, 0.5), Not(HasSubstr("tactical_playouts")));
  EXPECT_NO_THROW(check_atlas(config));
}

TEST(AtlasReader, ShippedAtlasesAreRight) {
  for (const char* name : {"evening", "night", "cluster"}) {
    const AtlasConfig config = read_atlas(std::string(ROOTWARD_SOURCE_DIR "/configs/atlas/") + name + ".yaml");
    EXPECT_NO_THROW(check_atlas(config)) << name;
    EXPECT_GE(config.operators.size(), 25U);
    EXPECT_NE(config.hypothesis, "");
    for (const AtlasDomain& domain : config.domains)
      EXPECT_EQ(domain.is_held_out,
                domain.game == "breakthrough-6" || domain.game == "hex-7" || domain.game == "nogo-7");
  }
}

}  // namespace
}  // namespace rootward::atlas
