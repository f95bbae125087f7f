// Steps in written order; each run's folder knows by itself how far it is.
#include "experiments/study/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "core/rng.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "experiments/selfplay/play_run.h"
#include "experiments/study/discovered.h"
#include "experiments/study/effects.h"
#include "experiments/study/grid_tables.h"
#include "experiments/study/members.h"
#include "experiments/study/study_folder.h"
#include "experiments/study/tunings.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/sgf_records.h"
#include "experiments/tournament/stored_results.h"
#include "lab/arena/heartbeat.h"
#include "lab/arena/parallel_for.h"
#include "lab/arena/seats.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/config/kinds.h"
#include "lab/config/resolved_tree.h"
#include "lab/store/attempt_file.h"
#include "lab/store/left_overs.h"

namespace rootward::study {
namespace {

/// Lists that may gain no items, for what was played would then be something else: who plays a round hangs on all that
/// was played in the one before, and a mean, or a reference, on all tunings of which it is made.
std::set<std::string> fixed_lists(const StudyConfig& study) {
  std::set<std::string> fixed;
  for (const StudyStep& step : study.steps) {
    const auto fix_those_of = [&](const std::string& tunings) {
      for (const std::string& list : step_of(study, tunings).each)
        if (std::ranges::count(step.each, list) == 0) fixed.insert(list);
    };
    for (const TunedMean& mean : step.means) fix_those_of(mean.first);
    if (meets_all_controls(step)) fix_those_of(step.tuned_players);
    fixed.insert(step.over);
    if (!step.has_rounds()) continue;
    fixed.insert(step.each.begin(), step.each.end());
    fixed.insert(step.joined.begin(), step.joined.end());
    if (!step.tuned_players.empty()) fix_those_of(step.tuned_players);
  }
  return fixed;
}

RunIdentity identity_of(const StudyConfig& study) {
  RunIdentity identity;
  identity.kind = &kStudyKind;
  identity.configuration = study.tree;
  identity.resolved = config::tree_text(study.tree);
  identity.config_hash = fmt::format("{:016x}", hash_name(identity.resolved));
  identity.question_hash = question_hash(study.question, study.hypothesis);
  identity.may_change = {
      {"question", Change::differ}, {"hypothesis", Change::differ}, {"lists", Change::gain}, {"steps", Change::gain}};
  const std::set<std::string> fixed = fixed_lists(study);
  if (!fixed.contains(kOperatorList)) identity.may_change.push_back({"operators", Change::gain});
  for (const StudyList& list : study.lists)
    if (!fixed.contains(list.name)) identity.may_change.push_back({"lists." + list.name, Change::gain});
  for (const StudyStep& step : study.steps)
    for (const char* key : {".games", ".games.first", ".games.most", ".games.undecided", ".games.margin"})
      identity.may_change.push_back({"steps." + step.name + key, Change::differ});
  return identity;
}

RunIdentity stored_identity_of(const Manifest& manifest, const std::string& path) {
  RunIdentity identity = identity_of(parse_study(manifest.resolved_config, path));
  identity.question_hash = manifest.question_hash;
  return identity;
}

class StudyRun {
 public:
  StudyRun(const StudyConfig& study, const StudySettings& settings)
      : study_(study),
        settings_(settings),
        folder_(study_folder_of(study, settings)),
        threads_(settings.threads != 0 ? settings.threads : default_thread_count()),
        runs_(study, folder_),
        heartbeat_(folder_) {
    for (const StudyStep& step : study.steps)
      if (is_run(step.kind)) wanted_ += step.members.size();
  }

  StudyReport run() {
    StudyReport report{.folder = folder_};
    make_folders(folder_);
    if (!settings_.shard.is_whole()) {
      if (file_exists(manifest_path(folder_)))
        check_continues(folder_, read_manifest(folder_), identity_of(study_),
                        "; choose another --out or go back to it");
      report.end = run_steps();
      return report;
    }
    if (settings_.drops_games && !file_exists(manifest_path(folder_)))
      throw UsageError(folder_ + " is no study's folder, so that no games can be dropped");
    remove_left_overs(folder_);
    RunFolder folder(folder_, identity_of(study_));
    if (settings_.drops_games) {
      drop_games(report.dropped);
      report.end = StudyEnd::complete;
      return report;
    }
    folder.session({.threads = threads_}, [&] {
      heartbeat_.begin(standing());
      report.end = run_steps();
      tell_generations(folder);
      return report.end == StudyEnd::complete ? kComplete : "stopped";
    });
    write_tables(report);
    return report;
  }

