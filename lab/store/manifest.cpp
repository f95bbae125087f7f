// JSON of the manifest; unknown keys are left alone so that later versions can add some.
#include "lab/store/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/build_info.h"
#include "core/errors.h"
#include "core/json_fields.h"
#include "core/number_text.h"
#include "core/rng.h"
#include "lab/store/host_facts.h"
#include "lab/store/session_json.h"

namespace rootward {
namespace {

constexpr const char* kSchema = "rootward.manifest/1";
constexpr double kMostSeconds = 1e15;

Json json_of(const Shard& shard) { return {shard.index, shard.count}; }
std::optional<Shard> shard_of(const Json& object) {
  if (!object.contains("shard")) return std::nullopt;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const Json& pair = json_list(object, "shard", 2);
  return Shard{.index = static_cast<std::uint32_t>(json_count(pair[0], "shard", kMost)),
               .count = static_cast<std::uint32_t>(json_count(pair[1], "shard", kMost))};
}

struct ProgramField {
  const char* key;
  std::string ProgramRun::*member;
};
/// In the order of the file.
constexpr ProgramField kProgramFields[] = {{"version", &ProgramRun::version},   {"revision", &ProgramRun::revision},
                                           {"compiler", &ProgramRun::compiler}, {"flags", &ProgramRun::flags},
                                           {"cpu", &ProgramRun::cpu},           {"host", &ProgramRun::host},
                                           {"started", &ProgramRun::started},   {"ended", &ProgramRun::ended}};

void write_program(Json& object, const ProgramRun& run) {
  for (const ProgramField& field : kProgramFields) object[field.key] = run.*field.member;
}

void read_program(const Json& object, ProgramRun& run) {
  for (const ProgramField& field : kProgramFields) run.*field.member = text_field(object, field.key);
}

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

std::vector<PlannedPairs> planned_of(const Json& manifest) {
  std::vector<PlannedPairs> planned;
  if (!manifest.contains("planned")) return planned;
  for (const Json& object : json_list(manifest, "planned")) {
    PlannedPairs plan;
    plan.pairs = count_field(object, "pairs");
    plan.date = text_field(object, "date");
    plan.games = count_field(object, "games");
    planned.push_back(plan);
  }
  return planned;
}

/// In place of true where it takes rules of a host language to play the games again.
constexpr const char* kGivenSource = "given this source";

bool reproducible_in(const Json& object) {
  const Json& told = json_field(object, "reproducible");
  return told.is_string() && told.get<std::string>() == kGivenSource ? true : bool_field(object, "reproducible");
}

Json json_of(const GuestFacts& guests) {
  Json sources = Json::object();
  for (const auto& [name, from] : guests.sources) sources[name] = {{"source", from.source}, {"module", from.module}};
  return {{"versions", guests.versions}, {"sources", sources}};
}

GuestFacts guests_in(const Json& object) {
  GuestFacts guests;
  if (!object.contains("guests")) return guests;
  const Json& told = object["guests"];
  for (const auto& [name, version] : json_field(told, "versions").items())
    guests.versions[name] = json_text(version, "guests.versions");
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

LineTallies records_in(const Json& object) {
  LineTallies records;
  if (!object.contains("records")) return records;
  for (const auto& [name, told] : object["records"].items())
    records[name] = {.lines = count_field(told, "lines"), .sum = hex_field(told, "sum")};
  return records;
}

Manifest manifest_of(const Json& object) {
  Manifest manifest;
  manifest.kind = text_field(object, "kind");
  manifest.config_hash = text_field(object, "config_hash");
  if (object.contains("records_hash")) manifest.records_hash = text_field(object, "records_hash");
  if (object.contains("earlier_hashes")) manifest.earlier_hashes = texts_field(object, "earlier_hashes");
  manifest.resolved_config = text_field(object, "resolved_config");
  manifest.question_hash = text_field(object, "question_hash");
  manifest.inputs.book_hash = text_field(object, "book_hash");
  if (object.contains("networks"))
    for (const auto& [player, hash] : object["networks"].items())
      manifest.inputs.networks[player] = json_text(hash, "networks");
  manifest.is_reproducible = reproducible_in(object);
  manifest.guests = guests_in(object);
  read_program(object, manifest);
  manifest.planned = planned_of(object);
  manifest.shard = shard_of(object);
  manifest.records = records_in(object);
  for (const Json& session : json_list(object, "sessions")) manifest.sessions.push_back(session_of_json(session));
  return manifest;
}

}  // namespace

Json session_json(const ManifestSession& session) {
  Json object;
  write_program(object, session);
  if (session.shard) object["shard"] = json_of(*session.shard);
  if (session.attempts.empty()) return object;
  object["tasks"] = session.attempts.size();
  object["core_seconds"] = session.core_seconds();
  object["attempts"] = session.attempts;
  return object;
}

ManifestSession session_of_json(const Json& object) {
  ManifestSession session;
  read_program(object, session);
  session.shard = shard_of(object);
  if (!object.contains("attempts")) return session;
  for (const auto& [name, seconds] : json_field(object, "attempts").items())
    session.attempts.emplace(name, json_real(seconds, "attempts", 0, kMostSeconds));
  return session;
}

std::string manifest_text(const Manifest& manifest) {
  Json object;
  object["schema"] = kSchema;
  object["kind"] = manifest.kind;
  object["config_hash"] = manifest.config_hash;
  if (!manifest.records_hash.empty()) object["records_hash"] = manifest.records_hash;
  if (!manifest.earlier_hashes.empty()) object["earlier_hashes"] = manifest.earlier_hashes;
  object["question_hash"] = manifest.question_hash;
  object["book_hash"] = manifest.inputs.book_hash;
  if (!manifest.inputs.networks.empty()) object["networks"] = manifest.inputs.networks;
  const bool has_guests = !manifest.guests.sources.empty();
  object["reproducible"] = manifest.is_reproducible && has_guests ? Json(kGivenSource) : Json(manifest.is_reproducible);
  if (has_guests) object["guests"] = json_of(manifest.guests);
  write_program(object, manifest);
  for (const PlannedPairs& plan : manifest.planned)
    object["planned"].push_back({{"pairs", plan.pairs}, {"date", plan.date}, {"games", plan.games}});
  if (manifest.shard) object["shard"] = json_of(*manifest.shard);
  for (const auto& [name, told] : manifest.records)
    object["records"][name] = {{"lines", told.lines}, {"sum", fmt::format("{:016x}", told.sum)}};
  object["sessions"] = Json::array();
  for (const ManifestSession& session : manifest.sessions) object["sessions"].push_back(session_json(session));
  object["resolved_config"] = manifest.resolved_config;
  return document_with_checksum(dump_json(object, 2) + "\n");
}

Manifest parse_manifest(std::string text, const std::string& path) {
  if (take_document_checksum(text) == Checksum::wrong)
    throw RunError(
        fmt::format("{}: was changed: its checksum is not that of its text; put it back, or take its last key, crc, "
                    "away where the change is meant",
                    path));
  try {
    return manifest_of(parse_json_record(text, kSchema));
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
