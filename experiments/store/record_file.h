// Records of one kind in files of lines: how a line is read, named and compared, and where in a folder the files lie.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/rng.h"
#include "experiments/store/line_file.h"
#include "experiments/store/record_index.h"
#include "experiments/store/shard.h"

namespace rootward {

/// Names in a folder, and what users are told of the lines.
struct RecordFiles {
  std::string_view name;         ///< "games.jsonl"
  std::string_view part_prefix;  ///< "shards/": files of shards lie at PREFIX*.jsonl; "" = there are none
  std::string_view record;       ///< what a line holds: "a finished game"
  std::string_view torn;         ///< what follows from a torn last line: "its game counts as not played"

  /// Where a process that plays this shard writes.
  [[nodiscard]] std::string path(const std::string& folder, const Shard& shard) const;
  /// Those of shards that exist, packed ones too by their plain name, sorted. Throws RunError where a folder cannot be
  /// listed.
  [[nodiscard]] std::vector<std::string> parts(const std::string& folder) const;
  /// The whole one, whether it exists or not, and those of shards.
  [[nodiscard]] std::vector<std::string> all(const std::string& folder) const;
};

/// A product's record. `id_of` is null where a record has no id and none is a repetition of another.
template <class Record>
struct RecordFormat {
  RecordFiles files;
  Record (*parse)(const std::string& line);           ///< throws UsageError saying what is wrong
  std::string (*id_of)(const Record&);                ///< two records of one id must be the same
  bool (*is_same)(const Record& a, const Record& b);  ///< equal but for the time it took
};

/// Reads files one after the other as if they were one in which each record stands once.
template <class Record>
class RecordReader {
 public:
  explicit RecordReader(const RecordFormat<Record>& format, DamagedLines damaged = DamagedLines::refuse)
      : format_(format), damaged_(damaged) {}

  /// Calls keep(Record&&, line) for each record that no file has brought before. Throws RunError for a corrupt line,
  /// and where two records of one id differ, naming both places.
  template <class Keep>
  LineFileState read(const std::string& file, Keep keep) {
    files_.push_back(file);
    const auto take = [&](const std::string& line, std::size_t number) {
      Record record = format_.parse(line);
      if (!is_new(record, line, static_cast<std::uint32_t>(number))) {
        ++duplicates_;
        return;
      }
      ++count_;
      keep(std::move(record), line);
    };
    return read_line_file(file, take, format_.files.torn, damaged_);
  }

  /// All files of a folder; returns the warnings about torn and damaged lines.
  template <class Keep>
  std::vector<std::string> read_folder(const std::string& folder, Keep keep) {
    std::vector<std::string> warnings;
    for (const std::string& file : format_.files.all(folder)) add_warnings(read(file, keep), warnings);
    return warnings;
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t duplicates() const { return duplicates_; }

 private:
  bool is_new(const Record& record, const std::string& line, std::uint32_t number) {
    if (format_.id_of == nullptr) return true;
    const std::string id = format_.id_of(record);
    const RecordIndex::Entry entry{.id = hash_name(id),
                                   .content = content_hash(line),
                                   .file = static_cast<std::uint32_t>(files_.size() - 1),
                                   .line = number};
    const RecordIndex::Entry* earlier = index_.add(entry);
    if (earlier == nullptr) return true;
    if (earlier->content == entry.content) return false;
    const Record first = format_.parse(line_of(*earlier));
    if (format_.id_of(first) != id) return true;  // two ids of one hash
    if (format_.is_same(first, record)) return false;
    throw RunError(fmt::format("{} is stored twice with different content: {}:{} and {}:{}", id, files_[earlier->file],
                               earlier->line, files_[entry.file], entry.line));
  }

  std::string line_of(const RecordIndex::Entry& entry) const {
    std::string found;
    (void)read_line_file(
        files_[entry.file],
        [&](const std::string& line, std::size_t number) {
          if (number == entry.line) found = line;
        },
        "", damaged_);
    return found;
  }

  const RecordFormat<Record>& format_;
  DamagedLines damaged_;
  std::vector<std::string> files_;
  RecordIndex index_;
  std::uint64_t count_ = 0;
  std::uint64_t duplicates_ = 0;
};

}  // namespace rootward
