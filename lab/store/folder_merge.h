// Several results folders of one run, with or without shards, joined into one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lab/store/done_places.h"
#include "lab/store/line_draft.h"
#include "lab/store/run_folder.h"

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

struct MergeSettings {
  DamagedLines damaged = DamagedLines::refuse;
  /// Removes from `out` the attempts at whole shards: their records are joined.
  bool is_tidy = false;
};

/// Lines are copied as they stand, and nothing in `out` changes before commit(). A record costs some 32 bytes.
class FolderMerge {
 public:
  /// `out` may be one of the folders; where it has results, they are joined too. Throws UsageError where the folders
  /// are not of one run (configuration, book, networks, question), RunError where `out` is in use.
  FolderMerge(const RunKind& kind, std::vector<std::string> folders, std::string out, const MergeSettings& settings);
  FolderMerge(const FolderMerge&) = delete;
  FolderMerge& operator=(const FolderMerge&) = delete;
  /// Leaves `out` as it was where nothing was committed.
  ~FolderMerge();

  /// Of the folder that continues all others.
  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  /// Into how many shards it was cut, where all folders say the same; else 1.
  [[nodiscard]] std::uint32_t shard_count() const { return shard_count_; }

  /// commit() then tells in games.done which places of the first format join() had, and what they mean.
  void tell_done(std::size_t meaning) { joined_.meaning = meaning; }
  /// Copies each record of all folders once. Those of the whole file of `out` stay where they are, the others come
  /// behind them in the order of what take(record) returns: their places in the schedule. check(record) throws
  /// UsageError for what is none of this run's. `is_taken`: see RecordReader::take_first().
  template <class Record, class Check, class Take>
  void join(const RecordFormat<Record>& format, Check check, Take take,
            std::function<bool(const Record&, const std::string& file)> is_taken = {}) {
    LineDraft& draft = begin_draft(format.files);
    std::uint64_t count = 0;
    {  // the reader's memory is not needed when lines are put in order
      RecordReader<Record> reader(format, settings_.damaged);
      reader.take_first(std::move(is_taken));
      reader.require(check);
      const std::string kept = format.files.path(out_);
      for (const std::string& file : files_to_join(format.files)) {
        const bool is_kept = file == kept;
        const LineFileState state = reader.read(file, [&](const Record& record, const std::string& line) {
          const std::uint64_t place = take(record);
          if (joined_.meaning > 0 && drafts_.size() == 1) mark_done(place);
          const std::size_t start = draft.bytes();
          const std::size_t size = draft.append(line);
          if (!is_kept) drafts_.back().added.emplace_back(place, start, size);
        });
        note_read(file, state);
      }
      count = reader.count();
      report_.duplicates += reader.duplicates();
    }
    end_draft(draft, count);
  }

  /// Files that join() reads beside those of the format, behind them: attempts in places of their own.
  void also_join(std::vector<std::string> files) { beside_ = std::move(files); }

  /// In the order in which join() reads them.
  [[nodiscard]] std::vector<std::string> files_to_join(const RecordFiles& files) const;
  MergeReport& report() { return report_; }
  /// Puts what was joined in its place.
  void commit();

 private:
  /// A line of a draft, in 16 bytes: there is one for each game that is joined.
  class AddedLine {
   public:
    AddedLine(std::uint64_t place, std::uint64_t start, std::uint64_t size)
        : place_(place << kBits | (size & kMask)), start_(start << kBits | size >> kBits) {}
    [[nodiscard]] std::uint64_t place() const { return place_ >> kBits; }  ///< in the schedule
    [[nodiscard]] std::uint64_t start() const { return start_ >> kBits; }  ///< in the draft
    [[nodiscard]] std::uint64_t size() const { return (start_ & kMask) << kBits | (place_ & kMask); }

   private:
    static constexpr std::uint64_t kBits = 20;
    static constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1;
    std::uint64_t place_;
    std::uint64_t start_;
  };
  struct Draft {
    RecordFiles files;
    std::string path;
    bool is_empty = true;
    std::vector<AddedLine> added{};  ///< behind what was there
    LineTally tally{};
  };

  void mark_done(std::uint64_t place) {
    DonePlaces& places = joined_.places;
    if (place >= places.size()) places.resize(std::max<std::size_t>(place + 1, 2 * places.size()));
    places[place] = true;
  }
  /// What reading a file has told: warnings, and of an attempt whether anybody need read it again.
  void note_read(const std::string& file, const LineFileState& state);
  /// What the manifest beside a file of lines tells of it; null where it tells nothing.
  [[nodiscard]] const LineTally* told_of(const std::string& file) const;
  void note_joined(const std::string& file, const LineFileState& state);
  void read_manifests(const RunKind& kind);
  void join_manifests();
  /// Joined files, and those of `out` that are not joined.
  [[nodiscard]] LineTallies records() const;
  /// Puts the added lines in the order of their places.
  void sort_draft(Draft& draft) const;
  LineDraft& begin_draft(const RecordFiles& files);
  void end_draft(LineDraft& draft, std::uint64_t count);
  [[nodiscard]] bool is_whole_shard(const Shard& shard) const;
  void remove_shards() const;

  std::vector<std::string> folders_;
  std::string out_;
  MergeSettings settings_;
  bool is_new_ = false;  ///< `out` was made for this merge
  std::optional<FolderLock> lock_;
  std::vector<Manifest> manifests_;  ///< by folder
  Manifest manifest_;
  std::uint32_t shard_count_ = 1;
  Joined joined_;
  std::vector<Draft> drafts_;
  std::optional<LineDraft> writer_;   ///< of the last draft
  std::set<std::string> told_whole_;  ///< attempts without a line of another format than the first
  std::vector<std::string> beside_;   ///< see also_join()
  MergeReport report_;
};

}  // namespace rootward
