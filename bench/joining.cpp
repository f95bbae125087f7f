// What clusters and onlookers wait for: the start of a task, joining, tables, status of folders with many
// games. Each row but `look` is a process of its own, whose CPU time and largest memory the kernel tells; "wall" is how
// long somebody waited. Arguments: games, tasks, lines of the board: 0 is Connect Four, 9 is Go 9x9.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/file_io.h"
#include "core/rng.h"
#include "experiments/cluster/status.h"
#include "experiments/cluster/submit.h"
#include "experiments/tournament/game_places.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/runner.h"
#include "experiments/tournament/schedule.h"
#include "experiments/watch/frame.h"
#include "lab/arena/game_id.h"

namespace rootward {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kPairings = 6;

/// Four players' round robin whose games were played by so many tasks: every one of them whole, or each still at work
/// with its last game missing.
enum class Tasks : std::uint8_t { whole, at_work };

class PlayedFolder {
 public:
  PlayedFolder(std::uint32_t games, std::uint32_t tasks, int lines, Tasks state)
      : tasks_(tasks), plies_(lines == 0 ? 28 : 110), state_(state) {
    std::string place = (fs::temp_directory_path() / "rootward-joining-XXXXXX").string();
    if (::mkdtemp(place.data()) == nullptr) throw std::runtime_error("no folder for what is measured");
    path_ = place;
    const std::string text = fmt::format(
        "name: many\nseed: 1\ngame: {}\n"
        "players: {{a: {{player: random}}, b: {{player: random}}, c: {{player: random}}, d: {{player: random}}}}\n"
        "schedule: {{type: round_robin, pairs: {}}}\n",
        lines == 0 ? "connect4" : fmt::format("{{name: go, size: {}}}", lines), games / kPairings / 2);
    write_file_atomically(config_file(), text);
    config_ = tournament::parse_tournament(text, "many.yaml");
    for (std::uint32_t task = 1; task <= tasks; ++task) play({.index = task, .count = tasks});
  }
  ~PlayedFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    fs::remove(config_file(), ignored);
  }
  PlayedFolder(const PlayedFolder&) = delete;
  PlayedFolder& operator=(const PlayedFolder&) = delete;

