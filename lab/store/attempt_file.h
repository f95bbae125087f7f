// An attempt: what one start of a shard has played, in a file of its own, DIR/shards/K-of-N.JOB.RESTART.RANDOM.jsonl.
// One process writes it and nobody opens it for writing again, so that starts need not know of each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sha256.h"
#include "lab/store/line_file.h"
#include "lab/store/manifest.h"
#include "lab/store/shard.h"

namespace rootward {

/// The shard that a file's name tells of, packed or not; nothing where the file is no attempt.
std::optional<Shard> shard_of_attempt(std::string_view file);

/// Where attempts at this shard lie: DIR/shards, and where there are more than 5,000 shards in one of a hundred folders
/// there, 00 to 99, so that none gets too large for its file system.
std::string attempts_place(const std::string& folder, const Shard& shard);
/// All that lies in these places, sorted; none where there is no such folder. Throws RunError.
std::vector<std::string> list_shards(const std::string& folder);

/// How often the batch system had started its job anew, by the file's name; 0 where that does not say.
std::uint64_t restarts_of_attempt(std::string_view file);

/// Which program, machine and job played, and to which end it came.
struct AttemptFacts {
  std::string config_hash;
  InputFiles inputs;
  std::uint64_t pairs = 0;  ///< RunIdentity::pairs
  std::size_t threads = 0;
  std::string signature;                 ///< of the program's searches on this machine; "" = not computed
  ManifestSession session;               ///< `ended` is empty without a last line: it plays, or was killed
  std::string node{}, job{}, restart{};  ///< where and as what it ran; read only
  std::string array_job = "0";           ///< the array whose task of the shard's number it is; read only
  std::string reason{};                  ///< why it ended; "" without a last line; read only
  std::uint64_t games = 0;               ///< that it told of, by its last line; read only
  std::uint64_t voids = 0;               ///< the same of games that count for nothing

  /// Whether it was refused before its first game; one that is refused later ("refused: void games ended a match") has
  /// told of games.
  [[nodiscard]] bool has_told_nothing() const;
};

/// Of the file's first and last line alone; nothing where the first is none of ours.
std::optional<AttemptFacts> read_attempt_facts(const std::string& file);
/// "FILE (node NAME)", "FILE" where nothing tells of a node.
std::string file_and_node(const std::string& file);
/// Throws UsageError where what the attempt has told is of another configuration, book or network than the manifest
/// tells of; one that has told nothing is not asked.
void check_attempt(const std::string& file, const AttemptFacts& facts, const Manifest& manifest);
/// The same of book and networks alone, where the attempt's records name their configuration themselves.
void check_inputs_of_attempt(const std::string& file, const AttemptFacts& facts, const Manifest& manifest);

/// Hands the lines whose schema begins with `schema` to `take`. A line that is damaged or that `take` refuses is left
/// out with a warning, and so is all behind it; everything is where the last line does not fit what stands before it.
LineFileState read_attempt(const std::string& file, std::string_view schema, const TakeLine& take);

/// Throws RunError, as LineFileWriter does.
class AttemptWriter {
 public:
  /// Makes a file whose name nobody else has, in `folder`, and writes its first line. `what`: see LineFileWriter.
  AttemptWriter(const std::string& folder, const AttemptFacts& facts, std::string what);
  /// `is_void`: the line tells of a game that counts for nothing.
  void append(std::string_view object, bool is_void);
  void sync() { lines_.sync(); }
  void sync_every(std::chrono::seconds interval) { lines_.sync_every(interval); }
  [[nodiscard]] const std::string& path() const { return lines_.path(); }
  /// The last line: how it ended ("complete", "stopped") and when. Nothing is to be appended behind it.
  void finish(std::string_view reason, std::string_view ended);

 private:
  LineFileWriter lines_;
  std::uint64_t games_ = 0;
  std::uint64_t voids_ = 0;
  Sha256 hash_;
};

}  // namespace rootward
