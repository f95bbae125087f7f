// `rootward run` of an atlas and `advise`, from the first tuning to the last table, with a kill on the way.
#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "experiments/atlas/results.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/store/folder_lock.h"
#include "lab/store/line_checksum.h"
#include "tests/cli/atlas/equal_time.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kStudy = R"(
name: features
seed: 1
games: {c4: {name: connect4, width: 4, height: 4}, hex: {name: hex, size: 3}, kalah: {name: kalah, pits: 2, seeds: 2}}
instances: 6
random_plies: 3
spread_plies: true
truth: {nodes: 100000}
evaluations: true
features: 1000
operators: {playouts: average}
checkpoints: [8, 16]
)";

constexpr const char* kAtlas = R"(
name: small
question: Which?
seed: 4
features: [features.yaml]
held_out: [kalah]
budgets: [8, 16]
equal_time: 16
tuning: {at: [8], seeds: 2, evaluations: 2, games: 4, test_games: 4}
finals: {games: 8, most_games: 16, pool_games: 4}
opening: {random_plies: 1}
operators: [max, softmax]
)";

void write_files(const Workplace& place) {
  place.write("features.yaml", kStudy);
  place.write("atlas.yaml", kAtlas);
}

const std::vector<std::string> kPlay = {"run", "atlas.yaml", "--out", "a", "--threads", "2"};

/// A cell of the atlas in a folder, as its atlas.json has it.
atlas::CellResult cell_in(const std::string& folder, const std::string& op, const std::string& domain,
                          const std::string& budget) {
  for (const atlas::CellResult& cell : atlas::parse_atlas_json(file_text(folder + "/atlas.json")).cells)
    if (cell.op == op && cell.domain == domain && cell.budget == budget) return cell;
  ADD_FAILURE() << op << " in " << domain << " at " << budget << " is not there";
  return {};
}

/// The entrants of every cell at equal CPU time have round(N / cost) simulations in trial games, by the cost in the
/// plain cell, and then so many by what their moves took in these.
void expect_equal_time(const Workplace& place) {
  for (const char* op : {"max", "softmax"}) {
    for (const char* domain : {"c4+playouts", "hex+playouts", "kalah+playouts"}) {
      const std::string trial = place.path(std::string("a/cost/") + domain + "/equal-time/" + op);
      const std::uint64_t tried = affordable(16, cell_in(place.path("a"), op, domain, "16").cost);
      EXPECT_THAT(file_text(trial + "/manifest.json"),
                  HasSubstr("budget: {simulations: " + std::to_string(tried) + "}"));
      const tournament::ResultTable table = tournament::make_table(tournament::read_results(trial, Detail::scores), {});
      const double cost = tournament::time_over_reference(table).value();
      const std::uint64_t simulations = affordable(static_cast<double>(tried), cost);
      const atlas::CellResult cell = cell_in(place.path("a"), op, domain, "equal-time");
      EXPECT_EQ(cell.entrants.simulations, simulations) << op << " in " << domain << ", cost " << cost;
      EXPECT_EQ(cell.control.simulations, 16U);
      EXPECT_GT(cell.entrants.cpu_seconds, 0);
      EXPECT_GT(cell.control.cpu_seconds, 0);
      const std::string folder = place.path(std::string("a/finals/") + domain + "/equal-time/" + op);
      EXPECT_THAT(file_text(folder + "/manifest.json"),
                  HasSubstr("budget: {simulations: " + std::to_string(simulations) + "}"));
    }
  }
}

