// A row a tuning, then the finals one after the other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/file_io.h"
#include "experiments/tuning/journal.h"
#include "experiments/watch/body.h"
#include "experiments/watch/draw.h"
#include "lab/report/number_text.h"
#include "lab/store/folder_layout.h"

namespace rootward::watch {
namespace {

constexpr std::array<const char*, 4> kFinalNames = {"quarter", "equal", "fourfold", "equal-time"};

struct Part {
  std::string name;
  std::string folder;
  std::unique_ptr<Body> body;
};

class LeagueBody final : public Body {
 public:
  explicit LeagueBody(std::string folder) : folder_(std::move(folder)) {}

  bool look() override {
    bool has_news = find_tunings() || find_finals();
    for (auto& [name, part] : tunings_) has_news = part.body->look() || has_news;
    for (Part& part : finals_) has_news = part.body->look() || has_news;
    const bool is_complete = file_exists(path_in(folder_, "league.md"));
    return std::exchange(is_complete_, is_complete) != is_complete || has_news;
  }

  [[nodiscard]] Standing standing() const override {
    Standing standing;
    standing.name = "league";
    standing.unit = "tunings and finals";
    const auto count = [&](const Part& part) {
      const Standing one = part.body->standing();
      standing.done += one.is_complete ? 1 : 0;
      for (const std::string& alarm : one.alarms) standing.alarms.push_back(part.name + ": " + alarm);
    };
    for (const auto& [name, part] : tunings_) count(part);
    for (const Part& part : finals_) count(part);
    standing.is_complete = is_complete_;
    if (is_complete_) standing.wanted = standing.done;
    return standing;
  }

  [[nodiscard]] std::vector<ShownLine> lines(const View& view, const SignOfLife*) const override {
    std::vector<ShownLine> lines;
    if (!tunings_.empty()) lines.push_back({"tunings", Tone::strong});
    std::size_t names = 20;
    for (const auto& [name, part] : tunings_) names = view.is_whole ? std::max(names, width_of(name)) : names;
    for (const auto& [name, part] : tunings_) {
      const std::optional<SignOfLife> sign = read_heartbeat(part.folder);
      lines.push_back({fmt::format("{}  {}  {}", padded(name, names), padded(state_of(part), 8),
                                   part.body->summary(sign ? &*sign : nullptr))});
    }
    for (std::size_t later = 0; later < finals_.size(); ++later) {  // the last ones first
      const Part& final = finals_[finals_.size() - 1 - later];
      lines.push_back({""});
      const Standing standing = final.body->standing();
      lines.push_back({fmt::format("finals {}: {} of {} games", final.name, grouped(standing.done),
                                   grouped(standing.wanted.value_or(0))),
                       Tone::strong});
      for (ShownLine& line : final.body->lines(view, nullptr)) lines.push_back(std::move(line));
    }
    return lines;
  }

  [[nodiscard]] std::string summary(const SignOfLife*) const override {
    return finals_.empty() ? fmt::format("{} tunings begun", tunings_.size())
                           : fmt::format("finals {}: {}", finals_.back().name, finals_.back().body->summary(nullptr));
  }

  [[nodiscard]] std::string table_json() const override {
    std::string json;
    for (const Part& part : finals_) {
      const std::string table = part.body->table_json();
      if (!table.empty()) json += fmt::format("{}\"{}\":{}", json.empty() ? "{" : ",", part.name, table);
    }
    return json.empty() ? "" : json + "}";
  }

 private:
  static std::string state_of(const Part& part) {
    if (part.body->standing().is_complete) return "done";
    return read_heartbeat(part.folder) ? "at work" : "begun";
  }

  bool find_tunings() {
    bool has_new = false;
    for (const std::string& folder : list_folder(path_in(folder_, "tuning"))) {
      const std::string name = folder.substr(folder.rfind('/') + 1);
      if (tunings_.contains(name) || !is_folder_of(tuning::kTuningKind, folder)) continue;
      tunings_.emplace(name, Part{.name = name, .folder = folder, .body = make_tuning_body(folder)});
      has_new = true;
    }
    return has_new;
  }

  bool find_finals() {
    bool has_new = false;
    for (const char* name : kFinalNames) {
      const std::string folder = path_in(folder_, name);
      const bool is_known = std::ranges::find(finals_, name, &Part::name) != finals_.end();
      if (is_known || !file_exists(manifest_path(folder))) continue;
      finals_.push_back({.name = name, .folder = folder, .body = make_tournament_body(folder)});
      has_new = true;
    }
    return has_new;
  }

  std::string folder_;
  std::map<std::string, Part> tunings_;
  std::vector<Part> finals_;  // in the order in which they are played
  bool is_complete_ = false;
};

}  // namespace

bool is_league_folder(const std::string& folder) {
  if (file_exists(manifest_path(folder))) return false;
  return file_exists(path_in(folder, "league.md")) || file_exists(path_in(folder, "tuning"));
}

std::unique_ptr<Body> make_league_body(const std::string& folder) { return std::make_unique<LeagueBody>(folder); }

}  // namespace rootward::watch
