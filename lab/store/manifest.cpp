// JSON of the manifest; unknown keys are left alone so that later versions can add some.
#include "lab/store/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/build_info.h"
#include "core/errors.h"
#include "core/json_record.h"
#include "core/number_text.h"
#include "core/rng.h"
#include "lab/store/host_facts.h"
#include "lab/store/session_json.h"

namespace rootward {
namespace {

constexpr const char* kSchema = "rootward.manifest/1";
constexpr double kMostSeconds = 1e15;

Json shard_json(const std::optional<Shard>& shard) { return {shard->index, shard->count}; }
Shard shard_of(const Json& object, const char* key) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const Json& pair = json_list(object, key, 2);
  return Shard{.index = static_cast<std::uint32_t>(json_count(pair[0], key, kMost)),
               .count = static_cast<std::uint32_t>(json_count(pair[1], key, kMost))};
}

constexpr auto kProgramFields = [](auto& run, const auto& field) {
  field("version", run.version);
  field("revision", run.revision);
  field("compiler", run.compiler);
  field("flags", run.flags);
  field("cpu", run.cpu);
  field("host", run.host);
  field("started", run.started);
  field("ended", run.ended);
};

std::map<std::string, double> attempts_in(const Json& object, const char* key) {
  std::map<std::string, double> attempts;
  for (const auto& [name, seconds] : json_field(object, key).items())
    attempts.emplace(name, json_real(seconds, key, 0, kMostSeconds));
  return attempts;
}

constexpr auto kSessionFields = [](auto& session, const auto& field) {
  kProgramFields(session, field);
  if (field.has("shard", session.shard)) field.by("shard", session.shard, shard_of, shard_json);
  if (!field.has("attempts", session.attempts)) return;
  field.derived("tasks", session.attempts.size());
  field.derived("core_seconds", session.core_seconds());
  field.by("attempts", session.attempts, attempts_in);
};

ProgramRun program_now() {
  return {.version = std::string(version()),
          .revision = std::string(revision()),
          .compiler = std::string(compiler()),
          .flags = std::string(flags()),
          .cpu = cpu_name(),
          .host = host_facts(),
          .started = utc_now(),
          .ended = ""};
}

/// In place of true where it takes rules of a host language to play the games again.
constexpr const char* kGivenSource = "given this source";

bool reproducible_in(const Json& object, const char* key) {
  const Json& told = json_field(object, key);
  return told.is_string() && told.get<std::string>() == kGivenSource ? true : bool_field(object, key);
}

Json guests_json(const GuestFacts& guests) {
  Json sources = Json::object();
  for (const auto& [name, from] : guests.sources) sources[name] = {{"source", from.source}, {"module", from.module}};
  return {{"versions", guests.versions}, {"sources", sources}};
}

GuestFacts guests_in(const Json& object, const char* key) {
  const Json& told = json_field(object, key);
  GuestFacts guests;
  guests.versions = json_texts_by_name(json_field(told, "versions"), "guests.versions");
  for (const auto& [name, from] : json_field(told, "sources").items())
    guests.sources[name] = {.source = text_field(from, "source"), .module = text_field(from, "module")};
  return guests;
}

std::uint64_t hex_field(const Json& object, const char* key) {
  const std::string text = text_field(object, key);
  const std::optional<std::uint64_t> number = parse_number<std::uint64_t>(text, 16);
  if (text.size() != 16 || !number) wrong_json(key, text + " is no 16 hexadecimal digits");
  return *number;
}

LineTallies records_in(const Json& object, const char* key) {
  LineTallies records;
  for (const auto& [name, told] : json_field(object, key).items())
    records[name] = {.lines = count_field(told, "lines"), .sum = hex_field(told, "sum")};
  return records;
}
Json records_json(const LineTallies& records) {
  Json object;
  for (const auto& [name, told] : records)
    object[name] = {{"lines", told.lines}, {"sum", fmt::format("{:016x}", told.sum)}};
  return object;
}

constexpr auto kManifestFields = [](auto& manifest, const auto& field) {
  field("kind", manifest.kind);
  field("config_hash", manifest.config_hash);
  field.optional("records_hash", manifest.records_hash);
  field.optional("earlier_hashes", manifest.earlier_hashes);
  field("question_hash", manifest.question_hash);
  field("book_hash", manifest.inputs.book_hash);
  field.optional("networks", manifest.inputs.networks);
  field.by("reproducible", manifest.is_reproducible, reproducible_in, [&](bool is_reproducible) {
    return is_reproducible && !manifest.guests.sources.empty() ? Json(kGivenSource) : Json(is_reproducible);
  });
  if (field.has("guests", manifest.guests.sources)) field.by("guests", manifest.guests, guests_in, guests_json);
  kProgramFields(manifest, field);
  if (field.has("planned", manifest.planned))
    field.list("planned", manifest.planned, [](auto& plan, const auto& part) {
      part("pairs", plan.pairs);
      part("date", plan.date);
      part("games", plan.games);
    });
  if (field.has("shard", manifest.shard)) field.by("shard", manifest.shard, shard_of, shard_json);
  if (field.has("records", manifest.records)) field.by("records", manifest.records, records_in, records_json);
  field.list("sessions", manifest.sessions, kSessionFields);
  field("resolved_config", manifest.resolved_config);
};

}  // namespace

