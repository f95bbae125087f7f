// Ends games whose result both players hold for certain: `adjudicate:` of a schedule.
#pragma once

#include <array>
#include <optional>

#include "core/types.h"
#include "lab/config/field_table.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward {

/// The rule. What is read is each player's plain sample mean of the root, which no operator bends.
struct Adjudication {
  double value = 0.95;  ///< in (0, 1]: from here on a mean says who wins
  int plies = 6;        ///< so many choices in a row, of both players, must say the same
  /// Games go on to their end, and records tell where and how the rule would have ended them.
  bool plays_out = false;
  friend bool operator==(const Adjudication&, const Adjudication&) = default;
};

/// How a record says that the rule ended its game.
inline constexpr const char* kAdjudicated = "adjudicated";

/// A mean as records hold it, to 3 decimals. The rule reads what records hold, so that records can be checked.
Value recorded_value(Value value);

/// Follows one game.
class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rule) : rule_(rule) {}

  /// A player has chosen a move; `mean`: of the position before it, that player's view, as recorded.
  void note(Seat mover, Value mean);
  /// Nothing: the game is open.
  [[nodiscard]] std::optional<Seat> winner() const;

 private:
  Adjudication rule_;
  std::optional<Seat> leader_{};  ///< of the choices in a row
  int in_a_row_ = 0;
  std::array<bool, 2> has_spoken_{};  ///< by seat: within them
};

namespace config {

/// The keys of `adjudicate:`, in the order in which they are stored.
const FieldTable<Adjudication>& adjudication_fields();
Adjudication read_adjudication(const YamlNode& node, ProblemList& problems);

}  // namespace config
}  // namespace rootward
