// A study: a row a step, then the run that had news last.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "core/file_io.h"
#include "experiments/study/members.h"
#include "experiments/study/run.h"
#include "experiments/study/tunings.h"
#include "experiments/watch/body.h"
#include "experiments/watch/draw.h"
#include "lab/report/number_text.h"
#include "lab/store/folder_layout.h"
#include "lab/store/run_folder.h"

namespace rootward::watch {
namespace {

class StudyBody final : public Body {
 public:
  StudyBody(std::string folder, Detail detail, MakeBody make)
      : folder_(std::move(folder)), detail_(detail), make_(make), study_(study::stored_study(folder_)) {
    for (const study::StudyStep& step : study_.steps) {
      if (!is_run(step.kind)) continue;
      for (const study::Member& member : step.members)
        runs_.push_back({.step = step.name, .place = member.place, .body = nullptr});
    }
  }

  bool look() override {
    bool has_news = false;
    for (StudyPart& run : runs_) {
      const std::string folder = path_in(folder_, run.place);
      if (run.body == nullptr && file_exists(manifest_path(folder))) run.body = make_(folder, detail_);
      run.is_kept = run.body == nullptr && study::is_kept(folder);
      if (run.body == nullptr || !run.body->look()) continue;
      newest_ = &run;
      has_news = true;
    }
    const bool is_complete = !read_manifest(folder_).ended.empty();
    return std::exchange(is_complete_, is_complete) != is_complete || has_news;
  }

  [[nodiscard]] Standing standing() const override {
    Standing standing;
    standing.name = study_.name;
    standing.question = study_.question;
    standing.unit = "runs";
    standing.wanted = runs_.size();
    for (const StudyPart& run : runs_) {
      standing.done += run.is_kept ? 1 : 0;
      if (run.body == nullptr) continue;
      const Standing one = run.body->standing();
      standing.done += one.is_complete ? 1 : 0;
      for (const std::string& alarm : one.alarms) standing.alarms.push_back(fmt::format("{}: {}", run.place, alarm));
    }
    standing.is_complete = is_complete_;
    return standing;
  }

  [[nodiscard]] std::vector<ShownLine> lines(const View& view, const SignOfLife*) const override {
    std::vector<ShownLine> lines;
    for (const study::StudyStep& step : study_.steps)
      if (is_run(step.kind)) lines.push_back({step_text(step.name)});
    for (const StudyPart& run : runs_) {
      if (run.body == nullptr || run.body->standing().is_complete) continue;
      const std::optional<SignOfLife> sign = read_heartbeat(path_in(folder_, run.place));
      lines.push_back({fmt::format("  {}  {}  {}", padded(run.place, 28), sign ? "at work" : "begun  ",
                                   run.body->summary(sign ? &*sign : nullptr))});
    }
    if (newest_ == nullptr) return lines;
    lines.push_back({""});
    lines.push_back({fmt::format("{}: {}", newest_->place, newest_->body->summary(nullptr)), Tone::strong});
    for (ShownLine& line : newest_->body->lines(view, nullptr)) lines.push_back(std::move(line));
    return lines;
  }

  [[nodiscard]] std::string summary(const SignOfLife*) const override {
    return newest_ == nullptr ? "" : fmt::format("{}: {}", newest_->place, newest_->body->summary(nullptr));
  }

  [[nodiscard]] std::string table_json() const override {
    std::string json;
    for (const StudyPart& run : runs_) {
      const std::string table = run.body == nullptr ? "" : run.body->table_json();
      if (!table.empty()) json += fmt::format("{}\"{}\":{}", json.empty() ? "{" : ",", run.place, table);
    }
    return json.empty() ? "" : json + "}";
  }
  void add_to(PageParts& page) const override {
    if (is_complete_) page.tables.emplace_back(folder_, study::study_tables(folder_, TableFormat::text));
    for (const StudyPart& run : runs_)
      if (run.body != nullptr) run.body->add_to(page);
  }

 private:
  struct StudyPart {
    std::string step;
    std::string place;
    std::unique_ptr<Body> body;  // null before it has begun
    bool is_kept = false;        // without its games
  };

  [[nodiscard]] std::string step_text(const std::string& step) const {
    std::size_t all = 0;
    std::size_t begun = 0;
    std::size_t complete = 0;
    std::uint64_t done = 0;
    for (const StudyPart& run : runs_) {
      if (run.step != step) continue;
      ++all;
      begun += run.is_kept ? 1 : 0;
      complete += run.is_kept ? 1 : 0;
      if (run.body == nullptr) continue;
      const Standing one = run.body->standing();
      ++begun;
      complete += one.is_complete ? 1 : 0;
      done += one.done;
    }
    return fmt::format("{} {} of {} complete, {} begun, {} games and searches", padded(step, 14), complete, all, begun,
                       grouped(done));
  }

  std::string folder_;
  Detail detail_;
  MakeBody make_;
  study::StudyConfig study_;
  std::vector<StudyPart> runs_;
  const StudyPart* newest_ = nullptr;
  bool is_complete_ = false;
};

}  // namespace

std::unique_ptr<Body> make_study_body(const std::string& folder, Detail detail, MakeBody make) {
  return std::make_unique<StudyBody>(folder, detail, make);
}

}  // namespace rootward::watch
