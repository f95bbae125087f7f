// Games are played again, and the teacher's searches answer for each of their positions.
#include "experiments/selfplay/data_relabel.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "evaluators/net/model.h"
#include "experiments/selfplay/sample_window.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/arena/parallel_for.h"
#include "lab/config/parts.h"
#include "lab/config/resolved_tree.h"
#include "lab/store/folder_lock.h"

namespace rootward::selfplay {
namespace {

/// One thread's teacher.
class Teacher {
 public:
  Teacher(const Game& rules, const SearchSettings& settings, bool searches)
      : rules_(rules), searcher_(rules.make_searcher(settings)), searches_(searches) {}

  void teach(std::uint64_t seed, ShardGame& game) {
    searcher_->new_game(derive_seed(seed, {hash_name("relabel"), game.number}));
    (void)replay(rules_, game, game.plies.size(), [&](std::size_t index, const Position& position) {
      Ply& ply = game.plies[index];
      const bool is_target = !ply.policy.empty() || ply.weight > 0;  // of coasting plies the value alone
      if (is_target) searches_ ? teach_by_search(position, ply) : teach_by_answer(position, ply);
      searcher_->observe(ply.action);
    });
  }

 private:
  void teach_by_answer(const Position& position, Ply& ply) {
    const EvaluationReport report = searcher_->evaluate(position);
    if (!ply.policy.empty()) ply.policy = policy_shares(report.priors);
    ply.root_value = stored_value(report.value);
  }
  void teach_by_search(const Position& position, Ply& ply) {
    const SearchResult result = searcher_->think(position, std::nullopt, [] { return false; });
    std::vector<std::pair<Action, double>> visits;
    for (const RootChild& child : result.children) visits.emplace_back(child.action, child.visits);
    if (!ply.policy.empty()) ply.policy = policy_shares(visits, result.move);
    ply.root_value = stored_value(result.mean);
  }

  const Game& rules_;
  std::unique_ptr<Searcher> searcher_;
  bool searches_;
};

SearchSettings teacher_settings(const Relabelling& work, const NamedParams& game) {
  SearchSettings settings = parse_search_player(work.search, "", {}, game).search;
  settings.evaluator = parse_evaluator(work.evaluator);
  return settings;
}

/// The teacher by the name of its network's file, and that file's licence.
Origin teacher_of(const Relabelling& work, const SearchSettings& settings) {
  const Params& params = settings.evaluator.params;
  Origin teacher{.path = work.evaluator, .licence = work.licence};
  if (!params.has("file")) return teacher;
  const std::string file = net::find_model_file(params.text("file"), "");
  teacher.path = std::filesystem::path(file).filename().string();
  if (teacher.licence.empty()) teacher.licence = net::load_model(file).licence;
  return teacher;
}

ShardHeader taught_header(const Relabelling& work, const ShardHeader& header_before, const SearchSettings& settings) {
  ShardHeader header = header_before;
  header.network = network_of(settings);
  header.network_file = work.evaluator;
  header.search = work.searches ? config::flow_text(config::resolved_search(settings)) : "{name: relabel}";
  header.smoothing = 0;
  const Origin games = origin_of(header_before), teacher = teacher_of(work, settings);
  header.origin = fmt::format("{}, labelled by {}", games.path, teacher.path);
  header.licence = told_licence(teacher.licence);
  if (games.licence != header.licence) header.licence = games.licence + "; " + header.licence;
  return header;
}

/// Whether the shard at `path` is these games with this header's labels.
bool is_taught(const std::string& path, const ShardHeader& header, const std::vector<ShardGame>& games) {
  const Shard there = read_shard(path);
  return there.header == header && std::ranges::equal(there.games, games, {}, &ShardGame::number, &ShardGame::number);
}

/// True where the shard is complete now.
bool relabel_shard(const Relabelling& work, const std::string& from, const std::string& to,
                   const std::function<bool()>& stop, RelabelReport& report) {
  const Shard shard = read_shard(from);
  const NamedParams id = parse_game(shard.header.game, {}, from);
  const std::unique_ptr<Game> rules = make_game(id);
  const SearchSettings settings = teacher_settings(work, id);
  const ShardHeader header = taught_header(work, shard.header, settings);
  if (file_exists(to)) {
    if (!is_taught(to, header, shard.games))
      throw UsageError(fmt::format("{}: was made from other games or by another teacher; choose another --out", to));
    ++report.kept;
    return true;
  }
  ShardWriter writer(to, header);
  std::mutex mutex;
  parallel_for(
      shard.games.size(), work.threads, [&] { return Teacher(*rules, settings, work.searches); },
      [&](Teacher& teacher, std::size_t i) {
        ShardGame game = shard.games[i];
        {
          const std::lock_guard lock(mutex);
          if (stop() || writer.numbers().contains(game.number)) return;
        }
        teacher.teach(header.seed, game);
        const std::lock_guard lock(mutex);
        writer.append(game);
        ++report.games;
        for (const Ply& ply : game.plies) report.positions += ply.policy.empty() ? 0U : 1U;
      });
  if (writer.numbers().size() != shard.games.size()) return false;
  writer.finish();
  ++report.shards;
  return true;
}

/// Shards of two runs have the same names, and their games the same numbers.
void refuse_two_runs(const std::vector<std::string>& shards) {
  std::map<std::string, std::string> by_name;
  for (const std::string& shard : shards) {
    const auto [first, is_new] = by_name.emplace(std::filesystem::path(shard).filename().string(), shard);
    if (!is_new)
      throw UsageError(
          fmt::format("{} and {}: games of two runs; label each into an --out of its own, and draw from "
                      "both",
                      first->second, shard));
  }
}

}  // namespace

RelabelReport relabel(const Relabelling& work, const std::function<bool()>& stop) {
  RelabelReport report;
  const std::string folder = work.out + "/data";
  make_folders(folder);
  const FolderLock lock(work.out + "/.lock", FolderLock::Kind::exclusive, work.out);
  const std::vector<std::string> shards = find_shards(work.paths);
  refuse_two_runs(shards);
  for (const std::string& shard : shards) {
    const std::string to = folder + "/" + std::filesystem::path(shard).filename().string();
    if (std::filesystem::exists(to) && std::filesystem::equivalent(shard, to))
      throw UsageError(fmt::format("--out {}: the games to be labelled lie there", work.out));
    if (!relabel_shard(work, shard, to, stop, report)) break;
  }
  return report;
}

}  // namespace rootward::selfplay
