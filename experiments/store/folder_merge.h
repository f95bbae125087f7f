// Several results folders of one run, with or without shards, joined into one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/store/run_folder.h"

namespace rootward {

/// What a merge has to tell, of any product.
struct MergeReport {
  std::uint64_t records = 0;     ///< in the joined folder
  std::uint64_t duplicates = 0;  ///< dropped: the same record from two places
  std::uint64_t missing = 0;     ///< of the schedule: nobody has played them
  /// Those of the missing that lie in shards of `shards`, by shard; empty where nothing was played in shards.
  std::vector<std::uint32_t> missing_shards;
  std::uint32_t shards = 1;
  std::vector<std::string> warnings;
};

/// Lines are copied as they stand, and nothing in `out` changes before commit(). A record costs some 32 bytes.
class FolderMerge {
 public:
  /// `out` may be one of the folders; where it has results, they are joined too. Throws UsageError where the folders
  /// are not of one run (configuration, book, networks, question), RunError where `out` is in use.
  FolderMerge(const RunKind& kind, std::vector<std::string> folders, std::string out,
              DamagedLines damaged = DamagedLines::refuse);
  FolderMerge(const FolderMerge&) = delete;
  FolderMerge& operator=(const FolderMerge&) = delete;
  /// Leaves `out` as it was where nothing was committed.
  ~FolderMerge();

  /// Of the folder that continues all others.
  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  /// Into how many shards it was cut, where all folders say the same; else 1.
  [[nodiscard]] std::uint32_t shard_count() const { return shard_count_; }

  /// Copies each record of all folders once and calls check(record, file), which may throw.
  template <class Record, class Check>
  void join(const RecordFormat<Record>& format, Check check) {
    RecordReader<Record> reader(format, damaged_);
    LineFileWriter& draft = begin_draft(format.files);
    for (const std::string& folder : folders_)
      for (const std::string& file : format.files.all(folder)) {
        const LineFileState state = reader.read(file, [&](const Record& record, const std::string& line) {
          check(record, file);
          draft.append(line);
        });
        add_warnings(state, report_.warnings);
      }
    end_draft(draft, reader.count());
    report_.duplicates += reader.duplicates();
  }

  MergeReport& report() { return report_; }
  /// Puts what was joined in its place, and removes the shards of `out`, whose records are there now.
  void commit();

 private:
  struct Draft {
    RecordFiles files;
    std::string path;
    bool is_empty = true;
  };

  void read_manifests(const RunKind& kind);
  void join_manifests();
  LineFileWriter& begin_draft(const RecordFiles& files);
  void end_draft(LineFileWriter& draft, std::uint64_t count);
  void remove_shards() const;

  std::vector<std::string> folders_;
  std::string out_;
  DamagedLines damaged_;
  bool is_new_ = false;  ///< `out` was made for this merge
  std::optional<FolderLock> lock_;
  std::vector<Manifest> manifests_;  ///< by folder
  Manifest manifest_;
  std::uint32_t shard_count_ = 1;
  std::vector<Draft> drafts_;
  std::optional<LineFileWriter> writer_;  ///< of the last draft
  MergeReport report_;
};

}  // namespace rootward
