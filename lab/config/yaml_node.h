// A YAML document as a tree in written order, every node with its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rootward::config {

/// Where a node was written. Line and column count from 1; 0 = unknown.
struct Place {
  std::string source;  ///< the file, or the option of the command line
  int line = 0;
  int column = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct YamlEntry;

/// From `offset` on, a scalar's characters stand side by side from a place on.
struct TextPiece {
  std::size_t offset = 0;
  int line = 0;
  int column = 0;
};

/// One value. `path` is the key's path from the root, "players.a.backup.g[3]"; assign_paths() fills it.
struct YamlNode {
  enum class Kind : std::uint8_t { null, scalar, sequence, map };
  Kind kind = Kind::null;
  Place place;
  std::string path;
  std::string text;                ///< a scalar's text, without quotes; of a null, as written
  std::vector<TextPiece> pieces;   ///< of a scalar: where its text was written; empty: from the node's place on
  bool is_quoted = false;          ///< quoted (or tagged !!str): the scalar is text whatever it looks like
  std::vector<YamlNode> items;     ///< of a sequence
  std::vector<YamlEntry> entries;  ///< of a map, in written order; keys are unique

  [[nodiscard]] bool is_null() const { return kind == Kind::null; }
  [[nodiscard]] bool is_scalar() const { return kind == Kind::scalar; }
  [[nodiscard]] bool is_sequence() const { return kind == Kind::sequence; }
  [[nodiscard]] bool is_map() const { return kind == Kind::map; }
  /// The value under `key`; null where there is none (or this is no map).
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  [[nodiscard]] YamlNode* find(std::string_view key);
};

/// A map's entry.
struct YamlEntry {
  std::string key;
  Place key_place;
  YamlNode value;
};

inline const YamlNode* YamlNode::find(std::string_view key) const {
  for (const YamlEntry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

inline YamlNode* YamlNode::find(std::string_view key) {
  for (YamlEntry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

/// Where a character of a scalar's text was written.
inline Place place_in_text(const YamlNode& node, std::size_t offset) {
  Place place = node.place;
  if (place.line == 0) return place;
  std::size_t begin = 0;
  for (const TextPiece& piece : node.pieces) {
    if (piece.offset > offset) break;
    begin = piece.offset;
    place.line = piece.line;
    place.column = piece.column;
  }
  place.column += static_cast<int>(offset - begin);
  return place;
}

/// "parent.key", or "key" at the root.
inline std::string join_path(const std::string& parent, std::string_view key) {
  std::string path = parent;
  if (!path.empty()) path += '.';
  path += key;
  return path;
}

/// Gives `node` the path and everything below it the paths that follow.
inline void assign_paths(YamlNode& node, const std::string& path) {
  node.path = path;
  for (YamlEntry& entry : node.entries) assign_paths(entry.value, join_path(path, entry.key));
  for (std::size_t i = 0; i < node.items.size(); ++i) assign_paths(node.items[i], path + "[" + std::to_string(i) + "]");
}

}  // namespace rootward::config
