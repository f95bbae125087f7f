// Files of games of self-play: one a shard of 250 games, DATA/GGGGG-KKK.games (docs/training.md has the layout).
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/file_io.h"
#include "experiments/selfplay/shard_game.h"

namespace rootward::selfplay {

/// What all games of a shard have in common.
struct ShardHeader {
  std::string game;          ///< the rules, one line of YAML as config::game_yaml() writes it
  std::string network;       ///< network_of() the search; "" for games that no network of ours played
  std::string network_file;  ///< where it lay, for people
  std::string search;        ///< the resolved search, one line of YAML
  std::uint64_t generation = 0;
  std::uint64_t seed = 0;
  std::string planes;     ///< that the network saw, "history 5"; for people
  double smoothing = 0;   ///< share of the policy target that samples spread over the legal moves
  std::string origin{};   ///< whence games and targets come; "" as own_origin()
  std::string licence{};  ///< of what is learnt from them; "" as far as nobody said
  ShardShape shape;
  friend bool operator==(const ShardHeader&, const ShardHeader&) = default;
};

/// Where what is learnt comes from: what the file of a network made of it tells.
struct Origin {
  std::string path;     ///< "self-play from the rules alone"
  std::string licence;  ///< "MIT"
  friend bool operator==(const Origin&, const Origin&) = default;
};

inline constexpr std::string_view kSgfOrigin = "game records (SGF)";

/// Of games that our own networks played, beginning with random weights.
Origin own_origin();
/// Of a shard's games and targets.
Origin origin_of(const ShardHeader& header);
/// A licence as it is told: "not stated" for "".
std::string told_licence(const std::string& licence);

struct Shard {
  ShardHeader header;
  std::vector<ShardGame> games;  ///< rising by number
};

inline constexpr std::string_view kShardEnd = ".games";
/// More bytes than any shard has.
inline constexpr std::size_t kLargestShard = std::size_t{1} << 30;
/// "DATA/00003-001.games".
std::string shard_path(const std::string& folder, std::uint64_t generation, std::uint64_t shard);
/// Whether a file's name is that of a finished shard.
bool is_shard(std::string_view path);
/// Where a shard's games are kept until it is finished.
std::string unfinished_path(const std::string& shard);

/// A finished shard. Throws UsageError naming file and offset where it is none.
Shard read_shard(const std::string& path);
/// The same of a shard's header alone.
ShardHeader read_shard_header(const std::string& path);
/// A shard from a file's bytes; `shown` names it in errors.
Shard parse_shard(std::string_view bytes, const std::string& shown);
/// How many games of a shard are stored, finished or not; 0 where there is no such file, or none of ours.
std::uint64_t stored_games(const std::string& path);
/// The bytes of a finished shard. The same for the same games in any order.
std::string shard_bytes(const ShardHeader& header, std::vector<ShardGame> games);

/// Stores a shard's games as they end. Until finish() they lie in unfinished_path(), a record after the other. Not for
/// several threads at once.
class ShardWriter {
 public:
  /// Begins, or goes on after a crash: a torn tail is cut at the last good record. Throws UsageError where the games
  /// that are there were played under another header; RunError where the file cannot be used.
  ShardWriter(std::string path, ShardHeader header);
  /// Numbers of the games that are stored.
  [[nodiscard]] const std::set<std::uint64_t>& numbers() const { return numbers_; }
  /// Throws RunError where the disk is full (the file then ends with the last whole record) or the number is there
  /// already; std::invalid_argument as encode_game().
  void append(const ShardGame& game);
  /// Sorts by number, writes the finished shard, syncs, renames, and removes the unfinished file.
  void finish();

 private:
  void go_on(const std::string& bytes);

  std::string path_;
  ShardHeader header_;
  std::set<std::uint64_t> numbers_;
  FileDescriptor fd_;
  std::size_t bytes_ = 0;
};

}  // namespace rootward::selfplay