 private:
  [[nodiscard]] WorkStatus standing() const { return {.done = done_, .wanted = wanted_}; }

  void note_run(const std::string& text) {
    ++done_;
    if (settings_.shard.is_whole()) heartbeat_.tell(standing());
    if (settings_.say) settings_.say({.done = done_, .wanted = wanted_, .what = [text] { return text; }});
  }

  /// Files of formulas, as far as they are made.
  void tell_generations(RunFolder& folder) const {
    for (const StudyStep& step : study_.steps)
      for (std::uint32_t number = 1; step.formulas && number <= step.formulas->generations; ++number)
        if (const std::string file = generation_file(step, number); file_exists(folder_ + "/" + file))
          folder.tell_records(file, read_generation(folder_ + "/" + file).tally);
  }

  /// A shard that waits for others goes on with what takes nothing from them.
  StudyEnd run_steps() {
    StudyEnd all = StudyEnd::complete;
    for (std::size_t i = 0; i < study_.steps.size(); ++i) {
      const StudyStep& step = study_.steps[i];
      if (settings_.cluster != nullptr) send_ready(i);
      if (all == StudyEnd::waiting && (!is_run(step.kind) || !is_ready(step))) continue;
      const StudyEnd end = run_step(step);
      if (end == StudyEnd::interrupted) return end;
      if (end == StudyEnd::waiting) all = end;
      if (end == StudyEnd::complete) whole_steps_.insert(step.name);
      if (all == StudyEnd::complete) whole_ = i + 1;
    }
    return all;
  }

  void drop_games(Dropped& dropped) const {
    for (const StudyStep& step : study_.steps) {
      const Kept kept = kept_without_games(study_, step);
      const auto is_begun = [&](const Member& member) { return file_exists(manifest_path(runs_.path(member))); };
      if (kept == Kept::games) continue;
      for (const Member& member : step.members) finish_removal(runs_.path(member));
      if (std::ranges::none_of(step.members, is_begun)) continue;
      if (kept == Kept::recommendation) {
        const std::vector<TunedPlayer> players = runs_.tunings(step);
        for (std::size_t i = 0; i < players.size(); ++i)
          if (drop_tuning(players[i], runs_.path(step.members[i]), step.evaluations)) ++dropped.tunings;
        continue;
      }
      for (const Member& member : step.members)
        if (is_begun(member) && !wants_more(step, member, games_there(step, member)) &&
            drop_tournament(runs_.path(member), kept == Kept::tables))
          ++dropped.tournaments;
    }
  }

  StudyEnd run_step(const StudyStep& step) {
    if (!is_run(step.kind)) return StudyEnd::complete;
    const std::vector<Member>& members = step.members;
    if (step.has_rounds()) return play_rounds(step);
    if (step.kind == StepKind::tuning) return tune_all(step, members);
    return play_all(members, [&](const Member& member, const SeatsOfRun& seats) {
      return step.kind == StepKind::tournament ? play(step, member, seats)
             : step.kind == StepKind::selfplay ? play_generation(step, member, seats)
                                               : measure(step, member, seats);
    });
  }

  /// All in one pool: each begins where those before it leave threads idle, so that none waits for a last long game. A
  /// shard plays its part of all of them before it waits for others.
  template <class Play>
  StudyEnd play_all(std::span<const Member> members, Play play) {
    Seats seats(threads_);
    std::vector<std::optional<StudyEnd>> ends(members.size());
    std::size_t told = 0;
    std::mutex mutex;
    std::atomic<int> under_way{0};
    const auto play_one = [&](const SeatsOfRun& own) {
      const StudyEnd end = play(members[own.run], own);
      const std::lock_guard lock(mutex);
      ends[own.run] = end;
      for (; told < ends.size() && ends[told]; ++told)
        if (*ends[told] == StudyEnd::complete) note_run("played " + members[told].place);
    };
    const auto play_in_turn = [&](int, std::size_t i) {
      const SeatedRun run(seats, i, SignalGuard::stop_requested);
      if (!run.has_begun()) return;
      ++under_way;
      try {
        play_one(run.seats());
      } catch (...) {
        seats.close();
        if (--under_way > 0 && !settings_.is_quiet)
          note("error: {} failed; what has begun beside it is played first", runs_.path(members[i]));
        throw;
      }
      --under_way;
    };
    const std::size_t at_once = settings_.cluster != nullptr ? 1 : threads_;  // a cluster's jobs are waited for in turn
    parallel_for(
        members.size(), at_once, [] { return 0; }, play_in_turn);
    StudyEnd all = StudyEnd::complete;
    for (const std::optional<StudyEnd>& end : ends) {
      if (!end || *end == StudyEnd::interrupted) return StudyEnd::interrupted;
      if (*end == StudyEnd::waiting) all = StudyEnd::waiting;
    }
    return all;
  }

