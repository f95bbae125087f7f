// Whole tunings as tasks: those of a study's step, and one whose only task hands its evaluations in.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>

#include "core/file_io.h"
#include "core/number_text.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/shared_work.h"
#include "experiments/tuning/stored_tuning.h"
#include "experiments/tuning/tune_journal.h"
#include "lab/store/folder_layout.h"
#include "lab/store/line_follower.h"

namespace rootward::cluster {
namespace {

using study::SentTuning;
using tuning::TuningConfig;

WorkFacts facts_of(const TuningConfig& tuning) {
  return {.kind = std::string(tuning::kTuningKind.name), .records = "games", .name = tuning.name, .is_planned = false};
}

struct FollowedTuning {
  LineFollower games;
  std::uint64_t wanted = 0;  // games, as far as that is known before its end
  std::function<bool()> is_tuned;
  std::uint64_t stored = 0;
  bool was_seen = false;
  bool is_whole = false;
};

/// By the lines of journals; whether one is whole is asked where it plays nothing.
class FollowedTunings final : public TaskFollower {
 public:
  explicit FollowedTunings(std::vector<FollowedTuning>& tunings) : tunings_(tunings) {}
  std::vector<TaskWork> look(std::vector<SeenAttempt>& /*attempts*/) override {
    std::vector<TaskWork> tasks;
    for (FollowedTuning& one : tunings_) {
      if (!one.is_whole) look_at(one);
      tasks.push_back(
          {.wanted = one.is_whole ? one.stored : std::max(one.wanted, one.stored + 1), .stored = one.stored});
    }
    return tasks;
  }

 private:
  static void look_at(FollowedTuning& one) {
    const LineNews news = one.games.look([](const std::string&, std::size_t) {});
    one.stored = news.lines + (news.is_shorter ? 0 : one.stored);
    one.is_whole = (news.lines == 0 || !one.was_seen) && one.is_tuned();
    one.was_seen = true;
  }

  std::vector<FollowedTuning>& tunings_;
};

class TuningTasks : public SharedWork {
 public:
  using SharedWork::SharedWork;
  [[nodiscard]] std::unique_ptr<TaskFollower> follow(const std::string& folder,
                                                     std::uint32_t /*tasks*/) const override {
    if (tunings_.empty()) tunings_ = tunings_in(folder);
    return std::make_unique<FollowedTunings>(tunings_);
  }

 protected:
  [[nodiscard]] virtual std::vector<FollowedTuning> tunings_in(const std::string& folder) const = 0;

 private:
  mutable std::vector<FollowedTuning> tunings_;  // as they were at the last look
};

class StepTunings final : public TuningTasks {
 public:
  StepTunings(const std::vector<SentTuning>& tunings, std::uint32_t evaluations)
      : TuningTasks(facts_of(*tunings.front().tuning)), sent_(tunings), evaluations_(evaluations) {}

  [[nodiscard]] std::uint64_t units() const override { return sent_.size(); }
  [[nodiscard]] bool has_argument_each() const override { return true; }
  [[nodiscard]] std::string command(const Plan& plan) const override {
    return fmt::format(
        "{} run \"${{!SLURM_ARRAY_TASK_ID}}\" --evaluations {} --parallel 1 --no-start-test --out {} --quiet",
        plan.program, evaluations_, is_alone() ? "." : "\"$(basename \"${!SLURM_ARRAY_TASK_ID}\" .yaml)\"");
  }
  [[nodiscard]] std::string following_lines(const Plan& /*plan*/) const override { return ""; }

  void prepare(const std::string& folder, const std::string& program) override {
    arguments_.clear();
    for (const SentTuning& one : sent_)
      arguments_.push_back(place_named_configuration(folder, one.tuning->named_files,
                                                     tuning::resolved_tree(*one.tuning),
                                                     fmt::format("cluster/tunings/{}.yaml", name_of(one))));
    place_optimizer(folder, program);
  }
  [[nodiscard]] std::string table(const std::string& folder) const override {
    return fmt::format("{}: {} tunings are whole\n", folder, sent_.size());
  }

