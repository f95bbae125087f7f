// Against the standard's set, with hashes that crowd one place and the one that marks what is free.
#include "core/hash_set.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <unordered_set>

#include "core/rng.h"

namespace rootward {
namespace {

TEST(HashSet, KnowsWhatWasPutIn) {
  HashSet set;
  std::unordered_set<std::uint64_t> twin;
  const auto put = [&](std::uint64_t hash) { EXPECT_EQ(set.insert(hash), twin.insert(hash).second) << hash; };
  for (const std::uint64_t hash : {0U, 1U, 0U, 2U, 1U}) put(hash);
  for (std::uint64_t i = 0; i < 20'000; ++i) put(mix64(i % 7'000));
  for (std::uint64_t i = 0; i < 2'000; ++i) put((i % 500) << 48U);
}

TEST(HashSet, JoinsAnotherAndCountsWhatWasThere) {
  for (const std::uint64_t first : {0U, 90U, 100U}) {
    HashSet set, other;
    for (std::uint64_t i = 0; i < 100; ++i) set.insert(i);
    for (std::uint64_t i = first; i < first + 50; ++i) other.insert(i);
    EXPECT_EQ(set.join(other), first == 0 ? 50U : first == 90 ? 10U : 0U);
    for (std::uint64_t i = 0; i < 200; ++i) EXPECT_EQ(set.insert(i), i >= 100 && (i < first || i >= first + 50)) << i;
  }
}

}  // namespace
}  // namespace rootward