/// More games continue a folder; a cell at equal CPU time keeps its number of simulations then, and what was looked at
/// before is told by the finals' own manifests.
void expect_growth(const Workplace& place) {
  const atlas::CellResult before = cell_in(place.path("a"), "max", "hex+playouts", "equal-time");
  EXPECT_EQ(before.looks, 2U) << "8 and 16 games";
  EXPECT_EQ(cell_in(place.path("a"), "average", "hex+playouts", "8").looks, 1U) << "A/A does not go on";
  const Finished more = run_program(place.path(), with(kPlay, {"--quiet", "--set", "finals.games=12"}));
  ASSERT_EQ(more.exit_code, 0) << more.err;
  const atlas::CellResult after = cell_in(place.path("a"), "max", "hex+playouts", "equal-time");
  EXPECT_GE(2 * after.pairs, 12U);
  EXPECT_EQ(after.looks, 3U) << "8, 12 and 16";
  EXPECT_EQ(after.entrants.simulations, before.entrants.simulations);
  EXPECT_EQ(cell_in(place.path("a"), "average", "hex+playouts", "8").looks, 2U) << "8 and 12";
  EXPECT_EQ(run_program(place.path(), kPlay).exit_code, 2) << "8 games are fewer";
}

/// Without the games a cell at equal CPU time keeps its number of simulations, and its trial games go, too.
void expect_drop_at_equal_time(const Workplace& place) {
  const std::vector<std::string> play = with(kPlay, {"--quiet", "--set", "finals.games=12"});
  ASSERT_EQ(run_program(place.path(), with(play, {"--drop-games"})).exit_code, 0);
  const std::string json = file_text(place.path("a/atlas.json"));
  const Finished again = run_program(place.path(), play);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  for (const char* gone : {"a/cost", "a/finals", "a/pool"})
    EXPECT_FALSE(std::filesystem::exists(place.path(gone))) << gone << "; nothing is played again";
  EXPECT_EQ(file_text(place.path("a/atlas.json")), json);
}

/// Another atlas is refused by the folder's manifest, and where there is none by the tunings below it.
void expect_refusals(const Workplace& place) {
  const std::vector<std::string> play = with(kPlay, {"--set", "finals.games=12"});
  for (const auto& [option, told] : {std::pair{"opening.random_plies=2", "opening.random_plies: stored 1, now 2"},
                                     {"held_out=[hex]", "held_out: stored [kalah], now [hex]"},
                                     {"hypothesis=Late.", "hypothesis: stored (nothing), now Late."}}) {
    for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--tables"}, {"--shard", "1/2"}}) {
      const Finished other = run_program(place.path(), with(with(play, {"--set", option}), more));
      EXPECT_EQ(other.exit_code, 2) << option;
      EXPECT_THAT(other.err, AllOf(HasSubstr("holds cells of another atlas; choose another --out"), HasSubstr(told)));
    }
  }
  EXPECT_THAT(run_program(place.path(), {"table", "a"}).err, HasSubstr("a holds an atlas and no tournament"));
  std::filesystem::remove(place.path("a/manifest.json"));
  const Finished other = run_program(place.path(), with(play, {"--set", "opening.random_plies=2"}));
  EXPECT_EQ(other.exit_code, 2) << "these are not the games of that opening";
  EXPECT_THAT(other.err, AllOf(HasSubstr("was begun with another tuning; choose another --out"),
                               HasSubstr("opening.random_plies: stored 1, now 2")));
  EXPECT_FALSE(std::filesystem::exists(place.path("a/manifest.json"))) << "what was refused leaves none";
  EXPECT_EQ(run_program(place.path(), with(play, {"--quiet"})).exit_code, 0) << "folders of earlier versions go on";
  EXPECT_THAT(file_text(place.path("a/manifest.json")), HasSubstr("\"kind\": \"atlas\""));
}

