// JSON of the manifest; unknown keys are left alone so that later versions can add some.
#include "experiments/store/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/build_info.h"
#include "core/errors.h"
#include "core/rng.h"
#include "experiments/store/host_facts.h"

namespace rootward {
namespace {

constexpr const char* kSchema = "rootward.manifest/1";
using nlohmann::ordered_json;

ordered_json json_of(const Shard& shard) { return {shard.index, shard.count}; }
std::optional<Shard> shard_of(const ordered_json& object) {
  if (!object.contains("shard")) return std::nullopt;
  return Shard{.index = object["shard"].at(0), .count = object["shard"].at(1)};
}

ordered_json json_of(const ManifestSession& session) {
  ordered_json object = {{"version", session.version}, {"revision", session.revision}, {"compiler", session.compiler},
                         {"flags", session.flags},     {"cpu", session.cpu},           {"host", session.host},
                         {"started", session.started}, {"ended", session.ended}};
  if (session.shard) object["shard"] = json_of(*session.shard);
  return object;
}

ManifestSession session_of(const ordered_json& object) {
  ManifestSession session;
  session.version = object.at("version");
  session.revision = object.at("revision");
  session.compiler = object.at("compiler");
  session.flags = object.at("flags");
  session.cpu = object.at("cpu");
  session.host = object.at("host");
  session.started = object.at("started");
  session.ended = object.at("ended");
  session.shard = shard_of(object);
  return session;
}

std::vector<PlannedPairs> planned_of(const ordered_json& array) {
  std::vector<PlannedPairs> planned;
  for (const ordered_json& object : array) {
    PlannedPairs plan;
    plan.pairs = object.at("pairs");
    plan.date = object.at("date");
    plan.games = object.at("games");
    planned.push_back(plan);
  }
  return planned;
}

Manifest manifest_of(const ordered_json& object) {
  const std::string schema = object.at("schema");
  if (schema != kSchema) throw RunError(fmt::format("schema: is {}, not {}", schema, kSchema));
  Manifest manifest;
  manifest.kind = object.value("kind", manifest.kind);
  manifest.config_hash = object.at("config_hash");
  manifest.resolved_config = object.at("resolved_config");
  manifest.question_hash = object.value("question_hash", "");
  manifest.inputs.book_hash = object.value("book_hash", "");
  manifest.inputs.networks = object.value("networks", std::map<std::string, std::string>{});
  manifest.is_reproducible = object.at("reproducible");
  manifest.version = object.at("version");
  manifest.revision = object.at("revision");
  manifest.compiler = object.at("compiler");
  manifest.flags = object.at("flags");
  manifest.cpu = object.at("cpu");
  manifest.host = object.at("host");
  manifest.started = object.at("started");
  manifest.ended = object.at("ended");
  if (object.contains("planned")) manifest.planned = planned_of(object.at("planned"));
  manifest.shard = shard_of(object);
  for (const ordered_json& session : object.at("sessions")) manifest.sessions.push_back(session_of(session));
  return manifest;
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
  ordered_json object;
  object["schema"] = kSchema;
  object["kind"] = manifest.kind;
  object["config_hash"] = manifest.config_hash;
  object["question_hash"] = manifest.question_hash;
  object["book_hash"] = manifest.inputs.book_hash;
  if (!manifest.inputs.networks.empty()) object["networks"] = manifest.inputs.networks;
  object["reproducible"] = manifest.is_reproducible;
  object["version"] = manifest.version;
  object["revision"] = manifest.revision;
  object["compiler"] = manifest.compiler;
  object["flags"] = manifest.flags;
  object["cpu"] = manifest.cpu;
  object["host"] = manifest.host;
  object["started"] = manifest.started;
  object["ended"] = manifest.ended;
  for (const PlannedPairs& plan : manifest.planned)
    object["planned"].push_back({{"pairs", plan.pairs}, {"date", plan.date}, {"games", plan.games}});
  if (manifest.shard) object["shard"] = json_of(*manifest.shard);
  object["sessions"] = ordered_json::array();
  for (const ManifestSession& session : manifest.sessions) object["sessions"].push_back(json_of(session));
  object["resolved_config"] = manifest.resolved_config;
  return object.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Manifest parse_manifest(std::string_view text, const std::string& path) {
  try {
    return manifest_of(ordered_json::parse(text));
  } catch (const std::exception& error) {
    throw RunError(fmt::format("{}: not a manifest of this program: {}", path, error.what()));
  }
}

void require_config_hash(const std::string& path, const Manifest& manifest, const std::string& hash) {
  if (manifest.config_hash != hash)
    throw RunError(
        fmt::format("{}: config_hash is {}, but that of the configuration stored there is {}: one of them "
                    "was changed",
                    path, manifest.config_hash, hash));
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

ManifestSession session_now() {
  return {.version = std::string(version()),
          .revision = std::string(revision()),
          .compiler = std::string(compiler()),
          .flags = std::string(flags()),
          .cpu = cpu_name(),
          .host = host_facts(),
          .started = utc_now(),
          .ended = "",
          .shard = {}};
}

Manifest blank_manifest() {
  const ManifestSession now = session_now();
  Manifest manifest;
  manifest.version = now.version;
  manifest.revision = now.revision;
  manifest.compiler = now.compiler;
  manifest.flags = now.flags;
  manifest.cpu = now.cpu;
  manifest.host = now.host;
  manifest.started = now.started;
  return manifest;
}

std::string question_hash(const std::string& question, const std::string& hypothesis) {
  if (question.empty() && hypothesis.empty()) return "";
  const std::uint64_t hash = derive_seed(hash_name(question), {hash_name(hypothesis)});
  return fmt::format("{:016x}", hash);
}

}  // namespace rootward
