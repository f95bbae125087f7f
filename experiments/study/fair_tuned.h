// Tuned operators over finals: who is better than the tuned control. The unit is a tuning, not a game: the error is the
// spread between optimizer seeds, pooled over the operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rootward::study {

/// Two scores closer than this count as equal.
inline constexpr double kMargin = 0.03;

/// An operator in one of the finals.
struct FinalScore {
  std::vector<double> scores{};  ///< one a tuning, in [0, 1]
  double mean = 0;
  double half = 0;        ///< half-width of the mean's 95 % interval
  double gap = 0;         ///< to the control's mean
  double gap_half = 0;    ///< half-width of its 95 % interval
  double p = 1;           ///< two-sided, Student's t, corrected by Holm over all comparisons of the table
  bool is_equal = false;  ///< two one-sided tests at 5 % say that the gap is within kMargin
};

struct OperatorRow {
  std::string name;
  double constant = 0;               ///< median of the tuned exploration constants
  double tested = 0;                 ///< mean score of the fresh tests
  std::vector<FinalScore> finals{};  ///< in the order of FairTuned::finals
  std::string held{};                ///< "worse at equal; the same at quarter"
};

struct Final {
  std::string name;
  std::uint64_t simulations = 0;  ///< of a move of the control
  bool is_equal_time = false;     ///< the others have as many as cost what the control's cost
};

struct FairTuned {
  std::string name;
  std::uint32_t seeds = 0;        ///< tunings of each operator
  std::uint32_t evaluations = 0;  ///< of each
  std::string control;            ///< one of the rows
  std::string sorted_by;          ///< one of the finals
  std::vector<Final> finals{};
  std::vector<OperatorRow> rows{};
  std::vector<std::pair<std::string, double>> beside{};  ///< others who met the same references, with their scores
};

/// Fills in everything that follows from `scores`, and sorts the rows, the best first.
void compare(FairTuned& table);

/// What a row's corrected p and equivalences say together.
std::string held_text(const OperatorRow& row, const std::vector<Final>& finals);

std::string fair_tuned_markdown(const FairTuned& table);
std::string fair_tuned_csv(const FairTuned& table);

}  // namespace rootward::study
