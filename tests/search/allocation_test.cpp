// A warm search allocates nothing: counts every call of operator new while simulations run.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "games/connect4.h"
#include "search/companion.h"
#include "tests/search/search_fixture.h"

namespace {
std::atomic<std::uint64_t> allocation_count{0};
}

void* operator new(std::size_t size) {
  ++allocation_count;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
#if defined(__GNUC__) && !defined(__clang__)
// Under sanitizers GCC does not see that these two belong to the operator new above.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace rootward {
namespace {

void expect_no_allocations(const SearchSettings& settings, const std::string& name) {
  const Connect4Rules rules;
  testing::Fixture<Connect4Small> fixture(settings, 1);
  Search<Connect4Small>& search = *fixture.search;
  std::uint64_t before = 0;
  const auto simulate = [&](int simulations) {
    before = allocation_count;
    search.begin(Connect4Small(rules));
    Evaluation evaluation;
    for (int i = 0; i < simulations; ++i) {
      const EvaluationRequest<Connect4Small> request = search.request_for(search.descend());
      if (request.position != nullptr) fixture.evaluator->evaluate({&request, 1}, {&evaluation, 1});
      search.complete(evaluation);
    }
  };
  simulate(3000);
  const std::uint64_t held = search.core().tree().bytes_held();
  simulate(2000);
  // The keys of the game's moves are asked for once a search.
  EXPECT_EQ(allocation_count - before, settings.companions.empty() ? 0U : 1U) << name;
  EXPECT_EQ(search.core().tree().bytes_held(), held) << name;
}

TEST(Allocation, AWarmSearchAllocatesNothing) {
  for (const OperatorEntry& entry : operators())
    expect_no_allocations(testing::settings_with(entry.description.name, 3000), entry.description.name);
}

TEST(Allocation, SelectionRulesAllocateNothingWhenWarm) {
  for (const Described& rule : selections()) {
    const NamedParams selection = testing::named(selections(), rule.name);
    SearchSettings settings = testing::settings_with(reads_variances(selection) ? "gaussian_max" : "average", 3000);
    settings.selection = selection;
    expect_no_allocations(settings, rule.name);
  }
}

TEST(Allocation, CompanionsAllocateNothingWhenWarm) {
  for (const Described& companion : companions()) {
    SearchSettings settings = testing::settings_with("average", 3000);
    const CompanionNeeds& needs = companion_needs(companion.name);
    settings.companions = {testing::companion(companion.name)};
    if (!needs.beside.empty()) settings.companions.push_back(testing::companion(std::string(needs.beside)));
    if (needs.temperature) settings.selection = testing::named(selections(), "boltzmann");
    expect_no_allocations(settings, companion.name);
  }
}

}  // namespace
}  // namespace rootward