  void join() const { (void)tournament::merge_results({path_}, path_, {}); }
  void unjoin() const {
    for (const char* file : {"games.jsonl", "games.done"}) fs::remove(fs::path(path_) / file);
  }
  void start_a_task() const {
    const Shard shard{.index = 1, .count = tasks_};
    const tournament::ResultsFolder folder(path_, config_, shard, {});
    const tournament::TournamentPlan plan{
        .config = &config_, .make_player = {}, .pairs = config_.schedule.pairs, .shard = shard};
    if (tournament::totals_of(tournament::load_pairings(plan, folder.games(), folder.joined())).done == 0)
      throw std::runtime_error("the task is not whole");
  }
  void make_tables() const { (void)tournament::write_tables(tournament::read_results(path_, Detail::tables)); }
  /// A second look and those after it cost what `looks` cost more than one.
  void watch(int looks) const {
    cluster::FolderFollower follower(path_);
    for (int look = 0; look < looks; ++look)
      if (follower.look({.is_offline = true}).is_complete()) throw std::runtime_error("complete");
  }
  /// All of it but sbatch.
  void submit_again() const {
    cluster::SubmitSettings settings;
    settings.what = config_file();
    settings.folder = path_;
    settings.tasks = tasks_;
    settings.scheduler = "parallel";
    settings.is_dry_run = true;
    settings.say = [](const std::string&) {};
    if (cluster::submit(settings).lines.empty()) throw std::runtime_error("nothing is missing");
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  void look_at_it() const {
    if (!cluster::look_at(path_, {.is_offline = true}).is_complete()) throw std::runtime_error("not complete");
  }

 private:
  [[nodiscard]] std::string config_file() const { return path_ + ".yaml"; }
  void play(const Shard& shard) {
    tournament::ResultsFolder folder(path_, config_, shard, {});
    folder.begin_session(1);
    std::uint64_t unit = 0;
    const std::vector<tournament::Pairing> pairings = tournament::make_pairings(config_);
    for (std::uint32_t pair = 0; pair < config_.schedule.pairs; ++pair)
      for (const tournament::Pairing& pairing : pairings)
        if (shard.contains(unit++))
          for (const int game : {0, 1}) {
            const bool is_last = unit + tasks_ > std::uint64_t{kPairings} * config_.schedule.pairs && game == 1;
            if (state_ == Tasks::whole || !is_last)
              folder.append(game_of(tournament::pairing_names(config_, pairing), pair, game));
          }
    if (state_ == Tasks::whole) folder.end_session(kComplete);
  }
  [[nodiscard]] std::string move_of(std::uint64_t seed, int ply) const {
    const std::uint64_t drawn = mix64(seed + static_cast<std::uint64_t>(ply));
    if (plies_ == 28) return std::to_string(drawn & 3U);
    return fmt::format("{}{}", "ABCDEFGHJ"[drawn % 9], drawn / 9 % 9 + 1);
  }
  /// As long as a game between searches.
  [[nodiscard]] GameRecord game_of(const std::array<std::string, 2>& names, std::uint32_t pair, int game) const {
    GameRecord record;
    record.pairing = names;
    record.pair = pair;
    record.seats = game == 0 ? names : std::array<std::string, 2>{names[1], names[0]};
    record.id = game_id(names, pair, game);
    record.seed = game_seed(config_.seed, names, pair, game);
    for (int ply = 0; ply < plies_; ++ply) record.moves.push_back(move_of(record.seed, ply));
    record.score = static_cast<double>(record.seed % 3) / 2;
    const auto half = static_cast<std::uint32_t>(plies_ / 2);
    record.plies = static_cast<std::uint32_t>(plies_);
    record.simulations = {half * 1'000, half * 1'000};
    record.moves_chosen = {half, half};
    record.cpu_seconds = {0.0123, 0.0119};
    return record;
  }

  std::uint32_t tasks_;
  int plies_;
  Tasks state_;
  std::string path_;
  tournament::TournamentConfig config_;
};

const PlayedFolder& played_folder(const benchmark::State& state, Tasks tasks) {
  static std::map<std::array<std::int64_t, 4>, PlayedFolder> folders;
  const std::array<std::int64_t, 4> key{state.range(0), state.range(1), state.range(2),
                                        static_cast<std::int64_t>(tasks)};
  return folders
      .try_emplace(key, static_cast<std::uint32_t>(key[0]), static_cast<std::uint32_t>(key[1]),
                   static_cast<int>(key[2]), tasks)
      .first->second;
}

/// Of a process that does the work and nothing else.
struct Cost {
  double cpu = 0;   ///< seconds
  double wall = 0;  ///< seconds
  double megabytes = 0;
};

Cost cost_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      work();
      ::_exit(0);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      ::_exit(1);
    }
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child || status != 0)
    throw std::runtime_error("the work that is measured has failed");
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return {.cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime),
          .wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
          .megabytes = static_cast<double>(usage.ru_maxrss) / 1024};
}

void tell(benchmark::State& state, const Cost& cost) {
  state.SetIterationTime(cost.cpu);
  state.counters["wall"] = cost.wall;
  state.counters["MB"] = cost.megabytes;
}

template <class Before, class Work>
void measure(benchmark::State& state, Before before, Work work) {
  const PlayedFolder& folder = played_folder(state, Tasks::whole);
  for ([[maybe_unused]] auto unused : state) {
    before(folder);
    tell(state, cost_of([&] { work(folder); }));
  }
}

void join_first(const PlayedFolder& folder) {
  folder.unjoin();
  folder.join();
}

void start_of_a_task(benchmark::State& state) {
  measure(state, join_first, [](const PlayedFolder& folder) { folder.start_a_task(); });
}
void joining(benchmark::State& state) {
  measure(
      state, [](const PlayedFolder& folder) { folder.unjoin(); }, [](const PlayedFolder& folder) { folder.join(); });
}
void tables(benchmark::State& state) {
  measure(state, join_first, [](const PlayedFolder& folder) { folder.make_tables(); });
}
void tables_of_attempts(benchmark::State& state) {
  measure(
      state, [](const PlayedFolder& folder) { folder.unjoin(); },
      [](const PlayedFolder& folder) { folder.make_tables(); });
}
/// Its largest memory is that of the first look.
void second_look(benchmark::State& state) {
  constexpr int kLooks = 10;
  const PlayedFolder& folder = played_folder(state, Tasks::at_work);
  for ([[maybe_unused]] auto unused : state) {
    const Cost first = cost_of([&] { folder.watch(1); });
    const Cost all = cost_of([&] { folder.watch(1 + kLooks); });
    state.SetIterationTime(std::max(0.0, all.cpu - first.cpu) / kLooks);
    state.counters["first"] = first.cpu;
    state.counters["MB"] = first.megabytes;
  }
}
void submit_again(benchmark::State& state) {
  const PlayedFolder& folder = played_folder(state, Tasks::at_work);
  for ([[maybe_unused]] auto unused : state) tell(state, cost_of([&] { folder.submit_again(); }));
}
void status_of_tasks(benchmark::State& state) {
  measure(state, join_first, [](const PlayedFolder& folder) { folder.look_at_it(); });
}