 private:
  [[nodiscard]] bool is_alone() const { return sent_.front().place.find('/') == std::string::npos; }
  static std::string name_of(const SentTuning& one) { return one.place.substr(one.place.rfind('/') + 1); }
  [[nodiscard]] std::vector<FollowedTuning> tunings_in(const std::string& folder) const override {
    std::vector<FollowedTuning> tunings;
    for (const SentTuning& one : sent_)
      tunings.push_back({.games = LineFollower(games_path(is_alone() ? folder : path_in(folder, name_of(one)))),
                         .wanted = std::uint64_t{evaluations_} * one.tuning->games + one.tuning->test_games,
                         .is_tuned = one.is_whole});
    return tunings;
  }

  const std::vector<SentTuning>& sent_;
  const std::uint32_t evaluations_;
};

class Driver final : public TuningTasks {
 public:
  Driver(const TuningConfig& tuning, DriverOptions options)
      : TuningTasks(facts_of(tuning)), tuning_(tuning), options_(std::move(options)) {
    name_configuration("cluster/driver/config.yaml");
  }

  [[nodiscard]] std::uint64_t units() const override { return 1; }
  [[nodiscard]] std::string command(const Plan& plan) const override {
    return plan.program + R"( run "$1" --slurm --out . --quiet "${@:2}")";
  }
  [[nodiscard]] std::string following_lines(const Plan& plan) const override {
    return fmt::format("exec {} run \"$1\" --slurm --driver --out . \"${{@:2}}\"\n", plan.program);
  }

  void prepare(const std::string& folder, const std::string& program) override {
    name_configuration(
        place_named_configuration(folder, tuning_.named_files, tuning::resolved_tree(tuning_), arguments_.front()));
    place_optimizer(folder, program);
  }
  [[nodiscard]] std::string table(const std::string& /*folder*/) const override {
    return "the tuning is complete: table.md in it\n";
  }

 private:
  void name_configuration(std::string place) {
    arguments_ = {std::move(place), fmt::format("--evaluations={}", options_.evaluations),
                  fmt::format("--parallel={}", options_.parallel)};
    arguments_.insert(arguments_.end(), options_.options.begin(), options_.options.end());
  }
  [[nodiscard]] std::vector<FollowedTuning> tunings_in(const std::string& folder) const override {
    std::vector<FollowedTuning> tunings;
    tunings.push_back({.games = LineFollower(games_path(folder)),
                       .wanted = std::uint64_t{options_.evaluations} * tuning_.games + tuning_.test_games,
                       .is_tuned = [this, folder] { return is_tuned(folder, tuning_, options_.evaluations); }});
    return tunings;
  }

  const TuningConfig& tuning_;
  const DriverOptions options_;
};

}  // namespace

std::unique_ptr<SharedWork> tunings_work(const std::vector<SentTuning>& tunings, std::uint32_t evaluations) {
  return std::make_unique<StepTunings>(tunings, evaluations);
}

std::unique_ptr<SharedWork> driver_work(const TuningConfig& tuning, const DriverOptions& options) {
  return std::make_unique<Driver>(tuning, options);
}

bool is_tuned(const std::string& folder, const TuningConfig& tuning, std::uint32_t evaluations) {
  if (!file_exists(manifest_path(folder))) return false;
  const LineTallies told = read_manifest(folder).records;
  return std::ranges::any_of(tuning::read_tune_journal(folder, tuning, told).tests, [&](const tuning::FreshTest& test) {
    return test.evaluations.value_or(0) >= evaluations && test.games >= tuning.test_games;
  });
}

std::uint32_t asked_evaluations(const std::vector<std::string>& words) {
  static constexpr std::string_view kOption = "--evaluations=";
  const auto word = std::ranges::find_if(words, [](const std::string& one) { return one.starts_with(kOption); });
  const std::string_view number = word == words.end() ? "" : std::string_view(*word).substr(kOption.size());
  return parse_number<std::uint32_t>(number).value_or(0);
}

}  // namespace rootward::cluster
