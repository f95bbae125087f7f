// Threads, slots, shards, progress.
#include "experiments/selfplay/play_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "core/rng.h"
#include "experiments/selfplay/play_generation.h"
#include "experiments/selfplay/shard_file.h"
#include "lab/arena/heartbeat.h"
#include "lab/arena/pool.h"
#include "lab/arena/progress.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/config/kinds.h"
#include "lab/config/resolved_tree.h"
#include "lab/store/run_folder.h"

namespace rootward::selfplay {
namespace {

struct SelfplayJob : PoolJob {};
using SelfplayPool = Pool<SelfplayJob, PlayedGame>;

/// The keys that decide the games.
config::YamlNode deciding_keys(const TrainingConfig& config) {
  config::YamlNode tree = resolved_tree(config);
  std::erase_if(tree.entries, [](const config::YamlEntry& entry) {
    return entry.key != "seed" && entry.key != "game" && entry.key != "selfplay";
  });
  return tree;
}

std::string data_folder(const std::string& folder) { return folder + "/data"; }

RunIdentity stored_run(const Manifest& manifest, const std::string& path);

const RunKind kTrainingKind{.name = config::facts_of(config::FileKind::training).name,
                            .other = "games of another training run",
                            .stored = &stored_run};

RunIdentity identity_of_run(const TrainingConfig& config) {
  RunIdentity identity;
  identity.kind = &kTrainingKind;
  identity.configuration = deciding_keys(config);
  identity.resolved = config::tree_text(resolved_tree(config));
  identity.config_hash = fmt::format("{:016x}", hash_name(config::tree_text(identity.configuration)));
  identity.question_hash = question_hash(config.question, config.hypothesis);
  return identity;
}

RunIdentity stored_run(const Manifest& manifest, const std::string& path) {
  return identity_of_run(parse_training(manifest.resolved_config, path));
}

/// The shards of a generation that this process writes, and which games they lack.
class GenerationShards {
 public:
  GenerationShards(const std::string& folder, const ShardHeader& header, std::uint64_t games,
                   const rootward::Shard& part) {
    const std::vector<GamesFile> files = files_of_games(folder, header.generation, games);
    for (std::size_t index = 0; index < files.size(); ++index)
      if (part.contains(index)) open(files[index], header);
  }
  [[nodiscard]] std::uint64_t wanted() const { return wanted_; }
  [[nodiscard]] const std::vector<std::uint32_t>& missing() const { return missing_; }

  /// Makes the run's manifest tell of the games of each finished shard, and of its bytes.
  void tell(RunFolder& folder) const {
    for (const auto& [path, games] : paths_)
      if (std::filesystem::exists(path))
        folder.tell_records(name_in(folder, path),
                            {.lines = games, .sum = hash_name(read_whole_file(path, kLargestShard))});
  }
  /// Whether it tells of every shard.
  [[nodiscard]] bool are_told(const RunFolder& folder) const {
    return std::ranges::all_of(
        paths_, [&](const auto& path) { return folder.manifest().records.contains(name_in(folder, path.first)); });
  }

  /// Stores a game; the last one finishes its shard.
  void append(const ShardGame& game, std::uint64_t index) {
    OpenShard& shard = open_.at(index / kGamesPerShard);
    shard.writer->append(game);
    if (--shard.missing == 0) {
      shard.writer->finish();
      open_.erase(index / kGamesPerShard);
    }
  }

 private:
  static std::string name_in(const RunFolder& folder, const std::string& path) {
    return path.substr(folder.path().size() + 1);
  }

  struct OpenShard {
    std::unique_ptr<ShardWriter> writer;
    std::uint64_t missing = 0;
  };

  void open(const GamesFile& file, const ShardHeader& header) {
    const std::string& path = file.path;
    wanted_ += file.games();
    paths_.emplace(path, file.games());
    if (std::filesystem::exists(path)) {
      check_finished(path, header, file.games());
      std::error_code ignored;
      std::filesystem::remove(unfinished_path(path), ignored);  // a crash came between the whole shard and this
      return;
    }
    OpenShard shard{.writer = std::make_unique<ShardWriter>(path, header), .missing = 0};
    for (std::uint64_t index = file.first; index < file.end; ++index) {
      if (shard.writer->numbers().contains(header.generation * kGamesPerGeneration + index)) continue;
      missing_.push_back(static_cast<std::uint32_t>(index));
      ++shard.missing;
    }
    if (shard.missing == 0)  // a crash came between the last game and this
      shard.writer->finish();
    else
      open_.emplace(file.first / kGamesPerShard, std::move(shard));
  }