TEST(Atlas, PlaysEveryCellAndGoesOnAfterAKill) {
  const Workplace place;
  write_files(place);
  {
    Process killed(place.path(), kPlay);
    killed.wait_until([&] { return line_count(place.path("a/finals/hex+playouts/8/average/games.jsonl")) > 0; });
    EXPECT_THAT(run_program(place.path(), {"watch", "a", "--once"}).out,
                AllOf(HasSubstr("atlas"), HasSubstr("tunings"), HasSubstr("complete, ")));
    killed.send(SIGKILL);
    (void)killed.wait();
  }
  const Finished run = run_program(place.path(), kPlay);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  // Three domains, at 8 and 16 three operators, at equal time two.
  EXPECT_THAT(run.out, HasSubstr("24 of 24 cells"));
  EXPECT_THAT(run.err, HasSubstr("played softmax in 1 domains"));
  for (const char* cell : {"c4+playouts/8/average", "hex+playouts/16/max", "kalah+playouts/equal-time/softmax"}) {
    EXPECT_GE(line_count(place.path(std::string("a/finals/") + cell + "/games.jsonl")), 8U) << cell;
    EXPECT_EQ(line_count(place.path(std::string("a/pool/") + cell + "/games.jsonl")) % 4, 0U) << cell;
  }
  EXPECT_THAT(file_text(place.path("a/finals/c4+playouts/16/max/manifest.json")),
              HasSubstr("budget: {simulations: 16}"));
  for (const char* made : {"atlas.md", "players.md", "atlas.csv", "page.html", "plots/heat-equal-time.svg",
                           "plots/scaling.svg", "plots/predicted.csv", "features/features/table.md"})
    EXPECT_NE(file_text(place.path(std::string("a/") + made)), "") << made;
  EXPECT_EQ(line_count(place.path("a/atlas.csv")), 25U);
  EXPECT_THAT(file_text(place.path("a/atlas.md")),
              AllOf(HasSubstr("Hypotheses"), HasSubstr("Tuned constants"), HasSubstr("at equal CPU time")));
  const Finished watched = run_program(place.path(), {"watch", "a", "--once"});
  EXPECT_EQ(watched.exit_code, 0) << watched.out;
  EXPECT_THAT(watched.out, HasSubstr("finals         24 of 24 begun are complete"));

  const std::string json = file_text(place.path("a/atlas.json"));
  const Finished again = run_program(place.path(), with(kPlay, {"--quiet"}));
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(file_text(place.path("a/atlas.json")), json) << "a second run finds everything there";
  ASSERT_EQ(run_program(place.path(), with(kPlay, {"--tables"})).exit_code, 0);
  EXPECT_EQ(file_text(place.path("a/atlas.json")), json);

  const Finished advice = run_program(
      place.path(), {"advise", "hex:4", "--atlas", "a", "--simulations", "16", "--positions", "4", "--threads", "1"});
  ASSERT_EQ(advice.exit_code, 0) << advice.err;
  EXPECT_THAT(advice.out, AllOf(HasSubstr("Foretold at 16 simulations"), HasSubstr("softmax"), HasSubstr("player: {"),
                                HasSubstr("evaluator: playouts, budget: {simulations: 16}")));
  const Finished table = run_program(place.path(), {"advise", "--atlas", "a", "--markdown"});
  ASSERT_EQ(table.exit_code, 0) << table.err;
  EXPECT_THAT(file_text(place.path("a/atlas.md")), HasSubstr(table.out)) << "of the atlas's own games";
  ASSERT_EQ(std::system(("gzip " + place.path("a/atlas.json")).c_str()), 0);
  EXPECT_EQ(run_program(place.path(), {"advise", "--atlas", "a", "--markdown"}).out, table.out) << "atlas.json.gz";
  ASSERT_EQ(std::system(("gunzip " + place.path("a/atlas.json.gz")).c_str()), 0);
  const Finished nobody = run_program(place.path(), {"advise", "--atlas", "a", "--simulations", "16"});
  EXPECT_EQ(nobody.exit_code, 2);
  EXPECT_THAT(nobody.err, HasSubstr("--simulations requires GAME"));
  place.write("bad.json", "{\"schema\":");
  const Finished bad = run_program(place.path(), {"advise", "--atlas", "bad.json"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err,
              HasSubstr("bad.json: it is no atlas.json, which `rootward run` of an atlas writes: not valid JSON"));
  const Finished part = run_program(place.path(), with(kPlay, {"--shard", "3/2"}));
  EXPECT_EQ(part.exit_code, 2);
  EXPECT_THAT(part.err, HasSubstr("--shard 3/2: K/N with K from 1 to N is allowed"));
  const Finished lost = run_program(place.path(), {"advise", "hex:4", "--atlas", "nowhere"});
  EXPECT_EQ(lost.exit_code, 2);
  EXPECT_THAT(lost.err, HasSubstr("--atlas nowhere: there is no atlas.json; `rootward run CONFIG --out nowhere`"));

  expect_equal_time(place);
  expect_growth(place);
  expect_refusals(place);
  expect_drop_at_equal_time(place);
}

/// The parts of a cluster play what one machine plays.
TEST(Atlas, PartsAreTheWhole) {
  const Workplace place;
  write_files(place);
  const std::vector<std::string> less = {"--set", "budgets=[8]", "--set", "equal_time=0", "--quiet"};
  const Finished whole =
      run_program(place.path(), with({"run", "atlas.yaml", "--out", "whole", "--threads", "2"}, less));
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const std::vector<std::string> play = {"run", "atlas.yaml", "--out", "parts", "--threads", "1"};
  const auto play_part = [&](const char* part) {
    const Finished run = run_program(place.path(), with(with(play, less), {"--shard", part}));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return std::filesystem::exists(place.path("parts/finals/kalah+playouts"));
  };
  EXPECT_FALSE(play_part("2/2")) << "hex";
  EXPECT_FALSE(play_part("2/2")) << "it holds nothing out";
  EXPECT_FALSE(play_part("1/2")) << "c4; what is held out waits until all parts have ended";
  EXPECT_TRUE(play_part("1/2")) << "they have";
  EXPECT_FALSE(std::filesystem::exists(place.path("parts/manifest.json"))) << "the whole makes it";
  EXPECT_FALSE(std::filesystem::exists(place.path("parts/atlas.md")));
  const Finished joined = run_program(place.path(), with(play, less));
  ASSERT_EQ(joined.exit_code, 0) << joined.err;
  EXPECT_THAT(joined.out, HasSubstr("9 of 9 cells"));
  EXPECT_EQ(whole.out.substr(0, whole.out.find("Hypotheses")), joined.out.substr(0, joined.out.find("Hypotheses")));
  EXPECT_TRUE(std::filesystem::exists(place.path("parts/manifest.json")));
  EXPECT_EQ(files_in(place.path("parts")), files_in(place.path("whole")));

  // As a kill between a tuning's last game and its last table leaves it.
  const std::vector<std::string> files = files_in(place.path("whole"));
  leave_as_killed(place.path("whole"), dead_process());
  int tables = 0;
  for (const std::string& file : files)
    if (file.starts_with("tunings/") && (file.ends_with("/table.md") || file.ends_with("/slices.csv")))
      tables += std::filesystem::remove(place.path("whole/" + file)) ? 1 : 0;
  EXPECT_GT(tables, 2);
  ASSERT_EQ(run_program(place.path(), with({"run", "atlas.yaml", "--out", "whole", "--threads", "2"}, less)).exit_code,
            0);
  EXPECT_EQ(files_in(place.path("whole")), files);
}

/// Files below a folder by name: how many there are, and the text of all.
std::map<std::string, std::string> texts_below(const std::string& folder, const std::string& name) {
  std::map<std::string, std::string> texts;
  if (!std::filesystem::exists(folder)) return texts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().filename().string().ends_with(name))
      texts[std::filesystem::relative(entry.path(), folder).string()] = file_text(entry.path().string());
  return texts;
}

