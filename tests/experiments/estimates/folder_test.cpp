// Studies in tasks: places, what is joined and in which order, starts that know of each other.
#include "experiments/estimates/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/estimates/run.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::estimates {
namespace {

using rootward::testing::ScratchFolder;
using ::testing::SizeIs;

EstimatesConfig small_study(const std::string& simulations = "30") {
  return parse_estimates(
      "name: s\nseed: 5\ngames: {small: tictactoe}\ninstances: 4\nrandom_plies: 4\ntruth: exact\ncheckpoints: [10, " +
          simulations +
          "]\nrepeats: 2\noperators: {average: average, max: max}\n"
          "defaults: {search: {selection: ucb1, evaluator: playouts}}\n",
      "s.yaml");
}

EstimatesRunReport run(const EstimatesConfig& config, const std::string& folder, const Shard& shard) {
  RunSettings settings;
  settings.folder = folder;
  settings.threads = 1;
  settings.shard = shard;
  settings.is_quiet = true;
  return run_estimates(config, settings);
}

/// In the order of the file.
std::vector<RecordLine> records_in(const std::string& file) {
  std::vector<RecordLine> records;
  RecordReader<RecordLine> reader(kEstimatesFormat);
  (void)reader.read(file, [&](RecordLine&& record, const std::string&) { records.push_back(std::move(record)); });
  return records;
}

std::vector<std::string> attempts_in(const std::string& folder) {
  std::vector<std::string> files = list_shards(folder);
  std::erase_if(files, [](const std::string& file) { return !shard_of_attempt(file); });
  return files;
}

TEST(SearchPlaces, AreDenseAndTellBackTheirSearches) {
  const EstimatesConfig config = small_study();
  const SearchPlaces places(config);
  EXPECT_EQ(places.count(), 4U * (1 + 2 * 2));
  std::size_t truths = 0;
  for (std::uint64_t place = 0; place < places.count(); ++place) {
    const std::optional<SearchPlace> search = places.search_at(place);
    if (search)
      EXPECT_EQ(places.of(*search), place);
    else
      ++truths;
  }
  EXPECT_EQ(truths, 4U);
  EstimatesConfig more = config;
  more.repeats = 3;
  EXPECT_NE(SearchPlaces(more).meaning(), places.meaning()) << "places have moved";
  RecordLine foreign;
  foreign.search.emplace();
  foreign.search->game = "small";
  foreign.search->arm = "else";
  EXPECT_THROW((void)places.require(foreign), UsageError);
}

TEST(MergeEstimates, PutsRecordsInTheOrderOfTheSchedule) {
  const ScratchFolder scratch;
  const EstimatesConfig config = small_study();
  const SearchPlaces places(config);
  for (const std::uint32_t task : {3U, 1U, 2U}) (void)run(config, scratch.path(), {.index = task, .count = 3});
  const MergeReport report = merge_estimates({scratch.path()}, scratch.path());
  EXPECT_EQ(std::pair(report.records, report.missing), std::pair(std::uint64_t{16}, std::uint64_t{0}));
  std::vector<std::uint64_t> order;
  for (const RecordLine& record : records_in(scratch.path("records.jsonl"))) order.push_back(places.require(record));
  EXPECT_THAT(order, SizeIs(places.count()));
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(EstimatesFolder, ATaskThatIsWholeDoesNotReadWhatIsJoined) {
  const ScratchFolder scratch;
  const EstimatesConfig config = small_study();
  const Shard shard{.index = 1, .count = 2};
  (void)run(config, scratch.path(), shard);
  (void)merge_estimates({scratch.path()}, scratch.path());
  std::filesystem::remove_all(scratch.path("shards"));
  std::string text = read_whole_file(scratch.path("records.jsonl"));
  const std::string whole = text;
  std::ranges::replace_if(
      text, [](char c) { return c != '\n'; }, '?');
  rootward::testing::write_text(scratch.path("records.jsonl"), text);
  EXPECT_TRUE(run(config, scratch.path(), shard).is_complete);
  EXPECT_THAT(attempts_in(scratch.path()), SizeIs(0)) << "and writes nothing";
  EXPECT_THROW((void)run(config, scratch.path(), {.index = 2, .count = 2}), RunError) << "it needs stored truths";
  rootward::testing::write_text(scratch.path("records.jsonl"), whole);
  EXPECT_TRUE(run(config, scratch.path(), {.index = 2, .count = 2}).is_complete);
}

/// Its values have more digits than are stored.
TEST(EstimatesFolder, AStudyThatGoesOnMeasuresAsAFreshOneDoes) {
  const ScratchFolder scratch;
  const auto study = [](const std::string& repeats) {
    return parse_estimates(
        "name: s\nseed: 5\ngames: {tree: {name: synthetic_tree, branching: 3, depth: 3}}\ninstances: 60\ncheckpoints: "
        "[10]\n"
        "operators: {average: average}\ndefaults: {search: {selection: ucb1, evaluator: playouts}}\nrepeats: " +
            repeats,
        "s.yaml");
  };
  for (const char* repeats : {"1", "2"}) (void)run(study(repeats), scratch.path("grown"), {});
  (void)run(study("2"), scratch.path("fresh"), {});
  const std::vector<RecordLine> grown = records_in(scratch.path("grown/records.jsonl"));
  const std::vector<RecordLine> fresh = records_in(scratch.path("fresh/records.jsonl"));
  ASSERT_EQ(grown.size(), 60U * 3);
  for (const RecordLine& record : grown) {
    const auto same = std::ranges::find(fresh, record.id(), &RecordLine::id);
    ASSERT_NE(same, fresh.end());
    EXPECT_TRUE(is_same_record(*same, record)) << record.id();
  }
}

TEST(EstimatesFolder, AttemptsOfAnotherBudgetAreRefused) {
  const ScratchFolder scratch;
  (void)run(small_study(), scratch.path("a"), {.index = 1, .count = 2});
  (void)run(small_study("60"), scratch.path("b"), {.index = 2, .count = 2});
  const std::string foreign = attempts_in(scratch.path("b")).at(0);
  std::filesystem::copy(foreign, scratch.path("a/shards") + foreign.substr(foreign.rfind('/')));
  EXPECT_THROW((void)merge_estimates({scratch.path("a")}, scratch.path("a")), UsageError);
}

std::string merge_refusal(const ScratchFolder& scratch) {
  try {
    (void)merge_estimates({scratch.path("a"), scratch.path("b")}, scratch.path("joined"));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

/// A file of the same name may hold another network by now.
TEST(MergeEstimates, AStudyOfAnotherNetworkIsRefused) {
  const ScratchFolder scratch;
  const EstimatesConfig config = small_study();
  const auto open = [&](const std::string& folder, const std::string& network) {
    (void)run(config, scratch.path(folder), {});
    Manifest manifest = read_manifest(scratch.path(folder));
    manifest.inputs.networks = {{"average", network}};
    rootward::testing::write_text(scratch.path(folder + "/manifest.json"), manifest_text(manifest));
  };
  open("a", "0123456789abcdef float-avx2");
  open("b", "fedcba9876543210 float-avx2");
  EXPECT_THAT(merge_refusal(scratch), ::testing::HasSubstr("results of average by another network"));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("joined")));
  open("b", "0123456789abcdef float-avx2");
  EXPECT_EQ(merge_refusal(scratch), "");
}

/// A search by a network, and a truth by one, are told by their networks' hashes.
TEST(EstimatesFolder, TheManifestTellsOfTheNetworksOfArmsAndTruth) {
  const EstimatesConfig config = parse_estimates(
      "name: n\nseed: 5\ngames: {go: {name: go, size: 9, komi: 7.5}}\ninstances: 1\ncheckpoints: [2]\n"
      "truth: {simulations: 4, search: {evaluator: net}}\noperators: {average: average}\n"
      "evaluators: {own: net, plain: playouts}\n",
      "n.yaml");
  const InputFiles inputs = inputs_of(config);
  EXPECT_TRUE(inputs.networks.contains("(truth)"));
  EXPECT_EQ(inputs.networks.size(), 2U);
}

/// What another start of the task has stored is not measured again, and a start behind one that was killed begins at
/// the far end.
TEST(EstimatesRun, TwoStartsOfATaskShareIt) {
  const ScratchFolder scratch;
  const EstimatesConfig config = small_study();
  const SearchPlaces places(config);
  const Shard shard{.index = 1, .count = 2};
  (void)run(config, scratch.path(), shard);
  const std::string first = attempts_in(scratch.path()).at(0);
  const std::string text = read_whole_file(first);
  const std::size_t search = text.find("rootward.convergence/");
  rootward::testing::write_text(first, text.substr(0, text.find('\n', search) + 1));  // killed behind its first search
  {
    const EstimatesFolder folder(scratch.path(), config, shard);
    EXPECT_TRUE(folder.has_open_sibling());
    EXPECT_THAT(folder.searches_of_siblings(), SizeIs(1));
  }
  (void)run(config, scratch.path(), shard);
  for (const std::string& file : attempts_in(scratch.path())) {
    if (file == first) continue;
    std::vector<RecordLine> records = records_in(file);
    std::erase_if(records, [](const RecordLine& record) { return !record.search; });
    ASSERT_THAT(records, SizeIs(7));
    EXPECT_EQ(records.front().search->instance, 2U) << "instances 0 and 2 are the task's";
  }
  EXPECT_THAT(attempts_in(scratch.path()), SizeIs(2));
}

}  // namespace
}  // namespace rootward::estimates
