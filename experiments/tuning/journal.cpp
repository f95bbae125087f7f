// Reading, checking and appending.
#include "experiments/tuning/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_depth.h"
#include "experiments/config/parts.h"
#include "experiments/store/host_facts.h"
#include "experiments/store/manifest.h"

namespace rootward::tuning {
namespace {

constexpr const char* kTuningKind = "tuning";
constexpr const char* kGameSchema = "rootward.evaluation_game/1";
constexpr const char* kEvaluationSchema = "rootward.objective/1";

Json game_json(const std::string& key, const EvaluationGame& game) {
  Json line;
  line["schema"] = kGameSchema;
  line["evaluation"] = key;
  line["pair"] = game.pair;
  line["game"] = game.game_of_pair;
  line["score"] = game.score;
  line["ended"] = game.ended;
  line["cpu_seconds"] = game.cpu_seconds;
  return line;
}

[[noreturn]] void wrong(const std::string& message) { throw UsageError(message); }

template <class T>
T field(const nlohmann::json& line, const char* key) {
  try {
    return line.at(key).get<T>();
  } catch (const nlohmann::json::exception&) {
    wrong(fmt::format("{}: is missing or of the wrong type", key));
  }
}

EvaluationGame parse_game(const nlohmann::json& line) {
  constexpr std::uint32_t kMaxPairs = 10'000'000;
  EvaluationGame game;
  game.pair = field<std::uint32_t>(line, "pair");
  game.game_of_pair = field<int>(line, "game");
  game.score = field<double>(line, "score");
  game.ended = field<std::string>(line, "ended");
  game.cpu_seconds = field<double>(line, "cpu_seconds");
  if (game.pair >= kMaxPairs) wrong("pair: is too large");
  if (game.game_of_pair != 0 && game.game_of_pair != 1) wrong("game: is neither 0 nor 1");
  if (game.score != 0 && game.score != 0.5 && game.score != 1) wrong("score: is none of 0, 0.5 and 1");
  return game;
}

EvaluationStatus parse_status(const std::string& text) {
  for (const EvaluationStatus status :
       {EvaluationStatus::ok, EvaluationStatus::partial, EvaluationStatus::stopped_early, EvaluationStatus::failed})
    if (text == status_name(status)) return status;
  wrong(fmt::format("status: {} is unknown", text));
}

Manifest fresh_manifest(const TuningConfig& study, const InputFiles& inputs) {
  Manifest manifest = blank_manifest();
  manifest.config_hash = config_hash(study);
  manifest.resolved_config = resolved_yaml(study);
  manifest.kind = kTuningKind;
  manifest.inputs = inputs;
  manifest.is_reproducible = is_reproducible(study);
  return manifest;
}

std::string difference_text(const Manifest& stored, const TuningConfig& now) {
  try {
    return describe_difference(parse_tuning(stored.resolved_config, "manifest.json"), now);
  } catch (const UsageError&) {
    return "the stored configuration cannot be read as a study by this version";
  }
}

}  // namespace

nlohmann::json parse_journal_line(const std::string& text, std::string_view schema) {
  nlohmann::json line = nlohmann::json::parse(text, JsonDepthGuard{}, false);
  if (line.is_discarded() || !line.is_object()) wrong("not a JSON object");
  const auto given = line.find("schema");
  if (given == line.end() || *given != schema) wrong(fmt::format("its schema is not {}", schema));
  return line;
}

bool is_reproducible(const TuningConfig& study) {
  return is_reproducible(study.candidate) && std::ranges::all_of(study.opponents, [](const TuningOpponent& opponent) {
           return is_reproducible(opponent.player);
         });
}

TuningJournal::TuningJournal(std::string folder, const TuningConfig& study, const InputFiles& inputs)
    : folder_(std::move(folder)), study_(study) {
  make_folders(folder_);
  lock_.emplace(folder_ + "/.lock", FolderLock::Kind::exclusive, folder_);
  remove_stale_temporaries(folder_);
  open_manifest(inputs);
  read_games();
  read_evaluations();
}

TuningJournal::~TuningJournal() {
  if (!has_session_) return;
  try {
    if (game_writer_) game_writer_->sync();
    if (evaluation_writer_) evaluation_writer_->sync();
    manifest_.sessions.back().ended = manifest_.ended = utc_now();
    write_file_atomically(file("manifest.json"), manifest_text(manifest_));
  } catch (const RunError&) {
    // A full disk was told of where it was met; the session's end then stays empty, as after a crash.
  }
}

void TuningJournal::open_manifest(const InputFiles& inputs) {
  const std::string path = file("manifest.json");
  const Manifest fresh = fresh_manifest(study_, inputs);
  if (!std::filesystem::exists(path)) {
    if (const std::string games = file("games.jsonl");
        std::filesystem::exists(games) && !std::filesystem::is_empty(games))
      throw UsageError(fmt::format("{} holds games but no manifest.json; choose another --out", folder_));
    manifest_ = fresh;
    return;
  }
  manifest_ = parse_manifest(read_whole_file(path), path);
  if (manifest_.kind != kTuningKind)
    throw UsageError(fmt::format("{} holds a {} and no tuning; choose another --out", folder_, manifest_.kind));
  if (manifest_.config_hash != fresh.config_hash)
    throw UsageError(
        fmt::format("{} holds another configuration; choose another --out or go back to it. The "
                    "difference:\n{}",
                    folder_, difference_text(manifest_, study_)));
  if (manifest_.inputs.book_hash != inputs.book_hash)
    throw UsageError(
        fmt::format("{} holds games with other openings: the book {} has changed since; choose another "
                    "--out or go back to it",
                    folder_, study_.opening.book));
  if (manifest_.inputs.networks != inputs.networks)
    throw UsageError(
        fmt::format("{} holds games with other networks: a network's file has changed since; choose another "
                    "--out or go back to it",
                    folder_));
  manifest_.resolved_config = fresh.resolved_config;
}

void TuningJournal::read_games() {
  const std::string path = file("games.jsonl");
  const LineFileState state = read_line_file(
      path, [this](const std::string& text) { take_game(text); }, "its game is played again");
  if (!state.warning.empty()) warnings_.push_back(state.warning);
  game_writer_.emplace(path, state.whole_bytes, "a finished game");
}

void TuningJournal::read_evaluations() {
  const std::string path = file("evaluations.jsonl");
  const LineFileState state = read_line_file(
      path, [this](const std::string& text) { take_evaluation(text); }, "its games are there and count");
  if (!state.warning.empty()) warnings_.push_back(state.warning);
  evaluation_writer_.emplace(path, state.whole_bytes, "an evaluation");
}

void TuningJournal::take_game(const std::string& text) {
  const nlohmann::json line = parse_journal_line(text, kGameSchema);
  games_[field<std::string>(line, "evaluation")].add(parse_game(line));
}

void TuningJournal::take_evaluation(const std::string& text) {
  const nlohmann::json line = parse_journal_line(text, kEvaluationSchema);
  JournalledEvaluation evaluation;
  evaluation.line = Json::parse(text);
  (void)field<nlohmann::json>(line, "id");
  evaluation.point = read_point(study_, field<nlohmann::json>(line, "params"));
  evaluation.seed = field<std::uint64_t>(line, "seed");
  evaluation.status = parse_status(field<std::string>(line, "status"));
  evaluation.games = field<std::uint32_t>(line, "games");
  const auto errors = field<nlohmann::json>(line, "errors");
  if (!errors.is_object() || (errors.contains("failure") && !errors["failure"].is_string()))
    wrong("errors: is no object of reasons");
  evaluation.key = evaluation_key(study_, evaluation.point, evaluation.seed);
  evaluations_.push_back(std::move(evaluation));
}

EvaluationGames TuningJournal::games_of(const std::string& key) const {
  const auto found = games_.find(key);
  return found == games_.end() ? EvaluationGames{} : found->second;
}

void TuningJournal::begin_session() {
  if (has_session_) return;
  manifest_.sessions.push_back(session_now());
  manifest_.ended.clear();
  write_file_atomically(file("manifest.json"), manifest_text(manifest_));
  has_session_ = true;
}

void TuningJournal::append_game(const std::string& key, const EvaluationGame& game) {
  begin_session();
  game_writer_->append(game_json(key, game).dump());
  games_[key].add(game);
}

void TuningJournal::append_evaluation(const EvaluationRequest& request, const EvaluationResult& result) {
  JournalledEvaluation evaluation;
  evaluation.line = result_json(study_, request, result);
  evaluation.point = request.point;
  evaluation.key = evaluation_key(study_, request.point, request.seed);
  evaluation.seed = request.seed;
  evaluation.status = result.status;
  evaluation.games = static_cast<std::uint32_t>(result.counts.games());
  const bool is_there = std::ranges::any_of(evaluations_, [&](const JournalledEvaluation& known) {
    return known.key == evaluation.key && known.games == evaluation.games && known.status == evaluation.status &&
           known.line["id"] == evaluation.line["id"];
  });
  if (is_there) return;
  begin_session();
  game_writer_->sync();  // a line never outlasts its games
  evaluation_writer_->append(evaluation.line.dump(-1, ' ', false, Json::error_handler_t::replace));
  evaluations_.push_back(std::move(evaluation));
}

}  // namespace rootward::tuning