/// Cell by cell, the digests of a folder's games.
std::map<std::string, std::string> digests_in(const std::string& folder) {
  std::map<std::string, std::string> digests;
  for (const auto& [cell, text] : texts_below(folder + "/cells", ".json")) {
    const nlohmann::json kept = nlohmann::json::parse(text);
    digests[cell] = kept["finals_digest"].get<std::string>() + kept["pool_digest"].get<std::string>();
  }
  return digests;
}

/// As a process leaves a manifest that is killed after the last game.
void forget_end(const Workplace& place, const std::string& name) {
  nlohmann::json manifest = nlohmann::json::parse(file_text(place.path(name)));
  manifest["ended"] = "";
  place.write(name, manifest.dump());
}

/// The file of a dropped tuning whose label begins so.
std::string kept_tuning(const Workplace& place, const std::string& label) {
  const std::string folder = "a/tunings/c4+playouts/8/";
  for (const auto& entry : std::filesystem::directory_iterator(place.path(folder)))
    if (entry.path().filename().string().starts_with(label)) return folder + entry.path().filename().string();
  return "";
}

/// A whole tuning's file is read where its folder was, and nothing is tuned again without a word.
void expect_kept_tunings_are_asked_for(const Workplace& place, const std::vector<std::string>& play) {
  const std::string file = kept_tuning(place, "max-");
  const std::string kept = file_text(place.path(file));
  place.write(file, kept.substr(0, kept.size() / 2));
  const Finished torn = run_program(place.path(), play);
  EXPECT_EQ(torn.exit_code, 1);
  EXPECT_THAT(torn.err, HasSubstr(file));
  nlohmann::json other = nlohmann::json::parse(kept);
  other["config_hash"] = "0123456789abcdef";
  other.erase("crc");
  place.write(file, with_checksum(other.dump()));
  const Finished refused = run_program(place.path(), play);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr(file), HasSubstr("the tuning that was dropped was of another configuration, or of fewer "
                                               "evaluations than 2")));
  place.write(file, kept);
}

