// A paper's tables as published: which cells there are, what each says, and which player each name means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "lab/config/yaml_node.h"

namespace rootward::comparison {

/// A method. A player of this name must have this operator with these parameters; others are left open.
struct PublishedPlayer {
  std::string name;
  std::string title;
  NamedParams backup;
  std::vector<std::string> given;  ///< which of the parameters count
};

/// A further player for the cells of `of` on some boards: a row of its own beside the same published number.
struct Variant {
  std::string name;
  std::string of;
  std::vector<int> boards;
};

/// Players whose mean rating is one number of the headline.
struct Pooled {
  std::string title;
  std::vector<std::string> players;
};

/// Every method meets every opponent on every board.
struct PublishedTable {
  std::string title;
  std::vector<int> boards;
  std::vector<std::string> methods;
  std::vector<std::string> opponents;
};

struct PublishedCell {
  int board = 0;
  std::string method;
  std::string opponent;
  double score = 0.5;  ///< of `method`, in (0, 1)
  std::uint64_t games = 0;
  std::size_t table = 0;  ///< index of the table that it stands in

  [[nodiscard]] double standard_error() const;  ///< sqrt(s (1 - s) / games)
};

/// What is known of the games. Ours is what stands at a path of the run's resolved configuration (`search.` of the
/// standard player), or a text.
struct Condition {
  std::string what;
  std::vector<int> boards;           ///< none: all
  std::optional<std::string> paper;  ///< nothing: it does not say
  std::string key;
  std::string ours;
};

struct Published {
  std::string file;
  std::string source;
  std::string game;      ///< name; a board is its size
  std::string standard;  ///< at 0 in the ratings
  std::string again;     ///< the standard player by another name
  std::vector<PublishedPlayer> players;
  std::vector<Variant> variants;
  std::vector<Pooled> pooled;
  std::vector<PublishedTable> tables;
  std::vector<Condition> conditions;
  std::vector<PublishedCell> cells;  ///< in the tables' order: by table, board, method, opponent

  [[nodiscard]] std::vector<int> boards() const;  ///< in the order of the cells
  /// A player by its own name or a variant's; null for others.
  [[nodiscard]] const PublishedPlayer* find(std::string_view name) const;
  /// The name under which a player's cells were published, on this board; "" where it has none.
  [[nodiscard]] std::string published_name(std::string_view name, int board) const;
  [[nodiscard]] std::vector<std::string> names() const;  ///< of all players, variants too
};

/// Throws UsageError with every problem: unknown keys, operators and players, cells that are missing, double, or in no
/// table, scores that are none.
Published read_published(const std::string& file);
/// The same from a text or a tree; `file` names it in errors.
Published parse_published(std::string_view yaml, const std::string& file);
Published read_published_tree(const config::YamlNode& root, const std::string& file);

}  // namespace rootward::comparison
