// A results folder: manifest, records in files of lines, a lock; what of it is continued and what is refused.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "lab/config/yaml_node.h"
#include "lab/store/continuation.h"
#include "lab/store/folder_layout.h"
#include "lab/store/folder_lock.h"
#include "lab/store/manifest.h"
#include "lab/store/record_file.h"
#include "lab/store/shard.h"

namespace rootward {

struct RunIdentity;

/// What a session needs beside the games.
struct SessionSettings {
  std::size_t threads = 0;
  /// Of a shard, before its first game: the signature of this machine's searches, which its attempt tells. Throws
  /// UnfitError where this machine plays other games than the others.
  std::function<std::string()> check_machine{};
  std::optional<std::chrono::seconds> sync{};  ///< how often records are forced to the disk; 2 s, a shard's 30 s
};

/// Why a session ended that has played all there was.
inline constexpr std::string_view kComplete = "complete";

/// What tells one product's folders from another's.
struct RunKind {
  std::string_view name;   ///< Manifest::kind
  std::string_view other;  ///< what a folder of another one holds: "games of another configuration"
  /// What a manifest says the folder is of. Throws what reading its configuration throws.
  RunIdentity (*stored)(const Manifest& manifest, const std::string& path);
};

/// What a folder's records are of, and how that may change while they stay what they are.
struct RunIdentity {
  const RunKind* kind = nullptr;
  config::YamlNode configuration;  ///< resolved, with paths
  std::string resolved;            ///< the same as text
  std::string config_hash;
  std::string records_hash{};  ///< Manifest::records_hash
  std::string question_hash;
  InputFiles inputs;
  bool is_reproducible = true;
  std::uint64_t pairs = 0;  ///< planned, where the manifest shall tell of them; 0 = it does not
  std::vector<AllowedChange> may_change;
};

/// What `read` makes of the configuration in the manifest at `path`. Throws RunError where it cannot be read any more.
template <class Read>
auto read_stored(const std::string& path, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const std::exception& error) {
    throw RunError(fmt::format("{}: the stored configuration cannot be read by this version:\n{}", path, error.what()));
  }
}

/// The manifest as it stands. Throws UsageError where there is none, RunError where it cannot be read.
Manifest read_manifest(const std::string& folder);
/// The same with the sessions of its shards.
Manifest read_manifest_of_all(const std::string& folder);
/// Whether the folder has a manifest of this kind.
bool is_folder_of(const RunKind& kind, const std::string& folder);
/// Makes the manifest tell of a file of lines that was written anew.
void retell_records(const std::string& folder, const RecordFiles& files, const LineTally& tally);
/// kind.stored() by way of read_stored().
RunIdentity stored_identity(const RunKind& kind, const std::string& folder, const Manifest& manifest);

/// Throws UsageError saying what differs where `now` does not continue what the folder holds; `advice` ends the first
/// line: "; choose another --out or go back to it".
void check_continues(const std::string& folder, const Manifest& manifest, const RunIdentity& now,
                     std::string_view advice);

/// Opened for playing into it. One process writes a file: a whole run locks the folder, a shard makes an attempt of its
/// own and asks nobody.
class RunFolder {
 public:
  /// Makes the folder where it is missing. Throws RunError (in use, disk), UsageError (it holds something else).
  RunFolder(std::string path, RunIdentity identity, const Shard& shard = {});

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  /// What a user should know: torn lines that are played again.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  /// Calls keep(Record&&, line) for every record stored, each once; a shard reads no attempts at other shards. A torn
  /// line of the whole file is cut off. The first format that is read is that of the records whose number the manifest
  /// tells.
  /// check(record) throws UsageError for what is none of this run's: an attempt's line is left out then, and elsewhere
  /// it is an error.
  template <class Record, class Keep>
  std::uint64_t read(const RecordFormat<Record>& format, Keep keep, std::function<void(const Record&)> check = {}) {
    RecordReader<Record> reader(format);
    reader.require(std::move(check));
    if (!identity_.is_reproducible) reader.take_first([](const Record&, const std::string&) { return true; });
    if (!main_files_) main_files_ = format.files;
    for (const std::string& file : format.files.needed(path_))
      if (concerns(file)) take_state(format.files, file, reader.read(file, keep));
    note_records(reader.count() + joined_.value_or(0));
    return reader.duplicates();
  }

