// Truths and searches of a study, and the manifest around them.
#include "experiments/estimates/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "experiments/estimates/book_positions.h"
#include "experiments/estimates/run.h"
#include "lab/config/kinds.h"
#include "lab/config/resolved_tree.h"

namespace rootward::estimates {
namespace {

RunIdentity identity_of(const EstimatesConfig& config, InputFiles inputs) {
  RunIdentity identity;
  identity.kind = &kEstimatesKind;
  identity.configuration = resolved_tree(config);
  identity.resolved = config::tree_text(identity.configuration);
  identity.config_hash = config_hash(config);
  identity.records_hash = records_hash(config);
  identity.question_hash = question_hash(config.question, config.hypothesis);
  identity.inputs = std::move(inputs);
  identity.may_change = with_file_names(allowed_changes(), identity.configuration);
  return identity;
}

RunIdentity stored_estimates(const Manifest& manifest, const std::string& path) {
  RunIdentity identity = identity_of(parse_estimates(manifest.resolved_config, path), manifest.inputs);
  identity.question_hash = manifest.question_hash;
  return identity;
}

constexpr RecordFiles kEstimatesFiles{
    .name = "records.jsonl", .has_shards = true, .record = "a finished search", .torn = "its search counts as not run"};

}  // namespace

const RecordFormat<RecordLine> kEstimatesFormat{.files = kEstimatesFiles,
                                                .parse = &parse_record_line,
                                                .id_of = [](const RecordLine& record) { return record.id(); },
                                                .is_same = &is_same_record,
                                                .schema = kEstimatesSchema};

void keep_record(RecordLine&& record, StoredEstimates& study) {
  if (record.truth) study.truths.emplace(record.truth->id(), std::move(*record.truth));
  if (record.search) study.searches.emplace(record.search->id(), std::move(*record.search));
}

InputFiles inputs_of(const EstimatesConfig& config) {
  InputFiles inputs{.book_hash = BookPositions(config).hash(), .networks = {}};
  const auto add = [&](const std::string& name, const SearchSettings& search) {
    if (std::string network = network_of(search); !network.empty()) inputs.networks.emplace(name, std::move(network));
  };
  for (const Arm& arm : config.arms) add(arm.name, arm.search);
  if (config.truth.kind == TruthSettings::Kind::search) add("(truth)", config.truth.reference);
  return inputs;
}

const RunKind kEstimatesKind{.name = config::facts_of(config::FileKind::estimates).name,
                             .other = "searches of another estimates study",
                             .stored = &stored_estimates};

EstimatesConfig stored_estimates_config(const std::string& folder, const Manifest& manifest) {
  const std::string path = manifest_path(folder);
  return read_stored(path, [&] { return parse_estimates(manifest.resolved_config, path); });
}

std::vector<std::string> record_files(const std::string& folder) { return kEstimatesFiles.all(folder); }

StoredEstimates read_estimates_folder(const std::string& folder, DamagedLines damaged) {
  if (!is_folder_of(kEstimatesKind, folder)) throw UsageError(fmt::format("{} holds no estimates study", folder));
  StoredEstimates study;
  study.folder = folder;
  study.manifest = read_manifest_of_all(folder);
  study.config = stored_estimates_config(folder, study.manifest);
  require_config_hash(manifest_path(folder), study.manifest, config_hash(study.config));
  RecordReader<RecordLine> reader(kEstimatesFormat, damaged);
  const SearchPlaces places(study.config);
  reader.require([&places](const RecordLine& record) { (void)places.require(record); });
  study.warnings = reader.read_folder(
      folder, [&study](RecordLine&& record, const std::string&) { keep_record(std::move(record), study); },
      study.manifest.records);
  study.duplicates = reader.duplicates();
  return study;
}

EstimatesFolder::EstimatesFolder(const std::string& folder, const EstimatesConfig& config, const Shard& shard,
                                 std::optional<InputFiles> inputs)
    : run_(folder, identity_of(config, inputs ? std::move(*inputs) : inputs_of(config)), shard), places_(config) {
  stored_.folder = folder;
  stored_.config = config;
  const auto keep = [this](RecordLine&& record, const std::string&) { keep_record(std::move(record), stored_); };
  if (!shard.is_whole())
    if (std::optional<DonePlaces> done = read_done_places(folder, kEstimatesFiles, places_.meaning())) {
      done_ = std::move(*done);
      run_.skip_joined(static_cast<std::uint64_t>(std::ranges::count(done_, true)));
    }
  stored_.duplicates = run_.read<RecordLine>(kEstimatesFormat, keep,
                                             [this](const RecordLine& record) { (void)places_.require(record); });
  // Its truths are needed then.
  if (!done_.empty() && is_missing_some(shard)) run_.read_joined(kEstimatesFormat, keep);
  run_.settle();
}

bool EstimatesFolder::has(const SearchPlace& search) const {
  const std::uint64_t place = places_.of(search);
  if (place < done_.size() && done_[place]) return true;
  SearchRecord record;
  record.game = stored_.config.games[search.game].name;
  record.instance = search.instance;
  record.arm = stored_.config.arms[search.arm].name;
  record.repeat = search.repeat;
  return stored_.searches.contains(record.id());
}

bool EstimatesFolder::is_missing_some(const Shard& shard) const {
  const StudyUnits units(stored_.config, shard.count);
  for (std::uint64_t place = 0; place < places_.count(); ++place) {
    const std::optional<SearchPlace> search = places_.search_at(place);
    if (search && shard.contains(units.of(*search)) && !has(*search)) return true;
  }
  return false;
}

std::vector<SearchPlace> EstimatesFolder::searches_of_siblings() const {
  std::vector<SearchPlace> searches;
  run_.read_siblings(kEstimatesFormat, [&](RecordLine&& record, const std::string&) {
    const std::optional<std::uint64_t> place = places_.of(record);
    if (const auto search = place ? places_.search_at(*place) : std::nullopt) searches.push_back(*search);
  });
  return searches;
}

void EstimatesFolder::append(const std::string& line) {
  run_.append(kEstimatesFiles, line);
  keep_record(parse_record_line(line), stored_);
}

StoredEstimates EstimatesFolder::take_stored() {
  stored_.manifest = read_manifest_of_all(run_.path());
  return std::move(stored_);
}

MergeReport merge_estimates(const std::vector<std::string>& folders, const std::string& out,
                            const MergeSettings& settings) {
  FolderMerge merge(kEstimatesKind, folders, out, settings);
  const EstimatesConfig config = stored_estimates_config(out, merge.manifest());
  const SearchPlaces places(config);
  DonePlaces done(places.count());
  merge.tell_done(places.meaning());
  std::uint64_t searches = 0;
  merge.join(
      kEstimatesFormat, [&](const RecordLine& record) { (void)places.require(record); },
      [&](const RecordLine& record) {
        const std::uint64_t place = places.of(record).value();
        done[place] = true;
        if (record.search) ++searches;
        return place;
      });
  MergeReport& report = merge.report();
  report.records = searches;
  report.shards = merge.shard_count();
  const MissingSearches missing = missing_searches(config, done, report.shards);
  report.missing = missing.count;
  if (report.shards > 1)
    for (const auto& [shard, count] : missing.by_shard) report.missing_shards.push_back(shard);
  merge.commit();
  return report;
}

}  // namespace rootward::estimates
