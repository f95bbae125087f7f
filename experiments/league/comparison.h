// A league's statistics. The unit is a tuning, not a game: the error is the spread between optimizer seeds, pooled over
// the operators.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rootward::league {

/// Two scores closer than this count as equal.
inline constexpr double kMargin = 0.03;

/// An operator in one of the finals.
struct FinalScore {
  std::vector<double> scores{};  ///< one a tuning, in [0, 1]
  double mean = 0;
  double half = 0;        ///< half-width of the mean's 95 % interval
  double gap = 0;         ///< to the control's mean
  double gap_half = 0;    ///< half-width of its 95 % interval
  double p = 1;           ///< two-sided, Student's t, corrected by Holm over all comparisons of the league
  bool is_equal = false;  ///< two one-sided tests at 5 % say that the gap is within kMargin
};

struct OperatorRow {
  std::string name;
  double constant = 0;               ///< median of the tuned exploration constants
  double tested = 0;                 ///< mean score of the fresh tests
  std::vector<FinalScore> finals{};  ///< in the order of `final_names`
  std::string held{};                ///< "worse at equal; the same at quarter"
};

/// Fills in everything that follows from `scores`; `control` is the name of one of the rows.
void compare(std::vector<OperatorRow>& rows, const std::string& control, const std::vector<std::string>& final_names);

/// What a row's corrected p and equivalences say together.
std::string held_text(const OperatorRow& row, const std::vector<std::string>& final_names);

}  // namespace rootward::league
