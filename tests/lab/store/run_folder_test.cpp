// Opening a run folder: one continuation rule.
#include "lab/store/run_folder.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "core/errors.h"
#include "tests/lab/store/notebook.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Continuation, NamesThePathsThatForbidIt) {
  const auto problem = [](const std::string& now) {
    return continuation_problem(notebook_of(kBook).configuration, notebook_of(now).configuration,
                                notebook_of(kBook).may_change);
  };
  EXPECT_EQ(problem(kBook), "");
  EXPECT_EQ(problem("title: \"b\"\npages: 10\nink: \"blue\"\nauthors:\n  w: 0\n  x: 1\n  y: 2\n"), "");
  EXPECT_EQ(problem("pages: 3\nink: \"blue\"\nauthors:\n  x: 1\n  y: 2\n"), "");
  EXPECT_EQ(problem("title: \"a\"\npages: 2\nink: \"red\"\nauthors:\n  x: 1\n  y: 2\n"),
            "pages: stored 3, now 2\nink: stored blue, now red");
  EXPECT_EQ(problem("title: \"a\"\npages: 3\nink: \"blue\"\nauthors:\n  y: 2\n  x: 1\n"),
            "order of authors: stored x, y, now y, x");
  EXPECT_EQ(problem("title: \"a\"\npages: 3\nink: \"blue\"\nauthors:\n  x: 5\n  y: 2\n"), "authors.x: stored 1, now 5");
  EXPECT_THAT(problem("title: \"a\"\npages: 3\nink: \"blue\"\nauthors:\n  y: 2\n"),
              HasSubstr("authors.x: stored 1, now (nothing)"));
  EXPECT_EQ(problem(std::string(kBook) + "paper: 1\n"), "paper: stored (nothing), now 1");
}

TEST(RunFolder, RefusesAnotherKindConfigurationBookAndNetwork) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")}, {},
              notebook_of(kBook, {.book_hash = "b", .networks = {{"x", "old"}, {"y", "same"}}}));
  const auto refusal = [&](const RunIdentity& identity) {
    return error_of<UsageError>([&] { const RunFolder folder(scratch.path(), identity); });
  };
  RunIdentity other = notebook_of("title: \"a\"\npages: 3\nink: \"red\"\nauthors:\n  x: 1\n  y: 2\n");
  EXPECT_THAT(refusal(other),
              AllOf(HasSubstr("notes of another book"), HasSubstr("ink: stored"), HasSubstr("choose another --out")));
  EXPECT_THAT(refusal(notebook_of(kBook, {.book_hash = "c", .networks = {}})), HasSubstr("has changed"));
  EXPECT_THAT(refusal(notebook_of(kBook, {.book_hash = "b", .networks = {{"x", "new"}}})),
              HasSubstr("another network (old, now new)"));
  EXPECT_EQ(refusal(notebook_of(kBook, {.book_hash = "b", .networks = {{"x", "old"}, {"z", "more"}}})), "no error");
  RunKind diary = kNotebook;
  diary.name = "diary";
  other = notebook_of(kBook);
  other.kind = &diary;
  EXPECT_THAT(refusal(other), HasSubstr("holds a notebook and no diary"));
}

TEST(RunFolder, RefusesAManifestWhoseHashIsNotItsConfigurations) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1")});
  write_notes(scratch.path("b"), {note("2")});
  std::string text = read_text(scratch.path("a/manifest.json"));
  ASSERT_EQ(take_document_checksum(text), Checksum::right);
  const std::string key = R"("config_hash": ")";
  text.insert(text.find(key) + key.size(), "0");
  write_text(scratch.path("a/manifest.json"), text);
  EXPECT_THAT(error_of<RunError>([&] { const RunFolder folder(scratch.path("a"), notebook_of(kBook)); }),
              HasSubstr("config_hash"));
  EXPECT_THAT(error_of<RunError>([&] {
                (void)merge_notes({scratch.path("b"), scratch.path("a")}, scratch.path("c"));
              }),
              HasSubstr(scratch.path("a/manifest.json") + ": config_hash"));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("c")));
}

