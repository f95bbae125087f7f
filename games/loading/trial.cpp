// What is tried, and how often.
#include "games/loading/trial.h"

#include "core/errors.h"
#include "games/loading/rules.h"
#include "games/loading/trial_games.h"
#include "games/loading/trial_memory.h"

namespace rootward::loading {
namespace {

void end_library(const Library& library, TrialReport& report) {
  report.doing = "the library's end";
  report.moves_size = 0;
  unload(library);
}

}  // namespace

void try_loading(const std::string& bytes) {
  ChildTrial trial;
  trial.run([&](TrialReport& report) {
    report.doing = "loading it";
    const Library library("", bytes);
    end_library(library, report);
  });
}

std::uint32_t try_game(const std::shared_ptr<const Library>& library, const Params& params, const TrialLimits& limits) {
  ChildTrial trial;
  trial.run([&](TrialReport& report) {
    {
      report.doing = "open";
      const PluginRules rules(library, params);
      play_trial(rules, limits, report);
      report.doing = "close";
    }
    end_library(*library, report);
  });
  return trial.report().games;
}

}  // namespace rootward::loading
