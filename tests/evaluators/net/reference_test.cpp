// The published networks against the outputs of other programs: probabilities and values within 1e-4. Skipped where
// $ROOTWARD_NETS does not hold the networks.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "evaluators/net/go_encoder.h"
#include "evaluators/net/net_evaluator.h"
#include "games/go/go.h"

namespace rootward::testing {
namespace {

using nlohmann::json;

constexpr double kTolerance = 1e-4;

std::string net_path(const std::string& file) {
  const char* folder = std::getenv("ROOTWARD_NETS");
  return folder == nullptr ? std::string() : std::string(folder) + "/" + file;
}

json reference(const std::string& file) {
  std::ifstream in(std::string(ROOTWARD_SOURCE_DIR) + "/tests/data/" + file);
  return json::parse(in);
}

/// A position after the case's moves.
template <class Board>
Go<Board> position_of(const json& one, const GoRules& rules) {
  Go<Board> position(rules);
  for (const json& text : one.at("moves")) {
    const std::optional<Action> action = position.parse_action(text.get<std::string>());
    EXPECT_TRUE(action && position.is_legal(*action)) << text;
    position.play(*action);
  }
  return position;
}

struct Answer {
  double value = 0;            ///< for the side to move
  std::vector<double> policy;  ///< over all points and the pass; legal moves only, or all where nothing is masked
};

/// The network's own softmax over every point and the pass, illegal ones too.
template <class Board>
Answer raw_answer(const net::Model& model, const Go<Board>& position, net::Path way) {
  const auto encoder = net::make_encoder<Go<Board>>(model, position.rules(), model.name);
  const int size = position.board().size();
  std::vector<float> planes(static_cast<std::size_t>(size * size * net::plane_count(model.planes)));
  std::vector<float> globals(static_cast<std::size_t>(net::global_count(model.planes)));
  encoder->encode(position, 0, planes, globals);
  net::Output output;
  net::make_runner(model.plan, size, way)->run(planes, globals, output);
  Answer answer{.value = output.value, .policy = {}};
  double sum = 0;
  for (float logit : output.policy) sum += std::exp(static_cast<double>(logit));
  for (Action action = 0; action <= position.pass_action(); ++action)
    answer.policy.push_back(std::exp(static_cast<double>(output.policy[encoder->policy_index(action, 0)])) / sum);
  return answer;
}

/// Plays the cases of one board size through the evaluator.
template <class Board>
class KatagoReference {
 public:
  KatagoReference(const std::string& path, const GoRules& rules)
      : rules_(rules), evaluator_({.path = path, .precision = "f32"}, rules_) {}

  void check(const json& one) {
    Go<Board> position = position_of<Board>(one, rules_);
    Rng rng(1);
    const EvaluationRequest<Go<Board>> request{.position = &position, .rng = &rng};
    Evaluation evaluation;
    evaluator_.evaluate({&request, 1}, {&evaluation, 1});
    const json& raw = one.at("raw");
    const double win = raw.at("whiteWin"), loss = raw.at("whiteLoss");
    EXPECT_NEAR(-evaluation.value, (win - loss) / (win + loss), kTolerance) << one.at("moves");
    ActionList actions;
    position.legal_actions(actions);
    std::vector<double> policy(static_cast<std::size_t>(position.pass_action()) + 1, -1);
    for (std::size_t i = 0; i < actions.size(); ++i) policy[actions[i]] = static_cast<double>(evaluation.priors[i]);
    const auto size = static_cast<std::size_t>(rules_.size);
    for (std::size_t row = 0; row < size; ++row) {
      for (std::size_t column = 0; column < size; ++column) {
        const json& expected = raw.at("policy")[size - 1 - row][column];
        const double is = policy[row * size + column];
        EXPECT_EQ(expected.is_null(), is < 0) << one.at("moves") << " row " << row << " column " << column;
        if (!expected.is_null()) {
          EXPECT_NEAR(is, expected.get<double>(), kTolerance) << one.at("moves");
        }
      }
    }
    EXPECT_NEAR(policy.back(), raw.at("policyPass").get<double>(), kTolerance) << one.at("moves");
  }

 private:
  GoRules rules_;
  net::NetEvaluator<Go<Board>> evaluator_;
};

TEST(Reference, KatagoNet) {
  const std::string path = net_path("g170-b6c96-s175395328-d26788732.bin.gz");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "$ROOTWARD_NETS holds no g170-b6c96";
  std::map<std::pair<int, double>, std::unique_ptr<KatagoReference<SmallBoard>>> small;
  std::map<std::pair<int, double>, std::unique_ptr<KatagoReference<LargeBoard>>> large;
  const json file = reference("net_reference_katago.json");
  for (const json& one : file.at("cases")) {
    const GoRules rules{.size = one.at("size"), .komi = one.at("komi"), .suicide = true, .move_limit = 1000};
    const std::pair<int, double> key(rules.size, rules.komi);
    if (rules.size <= SmallBoard::kMaxSize) {
      auto& judge = small[key];
      if (!judge) judge = std::make_unique<KatagoReference<SmallBoard>>(path, rules);
      judge->check(one);
    } else {
      auto& judge = large[key];
      if (!judge) judge = std::make_unique<KatagoReference<LargeBoard>>(path, rules);
      judge->check(one);
    }
  }
  EXPECT_GE(file.at("cases").size(), 60U);
}

TEST(Reference, PyaqNet) {
  const std::string path = net_path("pyaq-9x9-6x96.safetensors");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "$ROOTWARD_NETS holds no pyaq-9x9-6x96";
  const GoRules rules{.size = 9, .komi = 7, .suicide = true, .move_limit = 1000};
  const net::Model model = net::load_model(path);
  const json file = reference("net_reference_pyaq.json");
  for (const json& one : file.at("cases")) {
    const Answer answer = raw_answer(model, position_of<SmallBoard>(one, rules), net::choose_path("f32"));
    EXPECT_NEAR(answer.value, one.at("value").get<double>(), kTolerance) << one.at("moves");
    for (std::size_t point = 0; point < 81; ++point)
      EXPECT_NEAR(answer.policy[point], one.at("policy")[point].get<double>(), kTolerance) << one.at("moves");
    EXPECT_NEAR(answer.policy[81], one.at("pass").get<double>(), kTolerance) << one.at("moves");
  }
  EXPECT_GE(file.at("cases").size(), 40U);
}

}  // namespace
}  // namespace rootward::testing
