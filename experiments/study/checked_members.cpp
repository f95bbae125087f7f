// A study's members before anything is played: read with players and formulas that stand in for those to come.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/errors.h"
#include "experiments/study/candidates.h"
#include "experiments/study/factorial_results.h"
#include "experiments/study/likeness.h"
#include "experiments/study/members.h"
#include "experiments/study/surface.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/setup.h"
#include "lab/config/named_choice.h"

namespace rootward::study {
namespace {

using config::YamlEntry;

/// The first of a step's formulas.
std::vector<YamlEntry> sample_formulas(const StudyConfig& study, const StudyStep& step, std::size_t count) {
  FormulaSearch some = *step.formulas;
  some.count = static_cast<std::uint32_t>(count);
  std::vector<YamlEntry> players;
  for (const Candidate& one : next_generation(some, study.seed, {}, 1, &is_sound))
    players.push_back(player_of_formula(one.id, one.formula, FormulaBoxes::written));
  return players;
}

/// With one formula in place of those to come.
tournament::TournamentConfig tournament_to_come(const StudyConfig& study, const StudyStep& step, const Member& member,
                                                const PlayerOf& player_of, const TableOf& table_of = {}) {
  Taken taken = taken_of(study, step, member, player_of);
  if (step.formulas) taken.players.push_back(sample_formulas(study, step, 1).front());
  return tournament_of(study, step, member, taken, 0, table_of);
}

std::vector<PairingNames> names_of_pairings(const tournament::TournamentConfig& config) {
  std::vector<PairingNames> pairings;
  for (const tournament::Pairing& one : tournament::make_pairings(config))
    pairings.push_back(tournament::pairing_names(config, one));
  return pairings;
}

/// Who is to meet in the tournaments from which later steps choose.
class TablesToCome {
 public:
  TablesToCome(const StudyConfig& study, PlayerOf player_of) : study_(study), player_of_(std::move(player_of)) {}

  [[nodiscard]] TableOf table_of() {
    return [this](const Member& member) -> const tournament::ResultTable& { return of(member); };
  }

 private:
  const tournament::ResultTable& of(const Member& member) {
    if (const auto found = tables_.find(member.place); found != tables_.end()) return found->second;
    const StudyStep& step = step_of(study_, member.place.substr(0, member.place.find('/')));
    tournament::ResultTable table;
    for (const PairingNames& names :
         names_of_pairings(tournament_to_come(study_, step, member, player_of_, table_of()))) {
      tournament::PairingRow row;
      row.a = names[0];
      row.b = names[1];
      table.pairings.push_back(std::move(row));
    }
    return tables_.emplace(member.place, std::move(table)).first->second;
  }

