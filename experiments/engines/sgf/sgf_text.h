// SGF, the Smart Game Format (FF[4], www.red-bean.com/sgf), as text: game trees read along their main lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rootward {

struct SgfProperty {
  std::string name;                 ///< capitals only, as in FF[4]
  std::vector<std::string> values;  ///< unescaped
  int line = 0;                     ///< where it was written, from 1
  int column = 0;
};

struct SgfNode {
  std::vector<SgfProperty> properties;
  /// Null where the node has no such property.
  [[nodiscard]] const SgfProperty* find(std::string_view name) const;
};

/// A game tree's main line: the first variation everywhere.
struct SgfGame {
  std::vector<SgfNode> nodes;  ///< at least one
};

/// Reads a collection; text before the first game is skipped, as other programs do. `source` names it in errors. Throws
/// UsageError with line and column.
std::vector<SgfGame> parse_sgf(std::string_view text, const std::string& source);

/// The value of a property of text: ] and \ are escaped.
std::string sgf_escaped(std::string_view text);

}  // namespace rootward
