// Reading, checking and appending.
#include "experiments/tuning/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/config/parts.h"
#include "experiments/store/host_facts.h"
#include "experiments/store/manifest.h"

namespace rootward::tuning {
namespace {

constexpr const char* kTuningKind = "tuning";
constexpr const char* kGameSchema = "rootward.evaluation_game/1";
constexpr std::uint64_t kMostGames = 20'000'000;

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

EvaluationStatus parse_status(const std::string& text) {
  for (const EvaluationStatus status :
       {EvaluationStatus::ok, EvaluationStatus::partial, EvaluationStatus::stopped_early, EvaluationStatus::failed})
    if (text == status_name(status)) return status;
  wrong_json("status", text + " is unknown");
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
    return "the stored configuration cannot be read as a tuning by this version";
  }
}

}  // namespace

Json parse_journal_line(const std::string& text, std::string_view schema) { return parse_json_record(text, schema); }

std::pair<std::string, EvaluationGame> parse_evaluation_game(const std::string& text) {
  constexpr std::uint64_t kMostPairs = 10'000'000;
  constexpr double kMostSeconds = 1e12;
  const Json line = parse_journal_line(text, kGameSchema);
  EvaluationGame game;
  game.pair = static_cast<std::uint32_t>(count_field(line, "pair", kMostPairs - 1));
  game.game_of_pair = static_cast<int>(count_field(line, "game", 1));
  game.score = real_field(line, "score", 0, 1);
  game.ended = text_field(line, "ended");
  game.cpu_seconds = real_field(line, "cpu_seconds", 0, kMostSeconds);
  if (game.score != 0 && game.score != 0.5 && game.score != 1) wrong_json("score", "is none of 0, 0.5 and 1");
  return {text_field(line, "evaluation"), std::move(game)};
}

JournalledEvaluation parse_evaluation_line(const TuningConfig& study, const std::string& text) {
  JournalledEvaluation evaluation;
  evaluation.line = parse_journal_line(text, kEvaluationSchema);
  (void)json_field(evaluation.line, "id");
  evaluation.point = read_point(study, json_field(evaluation.line, "params"));
  evaluation.seed = count_field(evaluation.line, "seed");
  evaluation.status = parse_status(text_field(evaluation.line, "status"));
  evaluation.games = static_cast<std::uint32_t>(count_field(evaluation.line, "games", kMostGames));
  const Json& errors = json_field(evaluation.line, "errors");
  if (!errors.is_object() || (errors.contains("failure") && !errors["failure"].is_string()))
    wrong_json("errors", "is no object of reasons");
  evaluation.key = evaluation_key(study, evaluation.point, evaluation.seed);
  return evaluation;
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
      path,
      [this](const std::string& text) {
        const auto [key, game] = parse_evaluation_game(text);
        games_[key].add(game);
      },
      "its game is played again");
  if (!state.warning.empty()) warnings_.push_back(state.warning);
  game_writer_.emplace(path, state.whole_bytes, "a finished game");
}

void TuningJournal::read_evaluations() {
  const std::string path = file("evaluations.jsonl");
  const LineFileState state = read_line_file(
      path, [this](const std::string& text) { evaluations_.push_back(parse_evaluation_line(study_, text)); },
      "its games are there and count");
  if (!state.warning.empty()) warnings_.push_back(state.warning);
  evaluation_writer_.emplace(path, state.whole_bytes, "an evaluation");
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
  game_writer_->append(dump_json(game_json(key, game)));
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
  evaluation_writer_->append(dump_json(evaluation.line));
  evaluations_.push_back(std::move(evaluation));
}

}  // namespace rootward::tuning
