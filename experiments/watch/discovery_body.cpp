// A discovery, which is made of many runs. A row a stage, then the part that had news last.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <utility>

#include "core/file_io.h"
#include "experiments/watch/body.h"
#include "experiments/watch/draw.h"
#include "lab/report/number_text.h"
#include "lab/store/folder_layout.h"
#include "lab/store/run_folder.h"

namespace rootward::watch {
namespace {

constexpr std::array<const char*, 4> kStages = {"control", "generations", "tuned", "confirmation"};
constexpr int kDeepest = 4;  // folders below a stage's own

class DiscoveryBody final : public Body {
 public:
  DiscoveryBody(std::string folder, MakeBody make) : folder_(std::move(folder)), make_(make) {}

  bool look() override {
    bool has_news = false;
    for (const char* stage : kStages) has_news = find_parts(path_in(folder_, stage), stage, kDeepest) || has_news;
    for (auto& [name, body] : parts_) {
      if (!body->look()) continue;
      newest_ = name;
      has_news = true;
    }
    const bool is_complete = file_exists(path_in(folder_, "discovery.md"));
    return std::exchange(is_complete_, is_complete) != is_complete || has_news;
  }

  [[nodiscard]] Standing standing() const override {
    Standing standing;
    standing.name = "discovery";
    standing.unit = "parts";
    for (const auto& [name, body] : parts_) {
      const Standing one = body->standing();
      standing.done += one.is_complete ? 1 : 0;
      for (const std::string& alarm : one.alarms) standing.alarms.push_back(fmt::format("{}: {}", name, alarm));
    }
    standing.is_complete = is_complete_;
    if (is_complete_) standing.wanted = standing.done;
    return standing;
  }

  [[nodiscard]] std::vector<ShownLine> lines(const View& view, const SignOfLife*) const override {
    std::vector<ShownLine> lines;
    for (const char* stage : kStages) lines.push_back({stage_text(stage)});
    const auto newest = parts_.find(newest_);
    if (newest == parts_.end()) return lines;
    lines.push_back({""});
    lines.push_back({fmt::format("{}: {}", newest_, newest->second->summary(nullptr)), Tone::strong});
    for (ShownLine& line : newest->second->lines(view, nullptr)) lines.push_back(std::move(line));
    return lines;
  }

  [[nodiscard]] std::string summary(const SignOfLife*) const override {
    const auto newest = parts_.find(newest_);
    return newest == parts_.end() ? "" : fmt::format("{}: {}", newest_, newest->second->summary(nullptr));
  }

  [[nodiscard]] std::string table_json() const override { return ""; }

 private:
  /// Parts are found by their manifests; where there is one nothing below is a part.
  bool find_parts(const std::string& place, const std::string& name_of_place, int deep) {
    bool has_new = false;
    for (const std::string& folder : list_folder(place)) {
      const std::string name = name_of_place + folder.substr(folder.rfind('/'));
      if (parts_.contains(name) || !std::filesystem::is_directory(folder)) continue;
      if (file_exists(manifest_path(folder))) {
        if (std::unique_ptr<Body> body = make_(folder, Detail::tables)) {
          parts_.emplace(name, std::move(body));
          has_new = true;
        }
      } else if (deep > 0) {
        has_new = find_parts(folder, name, deep - 1) || has_new;
      }
    }
    return has_new;
  }

  [[nodiscard]] std::string stage_text(const std::string& stage) const {
    std::size_t begun = 0;
    std::size_t complete = 0;
    std::uint64_t done = 0;
    for (auto part = parts_.lower_bound(stage + '/'); part != parts_.end() && part->first.starts_with(stage + '/');
         ++part) {
      const Standing one = part->second->standing();
      ++begun;
      complete += one.is_complete ? 1 : 0;
      done += one.done;
    }
    return fmt::format("{} {} of {} begun are complete, {} games and searches", padded(stage, 14), complete, begun,
                       grouped(done));
  }

  std::string folder_;
  MakeBody make_;
  std::map<std::string, std::unique_ptr<Body>> parts_;  // by their names below the folder
  std::string newest_;
  bool is_complete_ = false;
};

}  // namespace

std::unique_ptr<Body> make_discovery_body(const std::string& folder, MakeBody make) {
  return std::make_unique<DiscoveryBody>(folder, make);
}

}  // namespace rootward::watch
