// Records of one kind in files of lines: how a line is read, named and compared, and where in a folder the files lie.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/rng.h"
#include "lab/store/attempt_file.h"
#include "lab/store/line_file.h"
#include "lab/store/record_index.h"
#include "lab/store/shard.h"

namespace rootward {

/// Names in a folder, and what users are told of the lines.
struct RecordFiles {
  std::string_view name;    ///< "games.jsonl"
  bool has_shards = false;  ///< attempts at shards hold such lines too
  std::string_view record;  ///< what a line holds: "a finished game"
  std::string_view torn;    ///< what follows from a torn last line: "its game counts as not played"
  std::string_view main{};  ///< of records told beside others, in whose files: "games.jsonl"; "" = `name`

  /// The whole one, where a process writes that plays everything.
  [[nodiscard]] std::string path(const std::string& folder) const;
  /// Attempts at shards: those that exist, packed ones too by their plain name, sorted. Throws RunError where the
  /// folder cannot be listed.
  [[nodiscard]] std::vector<std::string> parts(const std::string& folder) const;
  /// The whole one, whether it exists or not, and those of shards.
  [[nodiscard]] std::vector<std::string> all(const std::string& folder) const;
  /// The same without attempts whose every line is joined (Joined): what tells of all records.
  [[nodiscard]] std::vector<std::string> needed(const std::string& folder) const;
  /// Whose size tells whether what is known of the joined records still holds.
  [[nodiscard]] std::string_view joined_in() const { return main.empty() ? name : main; }
};

/// A product's record. `id_of` is null where a record has no id and none is a repetition of another.
template <class Record>
struct RecordFormat {
  RecordFiles files;
  Record (*parse)(const std::string& line);           ///< throws UsageError saying what is wrong
  std::string (*id_of)(const Record&);                ///< two records of one id must be the same
  bool (*is_same)(const Record& a, const Record& b);  ///< equal but for the time it took
  std::string_view schema{};  ///< how the schema of such a line begins: attempts hold other lines too; "" = they do not
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
    earlier_lines_.merge(lines_of_file_);
    lines_of_file_.clear();
    files_.push_back(file);
    is_attempt_ = shard_of_attempt(file).has_value();
    const auto take = [&](const std::string& line, std::size_t number) {
      Record record = format_.parse(line);
      if (check_) check_whole(record);
      if (is_taken_ && !is_taken_(record, files_.back())) return;
      if (!is_new(record, line, static_cast<std::uint32_t>(number))) {
        duplicates_ += is_attempt_ ? 0 : 1;
        return;
      }
      ++count_;
      keep(std::move(record), line);
    };
    return read_lines(file, take);
  }

  /// What a line must be beside what its format asks for: throws UsageError where it is not. An attempt's line is left
  /// out then.
  void require(std::function<void(const Record&)> check) { check_ = std::move(check); }

  /// Records that need not come out the same twice: of those of one id the first counts, and only what
  /// is_taken(record, file) says is looked at.
  void take_first(std::function<bool(const Record&, const std::string& file)> is_taken) {
    is_taken_ = std::move(is_taken);
  }

  /// All files of a folder; returns the warnings about torn, damaged, missing and additional lines. `told`: what its
  /// manifest tells of the files.
  template <class Keep>
  std::vector<std::string> read_folder(const std::string& folder, Keep keep, const LineTallies& told = {}) {
    std::vector<std::string> warnings;
    const auto whole = told.find(format_.files.name);
    for (const std::string& file : format_.files.needed(folder)) {
      const LineFileState state = read(file, keep);
      const bool is_whole = file == format_.files.path(folder);
      // An attempt is read once for each format, but its damage is told once.
      if (format_.id_of != nullptr || !is_attempt_)
        add_warnings(state, is_whole && whole != told.end() ? &whole->second : nullptr, warnings);
    }
    return warnings;
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Lines dropped because their record was there already. Attempts do not count: they repeat what was joined.
  [[nodiscard]] std::uint64_t duplicates() const { return duplicates_; }

 private:
  void check_whole(const Record& record) const {
    try {
      check_(record);
    } catch (const UsageError& error) {
      throw WholeLineError(error.what());
    }
  }

  bool is_new(const Record& record, const std::string& line, std::uint32_t number) {
    if (format_.id_of == nullptr) return is_new_line(line);
    const std::string id = format_.id_of(record);
    const RecordIndex::Entry entry{.id = hash_name(id),
                                   .content = content_hash(line),
                                   .file = static_cast<std::uint32_t>(files_.size() - 1),
                                   .line = number};
    const RecordIndex::Entry* earlier = index_.add(entry);
    if (earlier == nullptr) return true;
    if (earlier->content == entry.content || is_taken_) return false;
    const Record first = format_.parse(line_of(*earlier));
    if (format_.id_of(first) != id) return true;  // two ids of one hash
    if (format_.is_same(first, record)) return false;
    throw RunError(fmt::format("{} is stored twice with different content: {}:{} and {}:{}", id,
                               file_and_node(files_[earlier->file]), earlier->line, file_and_node(files_[entry.file]),
                               entry.line));
  }

  /// A record without id may be told twice by one file, but what an attempt tells may be joined already.
  bool is_new_line(const std::string& line) {
    lines_of_file_.insert(hash_name(line));
    return !is_attempt_ || !earlier_lines_.contains(hash_name(line));
  }

  LineFileState read_lines(const std::string& file, const TakeLine& take) const {
    if (shard_of_attempt(file)) return read_attempt(file, format_.schema, take);
    return read_line_file(file, take, format_.files.torn, damaged_);
  }

  std::string line_of(const RecordIndex::Entry& entry) const {
    std::string found;
    (void)read_lines(files_[entry.file], [&](const std::string& line, std::size_t number) {
      if (number == entry.line) found = line;
    });
    return found;
  }

  const RecordFormat<Record>& format_;
  DamagedLines damaged_;
  std::vector<std::string> files_;
  std::function<void(const Record&)> check_;
  std::function<bool(const Record&, const std::string&)> is_taken_;
  RecordIndex index_;
  std::set<std::uint64_t> lines_of_file_;  // hashes, of records without id
  std::set<std::uint64_t> earlier_lines_;  // of the files before it
  bool is_attempt_ = false;                // the file that is read
  std::uint64_t count_ = 0;
  std::uint64_t duplicates_ = 0;
};

}  // namespace rootward