Json session_json(const ManifestSession& session) {
  Json object;
  kSessionFields(session, RecordField<Json>(object));
  return object;
}

ManifestSession session_of_json(const Json& object) { return record_of_json<ManifestSession>(object, kSessionFields); }

std::string manifest_text(const Manifest& manifest) {
  return document_with_checksum(dump_json(json_of_record(kSchema, manifest, kManifestFields), 2) + "\n");
}

Manifest parse_manifest(std::string text, const std::string& path) {
  if (take_document_checksum(text) == Checksum::wrong)
    throw RunError(
        fmt::format("{}: was changed: its checksum is not that of its text; put it back, or take its last key, crc, "
                    "away where the change is meant",
                    path));
  try {
    return record_of_json<Manifest>(parse_json_record(text, kSchema), kManifestFields);
  } catch (const UsageError& error) {
    throw RunError(fmt::format("{}: not a manifest of this program: {}", path, error.what()));
  }
}

void add_hash(Manifest& manifest, const std::string& hash) {
  std::vector<std::string>& earlier = manifest.earlier_hashes;
  if (!hash.empty() && hash != manifest.attempts_hash() && std::ranges::find(earlier, hash) == earlier.end())
    earlier.push_back(hash);
}

void require_config_hash(const std::string& path, const Manifest& manifest, const std::string& hash) {
  if (manifest.config_hash != hash)
    throw RunError(
        fmt::format("{}: config_hash is {}, but that of the configuration stored there is {}: one of them "
                    "was changed",
                    path, manifest.config_hash, hash));
}

std::vector<std::string> processors_of(const Manifest& manifest) {
  std::vector<std::string> models;
  const auto add = [&](const std::string& model) {
    if (!model.empty() && std::ranges::find(models, model) == models.end()) models.push_back(model);
  };
  for (const ManifestSession& session : manifest.sessions) add(session.cpu);
  if (models.empty()) add(manifest.cpu);
  return models;
}

std::string programs_text(const Manifest& manifest) {
  std::vector<std::pair<std::string, std::string>> found{{manifest.version, manifest.revision}};
  for (const ManifestSession& session : manifest.sessions) {
    const auto same = [&](const auto& program) { return program.first == session.version; };
    const auto known = std::ranges::find_if(found, same);
    if (known == found.end())
      found.emplace_back(session.version, session.revision);
    else if (known->second.find(session.revision) == std::string::npos)
      known->second += ", " + session.revision;
  }
  std::string text;
  for (const auto& [version, revisions] : found)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", version, revisions);
  return text;
}

double ManifestSession::core_seconds() const {
  double sum = 0;
  for (const auto& [name, seconds] : attempts) sum += seconds;
  return sum;
}

void add_session(std::vector<ManifestSession>& sessions, ManifestSession session) {
  if (!session.attempts.empty()) return add_attempt(sessions, session);
  const auto is_same = [&session](ManifestSession other) {
    other.ended = session.ended;
    return other == session;
  };
  const auto known = std::ranges::find_if(sessions, is_same);
  if (known == sessions.end())
    sessions.push_back(std::move(session));
  else
    known->ended = std::max(known->ended, session.ended);
}

void add_attempt(std::vector<ManifestSession>& sessions, const ManifestSession& attempt) {
  const auto is_alike = [&attempt](ManifestSession other) {
    const bool has_attempts = !other.attempts.empty();
    static_cast<ProgramRun&>(other).started = attempt.started;
    static_cast<ProgramRun&>(other).ended = attempt.ended;
    return has_attempts && static_cast<const ProgramRun&>(other) == static_cast<const ProgramRun&>(attempt);
  };
  auto known = std::ranges::find_if(sessions, is_alike);
  if (known == sessions.end()) {
    known = sessions.insert(sessions.end(), attempt);
    known->shard.reset();
    return;
  }
  known->started = std::min(known->started, attempt.started);
  known->ended = std::max(known->ended, attempt.ended);
  for (const auto& [name, seconds] : attempt.attempts) {
    double& stored = known->attempts.emplace(name, seconds).first->second;
    stored = std::max(stored, seconds);
  }
}

ManifestSession session_now() { return {program_now(), {}}; }

Manifest blank_manifest() {
  Manifest manifest;
  static_cast<ProgramRun&>(manifest) = program_now();
  return manifest;
}

std::string question_hash(const std::string& question, const std::string& hypothesis) {
  if (question.empty() && hypothesis.empty()) return "";
  const std::uint64_t hash = derive_seed(hash_name(question), {hash_name(hypothesis)});
  return fmt::format("{:016x}", hash);
}

}  // namespace rootward
