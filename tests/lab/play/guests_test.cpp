// Operators and evaluators that join while the program runs: they are read, searched with and refused like our own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "backup/guests.h"
#include "core/errors.h"
#include "lab/config/parts.h"
#include "lab/play/position_judge.h"

namespace rootward {
namespace {

using ::testing::HasSubstr;

constexpr const char* kBudget = "budget: {simulations: 200}";

/// Joins as `name`: the built-in ERWA under another name, with a parameter of its own.
void join_operator(const std::string& name) {
  GuestOperator guest;
  guest.entry.description = {.name = name, .help = "a test's", .source = "ours", .parameters = {}};
  guest.entry.description.parameters.push_back(
      {.key = "rate", .help = "alpha", .fallback = 0.25, .low = 0.01, .high = 1, .source = "ours"});
  guest.make = [](const Params& params, const OperatorContext& context) {
    const NamedParams erwa = {
        "erwa", resolve_params(get_operator("erwa").description.parameters, {{"alpha", params.real("rate")}})};
    return make_backup(erwa, context);
  };
  add_guest_operator(std::move(guest));
}

/// Who moves is ahead by the number of legal moves; the last move is the likeliest.
class CountingJudge final : public PositionJudge {
 public:
  void judge(std::span<const Position* const> positions, std::span<Judgement> judgements) override {
    batches.insert(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const std::size_t count = positions[i]->legal_actions().size();
      judgements[i].value = static_cast<double>(positions[i]->hash() % 100) / 100;
      judgements[i].priors.assign(count, 0.5F / static_cast<float>(count));
      judgements[i].priors.back() += 0.5F;
    }
  }
  std::set<std::size_t> batches;
};

std::shared_ptr<CountingJudge> join_evaluator(const std::string& name, std::size_t batch) {
  auto judge = std::make_shared<CountingJudge>();
  GuestEvaluator guest;
  guest.description = {.name = name, .help = "a test's", .source = "ours", .parameters = {}};
  guest.gives_priors = true;
  guest.batch = batch;
  guest.judge = judge;
  add_guest_evaluator(std::move(guest));
  return judge;
}

std::map<Action, std::uint32_t> visits(const SearchResult& result) {
  std::map<Action, std::uint32_t> counts;
  for (const RootChild& child : result.children) counts[child.action] = child.visits;
  return counts;
}

SearchResult search(const Game& game, const std::string& settings, const std::string& backup, std::uint64_t seed) {
  const SearchSettings parsed = parse_search_player("{" + settings + "}", backup, {}, game.id()).search;
  const std::unique_ptr<Searcher> searcher = game.make_searcher(parsed);
  searcher->new_game(seed);
  return searcher->think(*game.start(), std::nullopt, [] { return false; });
}

std::string refusal(const std::string& backup) {
  try {
    (void)parse_search_player("", backup, {}, parse_game("connect4", {}));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Guests, AnOperatorDrivesAndWatchesAsItsTwinDoes) {
  join_operator("guest_erwa");
  const std::unique_ptr<Game> game = make_game(parse_game("connect4", {}));
  const SearchResult guest = search(*game, kBudget, "{name: guest_erwa, rate: 0.1}", 3);
  const SearchResult twin = search(*game, kBudget, "{name: erwa, alpha: 0.1}", 3);
  EXPECT_EQ(visits(guest), visits(twin));
  EXPECT_EQ(guest.value, twin.value);
  EXPECT_NE(visits(guest), visits(search(*game, kBudget, "guest_erwa", 3)));
}

TEST(Guests, WhatIsWrongWithAnOperatorIsTold) {
  join_operator("guest_erwa");
  EXPECT_THAT(refusal("guest_erw"), HasSubstr("guest_erwa"));
  EXPECT_THAT(refusal("{name: guest_erwa, rat: 0.1}"), HasSubstr("rate"));
  EXPECT_THAT(refusal("{name: guest_erwa, rate: 2}"), HasSubstr("[0.01, 1]"));
  EXPECT_THROW(join_operator("max"), UsageError);
}

TEST(Guests, ParametersOfAFilesOperatorAreAMapOrAbsent) {
  join_operator("guest_erwa");
  set_guest_loader([](const std::string&, const std::string&) { return NamedParams{"guest_erwa", {}}; });
  const std::string operator_of = "{name: python, file: rules.py, object: rule";
  EXPECT_EQ(refusal(operator_of + "}"), "");
  EXPECT_EQ(refusal(operator_of + ", parameters: {rate: 0.1}}"), "");
  EXPECT_THAT(refusal(operator_of + ", parameters: 7}"), HasSubstr("parameters: 7 is not allowed; allowed: a map"));
  EXPECT_THAT(refusal(operator_of + ", parameters: [7]}"), HasSubstr("a list is not allowed; allowed: a map"));
  EXPECT_THAT(refusal(operator_of + ", parameters: }"), HasSubstr("an empty value is not allowed; allowed: a map"));
  set_guest_loader({});
}

TEST(Guests, TheNewestOfANameCountsAndIsNamedOnce) {
  join_operator("guest_twice");
  const GuestOperator* first = find_guest_operator("guest_twice");
  join_operator("guest_twice");
  EXPECT_NE(find_guest_operator("guest_twice"), first);
  EXPECT_EQ(first->entry.description.name, "guest_twice");
  int count = 0;
  for (const Described& one : guest_descriptions()) count += one.name == "guest_twice" ? 1 : 0;
  EXPECT_EQ(count, 1);
}

TEST(Guests, AnEvaluatorGivesValuesInTheMoversViewAndPriors) {
  join_evaluator("guest_judge", 1);
  const std::unique_ptr<Game> game = make_game(parse_game("connect4", {}));
  SearchSettings settings = parse_search_player("{evaluator: guest_judge}", "", {}, game->id()).search;
  EXPECT_EQ(settings.selection.name, "puct");
  const std::unique_ptr<Searcher> searcher = game->make_searcher(settings);
  std::unique_ptr<Position> position = game->start();
  for (int ply = 0; ply < 2; ++ply) {
    const EvaluationReport report = searcher->evaluate(*position);
    EXPECT_DOUBLE_EQ(report.value, static_cast<double>(position->hash() % 100) / 100);
    EXPECT_NEAR(report.priors.back().second, 0.5 + 0.5 / 7, 1e-6);
    position->play(position->legal_actions().front());
  }
  EXPECT_THROW(join_evaluator("playouts", 1), UsageError);
}

/// Searches side by side, each from the start under a seed of its own.
class ManySearches final : public ThinkSource {
 public:
  ManySearches(const Game& game, const SearchSettings& settings, std::size_t count) : root_(game.start()) {
    for (std::size_t i = 0; i < count; ++i) {
      searchers_.push_back(game.make_searcher(settings));
      searchers_.back()->new_game(i + 1);
    }
    results.resize(count);
    at_.resize(count);
  }
  std::optional<ThinkTask> next(std::size_t slot) override {
    if (given_ == searchers_.size()) return std::nullopt;
    at_[slot] = given_;
    return ThinkTask{.searcher = searchers_[given_++].get(), .position = root_.get(), .stop = &stop_};
  }
  void finished(std::size_t slot, SearchResult result) override { results[at_[slot]] = std::move(result); }

  std::vector<SearchResult> results;

 private:
  std::unique_ptr<Position> root_;
  std::vector<std::unique_ptr<Searcher>> searchers_;
  std::vector<std::size_t> at_;
  std::size_t given_ = 0;
  std::function<bool()> stop_ = [] { return false; };
};

TEST(Guests, SearchesSideBySideAreJudgedTogetherAndStayTheSame) {
  const std::shared_ptr<CountingJudge> judge = join_evaluator("guest_batches", 3);
  const std::unique_ptr<Game> game = make_game(parse_game("connect4", {}));
  const std::string text = std::string(kBudget) + ", evaluator: guest_batches";
  const SearchSettings settings = parse_search_player("{" + text + "}", "", {}, game->id()).search;
  EXPECT_EQ(game->slots(settings.evaluator), 3U);
  ManySearches many(*game, settings, 5);
  game->think_side_by_side(settings.evaluator, 3, many);
  EXPECT_TRUE(judge->batches.contains(3));
  for (std::size_t i = 0; i < many.results.size(); ++i)
    EXPECT_EQ(visits(many.results[i]), visits(search(*game, text, "", i + 1))) << i;
}

}  // namespace
}  // namespace rootward
