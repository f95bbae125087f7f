// Games and void games of a tournament, and the manifest around them.
#include "experiments/tournament/results_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "core/errors.h"
#include "experiments/tournament/game_places.h"
#include "experiments/tournament/pair_owners.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/table/opening_cache.h"
#include "lab/config/kinds.h"
#include "lab/config/resolved_tree.h"
#include "lab/store/host_facts.h"

namespace rootward::tournament {
namespace {

RunIdentity stored_tournament(const Manifest& manifest, const std::string& path) {
  const TournamentConfig config = parse_tournament(manifest.resolved_config, path);
  RunIdentity identity = identity_of(config, manifest.inputs);
  identity.config_hash = stored_config_hash(config);
  identity.question_hash = manifest.question_hash;
  return identity;
}

bool comes_before(const GameRecord& a, const GameRecord& b) {
  return std::tie(a.pairing, a.pair, a.id) < std::tie(b.pairing, b.pair, b.id);
}

/// Moves each game to its place: games[i] becomes what was games[order[i]]. In place, since games are large and many.
void reorder(std::vector<GameRecord>& games, std::vector<std::size_t>& order) {
  for (std::size_t start = 0; start < order.size(); ++start) {
    if (order[start] == start) continue;
    GameRecord first = std::move(games[start]);
    std::size_t to = start;
    while (order[to] != start) {
      games[to] = std::move(games[order[to]]);
      to = std::exchange(order[to], to);
    }
    games[to] = std::move(first);
    order[to] = to;
  }
}

void sort_games(std::vector<GameRecord>& games) {
  std::vector<std::size_t> order(games.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&games](std::size_t a, std::size_t b) { return comes_before(games[a], games[b]); });
  reorder(games, order);
}

void append_all(std::vector<std::string>& into, const std::vector<std::string>& from) {
  into.insert(into.end(), from.begin(), from.end());
}

}  // namespace

const RunKind kTournamentKind{.name = config::facts_of(config::FileKind::tournament).name,
                              .other = "games of another configuration",
                              .stored = &stored_tournament};

RunIdentity identity_of(const TournamentConfig& config, const InputFiles& inputs) {
  RunIdentity identity;
  identity.kind = &kTournamentKind;
  identity.configuration = resolved_tree(config);
  identity.resolved = config::tree_text(identity.configuration);
  identity.config_hash = config_hash(config);
  identity.question_hash = question_hash(config);
  identity.inputs = inputs;
  identity.is_reproducible = is_reproducible(config);
  identity.pairs = config.schedule.pairs;
  identity.may_change = with_file_names(allowed_changes(config), identity.configuration);
  return identity;
}

std::string question_hash(const TournamentConfig& config) {
  const std::string named = expectations_text(config.hypotheses);
  return rootward::question_hash(config.question, named.empty() ? config.hypothesis : config.hypothesis + '\n' + named);
}

TournamentConfig stored_config(const std::string& folder, const Manifest& manifest) {
  const std::string path = manifest_path(folder);
  return read_stored(path, [&] { return parse_tournament(manifest.resolved_config, path); });
}

TournamentConfig with_stored_games(TournamentConfig config, const std::string& folder) {
  if (!is_folder_of(kTournamentKind, folder)) return config;
  const TournamentConfig stored = stored_config(folder, read_manifest(folder));
  config.schedule.pairs = std::max(config.schedule.pairs, stored.schedule.pairs);
  if (config.schedule.type != ScheduleType::pairings || stored.schedule.type != config.schedule.type) return config;
  auto pairings = stored.schedule.pairings;
  for (const auto& [a, b] : config.schedule.pairings) {
    const auto stands = [&](const std::string& x, const std::string& y) {
      return std::ranges::any_of(pairings, [&](const auto& one) { return one[0] == x && one[1] == y; });
    };
    if (stands(b, a)) return config;  // seen from the other side: refused, with the difference
    if (!stands(a, b)) pairings.push_back({a, b});
  }
  config.schedule.pairings = std::move(pairings);
  config.tunings.insert(stored.tunings.begin(), stored.tunings.end());
  std::vector<PlayerSpec> players = std::exchange(config.players, stored.players);
  for (PlayerSpec& player : players) {
    const auto known = std::ranges::find(config.players, player.name, &PlayerSpec::name);
    if (known == config.players.end())
      config.players.push_back(std::move(player));
    else
      *known = std::move(player);
  }
  return config;
}

ResultsFolder::ResultsFolder(const std::string& folder, const TournamentConfig& config, const Shard& shard,
                             const InputFiles& inputs, Detail detail)
    : run_(folder, identity_of(config, inputs), shard), detail_(detail) {
  results_.folder = folder;
  results_.config = config;
  const GamePlaces places(config, most_pairs(config, run_.manifest()));
  if (!shard.is_whole())
    if (std::optional<DonePlaces> done = read_done_places(folder, kGameFiles, places.meaning())) {
      done_ = std::move(*done);
      run_.skip_joined(static_cast<std::uint64_t>(std::ranges::count(done_, true)));
    }
  results_.duplicate_ids = run_.read<GameRecord>(
      kGameFormat,
      [&](GameRecord&& record, const std::string&) {
        places.restore_seed(record);
        keep(std::move(record));
      },
      [&](const GameRecord& record) { places.require(record); });
  run_.read(kVoidFormat,
            [this](VoidRecord&& record, const std::string&) { results_.voids.push_back(std::move(record)); });
  run_.settle();
}

