// Table steps over variants that differ by switches: what each switch does to a score of the same two sides.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rootward::study {

/// What going from one position to the other was predicted to do to the measured Elo.
enum class Predicted : std::uint8_t { open, adds, takes };

/// A switch of the variants, or a comparison of some of them with others.
struct Switch {
  std::string name;
  std::string from;
  std::string to;
  Predicted predicted = Predicted::open;
  std::string why;

  /// Whether an effect of this size has the predicted sign.
  [[nodiscard]] bool is_as_predicted(double elo) const;
};

using PairingNames = std::array<std::string, 2>;

/// Variants outside of the factorial by their names, and means of some variants less means of others.
struct SideVariants {
  std::string title;
  std::vector<std::pair<std::string, PairingNames>> variants;
  struct Compared {
    Switch what;
    std::vector<std::string> of;    ///< names of variants, of the factorial too
    std::vector<std::string> less;  ///< none: against 0
  };
  std::vector<Compared> compared;
};

/// A table of effects: of a full factorial, of chosen comparisons, or of both.
struct EffectsStep {
  std::string name;
  std::string of;                ///< the step of tournaments
  std::string measured;          ///< "softmax against the average"
  std::string first;             ///< what the first variant is called: "the paper's variant"
  std::string note;              ///< what a reader has to know of the switches; "" = nothing
  std::vector<Switch> switches;  ///< named as lists of two items
  PairingNames pairing;          ///< of a variant, `$LIST` as written
  PairingNames again;            ///< one player against itself by another name; "" = not played
  SideVariants others;
};

/// What every switch of some tables of effects gives their first variants, judged together.
struct SummaryStep {
  std::string name;
  std::vector<std::string> effects;            ///< steps
  std::map<std::string, std::string> repeats;  ///< "x2: scale": what is counted already as "x1: c"
};

}  // namespace rootward::study