TEST(RunFolder, AManifestWithoutAnEndIsReadToItsLimitAndNoFurther) {
  const ScratchFolder scratch;
  std::filesystem::create_symlink("/dev/zero", scratch.path("manifest.json"));
  try {
    (void)read_manifest(scratch.path());
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("manifest.json: is longer than 67108864 bytes"));
  }
}

/// The folder may have been made long before, or by a process that was killed before it wrote anything.
TEST(RunFolder, ARunBeginsWithItsFirstSession) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {});
  Manifest manifest = read_manifest(scratch.path("a"));
  manifest.started = "2001-01-01T00:00:00Z";
  manifest.sessions.clear();
  write_text(manifest_path(scratch.path("a")), manifest_text(manifest));
  write_notes(scratch.path("a"), {note("x")});
  manifest = read_manifest(scratch.path("a"));
  EXPECT_EQ(manifest.started, manifest.sessions.front().started);
  manifest.sessions.front().started = "2001-01-01T00:00:00Z";
  manifest.started = "2001-01-01T00:00:00Z";
  write_text(manifest_path(scratch.path("a")), manifest_text(manifest));
  write_notes(scratch.path("a"), {note("y")});
  EXPECT_EQ(read_manifest(scratch.path("a")).started, "2001-01-01T00:00:00Z");
}

/// Of a run that ended, the manifest knows how many lines there were.
TEST(RunFolder, LinesThatAreMissingOrDoubledAreToldAndWrittenAgain) {
  const ScratchFolder scratch;
  const std::string file = scratch.path("a/notes.jsonl");
  write_notes(scratch.path("a"), {note("x"), note("y"), note("z")});
  const LineTally told = read_manifest(scratch.path("a")).records.at("notes.jsonl");
  EXPECT_EQ(told.lines, 3U);
  const std::string good = read_text(file);
  const std::string first = good.substr(0, good.find('\n') + 1);
  const auto warnings = [&] {
    RunFolder folder(scratch.path("a"), notebook_of(kBook));
    folder.read(kNoteFormat, [](Note&&, const std::string&) {});
    std::vector<std::string> read =
        RecordReader<Note>(kNoteFormat)
            .read_folder(
                scratch.path("a"), [](const Note&, const std::string&) {}, read_manifest(scratch.path("a")).records);
    EXPECT_EQ(read.size(), folder.warnings().size());
    return read.empty() ? "" : read.front();
  };
  EXPECT_EQ(warnings(), "");
  write_text(file, good.substr(first.size()));
  EXPECT_THAT(warnings(), HasSubstr("notes.jsonl: 1 of the 3 lines with which the run ended are missing"));
  write_text(file, good + first);
  EXPECT_THAT(warnings(), HasSubstr("notes.jsonl: it has 1 more than the 3 lines"));
  write_text(file, first + first + good.substr(first.size() * 2));
  EXPECT_THAT(warnings(), HasSubstr("notes.jsonl: its lines are not the 3 lines"));
  std::filesystem::remove(file);
  EXPECT_THAT(warnings(), HasSubstr("notes.jsonl: 3 of the 3 lines"));
  write_text(file, good.substr(first.size()));
  write_notes(scratch.path("a"), {note("x")});
  EXPECT_EQ(warnings(), "") << "the manifest tells of what is there now";
  EXPECT_EQ(read_manifest(scratch.path("a")).records.at("notes.jsonl"), told);
}

TEST(RunFolder, RemovesWhatKilledWritersLeft) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2});
  const std::string notes = testing::temporary_of_nobody(scratch.path("notes.jsonl"));
  const std::string manifest = testing::temporary_of_nobody(scratch.path("shards/1.manifest.json"));
  for (const std::string& file : {notes, manifest}) write_text(file, "half");
  write_notes(scratch.path(), {note("2")});
  for (const std::string& file : {notes, manifest}) EXPECT_FALSE(std::filesystem::exists(file)) << file;
}

TEST(RunFolder, AFolderThatCannotBeListedIsNotEmpty) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")});
  write_text(scratch.path("shards"), "no folder");
  EXPECT_THROW((void)ids_in(scratch.path()), RunError);
}

}  // namespace
}  // namespace rootward::testing