std::vector<GameRecord> ResultsFolder::games_of_siblings() const {
  std::vector<GameRecord> games;
  run_.read_siblings(kGameFormat, [&](GameRecord&& record, const std::string&) { games.push_back(std::move(record)); });
  return games;
}

void ResultsFolder::keep(GameRecord&& record) {
  results_.games.push_back(std::move(record));
  if (detail_ == Detail::scores) results_.games.back().drop_moves();
}

void ResultsFolder::append(const GameRecord& record) {
  run_.append(kGameFiles, to_json_line(record));
  keep(GameRecord(record));
}

void ResultsFolder::append_void(const VoidRecord& record) {
  VoidRecord stored = record;
  stored.again = static_cast<std::uint32_t>(std::ranges::count(results_.voids, record.id, &VoidRecord::id));
  run_.append(kVoidFiles, to_json_line(stored));
  results_.voids.push_back(std::move(stored));
}

StoredResults ResultsFolder::take_results() {
  results_.manifest = read_manifest_of_all(run_.path());
  sort_games(results_.games);
  return std::move(results_);
}

StoredResults read_games(const std::string& folder, DamagedLines damaged, const BeginGames& begin) {
  StoredResults results;
  results.folder = folder;
  results.manifest = read_manifest_of_all(folder);
  if (results.manifest.kind != kTournamentKind.name)
    throw UsageError(fmt::format("{} holds {} and no tournament", folder, config::one_of_kind(results.manifest.kind)));
  results.config = stored_config(folder, results.manifest);
  require_config_hash(manifest_path(folder), results.manifest, stored_config_hash(results.config));
  const GamePlaces places(results.config, most_pairs(results.config, results.manifest));
  RecordReader<GameRecord> games(kGameFormat, damaged);
  games.require([&](const GameRecord& record) { places.require(record); });
  std::optional<PairOwners> owners;
  if (!is_reproducible(results.config)) {
    owners.emplace(kGameFiles.parts(folder), places);
    games.take_first([&](const GameRecord& game, const std::string& file) { return owners->takes(game, file); });
  }
  const auto keep = begin(results);
  results.warnings = games.read_folder(
      folder,
      [&](GameRecord&& record, const std::string&) {
        places.restore_seed(record);
        keep(std::move(record));
      },
      results.manifest.records);
  results.duplicate_ids = games.duplicates();
  RecordReader<VoidRecord> voids(kVoidFormat, damaged);
  append_all(results.warnings,
             voids.read_folder(
                 folder, [&](VoidRecord&& record, const std::string&) { results.voids.push_back(std::move(record)); },
                 results.manifest.records));
  return results;
}

StoredResults read_results(const std::string& folder, Detail detail, DamagedLines damaged) {
  OpeningCache openings;
  std::vector<GameRecord> games;
  std::optional<TableGames> counted;
  const auto begin = [&](const StoredResults& head) -> KeepGame {
    if (detail != Detail::tables)
      return [&](GameRecord&& record) {
        games.push_back(std::move(record));
        if (detail == Detail::scores) games.back().drop_moves();
      };
    openings.follow(head.config.game);
    counted.emplace();
    return [&](GameRecord&& record) { counted->add(record, openings.key(record)); };
  };
  StoredResults results = read_games(folder, damaged, begin);
  results.counted = std::move(counted);
  sort_games(games);
  results.games = std::move(games);
  return results;
}

StoredResults first_pairs(const StoredResults& results, std::uint32_t pairs) {
  StoredResults part = results;
  part.counted.reset();  // of all pairs
  std::erase_if(part.games, [pairs](const GameRecord& game) { return game.pair >= pairs; });
  std::erase_if(part.voids, [pairs](const VoidRecord& game) { return game.pair >= pairs; });
  Manifest& manifest = part.manifest;
  if (manifest.planned.empty()) manifest.planned.push_back({results.config.schedule.pairs, manifest.started, 0});
  if (std::ranges::find(manifest.planned, pairs, &PlannedPairs::pairs) == manifest.planned.end())
    manifest.planned.push_back({pairs, utc_now(), results.games.size()});
  part.config.schedule.pairs = pairs;
  return part;
}

std::uint64_t games_before_plan(const StoredResults& results) {
  const std::vector<PlannedPairs>& planned = results.manifest.planned;
  const auto plan = std::ranges::find(planned, results.config.schedule.pairs, &PlannedPairs::pairs);
  return results.config.sprt || plan == planned.end() ? 0 : plan->games;
}

}  // namespace rootward::tournament
