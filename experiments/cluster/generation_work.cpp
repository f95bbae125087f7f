// A generation of self-play as tasks, each of which plays files of games of its own.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "evaluators/net/embedded.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/shared_work.h"
#include "experiments/selfplay/play_run.h"
#include "experiments/selfplay/shard_file.h"
#include "lab/config/kinds.h"

namespace rootward::cluster {
namespace {

using study::PlayedGeneration;

/// By the files of games, finished or not.
class FollowedFiles final : public TaskFollower {
 public:
  FollowedFiles(std::vector<selfplay::GamesFile> files, std::uint32_t tasks)
      : files_(std::move(files)), count_(tasks) {}

  std::vector<TaskWork> look(std::vector<SeenAttempt>& /*attempts*/) override {
    std::vector<TaskWork> tasks(count_);
    for (std::size_t i = 0; i < files_.size(); ++i) {
      TaskWork& task = tasks[shard_of_unit(i, count_) - 1];
      task.wanted += files_[i].games();
      task.stored += std::min(files_[i].games(), selfplay::stored_games(files_[i].path));
    }
    return tasks;
  }

 private:
  const std::vector<selfplay::GamesFile> files_;
  const std::uint32_t count_;
};

class GenerationTasks final : public SharedWork {
 public:
  explicit GenerationTasks(PlayedGeneration played)
      : SharedWork({.kind = std::string(config::facts_of(config::FileKind::training).name),
                    .records = "games",
                    .name = played.config.name,
                    .is_planned = false}),
        played_(std::move(played)) {
    name_configuration("cluster/generation/config.yaml");
  }

  [[nodiscard]] std::uint64_t units() const override {
    constexpr std::uint64_t kMostTasks = 1000;
    return std::min<std::uint64_t>(files_in("").size(), kMostTasks);
  }
  [[nodiscard]] std::string command(const Plan& plan) const override {
    return fmt::format("{} run \"$1\" --generation {}{} --shard {}/{} --out . --quiet", plan.program, played_.number,
                       played_.network.empty() ? "" : " --network \"$2\"", kTaskVariable, units());
  }
  /// Whoever has sent it joins it.
  [[nodiscard]] std::string following_lines(const Plan& /*plan*/) const override { return ""; }

  void prepare(const std::string& folder, const std::string& /*program*/) override {
    config::YamlNode tree = selfplay::resolved_tree(played_.config);
    if (config::YamlNode* start = tree.find("start"))
      start->text = std::filesystem::absolute(selfplay::start_path(played_.config)).string();
    name_configuration(place_named_configuration(folder, played_.named_files, tree, arguments_.front()));
  }
  [[nodiscard]] std::unique_ptr<TaskFollower> follow(const std::string& folder, std::uint32_t tasks) const override {
    return std::make_unique<FollowedFiles>(files_in(folder), tasks);
  }
  [[nodiscard]] std::string table(const std::string& folder) const override {
    return fmt::format("{}: generation {} has its games\n", folder, played_.number);
  }

 private:
  void name_configuration(std::string place) {
    arguments_ = {std::move(place)};
    if (played_.network.empty()) return;
    const bool is_inside = net::is_embedded(played_.network);
    arguments_.push_back(is_inside ? played_.network : std::filesystem::absolute(played_.network).string());
  }
  [[nodiscard]] std::vector<selfplay::GamesFile> files_in(const std::string& folder) const {
    return selfplay::files_of_games(folder, played_.number, played_.config.training.generation);
  }

  const PlayedGeneration played_;
};

}  // namespace

std::unique_ptr<SharedWork> generation_work(const PlayedGeneration& played) {
  return std::make_unique<GenerationTasks>(played);
}

}  // namespace rootward::cluster
