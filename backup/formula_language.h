// The language of formulas in one table: what a formula may name and call. The parser's errors, the compiler and the
// documents come from it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rootward::formula {

/// What one instruction does. `sum` to `at` read whole vectors and give a number; what stands before them works number
/// by number.
enum class Op : std::uint8_t {
  negate,
  exp,
  log,
  sqrt,
  abs,
  norm_cdf,
  t3_cdf,
  add,
  subtract,
  multiply,
  divide,
  less,
  at_most,
  greater,
  at_least,
  equal,
  unequal,
  pow,
  smaller,
  larger,
  clamp,
  where,
  multiply_exp,         ///< a exp(b)
  multiply_difference,  ///< a (b - c)
  grow,                 ///< a: the list's place among the program's growths
  sum,
  smallest,
  largest,
  dot,
  ratio,  ///< dot(a, b) / sum(a)
  argmax,
  argmin,
  sorted_mean,
  at,
  softmax  ///< compiled into others
};

/// What the node gives: vectors over the scanned children first, then numbers.
enum class Input : std::uint8_t { n, q, m, prior, node_visits, visit_sum, child_count, n0, m0, mean, r, v, t, d, w };
inline constexpr std::size_t kVectorInputs = 4;
inline constexpr std::size_t kInputs = 15;

struct NameFacts {
  std::string_view name;
  Input input;
  std::string_view help;
  [[nodiscard]] bool is_vector() const { return static_cast<std::size_t>(input) < kVectorInputs; }
};

struct FunctionFacts {
  std::string_view name;
  std::string_view arguments;  ///< as written in documents
  Op op;                       ///< with the fewest arguments
  std::size_t fewest;          ///< arguments
  std::size_t most;
  std::string_view help;
};

std::span<const NameFacts> names();
std::span<const FunctionFacts> functions();
/// null where there is none.
const NameFacts* find_name(std::string_view name);
const FunctionFacts* find_function(std::string_view name);
std::vector<std::string> function_names();

inline constexpr std::size_t kMostCharacters = 4096;  ///< of an expression as its normal form has it, without blanks
inline constexpr int kMostDepth = 64;                 ///< brackets, calls and signs within each other
inline constexpr int kMostLevels = 320;               ///< operands within each other, through definitions
inline constexpr std::size_t kMostInstructions = 256;

/// Tables of names and functions in Markdown.
std::string language_markdown();

}  // namespace rootward::formula
