// Ties setup, results folder, runner, progress and signals together.
#include "experiments/tournament/run_tournament.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "core/errors.h"
#include "core/note.h"
#include "experiments/tournament/planned_openings.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/runner.h"
#include "experiments/tournament/sgf_records.h"
#include "lab/arena/heartbeat.h"
#include "lab/arena/progress.h"
#include "lab/arena/signals.h"
#include "lab/store/refused_attempt.h"

namespace rootward::tournament {
namespace {

using Clock = std::chrono::steady_clock;

void say(const RunSettings& settings, const std::string& text) {
  if (!settings.is_quiet) note(text);
}

/// What is done with games; who reports and stops is added by the caller.
RunHooks storing_hooks(ResultsFolder& folder, const RunSettings& settings, Progress& progress, RunReport& report) {
  RunHooks hooks;
  hooks.store = [&folder](const GameRecord& record) { folder.append(record); };
  hooks.store_void = [&](const VoidRecord& record) {
    folder.append_void(record);
    progress.say(fmt::format("warning: game {} is void: {}", record.id, record.message));
  };
  hooks.give_up = [&report](const VoidRecord& record, const std::string& why) {
    report.stopped_pairings.push_back(
        fmt::format("{} against {} is ended, for {}: {}", record.pairing[0], record.pairing[1], why, record.message));
  };
  hooks.played_elsewhere = [&, last = Clock::now()]() mutable -> std::vector<GameRecord> {
    if (settings.shard.is_whole() || Clock::now() - last < settings.look_again) return {};
    last = Clock::now();
    return folder.games_of_siblings();
  };
  return hooks;
}

void play(const TournamentPlan& plan, std::vector<PairingState>& pairings, ResultsFolder& folder,
          const RunSettings& settings, Heartbeat& heartbeat, RunReport& report) {
  Progress progress(settings.listener, settings.is_quiet, "games");
  RunStatus last;
  RunHooks hooks = storing_hooks(folder, settings, progress, report);
  hooks.tell = [&](const std::string& text) { progress.say(text); };
  hooks.report = [&](const RunStatus& status) {
    last = status;
    const WorkStatus work{.done = status.games.done,
                          .wanted = status.games.wanted,
                          .fresh = status.games_played,
                          .seconds = status.seconds,
                          .what = [all = status.pairings] { return standing_text(*all); }};
    heartbeat.tell(work);
    if (settings.seats.is_first()) progress.report(work);
  };
  hooks.stop = {.is_made = SignalGuard::stop_requested,
                .grace = settings.grace,
                .is_near = SignalGuard::end_is_near,
                .wind_down = settings.wind_down};
  try {
    report.is_complete = run_games(plan, pairings, hooks);
  } catch (...) {
    progress.finish();
    throw;
  }
  progress.finish();
  report.games_played = last.games_played;
}

void play_missing(TournamentSetup& setup, const TournamentPlan& plan, std::vector<PairingState>& pairings,
                  ResultsFolder& folder, const RunSettings& settings, RunReport& report) {
  const GameTotals games = totals_of(pairings);
  report.is_complete = games.done >= games.wanted;
  if (report.is_complete) return;
  if (games.done > 0)
    say(settings,
        fmt::format("{}: {} of {} games are there already; continuing", report.folder, games.done, games.wanted));
  take_planned_openings(setup, report.folder);
  if (setup.config().schedule.opening.balance && setup.openings().ready() < plan.pairs)
    if (settings.seats.is_first()) say(settings, "looking for balanced openings ...");
  noting_refusal(report.folder, settings.shard, config_hash(setup.config()), [&] { setup.rehearse_engines(0); });
  Heartbeat heartbeat(settings.shard.is_whole() ? report.folder : "");
  heartbeat.begin({.done = games.done, .wanted = games.wanted});
  TournamentPlan watched = plan;
  watched.under_way = &heartbeat.games();
  const auto must_end = [] { return SignalGuard::end_reason() != kComplete; };
  const std::string told = setup.openings_warning();
  setup.openings().prepare(plan.pairs, settings.seats.is_first() ? plan.threads : 1, must_end);
  if (must_end()) return;
  noting_refusal(report.folder, settings.shard, config_hash(setup.config()), [&] { setup.check_variety(); });
  if (const std::string warning = setup.openings_warning(); warning != told) say(settings, "warning: " + warning);
  folder.session({plan.threads, settings.check_machine, settings.sync}, [&]() -> std::string_view {
    play(watched, pairings, folder, settings, heartbeat, report);
    if (report.is_complete) return kComplete;
    return report.stopped_pairings.empty() ? SignalGuard::end_reason() : "refused: void games ended a match";
  });
}

}  // namespace

RunReport run_tournament(const TournamentConfig& config, const RunSettings& settings) {
  const SignalGuard signals(settings.shard, TimeSignal::winds_down);
  RunReport report;
  report.folder = results_folder_of(config, settings);
  const auto noted = [&](auto make) {
    return noting_refusal(report.folder, settings.shard, config_hash(config), make);
  };
  TournamentSetup setup = noted([&] { return TournamentSetup(config, settings); });
  const InputFiles inputs = noted([&] { return setup.input_files(); });
  const TournamentConfig stored = with_stored_games(config, report.folder);
  ResultsFolder folder(report.folder, stored, settings.shard, inputs,
                       has_records(config.game) ? Detail::moves : Detail::scores);
  for (const std::string& warning : folder.warnings()) say(settings, "warning: " + warning);
  if (const std::string warning = setup.openings_warning(); !warning.empty()) say(settings, "warning: " + warning);

  TournamentPlan plan = setup.plan();
  plan.begins_at_the_end = folder.has_open_sibling();
  std::vector<PairingState> pairings = load_pairings(plan, folder.games(), folder.joined());
  play_missing(setup, plan, pairings, folder, settings, report);
  report.games = totals_of(pairings);
  if (settings.shard.is_whole()) report.results = folder.take_results();
  return report;
}

}  // namespace rootward::tournament
