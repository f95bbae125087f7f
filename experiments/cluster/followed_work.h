// What each task of a folder has stored, look after look, and its starts: what was read is not read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lab/store/attempt_file.h"
#include "lab/store/done_places.h"
#include "lab/store/line_follower.h"
#include "lab/store/record_file.h"

namespace rootward::cluster {

/// Games (searches) of one task.
struct TaskWork {
  std::uint64_t wanted = 0;
  std::uint64_t stored = 0;
  [[nodiscard]] bool is_done() const { return stored >= wanted; }
};

/// One start of a task, by the first and the last line of its file.
struct SeenAttempt {
  std::string file;
  Shard shard;
  AttemptFacts facts;
  [[nodiscard]] bool has_ended() const { return !facts.reason.empty(); }
};

/// All attempts of a folder whose first line is whole, by name.
std::vector<SeenAttempt> attempts_of(const std::string& folder);

/// The same, look after look: what has ended is not read again.
class AttemptNews {
 public:
  std::vector<SeenAttempt> look(const std::string& folder);

 private:
  std::map<std::string, SeenAttempt> ended_;  // by file
};

class TaskFollower {
 public:
  TaskFollower() = default;
  TaskFollower(const TaskFollower&) = delete;
  TaskFollower& operator=(const TaskFollower&) = delete;
  virtual ~TaskFollower() = default;
  /// By task, from 0. Tells attempts without a last line how many records they have. Throws RunError for damage in what
  /// is joined.
  virtual std::vector<TaskWork> look(std::vector<SeenAttempt>& attempts) = 0;
};

/// Records of shared work as lines of files, and where they stand in its schedule.
class WorkLines {
 public:
  WorkLines() = default;
  WorkLines(const WorkLines&) = delete;
  WorkLines& operator=(const WorkLines&) = delete;
  virtual ~WorkLines() = default;

  [[nodiscard]] virtual const RecordFiles& files() const = 0;
  [[nodiscard]] virtual std::string_view schema() const = 0;  ///< how that of such a line begins
  [[nodiscard]] virtual std::size_t meaning() const = 0;      ///< of places: Joined::meaning
  [[nodiscard]] virtual std::uint64_t places() const = 0;
  /// Throws UsageError for what is no record of that work.
  [[nodiscard]] virtual std::uint64_t place(const std::string& line) const = 0;
  /// Of so many; counts from 1; 0 where no task is to be asked for what stands there.
  [[nodiscard]] virtual std::uint32_t task(std::uint64_t place, std::uint32_t tasks) const = 0;
  /// Whether an attempt that has ended complete has nothing left to play today.
  [[nodiscard]] virtual bool is_whole(const AttemptFacts& facts) const = 0;
};

/// Of shards. A folder without a manifest holds nothing.
class FollowedWork final : public TaskFollower {
 public:
  /// `lines` outlives it.
  FollowedWork(std::string folder, std::uint32_t tasks, const WorkLines& lines);
  std::vector<TaskWork> look(std::vector<SeenAttempt>& attempts) override;

 private:
  struct Followed {
    LineFollower lines;
    std::uint64_t records = 0;
  };

  void read_again_what_changed(std::vector<SeenAttempt>& attempts);
  /// False where something is there no more that was counted before.
  bool read_all(std::vector<SeenAttempt>& attempts);
  bool read_file(const std::string& file, SeenAttempt* attempt);
  bool take_joined();
  [[nodiscard]] bool is_finished(const std::string& file) const;
  void begin_anew();
  void note(std::uint64_t place);

  std::string folder_;
  std::uint32_t count_;
  const WorkLines& lines_;
  std::vector<TaskWork> tasks_;           // what was read of each
  std::vector<bool> is_stored_;           // by place
  std::set<std::uint32_t> finished_;      // tasks that an attempt has ended whole: they need not be read
  std::optional<Joined> joined_;          // what a merge has told, at the last look
  std::set<std::string> read_;            // attempts that have ended and were read
  std::map<std::string, Followed> open_;  // by file
};

}  // namespace rootward::cluster
