// Parts as pieces of work; the configuration and its studies are copied into the folder first.
#include "experiments/cluster/atlas_arrays.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "experiments/cluster/placing.h"
#include "experiments/cluster/plan.h"
#include "experiments/cluster/study_arrays.h"
#include "lab/config/head_reader.h"
#include "lab/config/named_files.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/store/folder_layout.h"

namespace rootward::cluster {
namespace {

using atlas::AtlasConfig;
using atlas::SentPart;

/// Copies what the tasks read: cluster/config.yaml names copies of the studies beside it.
void place_atlas(const AtlasConfig& config, const std::string& root) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i < config.studies.size(); ++i) {
    const std::string& file = config.study_files[i];
    const config::YamlNode study = config::configuration_tree(config::text_of(file), file, {});
    const std::string place = place_named_configuration(root, config::named_files_of(study, file), study,
                                                        fmt::format("cluster/studies/{}.yaml", config.studies[i].name));
    places.push_back(std::filesystem::path(place).lexically_relative("cluster").string());
  }
  config::YamlNode tree = config.tree;
  *tree.find("features") = config::text_list(places);
  place_file(planned_config_path(root), config::tree_text(tree));
}

class AtlasArrays final : public atlas::AtlasCluster {
 public:
  explicit AtlasArrays(StayingSettings settings)
      : settings_(std::move(settings)), submitted_(study_arrays(settings_)) {}

  void measure(const estimates::EstimatesConfig& study, const std::string& root, const std::string& place) override {
    submitted_->send(
        root, {.place = place, .configuration = estimates::resolved_tree(study), .named_files = study.named_files});
  }

  bool await(const std::string& root, const std::string& place) override { return submitted_->await(root, place); }

  bool play(const AtlasConfig& config, const std::string& root, const std::vector<SentPart>& parts) override {
    const std::string folder = absolute_folder(root);
    place_atlas(config, folder);
    std::vector<PieceOfWork> pieces;
    for (const SentPart& one : parts) {
      std::string name = fmt::format("{}/{}", one.part.index, one.part.count);
      pieces.push_back(
          {.name = name, .place = [name] { return name; }, .is_whole = one.is_whole, .stored = one.stored});
    }
    const PieceSort sort{
        .noun = "part", .script = "cluster/atlas.sh", .text = &atlas_script, .name_of = [](const std::string& word) {
          return word;
        }};
    return play_pieces(sort, settings_, folder, pieces,
                       [&](std::size_t i) { settings_.say(fmt::format("part {} is played", pieces[i].name)); });
  }

 private:
  StayingSettings settings_;
  std::unique_ptr<study::StudyCluster> submitted_;  // studies
};

}  // namespace

std::unique_ptr<atlas::AtlasCluster> atlas_arrays(StayingSettings settings) {
  return std::make_unique<AtlasArrays>(std::move(settings));
}

}  // namespace rootward::cluster
