// The manifest's text and what it says of this program.
#include "lab/store/manifest.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/build_info.h"
#include "core/errors.h"

namespace rootward {
namespace {

Manifest example() {
  Manifest manifest;
  manifest.config_hash = "0123456789abcdef";
  manifest.resolved_config = "name: x\nquestion: \"why?\"\n";
  manifest.version = "0.1.0";
  manifest.started = "2020-01-25T12:00:00Z";
  manifest.is_reproducible = false;
  manifest.question_hash = "fedcba9876543210";
  manifest.sessions = {session_now(), session_now()};
  return manifest;
}

TEST(Manifest, ReadsBack) {
  const std::string text = manifest_text(example());
  const Manifest back = parse_manifest(text, "manifest.json");
  EXPECT_EQ(manifest_text(back), text);
  EXPECT_EQ(back.resolved_config, example().resolved_config);
  EXPECT_FALSE(back.is_reproducible);
  EXPECT_EQ(back.sessions.size(), 2U);
  EXPECT_EQ(nlohmann::json::parse(text)["schema"], "rootward.manifest/1");
}

/// Its revision, say, which nothing else could tell.
TEST(Manifest, AnyChangedByteIsNoticed) {
  Manifest manifest = example();
  manifest.records = {{"games.jsonl", {.lines = 12, .sum = 0xfedcba9876543210}}};
  const std::string good = manifest_text(manifest);
  EXPECT_EQ(parse_manifest(good, "manifest.json").records, manifest.records);
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    std::string taken = changed;
    if (take_document_checksum(taken) == Checksum::none) continue;  // `verify` tells of it
    try {
      (void)parse_manifest(changed, "x/manifest.json");
      ADD_FAILURE() << at;
    } catch (const RunError& error) {
      EXPECT_EQ(std::string(error.what()).find("x/manifest.json: was changed: its checksum"), 0U) << error.what();
    }
  }
}

TEST(Manifest, RulesOfAHostMakeItReproducibleGivenTheirSource) {
  Manifest manifest = example();
  manifest.guests.versions = {{"python", "3.11.2"}};
  manifest.guests.sources = {{"soft", {.source = "sha256-ab", .module = "mine"}}};
  EXPECT_EQ(nlohmann::json::parse(manifest_text(manifest))["reproducible"], false);
  manifest.is_reproducible = true;
  const std::string text = manifest_text(manifest);
  EXPECT_EQ(nlohmann::json::parse(text)["reproducible"], "given this source");
  const Manifest back = parse_manifest(text, "manifest.json");
  EXPECT_TRUE(back.is_reproducible);
  EXPECT_EQ(back.guests, manifest.guests);
  nlohmann::json other = nlohmann::json::parse(text);
  other["reproducible"] = "given luck";
  EXPECT_THROW((void)parse_manifest(other.dump(), "manifest.json"), RunError);
}

TEST(Manifest, RefusesWhatIsNone) {
  nlohmann::json other = nlohmann::json::parse(manifest_text(example()));
  other["schema"] = "rootward.manifest/2";
  nlohmann::json incomplete = nlohmann::json::parse(manifest_text(example()));
  incomplete.erase("sessions");
  nlohmann::json mistyped = nlohmann::json::parse(manifest_text(example()));
  mistyped["version"] = 3;
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), other.dump(), incomplete.dump(), mistyped.dump()})
    EXPECT_THROW((void)parse_manifest(text, "manifest.json"), RunError) << text;
}

TEST(Manifest, DamageIsToldByKeyInOurOwnWords) {
  const auto message_of = [](const std::string& key, const nlohmann::json& value) {
    nlohmann::json manifest = nlohmann::json::parse(manifest_text(example()));
    manifest[key] = value;
    try {
      (void)parse_manifest(manifest.dump(), "x/manifest.json");
    } catch (const RunError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  EXPECT_EQ(message_of("version", 3), "x/manifest.json: not a manifest of this program: version: is 3, not a text");
  EXPECT_EQ(message_of("shard", {1}).find("x/manifest.json: not a manifest of this program: shard: "), 0U);
  EXPECT_EQ(message_of("networks", {{"a", 1}}).find("x/manifest.json: not a manifest of this program: networks: "), 0U);
}

TEST(Manifest, SessionsKnowProgramMachineAndTime) {
  const ManifestSession session = session_now();
  EXPECT_EQ(session.version, version());
  EXPECT_FALSE(session.cpu.empty());
  EXPECT_NE(session.host.find("cores"), std::string::npos);
  EXPECT_EQ(session.started.size(), std::string("2020-01-25T12:00:00Z").size());
  EXPECT_EQ(session.ended, "");
}

TEST(Manifest, NamesEveryProgramThatHadAPart) {
  Manifest manifest;
  manifest.version = "0.1.0";
  manifest.revision = "aaa";
  EXPECT_EQ(programs_text(manifest), "0.1.0 (aaa)");
  for (const auto& [version, revision] :
       {std::pair{"0.1.0", "aaa"}, {"0.1.0", "bbb"}, {"0.2.0", "ccc"}, {"0.1.0", "bbb"}}) {
    manifest.sessions.emplace_back();
    manifest.sessions.back().version = version;
    manifest.sessions.back().revision = revision;
  }
  EXPECT_EQ(programs_text(manifest), "0.1.0 (aaa, bbb), 0.2.0 (ccc)");
}

}  // namespace
}  // namespace rootward
