// A warm search allocates nothing: counts every call of operator new while simulations run.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "games/connect4.h"
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

TEST(Allocation, AWarmSearchAllocatesNothing) {
  const Connect4Rules rules;
  for (const OperatorEntry& entry : operators()) {
    testing::Fixture<Connect4Small> fixture(testing::settings_with(entry.description.name, 3000), 1);
    Search<Connect4Small>& search = *fixture.search;
    const auto simulate = [&](int simulations) {
      search.begin(Connect4Small(rules));
      EvaluationRequest<Connect4Small> request{.position = nullptr, .rng = &search.core().evaluation_rng()};
      Evaluation evaluation;
      for (int i = 0; i < simulations; ++i) {
        request.position = search.descend();
        if (request.position != nullptr) fixture.evaluator->evaluate({&request, 1}, {&evaluation, 1});
        search.complete(evaluation);
      }
    };
    simulate(3000);
    const std::uint64_t held = search.core().tree().bytes_held();
    const std::uint64_t before = allocation_count;
    simulate(2000);
    EXPECT_EQ(allocation_count - before, 0U) << entry.description.name;
    EXPECT_EQ(search.core().tree().bytes_held(), held) << entry.description.name;
  }
}

}  // namespace
}  // namespace rootward
