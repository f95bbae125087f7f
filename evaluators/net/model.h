// A network as read from a file: what it computes, what it wants to see, and what the file tells about it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evaluators/net/board_map.h"
#include "evaluators/net/plan.h"

namespace rootward::net {

/// What the input planes are.
enum class PlaneKind : std::uint8_t {
  history,    ///< own and opponent's stones now and some moves ago, then constant planes
  katago_v7,  ///< KataGo's inputs of version 7: 22 planes and 19 global numbers
  own,        ///< what a game by the C interface shows
};

/// A plane of ones or zeros after the stones.
enum class ConstantPlane : std::uint8_t { black_to_move, white_to_move, ones };

struct Planes {
  PlaneKind kind = PlaneKind::history;
  int positions = 1;  ///< history: the present position and those before it, each two planes; own: planes
  std::vector<ConstantPlane> constants;  ///< history: planes after the stones
};

inline constexpr int kKatagoPlanes = 22;
inline constexpr int kKatagoGlobals = 19;
inline constexpr int kMaxHistory = 16;
inline constexpr int kMaxOwnPlanes = 256;

/// "history 5, black_to_move", "own 3" or "katago v7": what the key `planes` of our own files says. nullopt: not
/// understood.
std::optional<Planes> parse_planes(std::string_view text);
std::string planes_text(const Planes& planes);
int plane_count(const Planes& planes);
int global_count(const Planes& planes);

struct Model {
  std::string name;
  std::string format;        ///< "safetensors" or "KataGo version 8"
  std::string architecture;  ///< in words, for people
  Planes planes;
  int min_size = 0, max_size = 0;  ///< lines of the boards that it plays on
  int columns = 0;                 ///< of its one board where that is no square; 0: as many as lines
  int actions = 0;                 ///< logits of its policy on its one board; 0: a point each, then the pass
  std::optional<double> komi;      ///< the one it was trained for, where it does not see the komi
  std::string licence;             ///< as the file tells; empty: it says nothing
  std::string run;                 ///< how it was made, as the file tells
  Plan plan;

  [[nodiscard]] bool plays_on(BoardShape board) const {
    return board.lines >= min_size && board.lines <= max_size &&
           board.columns == (columns == 0 ? board.lines : columns);
  }
  /// Its one board; nothing where it plays on several.
  [[nodiscard]] std::optional<BoardShape> fixed_board() const {
    if (min_size != max_size) return std::nullopt;
    return BoardShape(min_size, columns == 0 ? min_size : columns);
  }
  /// Logits of its policy on a board.
  [[nodiscard]] int policy_size(BoardShape board) const { return actions == 0 ? board.points() + 1 : actions; }
  /// "9x9", "7x6 (columns x lines)", "7x7 to 19x19": for people.
  [[nodiscard]] std::string boards_text() const;
  /// check_plan() for its boards.
  void check() const;
};

/// Whether it says how far its values may be off.
inline bool tells_error(const Model& model) { return model.plan.error_vector != kNone; }

/// Throws UsageError where the network is for other boards or other actions; `shown` names it.
void check_fit(const Model& model, BoardShape board, int actions, const std::string& shown);

/// Reads a file: safetensors, KataGo .bin.gz or .txt.gz (by its first bytes). Throws UsageError, one line that names
/// the file and what is wrong with which tensor or layer.
Model load_model(const std::string& path);
/// The same from a file's bytes; `shown` names it in errors.
Model parse_model(std::string_view bytes, const std::string& shown);
/// The bytes of the file, or of the network inside the program that the path names (embedded.h). UsageError where it
/// cannot be read.
std::string read_model_file(const std::string& path);

/// Where a network's file lies: `file` as it stands if it is absolute or `builtin:NAME`, else below `folder` ("" = the
/// working folder), else below $ROOTWARD_NETS. Throws UsageError naming the places where there is none.
std::string find_model_file(const std::string& file, const std::string& folder);

}  // namespace rootward::net
