// Games of self-play, as far as the manifest tells of them.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "experiments/selfplay/config.h"
#include "experiments/selfplay/data_stats.h"
#include "experiments/selfplay/sample_window.h"
#include "experiments/selfplay/shard_file.h"
#include "experiments/watch/body.h"
#include "lab/store/folder_layout.h"
#include "lab/store/manifest_follower.h"
#include "lab/store/run_folder.h"

namespace rootward::watch {
namespace {

class TrainingBody final : public Body {
 public:
  explicit TrainingBody(std::string folder) : folder_(std::move(folder)), follower_(folder_) {}

  bool look() override {
    if (follower_.look() == ManifestFollower::News::none) return false;
    const std::string path = manifest_path(folder_);
    config_ = read_stored(path, [&] { return selfplay::parse_training(follower_.manifest()->resolved_config, path); });
    return true;
  }

  /// Complete is a run whose last generation has its games.
  [[nodiscard]] Standing standing() const override {
    Standing standing;
    if (!config_) return standing;
    standing.name = config_->name;
    standing.question = config_->question;
    const Manifest& manifest = *follower_.manifest();
    for (const auto& [file, games] : manifest.records) standing.done += games.lines;
    std::uint64_t planned = 0;
    for (const selfplay::Phase& phase : config_->phases) planned += phase.games;
    const std::string last = selfplay::shard_path("data", (planned - 1) / config_->training.generation, 0);
    standing.is_complete = !manifest.ended.empty() && manifest.records.lower_bound(last) != manifest.records.end();
    if (standing.is_complete) standing.wanted = standing.done;
    return standing;
  }

  [[nodiscard]] std::vector<ShownLine> lines(const View& /*view*/, const SignOfLife*) const override { return {}; }
  [[nodiscard]] std::string summary(const SignOfLife*) const override {
    return fmt::format("{} games in finished files", standing().done);
  }
  [[nodiscard]] std::string table_json() const override {
    return selfplay::has_shards(folder_) ? selfplay::stats_json(selfplay::data_stats({folder_}, {})) : "";
  }
  void add_to(PageParts& page) const override {
    if (selfplay::has_shards(folder_))
      page.tables.emplace_back(folder_, selfplay::stats_text(selfplay::data_stats({folder_}, {})));
  }

 private:
  std::string folder_;
  ManifestFollower follower_;
  std::optional<selfplay::TrainingConfig> config_;
};

}  // namespace

std::unique_ptr<Body> make_training_body(const std::string& folder, Detail /*detail*/) {
  return std::make_unique<TrainingBody>(folder);
}

}  // namespace rootward::watch