/// Tables stay as they are without the games, nothing is played again, and whoever plays the cells again has the same
/// digests.
TEST(Atlas, GamesMayBeDropped) {
  const Workplace place;
  write_files(place);
  const std::vector<std::string> less = {"--set", "equal_time=0", "--quiet"};
  const std::vector<std::string> play = with(kPlay, less);
  EXPECT_THAT(run_program(place.path(), with(play, {"--drop-games"})).err, HasSubstr("a is no atlas's folder"));
  ASSERT_EQ(run_program(place.path(), play).exit_code, 0);
  const std::string json = file_text(place.path("a/atlas.json"));
  const std::string table = file_text(place.path("a/atlas.md"));
  const std::vector<std::string> longer = with(play, {"--tables", "--set", "finals.most_games=64"});
  ASSERT_EQ(run_program(place.path(), longer).exit_code, 0);
  const std::string longer_json = file_text(place.path("a/atlas.json"));
  EXPECT_NE(longer_json, json) << "more numbers of games are looks";
  std::filesystem::copy(place.path("a"), place.path("b"), std::filesystem::copy_options::recursive);
  std::filesystem::remove_all(place.path("b/finals/hex+playouts/16/softmax"));
  forget_end(place, "a/finals/hex+playouts/8/max/manifest.json");

  const auto drop = [&] {
    return run_program(place.path(), {"run", "atlas.yaml", "--out", "a", "--set", "equal_time=0", "--drop-games"});
  };
  {
    const std::string used = "/pool/hex+playouts/8/max";
    const FolderLock lock(place.path("a" + used + "/.lock"), FolderLock::Kind::exclusive, "it");
    const Finished beside = drop();
    ASSERT_EQ(beside.exit_code, 0) << beside.err;
    EXPECT_THAT(beside.err, HasSubstr(used + " is in use by process"));
    EXPECT_THAT(beside.err, HasSubstr("a: the games of 17 cells and 21 tunings were dropped"));
  }
  const Finished dropped = drop();
  ASSERT_EQ(dropped.exit_code, 0) << dropped.err;
  EXPECT_THAT(dropped.err, HasSubstr("a: the games of 1 cells and 0 tunings were dropped"));
  EXPECT_EQ(texts_below(place.path("a/cells"), ".json").size(), 18U);
  EXPECT_EQ(texts_below(place.path("a/tunings"), ".json").size(), 21U) << "a file a tuning, first passes too";
  EXPECT_TRUE(texts_below(place.path("a/tunings"), ".jsonl").empty());
  for (const char* gone : {"a/finals", "a/pool"})
    EXPECT_FALSE(std::filesystem::exists(place.path(gone))) << gone << ": no empty folders";
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--tables"}, {}, {"--drop-games"}}) {
    ASSERT_EQ(run_program(place.path(), with(play, more)).exit_code, 0);
    EXPECT_EQ(file_text(place.path("a/atlas.json")), json);
    EXPECT_EQ(file_text(place.path("a/atlas.md")), table);
    EXPECT_TRUE(texts_below(place.path("a/finals"), "games.jsonl").empty());
  }
  ASSERT_EQ(run_program(place.path(), longer).exit_code, 0);
  EXPECT_EQ(file_text(place.path("a/atlas.json")), longer_json) << "looks are those of now without games, too";

  const auto left = [&] {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(place.path("a/tunings/c4+playouts/8")))
      if (entry.path().extension() == ".dropped") ++count;
    return count;
  };
  const std::string tuning = kept_tuning(place, "max-");
  std::filesystem::create_directories(place.path(tuning.substr(0, tuning.rfind('.')) + ".dropped/part"));
  EXPECT_EQ(left(), 1U);
  ASSERT_EQ(run_program(place.path(), with(play, {"--drop-games"})).exit_code, 0);
  EXPECT_EQ(left(), 0U) << "what a process that was killed has left";

  const Finished more = run_program(place.path(), with(play, {"--set", "finals.games=12"}));
  EXPECT_EQ(more.exit_code, 2);
  EXPECT_THAT(more.err, HasSubstr("a/cells/c4+playouts/8/average.json: the games of this cell were dropped, 8 of its "
                                  "finals and 4 against each player of the pool, so that it cannot go on to more"));
  const std::string one = place.path("a/cells/c4+playouts/8/max.json");
  const std::string kept = file_text(one);
  const Finished verified = run_program(place.path(), {"verify", "a"});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  std::string changed = kept;
  changed.replace(changed.find("\"pairs\":") + 8, 1, "9");
  place.write("a/cells/c4+playouts/8/max.json", changed);
  EXPECT_THAT(run_program(place.path(), {"verify", "a"}).out, HasSubstr("8/max.json: its checksum"));
  EXPECT_THAT(run_program(place.path(), with(play, {"--tables"})).err, HasSubstr("8/max.json: its checksum"));
  place.write("a/cells/c4+playouts/8/max.json", kept.substr(0, kept.size() / 2));
  EXPECT_EQ(run_program(place.path(), play).exit_code, 1) << "a damaged file";
  place.write("a/cells/c4+playouts/8/max.json", file_text(place.path("a/cells/hex+playouts/8/max.json")));
  EXPECT_THAT(run_program(place.path(), with(play, {"--tables"})).err,
              HasSubstr("c4+playouts/8/max.json: it is of another cell, max in hex+playouts at 8"));
  nlohmann::json other = nlohmann::json::parse(kept);
  other["finals_hash"] = "0123456789abcdef";
  other.erase("crc");
  place.write("a/cells/c4+playouts/8/max.json", with_checksum(other.dump()));
  EXPECT_THAT(run_program(place.path(), play).err, HasSubstr("c4+playouts/8/max.json: the games that were dropped were "
                                                             "those of other players or openings"));
  std::filesystem::remove(one);
  expect_kept_tunings_are_asked_for(place, play);
  ASSERT_EQ(run_program(place.path(), play).exit_code, 0) << "a cell without its file is played again";
  ASSERT_EQ(run_program(place.path(), with(play, {"--drop-games"})).exit_code, 0);

  ASSERT_EQ(run_program(place.path(), with({"run", "atlas.yaml", "--out", "b", "--threads", "1"}, less)).exit_code, 0);
  ASSERT_EQ(run_program(place.path(), with({"run", "atlas.yaml", "--out", "b", "--drop-games"}, less)).exit_code, 0);
  EXPECT_EQ(digests_in(place.path("b")), digests_in(place.path("a")));
  EXPECT_EQ(digests_in(place.path("a")).size(), 18U);
  std::filesystem::remove_all(place.path("b/tunings/c4+playouts"));
  std::filesystem::remove(place.path("b/cells/c4+playouts/8/max.json"));
  ASSERT_EQ(run_program(place.path(), with({"run", "atlas.yaml", "--out", "b", "--quiet"}, less)).exit_code, 0)
      << "tunings without their files are tuned again";
  ASSERT_EQ(run_program(place.path(), with({"run", "atlas.yaml", "--out", "b", "--drop-games"}, less)).exit_code, 0);
  EXPECT_EQ(texts_below(place.path("b/tunings"), ".json"), texts_below(place.path("a/tunings"), ".json"));
}