  /// A shard that knows by other means what the joined file holds, so many records, does not read it. To be called
  /// before read().
  void skip_joined(std::uint64_t records) { joined_ = records; }
  /// What skip_joined() has left out, after all; keep() as in read().
  template <class Record, class Keep>
  void read_joined(const RecordFormat<Record>& format, Keep keep) {
    joined_.reset();
    RecordReader<Record> reader(format);
    const std::string file = format.files.path(path_);
    take_state(format.files, file, reader.read(file, keep));
  }
  /// Whether another start of this shard was at work when the folder was opened, or was killed: its attempt had no end.
  [[nodiscard]] bool has_open_sibling() const { return has_open_sibling_; }
  /// Reads anew what other starts of this shard have stored by now; keep() as in read().
  template <class Record, class Keep>
  void read_siblings(const RecordFormat<Record>& format, Keep keep) const {
    RecordReader<Record> reader(format);
    if (!identity_.is_reproducible) reader.take_first([](const Record&, const std::string&) { return true; });
    for (const std::string& file : format.files.parts(path_))
      if (is_sibling(file)) (void)reader.read(file, keep);
  }

  /// Of a whole run whose shards have files of their own: its manifest tells of their sessions, and their attempts go.
  void take_attempts();
  /// Makes the manifest say what the folder is of now. To be called after the first read().
  void settle();
  /// Settles and records that playing begins, by so many threads; nothing happens the second time.
  void begin_session(std::size_t threads = 0);
  /// A session around play(), which returns the reason of its end. Where it throws, an attempt still tells why. Where
  /// check_machine() throws, play() is not called.
  template <class Play>
  void session(const SessionSettings& settings, Play play) {
    sync_ = settings.sync;
    std::exception_ptr refusal;
    try {
      if (!shard_.is_whole() && settings.check_machine) signature_ = settings.check_machine();
    } catch (const std::exception&) {
      refusal = std::current_exception();
    }
    begin_session(settings.threads);
    try {
      if (refusal) std::rethrow_exception(refusal);
      end_session(play());
    } catch (const std::exception& error) {
      fail_session(error);
      throw;
    }
  }
  /// A file of lines that was written or read by other means: end_session() makes the manifest tell of it.
  void tell_records(const std::string& name, const LineTally& tally) { tallies_[name] = tally; }
  /// Of a format that was read.
  void append(const RecordFiles& files, std::string_view line);
  /// Forces to the disk what was appended.
  void sync(const RecordFiles& files);
  /// Forces everything to the disk and records when playing ended; nothing happens without a session. `reason`:
  /// kComplete, or in words why it ended before: "stopped", "time limit", "failed: ..".
  void end_session(std::string_view reason);

 private:
  void check_stored();
  void check_attempts() const;
  /// Whether what the file holds matters to this process.
  [[nodiscard]] bool concerns(const std::string& file) const;
  /// Whether it is an attempt of another start of this shard.
  [[nodiscard]] bool is_sibling(const std::string& file) const;
  void begin_attempt(std::size_t threads);
  void fail_session(const std::exception& error);
  void take_state(const RecordFiles& files, const std::string& file, LineFileState state);
  void note_records(std::uint64_t count);
  void check_tally(const std::string& name, const LineFileState& state);
  /// What the manifest is to say of the identity.
  void apply_identity();
  void plan_pairs();
  LineFileWriter& writer(const RecordFiles& files);
  void write_manifest() const;

  std::string path_;
  RunIdentity identity_;
  Shard shard_;
  std::optional<FolderLock> lock_;        ///< of a whole run
  std::optional<AttemptWriter> attempt_;  ///< of a shard's session
  std::string signature_;                 ///< for it
  std::optional<std::chrono::seconds> sync_;
  bool has_manifest_ = false;
  bool has_session_ = false;
  Manifest manifest_;
  std::uint64_t stored_pairs_ = 0;       ///< planned when the folder was left
  std::optional<std::uint64_t> joined_;  ///< skip_joined()
  bool has_open_sibling_ = false;
  bool differs_in_names_ = false;  ///< at most in names of files from what the manifest has
  std::optional<std::uint64_t> records_;
  std::optional<RecordFiles> main_files_;  ///< of the format that was read first
  std::vector<std::string> warnings_;
  std::map<std::string, std::size_t> whole_bytes_;  ///< of the whole run's files that were read
  LineTallies tallies_;                             ///< of the same, and of what was appended
  std::map<std::string, LineFileWriter> writers_;   ///< by path
};

}  // namespace rootward