  /// Round by round, since who plays follows from the round before.
  StudyEnd play_rounds(const StudyStep& step) {
    try {
      for (std::uint32_t round = 0; round < step.round_count(); ++round) {
        runs_.begin_round(step, round);
        if (const StudyEnd end = play_round(step, round); end != StudyEnd::complete) return end;
      }
      runs_.end_rounds(step);
    } catch (const tuning::OptimizerClient::StoppedWaiting&) {
      return StudyEnd::interrupted;
    }
    return StudyEnd::complete;
  }

  StudyEnd play_round(const StudyStep& step, std::uint32_t round) {
    const auto is_of_it = [&](const Member& member) { return member.round == round; };
    const auto first = std::ranges::find_if(step.members, is_of_it);
    const std::span<const Member> members(&*first,
                                          static_cast<std::size_t>(std::ranges::count_if(step.members, is_of_it)));
    if (settings_.cluster != nullptr)
      for (const Member& member : members) settings_.cluster->send(folder_, sent_run(step, member));
    return play_all(members, [&](const Member& member, const SeatsOfRun& seats) { return play(step, member, seats); });
  }

  StudyEnd tune_all(const StudyStep& step, const std::vector<Member>& members) {
    const std::vector<TunedPlayer> players = runs_.tunings(step);
    if (settings_.cluster != nullptr) return tune_by_cluster(step, members, players);
    std::mutex mutex;
    parallel_for(
        members.size(), threads_, [] { return 0; },
        [&](int, std::size_t i) {
          if (SignalGuard::stop_requested() || !settings_.shard.contains(i)) return;
          if (!tune_player(players[i], runs_.path(members[i]), step.evaluations)) return;
          const std::lock_guard lock(mutex);
          note_run("tuned " + members[i].place);
        });
    if (SignalGuard::stop_requested()) return StudyEnd::interrupted;
    for (std::size_t i = 0; i < members.size(); ++i)
      if (!settings_.shard.contains(i) && !is_tuned(players[i], runs_.path(members[i]), step.evaluations))
        return StudyEnd::waiting;
    return StudyEnd::complete;
  }

  StudyEnd tune_by_cluster(const StudyStep& step, const std::vector<Member>& members,
                           const std::vector<TunedPlayer>& players) {
    std::vector<SentTuning> tunings;
    for (std::size_t i = 0; i < members.size(); ++i)
      tunings.push_back({.tuning = &players[i].tuning, .place = members[i].place, .is_whole = [&, i] {
                           return is_tuned(players[i], runs_.path(members[i]), step.evaluations);
                         }});
    const bool is_whole = settings_.cluster->tune(folder_, tunings, step.evaluations,
                                                  [&](std::size_t i) { note_run("tuned " + members[i].place); });
    return is_whole ? StudyEnd::complete : StudyEnd::interrupted;
  }

  /// Every run that can be played by now, so that none waits for the end of another; `next`: the first step that is not
  /// whole.
  void send_ready(std::size_t next) {
    for (std::size_t i = next; i < study_.steps.size(); ++i) {
      const StudyStep& step = study_.steps[i];
      if (!is_run(step.kind) || step.kind == StepKind::tuning || step.has_rounds() || !is_ready(step) ||
          !sent_.insert(step.name).second)
        continue;
      for (const Member& member : step.members) send(step, member);
    }
  }