/// A held-out domain is not begun while an open one of another part is not played.
TEST(Atlas, HeldOutDomainsWaitForAllParts) {
  const Workplace place;
  write_files(place);
  const std::vector<std::string> play = {
      "run", "atlas.yaml", "--out",       "a",     "--threads",    "1",     "--shard",
      "1/2", "--set",      "budgets=[8]", "--set", "equal_time=0", "--set", "operators=[max]"};
  for (int start = 0; start < 2; ++start) {
    const Finished run = run_program(place.path(), play);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("the held-out domains wait: start every part again"));
  }
  EXPECT_TRUE(std::filesystem::exists(place.path("a/finals/c4+playouts/8/max")));
  EXPECT_FALSE(std::filesystem::exists(place.path("a/tunings/kalah+playouts"))) << "not even its tunings";
}

TEST(Atlas, ThePlanPlaysNothing) {
  const Workplace place;
  write_files(place);
  const Finished run = run_program(place.path(), with(kPlay, {"--plan", "--set", "operators=[max, threshold_max]"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  // 3 operators x 2 seeds and a first pass in 3 domains, 2 evaluations of 4 games and 4 of a test.
  EXPECT_THAT(run.out, AllOf(HasSubstr("24 cells"), HasSubstr("tunings: 21, 252 games"),
                             HasSubstr("finals: 432 games, at most 576"), HasSubstr("core hours here"),
                             HasSubstr("tactical opponents"),
                             // Six positions of three games, an arm's 16 simulations each; truths are solved.
                             HasSubstr("features: 18 positions, at most 288 simulations"),
                             HasSubstr("as an atlas measured them, but taken to be 1.5 for threshold_max"),
                             HasSubstr("/results/atlas/atlas.json")));
  EXPECT_FALSE(std::filesystem::exists(place.path("a")));
  nlohmann::json begun = nlohmann::json::parse(file_text(ROOTWARD_SOURCE_DIR "/results/atlas/atlas.json"));
  for (std::size_t i = begun["cells"].size(); i-- > 0;)
    if (!begun["cells"][i]["control"].get<bool>()) begun["cells"].erase(i);
  place.write("a/atlas.json", begun.dump());
  EXPECT_EQ(run_program(place.path(), with(kPlay, {"--plan", "--set", "operators=[max, threshold_max]"})).out, run.out)
      << "of an atlas that has only begun no cost is known";
  std::filesystem::remove_all(place.path("a"));
  EXPECT_THAT(run_program(place.path(), {"check", "atlas.yaml"}).out,
              HasSubstr("in order; an atlas, for rootward run"));
}

}  // namespace
}  // namespace rootward::testing
