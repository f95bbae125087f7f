// SGF, the Smart Game Format (FF[4], www.red-bean.com/sgf), as text: game trees read along their main lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rootward {

struct SgfProperty {
  std::string name;                 ///< capitals only, as in FF[4]
  std::vector<std::string> values;  ///< unescaped, in UTF-8
  int line = 0;                     ///< where it was written, from 1
  int column = 0;
  /// The first value without blanks around it.
  [[nodiscard]] std::string_view text() const;
};

struct SgfNode {
  std::vector<SgfProperty> properties;
  /// Null where the node has no such property.
  [[nodiscard]] const SgfProperty* find(std::string_view name) const;
  /// Null also where its value is empty, which says no more than its absence.
  [[nodiscard]] const SgfProperty* stated(std::string_view name) const;
};

/// A game tree's main line: the first variation everywhere.
struct SgfGame {
  std::vector<SgfNode> nodes;  ///< at least one
  int line = 0;                ///< where it begins, from 1
  int column = 0;
  bool is_guessed = false;  ///< it names no encoding and is not UTF-8: it was read as ISO-8859-1
};

/// Reads a collection; text before the first game is skipped, as other programs do. Each game is decoded as its own CA
/// says, or a byte order mark before it; one without both is UTF-8, else ISO-8859-1. `source` names the collection in
/// errors. Throws UsageError with line and column, which count characters.
std::vector<SgfGame> parse_sgf(std::string_view text, const std::string& source);
/// A note where games were read as ISO-8859-1 by guess.
void note_guessed_encoding(std::size_t games, const std::string& source);
/// parse_sgf() of a file, with the note.
std::vector<SgfGame> read_sgf_file(const std::string& path);

/// The value of a property of text: ] and \ are escaped.
std::string sgf_escaped(std::string_view text);

}  // namespace rootward