  static void check_finished(const std::string& path, const ShardHeader& header, std::uint64_t games) {
    const selfplay::Shard stored = read_shard(path);
    if (stored.header != header)
      throw UsageError(
          fmt::format("{} holds games of another network or search; choose another --out or --generation", path));
    if (stored.games.size() < games)
      throw UsageError(
          fmt::format("{} is finished with {} games; a generation does not grow", path, stored.games.size()));
  }

  std::uint64_t wanted_ = 0;
  std::vector<std::uint32_t> missing_;
  std::map<std::uint64_t, OpenShard> open_;     // by index
  std::map<std::string, std::uint64_t> paths_;  // of finished and open ones: games wanted
};

/// A thread's games, one a slot; their searches run side by side.
class GameSlots final : public ThinkSource {
 public:
  GameSlots(const GamePlan& plan, const Game& game, const SearchSettings& search, SelfplayPool::Feed& feed,
            std::size_t slots)
      : plan_(plan), game_(game), search_(search), feed_(feed), slots_(slots) {}

  std::optional<ThinkTask> next(std::size_t index) override {
    Slot& slot = slots_[index];
    for (;;) {
      if (!slot.game && !begin(slot, index)) return std::nullopt;
      if (!slot.game->is_over()) {
        slot.game->prepare();
        return ThinkTask{.searcher = slot.searcher.get(), .position = &slot.game->position(), .stop = &slot.job->stop};
      }
      feed_.finished(index, slot.game->finish());
      slot.game.reset();
    }
  }

  void finished(std::size_t index, SearchResult result) override {
    Slot& slot = slots_[index];
    if (slot.job->stop())
      slot.game.reset();
    else
      slot.game->take(result);
  }

 private:
  struct Slot {
    std::unique_ptr<Searcher> searcher;
    std::optional<SelfplayJob> job;
    std::optional<PlayGame> game;
  };

  bool begin(Slot& slot, std::size_t index) {
    slot.job = feed_.next(index);
    if (!slot.job) return false;
    if (!slot.searcher) slot.searcher = game_.make_searcher(search_);
    slot.game.emplace(plan_, game_, *slot.searcher, slot.job->index);
    return true;
  }

