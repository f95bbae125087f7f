// The networks inside the program: their size, what they tell, who they play for.
#include "evaluators/net/embedded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/errors.h"
#include "evaluators/make_evaluator.h"
#include "evaluators/net/calibration.h"
#include "evaluators/net/model.h"
#include "evaluators/net/narrow_layout.h"
#include "games/connect4.h"
#include "games/go/go.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class Run>
std::string refusal(Run run) {
  try {
    run();
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(EmbeddedNetworks, AreSmallAndTellTheirLicenceAndTheirRun) {
  for (const net::EmbeddedNetwork& network : net::embedded_networks()) {
    EXPECT_LE(network.bytes.size(), 512U * 1024U) << network.name;
    const net::Model model = net::load_model(std::string(network.name));
    EXPECT_EQ(model.licence, "MIT");
    EXPECT_FALSE(model.run.empty());
    EXPECT_FALSE(model.name.empty());
    EXPECT_TRUE(model.plays_on(9));
    EXPECT_EQ(model.komi, 7.5);
  }
}

TEST(EmbeddedNetworks, HaveTheExponentsThatCalibrationFinds) {
  for (const net::EmbeddedNetwork& network : net::embedded_networks()) {
    const std::string name(network.name);
    net::Model found = net::parse_model(network.bytes, name);
    ASSERT_FALSE(net::knows_exponents(found.plan)) << name << ": these are in the file beside";
    net::calibrate(found);
    const net::Model stored = net::load_model(name);
    ASSERT_TRUE(net::knows_exponents(stored.plan)) << name;
    for (std::size_t i = 0; i < found.plan.steps.size(); ++i)
      EXPECT_EQ(stored.plan.steps[i].exponents, found.plan.steps[i].exponents) << name << " " << i;
  }
}

TEST(EmbeddedNetworks, OneSeesThePapersPlanesAndTheOthersWhoseTurnItIs) {
  std::vector<std::string> seen;
  for (const net::EmbeddedNetwork& network : net::embedded_networks()) {
    const net::Model model = net::load_model(std::string(network.name));
    const bool is_papers = network.name == "builtin:go9-4x32-paper";
    seen.emplace_back(network.name);
    EXPECT_EQ(net::planes_text(model.planes), is_papers ? "history 5" : "history 5, black_to_move") << network.name;
    EXPECT_EQ(net::parameter_count(model.plan), is_papers ? 111'610U : 111'898U)
        << "4 blocks of 32 filters, norms folded in";
  }
  EXPECT_THAT(seen,
              ElementsAre("builtin:go9-4x32", "builtin:go9-4x32-paper", "builtin:go9-4x32-10k", "builtin:go9-4x32-2k"));
  EXPECT_EQ(net::default_network(), "builtin:go9-4x32");
}

TEST(EmbeddedNetworks, ANameOfTheProgramIsNotLookedForInFolders) {
  EXPECT_EQ(net::find_model_file("builtin:go9-4x32", "/nowhere"), "builtin:go9-4x32");
  EXPECT_THAT(refusal([] { (void)net::find_model_file("builtin:go9-4x23", ""); }),
              AllOf(HasSubstr("there is no network builtin:go9-4x23 in the program; there are: builtin:go9-4x32, "),
                    HasSubstr("did you mean builtin:go9-4x32?")));
}

TEST(EmbeddedNetworks, AnotherBoardIsToldWhatToDo) {
  const NamedParams id{"net", resolve_params(net::describe_net().parameters, {})};
  EXPECT_THAT(refusal([&] { (void)make_evaluator<Go<LargeBoard>>(id, {.size = 19}, ""); }),
              AllOf(HasSubstr("builtin:go9-4x32: this network plays on 9x9, the game's board is 19x19"),
                    HasSubstr("name a network for this game by `file`")));
  EXPECT_THAT(refusal([&] { (void)make_evaluator<Connect4Small>(id, {.width = 7, .height = 6}, ""); }),
              HasSubstr("plays on 9x9, the game's board is 7x6"));
}

}  // namespace
}  // namespace rootward::testing
