// A results folder: manifest, records in files of lines, a lock; what of it is continued and what is refused.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/config/yaml_node.h"
#include "experiments/store/continuation.h"
#include "experiments/store/folder_layout.h"
#include "experiments/store/folder_lock.h"
#include "experiments/store/manifest.h"
#include "experiments/store/record_file.h"
#include "experiments/store/shard.h"

namespace rootward {

struct RunIdentity;

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
/// kind.stored() by way of read_stored().
RunIdentity stored_identity(const RunKind& kind, const std::string& folder, const Manifest& manifest);

/// Throws UsageError saying what differs where `now` does not continue what the folder holds; `advice` ends the first
/// line: "; choose another --out or go back to it".
void check_continues(const std::string& folder, const Manifest& manifest, const RunIdentity& now,
                     std::string_view advice);

/// Opened for playing into it. One process at a time writes a file: a whole run locks the folder, a shard locks a file
/// of its own and keeps whole runs out.
class RunFolder {
 public:
  /// Makes the folder where it is missing. Throws RunError (in use, disk), UsageError (it holds something else).
  RunFolder(std::string path, RunIdentity identity, const Shard& shard = {});

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  /// What a user should know: torn lines that are played again.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  /// Calls keep(Record&&, line) for every record stored by this and other shards, each once, and cuts off a torn line
  /// of the own file. The first format that is read is that of the records whose number the manifest tells.
  template <class Record, class Keep>
  std::uint64_t read(const RecordFormat<Record>& format, Keep keep) {
    RecordReader<Record> reader(format);
    if (!main_files_) main_files_ = format.files;
    for (const std::string& file : format.files.all(path_)) take_state(format.files, file, reader.read(file, keep));
    note_records(reader.count());
    return reader.duplicates();
  }

  /// Makes the manifest say what the folder is of now. To be called after the first read().
  void settle();
  /// Settles and records that playing begins; nothing happens the second time.
  void begin_session();
  /// Of a format that was read.
  void append(const RecordFiles& files, std::string_view line) { writer(files).append(line); }
  /// Forces to the disk what was appended.
  void sync(const RecordFiles& files) { writer(files).sync(); }
  /// Forces everything to the disk and records when playing ended; nothing happens without a session.
  void end_session(bool is_complete);

 private:
  void lock();
  void check_stored();
  void take_state(const RecordFiles& files, const std::string& file, LineFileState state);
  void note_records(std::uint64_t count);
  /// What the manifest is to say of the identity.
  void apply_identity();
  void plan_pairs();
  LineFileWriter& writer(const RecordFiles& files);
  void write_manifest() const;

  std::string path_;
  RunIdentity identity_;
  Shard shard_;
  std::vector<FolderLock> locks_;
  bool has_manifest_ = false;
  bool has_session_ = false;
  Manifest manifest_;
  std::uint64_t stored_pairs_ = 0;  ///< planned when the folder was left
  std::optional<std::uint64_t> records_;
  std::optional<RecordFiles> main_files_;  ///< of the format that was read first
  std::vector<std::string> warnings_;
  std::map<std::string, std::size_t> whole_bytes_;  ///< of own files that were read
  std::map<std::string, LineFileWriter> writers_;   ///< by path
};

}  // namespace rootward
