// Random damage to configurations: reading ends with a configuration or a UsageError, whatever the text.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/rng.h"
#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

constexpr std::string_view kAlphabet = "{}[]:,-?&*!|>'\"%@` \n\t#~.0123456789eanulxy\\<=\x7f\x01\xff";

std::string damaged(std::string text, Rng& rng) {
  const auto place = [&] { return rng.below(static_cast<std::uint32_t>(text.size() + 1)); };
  const std::uint32_t edits = 1 + rng.below(4);
  for (std::uint32_t i = 0; i < edits && !text.empty(); ++i) {
    const std::size_t at = place();
    const char c = kAlphabet[rng.below(static_cast<std::uint32_t>(kAlphabet.size()))];
    switch (rng.below(5)) {
      case 0:
        text.insert(at, 1, c);
        break;
      case 1:
        text.erase(at, 1 + rng.below(8));
        break;
      case 2:
        if (at < text.size()) text[at] = c;
        break;
      case 3:
        text.insert(at, text.substr(place(), rng.below(40)));
        break;
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

/// Reads; where that succeeds the resolved form must read back. Returns whether it succeeded.
bool read_or_refuse(const std::string& text) {
  tournament::TournamentConfig config;
  try {
    config = tournament::parse_tournament(text, "damaged");
  } catch (const UsageError& error) {
    EXPECT_FALSE(error.problems().empty());
    for (const Problem& problem : error.problems()) {
      EXPECT_FALSE(problem.message.empty());
      EXPECT_EQ(problem.file, "damaged");
    }
    return false;
  }
  const std::string resolved = resolved_yaml(config);
  EXPECT_EQ(resolved_yaml(tournament::parse_tournament(resolved, "resolved")), resolved);
  return true;
}

TEST(Mutations, DamagedTextsNeverCrash) {
  Rng rng(derive_seed(1, "mutations"));
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = damaged(kSample, rng);
    SCOPED_TRACE(text);
    accepted += read_or_refuse(text) ? 1 : 0;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(accepted, 30);
  EXPECT_LT(accepted, 2000);
}

TEST(Mutations, NoiseNeverCrashes) {
  Rng rng(derive_seed(2, "mutations"));
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    const std::uint32_t length = rng.below(60);
    for (std::uint32_t k = 0; k < length; ++k)
      text += kAlphabet[rng.below(static_cast<std::uint32_t>(kAlphabet.size()))];
    SCOPED_TRACE(text);
    EXPECT_FALSE(read_or_refuse(text));
  }
}

TEST(Mutations, EveryPrefixIsReadOrRefused) {
  for (std::size_t length = 0; length < kSample.size(); ++length) read_or_refuse(kSample.substr(0, length));
}

}  // namespace
}  // namespace rootward::config_tests