  const StudyConfig& study_;
  PlayerOf player_of_;
  std::map<std::string, tournament::ResultTable, std::less<>> tables_;  // by place
};

/// Of a step with rounds the first; its formulas are judged as they are drawn.
void check_member(const StudyConfig& study, const StudyStep& step, const Member& member, const PlayerOf& player_of,
                  const TableOf& table_of, tournament::VarietyCheck& variety) {
  if (member.round > 0) return;
  if (!step.over.empty()) {
    (void)tuned_player_of(study, step, member, taken_of(study, step, member, player_of));
  } else if (step.kind == StepKind::tuning) {
    (void)player_of(step, member);
  } else if (step.kind == StepKind::tournament) {
    variety.check(tournament_to_come(study, step, member, player_of, table_of));
  } else if (step.kind == StepKind::estimates) {
    (void)estimates_of(study, step, member, taken_of(study, step, member, player_of), table_of);
  } else if (step.kind == StepKind::selfplay) {
    (void)generation_of(study, step, member, taken_of(study, step, member, player_of), table_of);
  } else if (step.kind == StepKind::effects) {
    check_effects(study, step, [&](const Member& played) {
      const StudyStep& of = step_of(study, step.effects.of);
      return names_of_pairings(tournament_of(study, of, played, taken_of(study, of, played, player_of)));
    });
  }
}

/// Every player of a surface has its numbers.
void check_surface(const StudyConfig& study, const StudyStep& step, const PlayerOf& player_of) {
  (void)read_surfaces(study, step, {}, [&](const StudyStep& played, const Member& member) {
    return configuration_of(study, played, member, taken_of(study, played, member, player_of));
  });
}

/// What a tournament of the step is played in.
std::set<std::string> domains_of(const StudyConfig& study, const StudyStep& step, const PlayerOf& player_of) {
  std::set<std::string> domains;
  for (const Member& member : step.members) {
    if (member.round > 0) continue;
    const tournament::TournamentConfig config = tournament_to_come(study, step, member, player_of);
    domains.insert(fmt::format("{} under {}", config::choice_text(config.game),
                               config::choice_text(config.players.front().search.evaluator)));
  }
  return domains;
}

/// What is held out is nothing that formulas were made for, whatever it is called.
void check_held_out(const StudyConfig& study, const StudyStep& step, const PlayerOf& player_of) {
  const std::set<std::string> searched = domains_of(study, step_of(study, step.discovered.search), player_of);
  for (const std::string& domain : domains_of(study, step_of(study, step.discovered.confirmation), player_of))
    if (searched.contains(domain))
      throw UsageError({{.file = step.place.source,
                         .line = step.place.line,
                         .column = step.place.column,
                         .path = fmt::format("steps.{}.discovered.confirmation", step.name),
                         .message = fmt::format("{} plays in {}, as {} did; the confirmation is on what no formula has "
                                                "seen",
                                                step.discovered.confirmation, domain, step.discovered.search)}});
}

/// A grid tells the finals of an operator in a domain apart by their numbers of simulations.
void check_grid(const StudyConfig& study, const StudyStep& step, const PlayerOf& player_of, const TableOf& table_of) {
  std::map<std::tuple<std::size_t, std::size_t, std::uint64_t>, std::string> cells;
  for (const std::string& name : step.grid.finals) {
    const StudyStep& final = step_of(study, name);
    for (const Member& member : final.members) {
      const std::uint64_t simulations =
          final.equal_time
              ? 0
              : tournament_to_come(study, final, member, player_of, table_of).players.front().search.budget.simulations;
      const auto [cell, is_new] = cells.emplace(
          std::tuple(member.at.at(kOperatorList), member.at.at(step.grid.domains), simulations), member.place);
      if (is_new) continue;
      throw UsageError(
          {{.file = step.place.source,
            .line = step.place.line,
            .column = step.place.column,
            .path = fmt::format("steps.{}.grid.finals", step.name),
            .message = fmt::format(
                "{} and {} are the same cell: an operator in a domain, {}", cell->second, member.place,
                final.equal_time ? std::string("at equal CPU time") : fmt::format("at {} simulations", simulations))}});
    }
  }
}

}  // namespace

Taken sample_round(const StudyConfig& study, const StudyStep& step, const Member& member, const PlayerOf& player_of) {
  Taken taken = taken_of(study, step, member, player_of);
  if (!step.rounds) return taken;
  const std::vector<YamlEntry> listed =
      step.formulas ? std::vector<YamlEntry>{} : entrants_of(study, step, member, taken);
  std::size_t count = step.formulas ? step.formulas->count : listed.size();
  for (std::size_t round = member.round % step.rounds->pairs.size(); round > 0; --round)
    count = step.rounds->kept_of(count);
  for (std::size_t i = count; i < listed.size(); ++i) taken.left_out.insert(listed[i].key);
  if (!step.formulas) return taken;
  const YamlEntry formula = sample_formulas(study, step, 1).front();
  for (std::size_t i = 0; i < count; ++i) taken.players.push_back({fmt::format("f{}", i + 1), {}, formula.value});
  return taken;
}

StudyConfig with_sample_items(StudyConfig study) {
  for (StudyList& list : study.lists) {
    if (!list.best_of) continue;
    const StudyStep& step = step_of(study, list.best_of->step);
    LowestPlayers lowest(study);
    const Member& first = step.members.front();
    const std::vector<YamlEntry> players =
        step.formulas ? sample_formulas(study, step, list.items.size())
                      : entrants_of(study, step, first, taken_of(study, step, first, lowest.player_of()));
    if (players.size() < list.items.size())
      throw UsageError(fmt::format("lists.{}.count: {} is more than the {} players of {}", list.name, list.items.size(),
                                   players.size(), step.name));
    for (std::size_t i = 0; i < list.items.size(); ++i) list.items[i].value = item_of_player(players[i]);
  }
  return study;
}

LowestPlayers::LowestPlayers(const StudyConfig& study)
    : players_(study, [](TunedPlayer& player, const std::string&) { player.point = lowest_point(player.tuning); }) {}

PlayerOf LowestPlayers::player_of() {
  return
      [this](const StudyStep& step, const Member& member) -> const TunedPlayer& { return players_.of(step, member); };
}

void check_members(const StudyConfig& written) {
  const StudyConfig study = with_sample_items(written);
  LowestPlayers lowest(study);
  const PlayerOf player_of = lowest.player_of();
  TablesToCome tables(study, player_of);
  tournament::VarietyCheck variety;
  for (const StudyStep& step : study.steps) {
    for (const Member& member : step.members) check_member(study, step, member, player_of, tables.table_of(), variety);
    if (step.kind == StepKind::surface) check_surface(study, step, player_of);
    if (step.kind == StepKind::discovered) check_held_out(study, step, player_of);
    if (step.kind == StepKind::grid) check_grid(study, step, player_of, tables.table_of());
  }
}

}  // namespace rootward::study