  void send(const StudyStep& step, const Member& member) {
    if (step.kind == StepKind::selfplay)
      settings_.cluster->send(folder_, member.place, runs_.generation(step, member));
    else if (!kept_effect(runs_.path(member)))
      settings_.cluster->send(folder_, sent_run(step, member));
  }

  /// Whether all that the step takes from is whole.
  [[nodiscard]] bool is_ready(const StudyStep& step) const {
    const auto is_whole = [&](const std::string& name) { return whole_steps_.contains(name); };
    const auto chooses = [&](const Member& member) {
      return std::ranges::all_of(
          values_from_earlier(runs_.study(), step, member, runs_.taken(step, member), {}).steps(), is_whole);
    };
    return std::ranges::all_of(taken_steps(study_, step), is_whole) &&
           (step.kind == StepKind::tuning || std::ranges::all_of(step.members, chooses));
  }

  static SentRun sent_tournament(const tournament::TournamentConfig& config, const Member& member) {
    return {
        .place = member.place, .configuration = tournament::resolved_tree(config), .named_files = config.named_files};
  }

  [[nodiscard]] SentRun sent_run(const StudyStep& step, const Member& member) const {
    if (step.plays_tournaments()) return sent_tournament(runs_.tournament(step, member), member);
    const estimates::EstimatesConfig config = runs_.estimates(step, member);
    return {
        .place = member.place, .configuration = estimates::resolved_tree(config), .named_files = config.named_files};
  }

  /// As many games as the step says, and more while that is undecided.
  StudyEnd play(const StudyStep& step, const Member& member, const SeatsOfRun& seats) {
    if (const std::optional<Effect> kept = kept_effect(runs_.path(member))) {
      require_as_dropped(step, member, kept->pairs);
      return StudyEnd::complete;
    }
    std::uint32_t games = games_there(step, member);
    for (;;) {
      const tournament::TournamentConfig config = tournament(step, member, games);
      if (const StudyEnd end = play_once(config, step, member, seats); end != StudyEnd::complete) return end;
      if (!wants_more(step, member, games)) return StudyEnd::complete;
      games = std::min(2 * games, step.games->most);
    }
  }

  /// Throws UsageError where the games that were dropped were others, or fewer than the step asks for.
  void require_as_dropped(const StudyStep& step, const Member& member, std::uint64_t pairs) const {
    const tournament::TournamentConfig asked = tournament(step, member);
    const std::size_t pairings = tournament::make_pairings(asked).size();
    const std::uint32_t games = games_with(step, member, static_cast<std::uint32_t>(pairs / pairings), pairings);
    require_kept(runs_.path(member), tournament(step, member, games));
    if (pairs < asked.schedule.pairs * pairings || wants_more(step, member, games))
      throw UsageError(fmt::format(
          "{}: the {} games of this tournament were dropped, so that it cannot go on to more; choose another "
          "--out",
          member.place, 2 * pairs));
  }

  /// In all, as planned; the first look's where nothing was begun.
  [[nodiscard]] std::uint32_t games_there(const StudyStep& step, const Member& member) const {
    if (!file_exists(manifest_path(runs_.path(member)))) return step.games ? step.games->first : 0;
    const tournament::TournamentConfig config = tournament::read_results(runs_.path(member), Detail::scores).config;
    return games_with(step, member, config.schedule.pairs, tournament::make_pairings(config).size());
  }

  /// Of the first look that has so many pairs a pairing: a look plays whole pairs, so fewer games than it says.
  [[nodiscard]] std::uint32_t games_with(const StudyStep& step, const Member& member, std::uint32_t pairs,
                                         std::size_t pairings) const {
    if (step.games)
      for (const std::uint32_t games : games_by_look(*step.games))
        if (tournament(step, member, games).schedule.pairs >= pairs) return games;
    return 2 * pairs * static_cast<std::uint32_t>(pairings);
  }

  /// A/A does not go on.
  [[nodiscard]] bool wants_more(const StudyStep& step, const Member& member, std::uint32_t games) const {
    if (!step.games || games >= step.games->most) return false;
    const auto is_control = [&](const Member& one) { return is_of_control(study_, step, one); };
    if (is_control(member)) return false;
    const std::uint32_t pairs = tournament(step, member, games).schedule.pairs;
    const std::optional<Effect> effect = read_effect(runs_.path(member), pairs);
    const auto controls = static_cast<std::size_t>(std::ranges::count_if(step.members, is_control));
    return effect && is_undecided(*effect, *step.games, step.members.size() - controls);
  }

