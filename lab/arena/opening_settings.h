// Where the openings of paired games come from, as configured.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "lab/config/field_table.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward {

/// Parts first to last, from 1, of so many into which a book is dealt, one opening after the other. Those that several
/// studies must not share lie in different parts, and a book that grows leaves them there.
struct BookPart {
  int first = 1;
  int last = 1;
  int of = 1;
  [[nodiscard]] bool is_whole() const { return first == 1 && last == of; }
  /// Of the book's opening with this index, from 0.
  [[nodiscard]] bool contains(std::size_t index) const {
    const int dealt = static_cast<int>(index % static_cast<std::size_t>(of)) + 1;
    return first <= dealt && dealt <= last;
  }
  friend bool operator==(const BookPart&, const BookPart&) = default;
};
/// "2/3", "2-3/6".
std::string part_text(const BookPart& part);

struct OpeningSettings {
  int random_plies = 0;                            ///< random legal moves (no passes) before the players take over
  std::optional<std::array<double, 2>> balance{};  ///< first seat's expected score must lie in [lo, hi], both in [0, 1]
  std::string book{};  ///< a list of openings, one a line, an SGF file or a folder of them; excludes random_plies
  int plies = 0;       ///< only so many moves of each opening of the book; 0 = all
  BookPart part{};     ///< of the book
  std::string path = "schedule.opening";  ///< of these settings in their file, for errors
  friend bool operator==(const OpeningSettings&, const OpeningSettings&) = default;
};

namespace config {

/// The keys of `opening:`, in the order in which they are stored.
const FieldTable<OpeningSettings>& opening_fields();

/// The `opening:` map.
OpeningSettings read_opening(const YamlNode& node, ProblemList& problems);
YamlNode resolved_opening(const OpeningSettings& opening);

}  // namespace config
}  // namespace rootward
