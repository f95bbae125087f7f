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
#include "lab/store/line_file.h"
#include "lab/store/record_file.h"

namespace rootward {

/// What a look found.
struct LineNews {
  std::size_t lines = 0;             ///< handed out, or records
  bool is_shorter = false;           ///< the file was cut or replaced: what it told before may not be so any more
  bool has_repetitions = false;      ///< two threads were handed the same record, or one that was known
  std::vector<std::string> damaged;  ///< "FILE: why", lines that were left out

  /// What was found beside it.
  void add(LineNews other);
};
/// From so many new bytes on a look by two threads pays.
inline constexpr std::size_t kShared = std::size_t{16} << 20U;

/// A file that may not exist yet. A last line without its end is still being written: it waits for the next look. A
/// packed file is read once, whole.
class LineFollower {
 public:
  explicit LineFollower(std::string path, std::size_t shared = kShared);
  /// Hands each line that is new to `take`, which throws UsageError where it is wrong; its number is not known. Behind
  /// a damaged line an attempt's lines do not count. Throws RunError where the file cannot be read.
  LineNews look(const TakeLine& take) { return look_on(take, nullptr); }
  /// The same, but where much is new the later half goes to `second`, in a thread of its own. Both then run at once.
  LineNews look(const TakeLine& first, const TakeLine& second) { return look_on(first, &second); }

 private:
  LineNews look_on(const TakeLine& first, const TakeLine* second);
  ::off_t read_part(int fd, ::off_t from, ::off_t to, const TakeLine& take, LineNews& news);
  void read_halves(int fd, ::off_t end, const TakeLine& first, const TakeLine& second, LineNews& news);
  [[nodiscard]] bool begins_with_checksums(int fd) const;
  [[nodiscard]] ::off_t next_line(int fd, ::off_t at) const;
  [[nodiscard]] std::size_t read_at(int fd, char* to, ::off_t most, ::off_t at) const;
  void read_packed(const TakeLine& take, LineNews& news);
  /// Takes the line's checksum from it.
  void hand_out(std::string& line, const TakeLine& take, LineNews& news);

  std::string path_;
  std::size_t shared_;
  bool is_attempt_ = false;
  bool has_ended_ = false;      // an attempt is damaged
  bool was_packed_ = false;     // and was read
  bool has_checksums_ = false;  // among its first lines
  ::dev_t device_ = 0;
  ::ino_t inode_ = 0;   // 0 = not seen yet
  ::off_t offset_ = 0;  // of the first line that was not handed out
};

/// The records of one format in a folder. A record is handed out once, whatever files hold it; records without id are
/// taken as they come.
template <class Record>
class RecordFollower {
 public:
  RecordFollower(const RecordFormat<Record>& format, std::string folder, std::size_t shared = kShared)
      : format_(format), folder_(std::move(folder)), shared_(shared) {}

  template <class Keep>
  LineNews look(Keep keep) {
    LineNews all;
    for (const std::string& file : format_.files.needed(folder_))
      add(follower_of(file).look(taker(file, seen_, all.lines, keep)), all);
    return all;
  }
  /// The same by two threads where a file has much that is new, each with a `keep` of its own. What `second` kept is
  /// later in its file, and in no other unless has_repetitions says so.
  template <class Keep>
  LineNews look(Keep first, Keep second) {
    LineNews all;
    for (const std::string& file : format_.files.needed(folder_)) {
      HashSet seen;
      std::size_t lines = 0;
      add(follower_of(file).look(taker(file, seen_, all.lines, first), taker(file, seen, lines, second)), all);
      all.lines += lines;
      all.has_repetitions = seen_.join(seen) > 0 || all.has_repetitions;
    }
    return all;
  }

 private:
  LineFollower& follower_of(const std::string& file) {
    return followers_.try_emplace(file, file, shared_).first->second;
  }
  template <class Keep>
  TakeLine taker(const std::string& file, HashSet& seen, std::size_t& lines, Keep& keep) const {
    return [this, is_attempt = shard_of_attempt(file).has_value(), &seen, &lines, &keep](const std::string& line,
                                                                                         std::size_t) {
      if (is_attempt && !line.starts_with(schema_start_)) return;
      Record record = format_.parse(line);
      const std::uint64_t name = hash_name(format_.id_of != nullptr ? format_.id_of(record) : line);
      const bool is_known = !seen.insert(name);
      if (is_known && (is_attempt || format_.id_of != nullptr)) return;
      ++lines;
      keep(std::move(record));
    };
  }
  static void add(LineNews news, LineNews& all) {
    news.lines = 0;  // not all of them are records
    all.add(std::move(news));
  }

  const RecordFormat<Record>& format_;
  std::string folder_;
  std::size_t shared_;
  std::string schema_start_ = R"({"schema":")" + std::string(format_.schema);
  std::map<std::string, LineFollower> followers_;  // by file
  HashSet seen_;                                   // hashes of ids, or of lines
};

}  // namespace rootward
