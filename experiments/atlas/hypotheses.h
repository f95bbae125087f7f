// The hypotheses that docs/atlas-preregistration.md fixed before the first final, judged on an atlas's cells: one
// statistic each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/atlas/results.h"

namespace rootward::atlas {

enum class Verdict : std::uint8_t { yes, no, undecided };
std::string_view verdict_word(Verdict verdict);

struct JudgedHypothesis {
  std::string number{};       ///< "3b", as docs/atlas-preregistration.md counts; "claim" and "goal" of the model
  std::string text{};         ///< what it says
  std::string statistic{};    ///< in words and numbers; "" without data
  std::optional<double> p{};  ///< corrected as docs/atlas-preregistration.md says; nothing where the verdict needs none
  Verdict verdict = Verdict::undecided;
};

/// In the order of docs/atlas-preregistration.md. While cells are missing or unfinished, some can fail, but none can
/// hold.
std::vector<JudgedHypothesis> judge_hypotheses(const AtlasResults& results);

}  // namespace rootward::atlas
