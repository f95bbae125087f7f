// Tables of rounds added up, generation by generation.
#include "experiments/study/rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/study/likeness.h"

namespace rootward::study {

PairCounts pairs_of(const tournament::ResultTable& table, const std::string& player) {
  PairCounts pairs{};
  for (const tournament::PairingRow& row : table.pairings) {
    if (row.a != player && row.b != player) continue;
    const PairCounts own = row.a == player ? row.pentanomial : reversed(row.pentanomial);
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += own[i];
  }
  return pairs;
}

RoundsPlayed::RoundsPlayed(const StudyConfig& study, const StudyStep& step, std::string folder, TableOf table_of,
                           std::vector<config::YamlEntry> listed)
    : study_(study),
      step_(step),
      folder_(std::move(folder)),
      table_of_(std::move(table_of)),
      listed_(std::move(listed)) {}

const std::vector<std::size_t>& RoundsPlayed::living(std::uint32_t round, bool may_draw) {
  for (; left_ < round; ++left_) {
    enter(left_, may_draw);
    leave(left_);
  }
  if (round < step_.round_count()) enter(round, may_draw);
  return living_.at(round);
}

std::vector<config::YamlEntry> RoundsPlayed::best(std::size_t count) {
  (void)living(step_.round_count());
  std::vector<config::YamlEntry> players;
  if (step_.formulas) {
    for (const Candidate* one : best_structures(tried_, count))
      players.push_back(player_of_formula(one->id, one->formula, FormulaBoxes::written));
  } else {
    for (const Candidate* one : best_of(tried_, count))
      players.push_back(*std::ranges::find(listed_, one->id, &config::YamlEntry::key));
  }
  return players;
}

std::set<std::string> RoundsPlayed::left_out(std::uint32_t round) {
  std::set<std::string> names;
  if (step_.formulas) return names;
  for (const config::YamlEntry& player : listed_) names.insert(player.key);
  for (const std::size_t i : living(round)) names.erase(tried_[i].id);
  return names;
}

std::vector<config::YamlEntry> RoundsPlayed::formulas(std::uint32_t round) {
  std::vector<config::YamlEntry> players;
  if (!step_.formulas) return players;
  for (const std::size_t i : living(round))
    players.push_back(player_of_formula(tried_[i].id, tried_[i].formula, FormulaBoxes::left_out));
  return players;
}

void RoundsPlayed::enter(std::uint32_t round, bool may_draw) {
  if (living_.contains(round)) return;
  std::vector<std::size_t> all;
  for (Candidate& one : generation(round / static_cast<std::uint32_t>(step_.rounds->pairs.size()) + 1, may_draw)) {
    all.push_back(tried_.size());
    tried_.push_back(std::move(one));
  }
  living_[round] = std::move(all);
}

/// Counts the round's games, and says who goes on.
void RoundsPlayed::leave(std::uint32_t round) {
  std::vector<std::size_t> living = living_.at(round);
  for (const Member& member : step_.members) {
    if (member.round != round) continue;
    const tournament::ResultTable& table = table_of_(member);
    for (const std::size_t i : living) {
      PairCounts& games = tried_[i].games[label_in_round(study_, step_, member)];
      const PairCounts more = pairs_of(table, tried_[i].id);
      for (std::size_t k = 0; k < games.size(); ++k) games[k] += more[k];
    }
  }
  for (const std::size_t i : living) ++tried_[i].rounds;
  const std::size_t share = step_.rounds->kept_of(living.size());
  std::ranges::sort(living, [this](std::size_t a, std::size_t b) { return is_better(tried_[a], tried_[b]); });
  living.resize(share);
  const bool is_last = (round + 1) % step_.rounds->pairs.size() == 0;
  if (!is_last || round + 1 == step_.round_count()) living_[round + 1] = std::move(living);
}

/// What was drawn stays, whatever a later version would draw.
std::vector<Candidate> RoundsPlayed::generation(std::uint32_t number, bool may_draw) const {
  if (!step_.formulas) {
    std::vector<Candidate> all;
    for (const config::YamlEntry& player : listed_) all.push_back({.id = player.key});
    return all;
  }
  const std::string path = folder_ + "/" + generation_file(step_, number);
  if (may_draw && !file_exists(path)) {
    const std::vector<Candidate> drawn = next_generation(*step_.formulas, study_.seed, tried_, number, &is_sound);
    if (drawn.empty()) throw RunError(fmt::format("{}: the grammar gave no new formula", path));
    make_folders(path.substr(0, path.rfind('/')));
    write_file_atomically(path, generation_text(drawn));
  }
  return read_generation(path).formulas;
}

std::string generation_file(const StudyStep& step, std::uint32_t number) {
  return fmt::format("{}/{:02}/formulas.jsonl", step.name, number);
}

}  // namespace rootward::study