  /// The folder's reader remembers what it has read, and has one thread's patience.
  template <class Read>
  auto locked(Read read) const {
    const std::lock_guard lock(reading_);
    return read();
  }
  [[nodiscard]] tournament::TournamentConfig tournament(const StudyStep& step, const Member& member,
                                                        std::uint32_t games = 0) const {
    return locked([&] { return runs_.tournament(step, member, games); });
  }

  [[nodiscard]] RunSettings settings_of(const Member& member, const SeatsOfRun& seats) const {
    return {.folder = runs_.path(member),
            .threads = threads_,
            .shard = settings_.shard,
            .is_quiet = settings_.is_quiet,
            .seats = seats};
  }

  StudyEnd play_once(const tournament::TournamentConfig& config, const StudyStep& step, const Member& member,
                     const SeatsOfRun& seats) {
    if (settings_.cluster != nullptr) {
      if (step.games && config.schedule.pairs > tournament(step, member).schedule.pairs)
        settings_.cluster->send(folder_, sent_tournament(config, member));
      return await(member);
    }
    const tournament::RunReport report = tournament::run_tournament(config, {settings_of(member, seats)});
    if (!report.stopped_pairings.empty())
      throw PlayerError(fmt::format("{}: two void games in a row ended the match {}", runs_.path(member),
                                    fmt::join(report.stopped_pairings, " and ")));
    if (!report.is_complete) return StudyEnd::interrupted;
    if (settings_.shard.is_whole()) {
      if (has_shards(member)) {
        (void)tournament::merge_results({report.folder}, report.folder, {.is_tidy = true});
        if (has_tables(step)) write_tournament(config, tournament::read_results(report.folder));
      } else if (has_tables(step)) {
        write_tournament(config, report.results);
      }
      return StudyEnd::complete;
    }
    return has_all_games(config, member) ? StudyEnd::complete : StudyEnd::waiting;
  }

  /// A grid and rounds have thousands of tournaments, and one table of all.
  [[nodiscard]] bool has_tables(const StudyStep& step) const { return !step.has_rounds() && !is_in_grid(study_, step); }

  /// Whether shards have played there, whose records are to be joined.
  [[nodiscard]] bool has_shards(const Member& member) const { return !list_shards(runs_.path(member)).empty(); }

  static void write_tournament(const tournament::TournamentConfig& config, const tournament::StoredResults& results) {
    if (tournament::has_records(config.game)) (void)tournament::write_records(results);
    (void)tournament::write_tables(results);
  }

  [[nodiscard]] bool has_all_games(const tournament::TournamentConfig& config, const Member& member) const {
    const tournament::StoredResults stored = tournament::read_results(runs_.path(member), Detail::scores);
    return stored.games.size() >= tournament::make_pairings(config).size() * 2 * config.schedule.pairs;
  }

  StudyEnd measure(const StudyStep& step, const Member& member, const SeatsOfRun& seats) {
    if (settings_.cluster != nullptr) return await(member);
    const estimates::EstimatesConfig config = locked([&] { return runs_.estimates(step, member); });
    const estimates::EstimatesRunReport report = estimates::run_estimates(config, settings_of(member, seats));
    if (!report.is_complete) return StudyEnd::interrupted;
    if (!settings_.shard.is_whole()) return StudyEnd::complete;
    if (has_shards(member)) (void)estimates::merge_estimates({report.folder}, report.folder, {.is_tidy = true});
    estimates::write_estimates_files(report.estimates);
    return StudyEnd::complete;
  }

  /// The files of games of all members are dealt out to shards in one go, as a member may have one alone.
  StudyEnd play_generation(const StudyStep& step, const Member& member, const SeatsOfRun& seats) {
    const PlayedGeneration played = locked([&] { return runs_.generation(step, member); });
    if (settings_.cluster != nullptr)
      if (const StudyEnd end = await(member); end != StudyEnd::complete) return end;
    const auto before = static_cast<std::size_t>(&member - step.members.data());
    Shard shard = settings_.shard;
    shard.index = static_cast<std::uint32_t>((shard.index - 1 + before) % shard.count + 1);
    return selfplay::run_selfplay(played.config, {.folder = runs_.path(member),
                                                  .generation = played.number,
                                                  .network = played.network,
                                                  .games = {},
                                                  .threads = threads_,
                                                  .shard = shard,
                                                  .is_quiet = settings_.is_quiet,
                                                  .seats = seats})
                   .is_complete
               ? StudyEnd::complete
               : StudyEnd::interrupted;
  }

