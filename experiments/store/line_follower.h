// Reading a file of lines while somebody appends to it: what is new since the last look, and nothing twice.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/file_io.h"
#include "core/hash_set.h"
#include "experiments/store/line_file.h"
#include "experiments/store/record_file.h"

namespace rootward {

/// What a look found.
struct LineNews {
  std::size_t lines = 0;             ///< handed out
  bool is_shorter = false;           ///< the file was cut or replaced: what it told before may not be so any more
  std::vector<std::string> damaged;  ///< "FILE: why", lines that were left out
};

/// A file that may not exist yet. A last line without its end is still being written: it waits for the next look. A
/// packed file is read once, whole.
class LineFollower {
 public:
  explicit LineFollower(std::string path);
  /// Hands each line that is new to `take`, which throws UsageError where it is wrong; its number is not known. Behind
  /// a damaged line an attempt's lines do not count. Throws RunError where the file cannot be read.
  LineNews look(const TakeLine& take);

 private:
  void read_on(int fd, const TakeLine& take, LineNews& news);
  void read_packed(const TakeLine& take, LineNews& news);
  /// Takes the line's checksum from it.
  void hand_out(std::string& line, const TakeLine& take, LineNews& news);

  std::string path_;
  bool is_attempt_ = false;
  bool has_ended_ = false;   // an attempt is damaged
  bool was_packed_ = false;  // and was read
  ::dev_t device_ = 0;
  ::ino_t inode_ = 0;   // 0 = not seen yet
  ::off_t offset_ = 0;  // of the first line that was not handed out
};

/// The records of one format in a folder. A record is handed out once, whatever files hold it; records without id are
/// taken as they come.
template <class Record>
class RecordFollower {
 public:
  RecordFollower(const RecordFormat<Record>& format, std::string folder)
      : format_(format), folder_(std::move(folder)) {}

  template <class Keep>
  LineNews look(Keep keep) {
    LineNews all;
    for (const std::string& file : format_.files.needed(folder_)) {
      LineFollower& follower = followers_.try_emplace(file, file).first->second;
      const bool is_attempt = shard_of_attempt(file).has_value();
      const LineNews news = follower.look([&](const std::string& line, std::size_t) {
        if (is_attempt && !line.starts_with(schema_start_)) return;
        Record record = format_.parse(line);
        const std::uint64_t name = hash_name(format_.id_of != nullptr ? format_.id_of(record) : line);
        const bool is_known = !seen_.insert(name);
        if (is_known && (is_attempt || format_.id_of != nullptr)) return;
        ++all.lines;
        keep(std::move(record));
      });
      all.is_shorter = all.is_shorter || news.is_shorter;
      all.damaged.insert(all.damaged.end(), news.damaged.begin(), news.damaged.end());
    }
    return all;
  }

 private:
  const RecordFormat<Record>& format_;
  std::string folder_;
  std::string schema_start_ = R"({"schema":")" + std::string(format_.schema);
  std::map<std::string, LineFollower> followers_;  // by file
  HashSet seen_;                                   // hashes of ids, or of lines
};

}  // namespace rootward
