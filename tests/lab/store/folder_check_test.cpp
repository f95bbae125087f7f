// What `verify` finds whatever the lines tell of.
#include "lab/store/folder_check.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <map>

#include "core/rng.h"
#include "tests/lab/store/notebook.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(FolderCheck, NamesRepeatedLinesAndFilesThatTheManifestDoesNotTellOf) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("x"), note("y")});
  EXPECT_THAT(check_told_files(scratch.path("a")).problems, IsEmpty());
  const std::string file = scratch.path("a/notes.jsonl");
  const std::string good = read_text(file);
  write_text(file, good + good.substr(0, good.find('\n') + 1));
  EXPECT_THAT(check_told_files(scratch.path("a")).problems,
              ElementsAre(HasSubstr("it has 1 more than the 2 lines"), file + ":3 repeats line 1"));
  write_text(file, "");
  EXPECT_THAT(check_told_files(scratch.path("a")).problems, ElementsAre(HasSubstr("2 of the 2 lines")));
  write_text(file, good);
  FolderCheck found;
  const auto fine = [](const std::string&, const std::string&) { return std::string(); };
  for (const char* name : {"notes.jsonl", "others.jsonl"}) check_lines(scratch.path("a/") + name, "", fine, found);
  write_text(scratch.path("a/others.jsonl"), note("z") + "\n");
  EXPECT_FALSE(check_records(scratch.path("a"), read_manifest(scratch.path("a")), found));
  EXPECT_THAT(found.problems, IsEmpty()) << "there were no others when they were looked for";
  check_lines(scratch.path("a/others.jsonl"), "", fine, found);
  (void)check_records(scratch.path("a"), read_manifest(scratch.path("a")), found);
  EXPECT_THAT(found.problems, ElementsAre(HasSubstr("others.jsonl: the manifest does not name it")));
}

std::vector<std::string> problems_of_documents(const std::string& folder) {
  FolderCheck found;
  check_documents(folder, found);
  return found.problems;
}

TEST(FolderCheck, AnyChangedByteOfADocumentIsFound) {
  const ScratchFolder scratch;
  write_notes(scratch.path("study/equal"), {});
  const std::string body = R"({"schema":"rootward.optimizer/1","seed":4})";
  const std::map<std::string, std::string> documents = {
      {"study/tuned/optimizer.json",
       body.substr(0, body.size() - 1) + fmt::format(",\"checksum\":\"{:016x}\"}}\n", hash_name(body))},
      {"study/tuned.json", with_checksum(R"({"schema":"rootward.kept-tuning/1","tested":0.5})") + "\n"},
      {"study/cell.json", with_checksum(R"({"schema":"rootward.kept-tournament/1","games":3})") + "\n"},
      {"study/001/point.json", with_checksum(R"({"c":0.5})") + "\n"}};
  std::filesystem::create_directories(scratch.path("study/tuned"));
  std::filesystem::create_directories(scratch.path("study/001"));
  for (const auto& [name, text] : documents) write_text(scratch.path(name), text);
  write_text(scratch.path("study/table.json"), "{\"of\": \"somebody\"}\n");
  EXPECT_THAT(problems_of_documents(scratch.path("study")), IsEmpty());
  for (const auto& [name, text] : documents) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::string changed = text;
      changed[at] = static_cast<char>(changed[at] ^ 1);
      write_text(scratch.path(name), changed);
      EXPECT_THAT(problems_of_documents(scratch.path("study")), ElementsAre(HasSubstr(name + ": "))) << changed;
    }
    write_text(scratch.path(name), text);
  }
  std::string manifest = read_text(scratch.path("study/equal/manifest.json"));
  (void)take_document_checksum(manifest);
  write_text(scratch.path("study/equal/manifest.json"), manifest);
  EXPECT_THAT(problems_of_documents(scratch.path("study")),
              ElementsAre(HasSubstr("manifest.json: it has no checksum")));
}

}  // namespace
}  // namespace rootward::testing