  StudyEnd await(const Member& member) const {
    return settings_.cluster->await(folder_, member.place) ? StudyEnd::complete : StudyEnd::interrupted;
  }

  /// Of a study that is not whole those of its whole steps, and grids: each shows the cells that there are.
  void write_tables(StudyReport& report) const {
    std::string& all = report.tables;
    bool has_all = true;
    for (std::size_t i = 0; i < study_.steps.size(); ++i) {
      const StudyStep& step = study_.steps[i];
      if (is_run(step.kind)) continue;
      if (step.kind != StepKind::grid && i >= whole_) {
        has_all = false;
        continue;
      }
      const StepTable table = runs_.table_of(step, true);
      report.is_void = report.is_void || table.is_void;
      all += (all.empty() ? "" : "\n") + table.text;
    }
    if (!all.empty() && has_all) write_file_atomically(folder_ + "/table.md", all);
  }

  const StudyConfig& study_;
  const StudySettings& settings_;
  std::string folder_;
  std::size_t threads_;
  StudyFolder runs_;
  mutable std::mutex reading_;  // in runs_, while members are played
  Heartbeat heartbeat_;
  std::uint64_t wanted_ = 0;
  std::uint64_t done_ = 0;
  std::set<std::string> sent_;         // steps
  std::set<std::string> whole_steps_;  // and tables
  std::size_t whole_ = 0;              // steps from the first on
};

}  // namespace

const RunKind kStudyKind{.name = config::facts_of(config::FileKind::study).name,
                         .other = "runs of another study",
                         .stored = &stored_identity_of};

std::string study_folder_of(const StudyConfig& study, const StudySettings& settings) {
  return settings.folder.empty() ? "results/" + study.name : settings.folder;
}

StudyReport run_study(const StudyConfig& study, const StudySettings& settings) {
  const SignalGuard signals(settings.shard);
  return StudyRun(study, settings).run();
}

StudyConfig stored_study(const std::string& folder) {
  const std::string path = manifest_path(folder);
  const Manifest manifest = read_manifest(folder);
  return read_stored(path, [&] { return parse_study(manifest.resolved_config, path); });
}

std::vector<std::string> run_folders(const std::string& folder) {
  const StudyConfig study = stored_study(folder);
  std::vector<std::string> folders;
  for (const StudyStep& step : study.steps) {
    if (!is_run(step.kind)) continue;
    for (const Member& member : step.members)
      if (std::string place = folder + "/" + member.place; file_exists(manifest_path(place)))
        folders.push_back(std::move(place));
  }
  return folders;
}

std::string study_tables(const std::string& folder, TableFormat format) {
  if (format == TableFormat::latex || format == TableFormat::json)
    throw UsageError(
        fmt::format("{}: the tables of a study are text, md or csv; those of its runs have all formats: "
                    "rootward table {}/STEP",
                    folder, folder));
  const StudyConfig study = stored_study(folder);
  const StudyFolder runs(study, folder);
  std::string all;
  for (const StudyStep& step : study.steps)
    if (!is_run(step.kind)) {
      const StepTable table = runs.table_of(step);
      all += (all.empty() ? "" : "\n") + (format == TableFormat::csv ? table.csv : table.text);
    }
  return all;
}

FolderCheck check_study_folder(const std::string& folder) {
  FolderCheck found = check_told_files(folder);
  const Manifest manifest = read_manifest(folder);
  const StudyConfig study = stored_study(folder);
  std::vector<std::string> missing;
  for (const StudyStep& step : study.steps) {
    if (!is_run(step.kind)) continue;
    for (const Member& member : step.members) {
      const std::string place = folder + "/" + member.place;
      if (!file_exists(manifest_path(place)) && !is_kept(place)) missing.push_back(member.place);
    }
  }
  if (!missing.empty() && !manifest.ended.empty()) add_missing(folder, "runs", missing, found);
  return found;
}

}  // namespace rootward::study