void start_of_watch(benchmark::State& state) {
  measure(state, join_first, [](const PlayedFolder& folder) {
    watch::FolderWatch watch(folder.path(), {.make = &watch::make_tournament_body});
    watch.look();
    if (watch::frame(watch.last(), watch.body(), {}).size() < 10) throw std::runtime_error("the frame is empty");
  });
}

/// A folder that one process plays into, who has stored all games but so many.
class GrowingFolder {
 public:
  GrowingFolder(const PlayedFolder& played, std::size_t withheld) : path_(played.path() + "-watched") {
    fs::create_directory(path_);
    fs::copy(played.path() + "/manifest.json", path_ + "/manifest.json");
    std::ifstream stored(played.path() + "/games.jsonl");
    std::vector<std::string> lines;
    for (std::string line; std::getline(stored, line);) lines.push_back(line + "\n");
    games_.open(path_ + "/games.jsonl");
    for (std::size_t i = 0; i < lines.size() - withheld; ++i) games_ << lines[i];
    games_.flush();
    withheld_.assign(lines.end() - static_cast<std::ptrdiff_t>(withheld), lines.end());
  }
  ~GrowingFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  GrowingFolder(const GrowingFolder&) = delete;
  GrowingFolder& operator=(const GrowingFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  void store(std::size_t games) {
    for (std::size_t i = 0; i < games; ++i) games_ << withheld_.at(next_++);
    games_.flush();
  }

 private:
  std::string path_;
  std::ofstream games_;
  std::vector<std::string> withheld_;
  std::size_t next_ = 0;
};

/// A look that finds a hundred new games, with the frame that shows them: wall time, the mean of fifty.
void look(benchmark::State& state) {
  constexpr std::size_t kLooks = 50;
  constexpr std::size_t kNewGames = 100;
  const PlayedFolder& played = played_folder(state, Tasks::whole);
  join_first(played);
  GrowingFolder folder(played, kLooks * kNewGames);
  watch::FolderWatch watch(folder.path(), {.make = &watch::make_tournament_body});
  watch.look();
  for ([[maybe_unused]] auto unused : state) {
    double seconds = 0;
    for (std::size_t i = 0; i < kLooks; ++i) {
      folder.store(kNewGames);
      const auto start = std::chrono::steady_clock::now();
      if (!watch.look().has_news) throw std::runtime_error("no games are new");
      benchmark::DoNotOptimize(watch::frame(watch.last(), watch.body(), {}));
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    state.SetIterationTime(seconds / kLooks);
  }
}

// 10^6 games take some minutes and half a gigabyte, 10^7 half an hour and five: --benchmark_filter=.*/99996/.*
#define ROOTWARD_FOLDERS              \
  UseManualTime()                     \
      ->Unit(benchmark::kMillisecond) \
      ->Iterations(1)                 \
      ->Args({99'996, 1'000, 0})      \
      ->Args({99'996, 1'000, 9})      \
      ->Args({999'996, 1'000, 0})     \
      ->Args({999'996, 1'000, 9})     \
      ->Args({9'999'996, 1'000, 0})
BENCHMARK(start_of_a_task)->ROOTWARD_FOLDERS;
BENCHMARK(joining)->ROOTWARD_FOLDERS;
BENCHMARK(tables)->ROOTWARD_FOLDERS;
BENCHMARK(tables_of_attempts)->ROOTWARD_FOLDERS;
BENCHMARK(status_of_tasks)->ROOTWARD_FOLDERS;
BENCHMARK(second_look)->ROOTWARD_FOLDERS;
BENCHMARK(submit_again)->ROOTWARD_FOLDERS;
BENCHMARK(start_of_watch)->ROOTWARD_FOLDERS;
BENCHMARK(look)->ROOTWARD_FOLDERS;

}  // namespace
}  // namespace rootward
