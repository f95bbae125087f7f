// What a tournament's configuration expects of two players before they meet: hypotheses that name players and a
// direction, which a table can hold its games against.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/config/field_table.h"

namespace rootward::tournament {

/// better: `first` is stronger than `second`. equal: they are within the band of equivalence.
struct Expectation {
  enum class Direction : std::uint8_t { better, equal };
  Direction direction = Direction::better;
  std::string first;
  std::string second;
  friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// A list of {better: NAME, than: NAME} and {equal: NAME, to: NAME}.
std::vector<Expectation> read_expectations(const config::YamlNode& node, config::ProblemList& problems);
config::YamlNode expectations_node(const std::vector<Expectation>& expectations);
/// "better" or "equal".
std::string_view direction_name(const Expectation& expectation);
/// "softmax better than average, coulom equal to average".
std::string expectations_text(const std::vector<Expectation>& expectations);
/// "better", "worse" or "equal": what is expected of `player` against `opponent`; "" where nothing is.
std::string expected_of(const std::vector<Expectation>& expectations, const std::string& player,
                        const std::string& opponent);

}  // namespace rootward::tournament
