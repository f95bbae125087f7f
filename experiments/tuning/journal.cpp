// Reading, checking and appending.
#include "experiments/tuning/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/json_record.h"
#include "experiments/tuning/tune_journal.h"
#include "lab/config/kinds.h"
#include "lab/config/parts.h"

namespace rootward::tuning {
namespace {

constexpr std::uint64_t kMostGames = 20'000'000;

constexpr auto kGameFields = [](auto& record, const auto& field) {
  constexpr std::uint64_t kMostPairs = 10'000'000;
  constexpr double kMostSeconds = 1e12;
  auto& game = record.second;
  field("evaluation", record.first);
  field("pair", game.pair, kMostPairs - 1);
  field.by("game", game.game_of_pair,
           [](const Json& line, const char* key) { return static_cast<int>(count_field(line, key, 1)); });
  field("score", game.score, 0, 1);
  field("ended", game.ended);
  field("cpu_seconds", game.cpu_seconds, 0, kMostSeconds);
  field.optional("fallbacks", game.fallbacks);
  field.check([&] {
    if (game.score != 0 && game.score != 0.5 && game.score != 1) wrong_json("score", "is none of 0, 0.5 and 1");
  });
};

EvaluationStatus parse_status(const std::string& text) {
  for (const EvaluationStatus status :
       {EvaluationStatus::ok, EvaluationStatus::partial, EvaluationStatus::stopped_early, EvaluationStatus::failed})
    if (text == status_name(status)) return status;
  wrong_json("status", text + " is unknown");
}

bool is_same_journalled(const JournalledGame& a, const JournalledGame& b) {
  return a.second.score == b.second.score && a.second.ended == b.second.ended;
}

constexpr RecordFiles kJournalGames{
    .name = "games.jsonl", .record = "a finished game", .torn = "its game counts as not played"};
constexpr RecordFiles kJournalEvaluations{
    .name = "evaluations.jsonl", .record = "an evaluation", .torn = "its games are there and count"};

RunIdentity stored_tuning(const Manifest& manifest, const std::string& path) {
  return identity_of(parse_tuning(manifest.resolved_config, path), manifest.inputs);
}

}  // namespace

const RecordFormat<JournalledGame> kJournalGameFormat{
    .files = kJournalGames,
    .parse = &parse_evaluation_game,
    .id_of =
        [](const JournalledGame& record) {
          return fmt::format("{}:{}:{}", record.first, record.second.pair, record.second.game_of_pair);
        },
    .is_same = &is_same_journalled};

const RecordFormat<std::string> kJournalEvaluationFormat{.files = kJournalEvaluations,
                                                         .parse = [](const std::string& line) { return line; },
                                                         .id_of = nullptr,
                                                         .is_same = nullptr};

Json parse_journal_line(const std::string& text, std::string_view schema) { return parse_json_record(text, schema); }

std::string evaluation_game_line(const std::string& key, const EvaluationGame& game) {
  return dump_json(json_of_record(kGameSchema, JournalledGame(key, game), kGameFields));
}

JournalledGame parse_evaluation_game(const std::string& text) {
  return record_of_json<JournalledGame>(parse_journal_line(text, kGameSchema), kGameFields);
}

JournalledEvaluation parse_evaluation_line(const TuningConfig& tuning, const std::string& text) {
  JournalledEvaluation evaluation;
  evaluation.line = parse_journal_line(text, kEvaluationSchema);
  (void)json_field(evaluation.line, "id");
  evaluation.point = read_point(tuning, json_field(evaluation.line, "params"));
  evaluation.seed = count_field(evaluation.line, "seed");
  evaluation.status = parse_status(text_field(evaluation.line, "status"));
  evaluation.games = static_cast<std::uint32_t>(count_field(evaluation.line, "games", kMostGames));
  const Json& errors = json_field(evaluation.line, "errors");
  if (!errors.is_object() || (errors.contains("failure") && !errors["failure"].is_string()))
    wrong_json("errors", "is no object of reasons");
  (void)journalled_result(evaluation.line);  // where the games are gone it is what tables tell
  evaluation.key = evaluation_key(tuning, evaluation.point, evaluation.seed);
  return evaluation;
}

bool is_reproducible(const TuningConfig& tuning) {
  return is_reproducible(tuning.candidate) && std::ranges::all_of(tuning.opponents, [](const TuningOpponent& opponent) {
           return is_reproducible(opponent.player);
         });
}

const RunKind kTuningKind{.name = config::facts_of(config::FileKind::tuning).name,
                          .other = "games of another configuration",
                          .stored = &stored_tuning};

RunIdentity identity_of(const TuningConfig& tuning, const InputFiles& inputs) {
  RunIdentity identity;
  identity.kind = &kTuningKind;
  identity.configuration = resolved_tree(tuning);
  identity.resolved = resolved_yaml(tuning);
  identity.config_hash = config_hash(tuning);
  identity.inputs = inputs;
  identity.is_reproducible = is_reproducible(tuning);
  identity.may_change = allowed_changes();
  return identity;
}

TuningJournal::TuningJournal(const std::string& folder, const TuningConfig& tuning, const InputFiles& inputs)
    : tuning_(tuning), run_(folder, identity_of(tuning, inputs)) {
  run_.read(kJournalGameFormat,
            [this](JournalledGame&& record, const std::string&) { add_game(record.first, record.second); });
  run_.read(kJournalEvaluationFormat, [this](std::string&& line, const std::string&) {
    evaluations_.push_back(parse_evaluation_line(tuning_, line));
  });
}

TuningJournal::~TuningJournal() {
  try {
    end_session("stopped");
  } catch (...) {
    // The session's end stays empty, as after a crash.
  }
}

const JournalledEvaluation* TuningJournal::find_whole(const EvaluationRequest& request) const {
  const auto last = std::find_if(evaluations_.rbegin(), evaluations_.rend(), [&](const JournalledEvaluation& known) {
    return known.line["id"] == request.id && known.seed == request.seed && known.point == request.point;
  });
  if (last == evaluations_.rend()) return nullptr;
  if (last->status == EvaluationStatus::failed) return &*last;
  const bool has_its_games = games_of(last->key).complete_pairs() >= last->games / 2;
  const bool has_ended = last->status == EvaluationStatus::stopped_early ||
                         (last->status == EvaluationStatus::ok && last->games == request.games);
  return has_its_games && has_ended ? &*last : nullptr;
}

std::uint32_t TuningJournal::judged_pairs(const std::string& key) const {
  std::uint32_t most = 0;
  for (const JournalledEvaluation& known : evaluations_)
    if (known.key == key && known.status == EvaluationStatus::ok) most = std::max(most, known.games / 2);
  return most;
}

bool TuningJournal::has_failed(const Point& point) const {
  return std::ranges::any_of(evaluations_, [&](const JournalledEvaluation& known) {
    return known.status == EvaluationStatus::failed && known.point == point;
  });
}

EvaluationResult TuningJournal::result_of(const JournalledEvaluation& evaluation) const {
  const EvaluationGames games = games_of(evaluation.key);
  EvaluationResult result = evaluate_games(tuning_, games, std::min(evaluation.games / 2, games.complete_pairs()));
  result.status = evaluation.status;
  if (evaluation.status == EvaluationStatus::failed)
    result.failure = evaluation.line["errors"].value("failure", "").text();
  return result;
}

EvaluationGames TuningJournal::games_of(const std::string& key) const {
  const auto found = games_.find(key);
  return found == games_.end() ? EvaluationGames{} : found->second;
}

void TuningJournal::append_game(const std::string& key, const EvaluationGame& game) {
  begin_session();
  run_.append(kJournalGames, evaluation_game_line(key, game));
  add_game(key, game);
}

void TuningJournal::add_game(const std::string& key, const EvaluationGame& game) {
  games_[key].add(game);
  ++game_count_;
  game_seconds_ += game.cpu_seconds;
}

std::optional<double> TuningJournal::mean_game_seconds() const {
  if (game_count_ == 0) return std::nullopt;
  return game_seconds_ / static_cast<double>(game_count_);
}

void TuningJournal::append_evaluation(const EvaluationRequest& request, const EvaluationResult& result) {
  JournalledEvaluation evaluation;
  evaluation.line = result_json(tuning_, request, result);
  evaluation.point = request.point;
  evaluation.key = evaluation_key(tuning_, request.point, request.seed);
  evaluation.seed = request.seed;
  evaluation.status = result.status;
  evaluation.games = static_cast<std::uint32_t>(result.counts.games());
  // The last line on an evaluation is the one that counts.
  const auto last = std::find_if(evaluations_.rbegin(), evaluations_.rend(), [&](const JournalledEvaluation& known) {
    return known.key == evaluation.key && known.line["id"] == evaluation.line["id"];
  });
  if (last != evaluations_.rend() && last->games == evaluation.games && last->status == evaluation.status) return;
  begin_session();
  run_.sync(kJournalGames);  // a line never outlasts its games
  run_.append(kJournalEvaluations, dump_json(evaluation.line));
  evaluations_.push_back(std::move(evaluation));
}

}  // namespace rootward::tuning