  const GamePlan& plan_;
  const Game& game_;
  const SearchSettings& search_;
  SelfplayPool::Feed& feed_;
  std::vector<Slot> slots_;
};

/// Where nothing is gained by slots, each searcher asks its own evaluator, which knows when a game begins.
SelfplayPool::Work selfplay_work(const GamePlan& plan, const Game& game, const SearchSettings& search) {
  return [&](SelfplayPool::Feed& feed, std::size_t share) {
    const std::size_t slots = std::min(share, game.slots(search.evaluator));
    GameSlots source(plan, game, search, feed, slots);
    if (slots > 1) return game.think_side_by_side(search.evaluator, slots, source);
    while (const std::optional<ThinkTask> task = source.next(0))
      source.finished(0, task->searcher->think(*task->position, std::nullopt, *task->stop));
  };
}

std::string rates_text(const PlayRunReport& report, std::uint64_t generation) {
  std::string text = fmt::format("generation {}", generation);
  if (report.fresh == 0 || report.seconds <= 0) return text;
  return text + fmt::format(", {:.1f} games/s, {:.0f} evaluations/s",
                            static_cast<double>(report.fresh) / report.seconds,
                            static_cast<double>(report.evaluations) / report.seconds);
}

void count_game(const PlayedGame& played, PlayRunReport& report) {
  ++report.done;
  ++report.fresh;
  report.plies += played.game.plies.size();
  report.evaluations += played.evaluations;
  report.cached += played.cached;
  report.spared += played.is_spared ? 1 : 0;
  report.spared_wrongly += played.is_spared_wrongly ? 1 : 0;
}

void play_missing(const GamePlan& plan, const Game& game, const SearchSettings& search, const PlayRunSettings& settings,
                  GenerationShards& shards, PlayRunReport& report) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t threads = settings.threads != 0 ? settings.threads : default_thread_count();
  Progress progress(stderr, Progress::style_of(stderr, settings.is_quiet), "games");
  SelfplayPool pool(std::min(threads, shards.missing().size()), selfplay_work(plan, game, search), {}, {},
                    settings.seats);
  if (!pool.shortage().empty()) progress.say("warning: " + pool.shortage());
  pool.open(0, [](std::uint32_t) { return SelfplayJob{}; });
  std::vector<Ticket> tickets;
  for (const std::uint32_t index : shards.missing()) tickets.push_back({.priority = 0, .batch = 0, .index = index});
  pool.add(tickets);
  const auto take = [&](SelfplayPool::Event& event) {
    shards.append(event.result->game, event.index);
    count_game(*event.result, report);
  };
  Heartbeat heartbeat(settings.shard.is_whole() ? settings.folder : "");
  heartbeat.begin({.done = report.done, .wanted = report.wanted});
  const auto look = [&] {
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const WorkStatus work{
        .done = report.done, .wanted = report.wanted, .fresh = report.fresh, .seconds = report.seconds, .what = [&] {
          return rates_text(report, plan.generation);
        }};
    heartbeat.tell(work);
    if (settings.seats.is_first()) progress.report(work);
  };
  serve_pool(pool, {.is_made = SignalGuard::stop_requested}, take, look);
  look();
  progress.finish();
}

/// Whoever plays a part of a generation alone writes its files of games. A whole run's folder is locked as it is.
std::vector<FolderLock> locks_of(const PlayRunSettings& settings) {
  std::vector<FolderLock> locks;
  const rootward::Shard& part = settings.shard;
  if (part.is_whole()) return locks;
  locks.emplace_back(settings.folder + "/.lock", FolderLock::Kind::shared, settings.folder);
  locks.emplace_back(fmt::format("{}/shards/{}.lock", settings.folder, part.index), FolderLock::Kind::exclusive,
                     fmt::format("shard {} of {}", part.index, settings.folder));
  return locks;
}

}  // namespace

std::vector<GamesFile> files_of_games(const std::string& folder, std::uint64_t generation, std::uint64_t games) {
  std::vector<GamesFile> files;
  for (std::uint64_t first = 0; first < games; first += kGamesPerShard)
    files.push_back({.path = shard_path(data_folder(folder), generation, files.size()),
                     .first = first,
                     .end = std::min<std::uint64_t>(first + kGamesPerShard, games)});
  return files;
}

PlayRunReport run_selfplay(const TrainingConfig& config, const PlayRunSettings& settings) {
  const SignalGuard signals(settings.shard);
  PlayRunReport report;
  report.folder = data_folder(settings.folder);
  const std::unique_ptr<Game> game = make_game(config.game);
  RunFolder folder(settings.folder, identity_of_run(config), settings.shard);
  const std::vector<FolderLock> locks = locks_of(settings);
  if (settings.shard.is_whole()) folder.take_attempts();
  make_folders(report.folder);
  PlayingNetwork network;
  if (asks_network(config.selfplay))
    network = playing_network(config, *game, settings.folder, settings.generation, settings.network);
  if (network.is_random && !settings.is_quiet)
    note("no network has been trained yet: random weights play, {}; --network names another", network.path);
  const SearchSettings search = generation_search(config, settings.generation, network.path);
  const GamePlan plan = plan_of(config, *game, settings.generation);
  const std::uint64_t games = settings.games.value_or(config.training.generation);
  GenerationShards shards(settings.folder, generation_header(config, plan, search), games, settings.shard);
  report.wanted = shards.wanted();
  report.done = report.wanted - shards.missing().size();
  if (!shards.missing().empty()) {
    if (report.done > 0 && !settings.is_quiet)
      note("{}: {} of {} games are there already; continuing", report.folder, report.done, report.wanted);
    folder.begin_session();
    play_missing(plan, *game, search, settings, shards, report);
  }
  report.is_complete = report.done == report.wanted;
  // Shards, or a run that was killed behind its last game, have left the manifest without these games.
  if (settings.shard.is_whole() && (folder.manifest().ended.empty() || !shards.are_told(folder)))
    folder.begin_session();
  shards.tell(folder);
  folder.end_session(report.is_complete ? kComplete : "stopped");
  return report;
}

}  // namespace rootward::selfplay
