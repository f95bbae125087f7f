// Run folders of a product made up for the purpose: one continuation rule, one reading, one way of joining.
#include "experiments/store/run_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "core/errors.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_document.h"
#include "experiments/store/folder_merge.h"
#include "experiments/store/line_checksum.h"
#include "experiments/store/packed_file.h"
#include "tests/experiments/store/scratch_folder.h"

namespace rootward {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::read_text;
using testing::ScratchFolder;
using ::testing::SizeIs;
using testing::write_text;

/// A line {"id":"x","says":".."}; its id is all before the blank.
struct Note {
  std::string id;
  std::string line;
};

Note parse_note(const std::string& line) {
  const std::size_t id = line.find(R"("id":")");
  if (id == std::string::npos) throw UsageError("it has no id");
  return {line.substr(id + 6, line.find('"', id + 6) - id - 6), line};
}

bool is_same_note(const Note& a, const Note& b) { return a.line == b.line; }

constexpr RecordFiles kNotes{
    .name = "notes.jsonl", .part_prefix = "shards/", .record = "a note", .torn = "it is written again"};
const RecordFormat<Note> kNoteFormat{.files = kNotes,
                                     .parse = &parse_note,
                                     .id_of = [](const Note& note) { return note.id; },
                                     .is_same = &is_same_note,
                                     .schema = "note"};

RunIdentity notebook_of(const std::string& yaml, InputFiles inputs = {});
RunIdentity stored_notebook(const Manifest& manifest, const std::string&) {
  return notebook_of(manifest.resolved_config, manifest.inputs);
}
const RunKind kNotebook{.name = "notebook", .other = "notes of another book", .stored = &stored_notebook};

RunIdentity notebook_of(const std::string& yaml, InputFiles inputs) {
  RunIdentity identity;
  identity.kind = &kNotebook;
  identity.configuration = config::parse_yaml(yaml, "notebook.yaml");
  config::assign_paths(identity.configuration, "");
  identity.resolved = config::tree_text(identity.configuration);
  identity.inputs = std::move(inputs);
  identity.may_change = {{"pages", Change::grow}, {"title", Change::differ}, {"authors", Change::gain_in_order}};
  return identity;
}

const char* const kBook = "title: \"a\"\npages: 3\nink: \"blue\"\nauthors:\n  x: 1\n  y: 2\n";

std::string note(const std::string& id, const std::string& says = "so") {
  return R"({"schema":"note","id":")" + id + R"(","says":")" + says + R"(","cpu_seconds":1.5})";
}

void write_notes(const std::string& folder, const std::vector<std::string>& lines, const Shard& shard = {},
                 const RunIdentity& identity = notebook_of(kBook)) {
  RunFolder run(folder, identity, shard);
  run.read(kNoteFormat, [](Note&&, const std::string&) {});
  run.begin_session();
  for (const std::string& line : lines) run.append(kNotes, line);
  run.end_session(kComplete);
}

std::vector<std::string> ids_in(const std::string& folder) {
  std::vector<std::string> ids;
  RecordReader<Note>(kNoteFormat).read_folder(folder, [&](const Note& note, const std::string&) {
    ids.push_back(note.id);
  });
  return ids;
}

MergeReport merge_notes(const std::vector<std::string>& folders, const std::string& out, bool is_tidy = false) {
  FolderMerge merge(kNotebook, folders, out, {.is_tidy = is_tidy});
  const auto check = [](const Note& note) {
    if (note.id == "foreign") throw UsageError("a foreign note");
  };
  merge.join(kNoteFormat, check, [](const Note& note) { return note.id.size(); });
  merge.commit();
  return merge.report();
}

template <class Error, class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    files.push_back(entry.path().string().substr(folder.size() + 1));
  std::ranges::sort(files);
  return files;
}

/// The one attempt whose name begins so.
std::string attempt_at(const std::string& folder, const std::string& start) {
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(folder) / "shards"))
    if (entry.path().filename().string().starts_with(start)) return entry.path().string();
  return "";
}

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

TEST(RunFolder, RemovesWhatKilledWritersLeft) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2});
  write_text(scratch.path("notes.jsonl.tmp.999999999"), "half");
  write_text(scratch.path("shards/1.manifest.json.tmp.999999999"), "half");
  write_notes(scratch.path(), {note("2")});
  EXPECT_FALSE(std::filesystem::exists(scratch.path("notes.jsonl.tmp.999999999")));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("shards/1.manifest.json.tmp.999999999")));
}

TEST(RunFolder, AFolderThatCannotBeListedIsNotEmpty) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")});
  write_text(scratch.path("shards"), "no folder");
  EXPECT_THROW((void)ids_in(scratch.path()), RunError);
}

TEST(FolderMerge, JoinsEachRecordOnceAndEachSessionOnce) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1"), note("2")}, {.index = 1, .count = 3});
  write_notes(scratch.path("b"), {note("3")}, {.index = 2, .count = 3});
  write_notes(scratch.path("c"), {note("2"), note("4")});
  const MergeReport report = merge_notes({scratch.path("a"), scratch.path("b"), scratch.path("c")}, scratch.path("d"));
  EXPECT_EQ(report.records, 4U);
  EXPECT_EQ(report.duplicates, 1U);
  EXPECT_THAT(ids_in(scratch.path("d")), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(read_manifest(scratch.path("d")).sessions, SizeIs(2)) << "two shards as one, and the whole run";
  const std::string manifest = read_text(scratch.path("d/manifest.json"));
  const std::string notes = read_text(scratch.path("d/notes.jsonl"));
  (void)merge_notes({scratch.path("a"), scratch.path("d"), scratch.path("d")}, scratch.path("d"));
  EXPECT_EQ(read_text(scratch.path("d/manifest.json")), manifest) << "merging again changes no byte";
  EXPECT_THAT(ids_in(scratch.path("d")), SizeIs(4));
  (void)merge_notes({scratch.path("d")}, scratch.path("d"));
  EXPECT_EQ(read_text(scratch.path("d/notes.jsonl")).size(), notes.size());
}

TEST(FolderMerge, TidiedLeavesNoShards) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1")}, {.index = 1, .count = 2});
  write_notes(scratch.path("b"), {note("2")}, {.index = 2, .count = 2});
  write_text(scratch.path("a/shards/1.jsonl"), note("1") + "\n" + "torn");
  const MergeReport report = merge_notes({scratch.path("a"), scratch.path("b")}, scratch.path("a"), true);
  EXPECT_THAT(report.warnings, Contains(HasSubstr("the last line was torn")));
  EXPECT_THAT(files_in(scratch.path("a")), ElementsAre(".lock", "manifest.json", "notes.done", "notes.jsonl"));
  EXPECT_THAT(merge_notes({scratch.path("a")}, scratch.path("a")).warnings, IsEmpty()) << "the torn line has gone";
  EXPECT_THAT(files_in(scratch.path("b")), Contains(HasSubstr("shards/2-of-2.0.0."))) << "the others stay as they are";
}

TEST(FolderMerge, ReadsPackedShardsAndLeavesNone) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1")}, {.index = 1, .count = 2});
  write_notes(scratch.path("a"), {note("2")}, {.index = 2, .count = 2});
  compress_file(attempt_at(scratch.path("a"), "2-of-2."));
  EXPECT_THAT(ids_in(scratch.path("a")), ElementsAre("1", "2"));
  EXPECT_EQ(merge_notes({scratch.path("a")}, scratch.path("a"), true).records, 2U);
  EXPECT_THAT(files_in(scratch.path("a")), ElementsAre(".lock", "manifest.json", "notes.done", "notes.jsonl"));
}

TEST(RecordReader, NamesTheLineOfARepetitionBehindDamagedOnes) {
  const ScratchFolder scratch;
  const std::string damaged = "{\"says\":\"no id\"}\n";
  write_text(scratch.path("notes.jsonl"),
             damaged + note("1") + "\n" + damaged + note("1", "otherwise") + "\n" + note("2") + "\n");
  RecordReader<Note> reader(kNoteFormat, DamagedLines::leave_out);
  const std::string file = scratch.path("notes.jsonl");
  EXPECT_THAT(error_of<RunError>([&] { (void)reader.read(file, [](Note&&, const std::string&) {}); }),
              AllOf(HasSubstr(file + ":2"), HasSubstr(file + ":4")));
}

TEST(FolderMerge, WritesNothingWhereOneRecordIsForeignOrContradictsAnother) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1")});
  write_notes(scratch.path("b"), {note("2"), note("foreign")});
  write_notes(scratch.path("c"), {note("1", "otherwise")});
  const std::vector<std::string> before = files_in(scratch.path());
  const std::string notes = read_text(scratch.path("a/notes.jsonl"));
  EXPECT_THROW((void)merge_notes({scratch.path("a"), scratch.path("b")}, scratch.path("new")), RunError);
  EXPECT_THROW((void)merge_notes({scratch.path("a"), scratch.path("b")}, scratch.path("a")), RunError);
  EXPECT_THAT(error_of<RunError>([&] {
                (void)merge_notes({scratch.path("a"), scratch.path("c")}, scratch.path("a"));
              }),
              AllOf(HasSubstr(scratch.path("a/notes.jsonl") + ":1"), HasSubstr(scratch.path("c/notes.jsonl") + ":1")));
  EXPECT_EQ(files_in(scratch.path()), before);
  EXPECT_EQ(read_text(scratch.path("a/notes.jsonl")), notes);
}

TEST(FolderMerge, RefusesFoldersOfAnotherNetwork) {
  const ScratchFolder scratch;
  write_notes(scratch.path("a"), {note("1")}, {}, notebook_of(kBook, {.book_hash = "", .networks = {{"x", "one"}}}));
  write_notes(scratch.path("b"), {note("2")}, {}, notebook_of(kBook, {.book_hash = "", .networks = {{"x", "two"}}}));
  const std::string error = error_of<UsageError>([&] {
    (void)merge_notes({scratch.path("a"), scratch.path("b")}, scratch.path("c"));
  });
  EXPECT_THAT(error, AllOf(HasSubstr("another network"), HasSubstr("only folders of one run can be joined")));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("c")));
}

/// Shards write attempts; a start reads no attempts at other shards, but everything else that may be its own.
TEST(Attempts, OfAShardAreReadByItAndByTheWhole) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2});
  write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2});
  write_notes(scratch.path(), {note("3")}, {.index = 2, .count = 3});
  write_text(scratch.path("shards/2.jsonl"), note("4") + "\n");
  const auto read_by = [&](const Shard& shard) {
    std::vector<std::string> ids;
    RunFolder run(scratch.path(), notebook_of(kBook), shard);
    run.read(kNoteFormat, [&](Note&& note, const std::string&) { ids.push_back(note.id); });
    std::ranges::sort(ids);
    return ids;
  };
  EXPECT_THAT(read_by({.index = 1, .count = 2}), ElementsAre("1", "3", "4"));
  EXPECT_THAT(read_by({}), ElementsAre("1", "2", "3", "4"));
}

TEST(Attempts, TwoStartsOfOneShardRefuseNeitherEachOtherNorAMerge) {
  const ScratchFolder scratch;
  const Shard shard{.index = 1, .count = 2};
  RunFolder one(scratch.path(), notebook_of(kBook), shard);
  RunFolder two(scratch.path(), notebook_of(kBook), shard);
  for (RunFolder* run : {&one, &two}) {
    run->read(kNoteFormat, [](Note&&, const std::string&) {});
    run->begin_session(3);
    run->append(kNotes, note("1"));
  }
  EXPECT_EQ(merge_notes({scratch.path()}, scratch.path()).records, 1U);
  one.append(kNotes, note("2"));
  one.end_session(kComplete);
  two.end_session("stopped");
  EXPECT_EQ(merge_notes({scratch.path()}, scratch.path()).records, 2U);
  const std::string notes = read_text(scratch.path("notes.jsonl"));
  const std::string manifest = read_text(scratch.path("manifest.json"));
  (void)merge_notes({scratch.path()}, scratch.path());
  EXPECT_EQ(read_text(scratch.path("notes.jsonl")), notes) << "merging again changes no byte";
  EXPECT_EQ(read_text(scratch.path("manifest.json")), manifest);
}

/// Whatever tears an attempt, what stands before it counts and other attempts are not touched.
TEST(Attempts, TornAtAnyByteKeepWhatIsWhole) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1"), note("2")}, {.index = 1, .count = 2});
  write_notes(scratch.path(), {note("3")}, {.index = 2, .count = 2});
  const std::string file = attempt_at(scratch.path(), "1-of-2.");
  const std::string whole = read_text(file);
  std::vector<std::size_t> ends;
  for (std::size_t at = whole.find('\n'); at != std::string::npos; at = whole.find('\n', at + 1)) ends.push_back(at);
  ASSERT_THAT(ends, SizeIs(4)) << "the first line, two notes, the last line";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_text(file, whole.substr(0, size));
    const std::size_t notes = (size > ends[1] ? 1U : 0U) + (size > ends[2] ? 1U : 0U);
    ASSERT_THAT(ids_in(scratch.path()), SizeIs(notes + 1)) << size;
    write_text(file, whole.substr(0, size) + std::string(whole.size() - size, '\0'));
    ASSERT_THAT(ids_in(scratch.path()), SizeIs(notes + 1)) << size << " and zeros behind";
  }
}

TEST(Attempts, WhoseLastLineDoesNotFitAreLeftOutWhole) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1"), note("2")}, {.index = 1, .count = 2});
  const std::string file = attempt_at(scratch.path(), "1-of-2.");
  std::string text = read_text(file);
  const std::size_t first = text.find('\n') + 1;
  text.erase(first, text.find('\n', first) + 1 - first);  // a note is lost, each line left is right
  write_text(file, text);
  const MergeReport report = merge_notes({scratch.path()}, scratch.path());
  EXPECT_EQ(report.records, 0U);
  EXPECT_THAT(report.warnings, ElementsAre(HasSubstr("its last line does not fit")));
}

TEST(Attempts, LeaveOutAForeignRecordAndWhatStandsBehindIt) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1"), note("foreign"), note("2")}, {.index = 1, .count = 2});
  write_notes(scratch.path(), {note("3")}, {.index = 2, .count = 2});
  const MergeReport report = merge_notes({scratch.path()}, scratch.path());
  EXPECT_EQ(report.records, 2U);
  EXPECT_THAT(report.warnings, ElementsAre(AllOf(HasSubstr("a foreign note"), HasSubstr("1-of-2."))));
}

/// The attempt's first line says something else, with a checksum that is right.
void forge_head(const std::string& file, const std::string& from, const std::string& to) {
  const std::string text = read_text(file);
  std::string head = text.substr(0, text.find('\n'));
  (void)take_checksum(head);
  const std::size_t at = head.find(from);
  ASSERT_NE(at, std::string::npos) << from << " in " << head;
  head.replace(at, from.size(), to);
  write_text(file, with_checksum(head) + text.substr(text.find('\n')));
}

TEST(Attempts, AtSomethingElseAreRefusedByJoiningAndByTheNextStartOfTheirTask) {
  RunIdentity identity = notebook_of(kBook, {.book_hash = "b1", .networks = {{"x", "n1 f32-fma"}}});
  identity.records_hash = "c1";
  for (const auto& [from, to, told] :
       {std::array{R"("config_hash":"c1")", R"("config_hash":"c2")", "config_hash is c2"},
        std::array{R"("book":"b1")", R"("book":"b2")", "book is b2"},
        std::array{"n1 f32-fma", "n2 f32-fma", "the network of x is n2"},
        std::array{"n1 f32-fma", "n1 f32-plain", "the network of x is n1 f32-plain"}}) {
    const ScratchFolder scratch;
    write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2}, identity);
    write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2}, identity);
    EXPECT_EQ(merge_notes({scratch.path()}, scratch.path("all")).records, 2U);
    const std::string file = attempt_at(scratch.path(), "1-of-2.");
    forge_head(file, from, to);
    const auto merge = [&] { (void)merge_notes({scratch.path()}, scratch.path()); };
    EXPECT_THAT(error_of<UsageError>(merge), AllOf(HasSubstr(file), HasSubstr(told)));
    const auto start = [&](std::uint32_t index) {
      return [&, index] { const RunFolder run(scratch.path(), identity, {.index = index, .count = 2}); };
    };
    EXPECT_THAT(error_of<UsageError>(start(1)), HasSubstr(told));
    EXPECT_EQ(error_of<UsageError>(start(2)), "no error") << "it reads no attempts at other tasks";
  }
}

TEST(Attempts, FromBeforeTheConfigurationGrewAreJoined) {
  const ScratchFolder scratch;
  RunIdentity identity = notebook_of(kBook);
  identity.records_hash = "small";
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2}, identity);
  std::string grown_book = kBook;
  grown_book.replace(grown_book.find("3"), 1, "5");
  RunIdentity grown = notebook_of(grown_book);
  grown.records_hash = "large";
  write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2}, grown);
  EXPECT_EQ(read_manifest(scratch.path()).earlier_hashes, std::vector<std::string>{"small"});
  EXPECT_EQ(merge_notes({scratch.path()}, scratch.path()).records, 2U);
  EXPECT_EQ(read_manifest(scratch.path()).earlier_hashes, std::vector<std::string>{"small"});
}

/// Two starts of one task, in any order and killed anywhere: each record once.
TEST(Attempts, OfOneTaskInAnyInterleavingGiveEachRecordOnce) {
  constexpr std::size_t kNotesOfATask = 4;
  for (std::uint32_t order = 0; order < (1U << (2 * kNotesOfATask)); order += 3) {
    const ScratchFolder scratch;
    const Shard shard{.index = 1, .count = 2};
    RunFolder one(scratch.path(), notebook_of(kBook), shard);
    RunFolder two(scratch.path(), notebook_of(kBook), shard);
    std::array<std::size_t, 2> next{0, kNotesOfATask};  // the second begins at the far end
    for (RunFolder* run : {&one, &two}) run->begin_session();
    std::set<std::string> told;
    for (std::size_t step = 0; step < 2 * kNotesOfATask; ++step) {
      const bool is_second = (order >> step & 1U) != 0;
      if (is_second ? next[1] == 0 : next[0] == kNotesOfATask) continue;
      const std::string id = std::to_string(is_second ? --next[1] : next[0]++);
      (is_second ? two : one).append(kNotes, note(id));
      told.insert(id);
    }
    if ((order & 1U) != 0) one.end_session(kComplete);  // else it was killed
    const MergeReport report = merge_notes({scratch.path()}, scratch.path());
    EXPECT_EQ(report.records, told.size()) << order;
    EXPECT_THAT(report.warnings, IsEmpty()) << order;
  }
}

TEST(Attempts, WithForgedHeadersCountForNothing) {
  for (const auto& [from, to] :
       {std::array{R"("shard":[1,2],"conf)", R"("shard":[2,2],"conf)"},
        std::array{"rootward.attempt/1", "rootward.attempt/2"}, std::array{R"("pairs":0)", R"("pairs":-1)"},
        std::array{R"("threads":0)", R"("threads":"many")"}, std::array{R"("networks":{})", R"("networks":[7])"},
        std::array{R"("session":)", R"("sessions":)"}}) {
    const ScratchFolder scratch;
    write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2});
    write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2});
    forge_head(attempt_at(scratch.path(), "1-of-2."), from, to);
    const MergeReport report = merge_notes({scratch.path()}, scratch.path());
    EXPECT_EQ(report.records, 1U) << to;
    EXPECT_THAT(report.warnings, ElementsAre(HasSubstr("no attempt begins so"))) << to;
  }
}

TEST(Attempts, TheirHeaderMustBeThatOfTheirName) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 2});
  const std::string file = attempt_at(scratch.path(), "1-of-2.");
  std::filesystem::rename(file, scratch.path("shards/2-of-2.0.0.0123456789abcdef.jsonl"));
  EXPECT_THAT(merge_notes({scratch.path()}, scratch.path()).warnings,
              ElementsAre(HasSubstr("its shard is not that of the file's name")));
}

TEST(Attempts, AStartKnowsOfOthersAtItsShardAndReadsWhatTheyStored) {
  const ScratchFolder scratch;
  const Shard shard{.index = 1, .count = 2};
  write_notes(scratch.path(), {note("1")}, shard);
  write_notes(scratch.path(), {note("9")}, {.index = 2, .count = 2});
  RunFolder first(scratch.path(), notebook_of(kBook), shard);
  EXPECT_FALSE(first.has_open_sibling()) << "the one before has ended";
  first.read(kNoteFormat, [](Note&&, const std::string&) {});
  first.begin_session();
  first.append(kNotes, note("2"));
  RunFolder second(scratch.path(), notebook_of(kBook), shard);
  EXPECT_TRUE(second.has_open_sibling());
  second.read(kNoteFormat, [](Note&&, const std::string&) {});
  second.begin_session();
  first.append(kNotes, note("3"));
  std::vector<std::string> seen;
  second.read_siblings(kNoteFormat, [&](Note&& note, const std::string&) { seen.push_back(note.id); });
  std::ranges::sort(seen);
  EXPECT_THAT(seen, ElementsAre("1", "2", "3"));
}

/// Starts on machines that are alike stand as one session, however often they are joined.
TEST(Attempts, StandAsOneSessionWithTheirCoreSeconds) {
  const ScratchFolder scratch;
  RunFolder open(scratch.path(), notebook_of(kBook), {.index = 1, .count = 2});
  open.read(kNoteFormat, [](Note&&, const std::string&) {});
  open.begin_session(4);
  write_notes(scratch.path(), {note("2")}, {.index = 2, .count = 2});
  (void)merge_notes({scratch.path()}, scratch.path());
  open.end_session(kComplete);
  (void)merge_notes({scratch.path()}, scratch.path());
  (void)merge_notes({scratch.path()}, scratch.path());
  const std::vector<ManifestSession> sessions = read_manifest(scratch.path()).sessions;
  ASSERT_THAT(sessions, SizeIs(1));
  EXPECT_THAT(sessions[0].attempts, SizeIs(2));
  EXPECT_FALSE(sessions[0].shard.has_value());
  EXPECT_EQ(sessions[0].ended.size(), sessions[0].started.size());
}

TEST(Attempts, SessionsOfOneKindOfMachineAddUpAndOthersStandBeside) {
  ManifestSession one = session_now();
  one.started = "2020-01-25T12:00:00Z";
  one.ended = "2020-01-25T13:00:00Z";
  one.attempts = {{"aa", 100.0}};
  ManifestSession two = one;
  two.started = "2020-01-25T11:00:00Z";
  two.ended = "";
  two.attempts = {{"bb", 0.0}};
  ManifestSession other = one;
  other.cpu = "another processor";
  other.attempts = {{"cc", 7.0}};
  std::vector<ManifestSession> sessions;
  for (const ManifestSession* session : {&one, &two, &other, &one}) add_attempt(sessions, *session);
  two.attempts = {{"bb", 50.0}};  // it has ended meanwhile
  add_attempt(sessions, two);
  ASSERT_THAT(sessions, SizeIs(2));
  EXPECT_EQ(sessions[0].core_seconds(), 150.0);
  EXPECT_EQ(sessions[0].started, "2020-01-25T11:00:00Z");
  EXPECT_EQ(sessions[0].ended, "2020-01-25T13:00:00Z");
  EXPECT_EQ(sessions[1].core_seconds(), 7.0);
  Manifest manifest = blank_manifest();
  manifest.sessions = sessions;
  EXPECT_EQ(parse_manifest(manifest_text(manifest), "m").sessions, sessions);
}

/// What has ended and is joined is read no more, unless the joined file has changed since.
TEST(Attempts, ThatAreJoinedAreNotReadAgain) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("1")}, {.index = 1, .count = 3});
  RunFolder open(scratch.path(), notebook_of(kBook), {.index = 2, .count = 3});
  open.read(kNoteFormat, [](Note&&, const std::string&) {});
  open.begin_session();
  open.append(kNotes, note("2"));
  write_notes(scratch.path(), {note("3"), note("foreign")}, {.index = 3, .count = 3});
  (void)merge_notes({scratch.path()}, scratch.path());
  EXPECT_THAT(kNotes.needed(scratch.path()), SizeIs(3)) << "the joined file, the open one and the damaged one";
  open.end_session(kComplete);
  (void)merge_notes({scratch.path()}, scratch.path());
  EXPECT_THAT(kNotes.needed(scratch.path()), SizeIs(2));
  EXPECT_THAT(ids_in(scratch.path()), SizeIs(4)) << "whoever does not check reads the foreign one";
  write_notes(scratch.path(), {note("5")});
  EXPECT_THAT(kNotes.needed(scratch.path()), SizeIs(4)) << "a run has gone on";
}

TEST(DonePlaces, AreReadBackWhileTheyAreOfTheJoinedFile) {
  const ScratchFolder scratch;
  write_text(scratch.path("notes.jsonl"), "some\n");
  DonePlaces places(11);
  places[0] = places[5] = places[10] = true;
  write_joined(scratch.path(), kNotes, {.pairings = 3, .places = places, .attempts = {"a", "b"}});
  const auto seen = [&](std::size_t pairings) { return read_done_places(scratch.path(), kNotes, pairings); };
  ASSERT_TRUE(seen(3).has_value());
  DonePlaces back = *seen(3);
  back.resize(places.size());
  EXPECT_EQ(back, places);
  EXPECT_THAT(read_joined(scratch.path(), kNotes)->attempts, ElementsAre("a", "b"));
  EXPECT_FALSE(seen(4).has_value()) << "places would mean other games";
  const std::string file = done_path(scratch.path(), kNotes);
  const std::string text = read_text(file);
  for (const std::string& damaged : {text.substr(0, text.size() / 2), std::string(text.size(), '\0'), std::string()}) {
    write_text(file, damaged);
    EXPECT_FALSE(seen(3).has_value());
  }
  write_text(file, text);
  EXPECT_TRUE(seen(3).has_value());
  write_text(scratch.path("notes.jsonl"), "some\nmore\n");
  EXPECT_FALSE(seen(3).has_value()) << "a run has gone on";
}

TEST(FolderMerge, PutsNewRecordsInTheOrderOfTheirPlacesBehindTheOldOnes) {
  const ScratchFolder scratch;
  write_notes(scratch.path(), {note("333")});
  write_notes(scratch.path(), {note("4444"), note("1")}, {.index = 1, .count = 2});
  write_notes(scratch.path(), {note("22"), note("55555")}, {.index = 2, .count = 2});
  EXPECT_EQ(merge_notes({scratch.path()}, scratch.path(), true).records, 5U);
  EXPECT_THAT(ids_in(scratch.path()), ElementsAre("333", "1", "22", "4444", "55555"));
}

TEST(RecordIndex, KnowsAThousandRecordsApart) {
  RecordIndex index;
  for (std::uint32_t i = 0; i < 1000; ++i)
    ASSERT_EQ(index.add({.id = i * 7919ULL, .content = i, .file = 0, .line = i + 1}), nullptr);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const RecordIndex::Entry* earlier = index.add({.id = i * 7919ULL, .content = 0, .file = 1, .line = 1});
    ASSERT_NE(earlier, nullptr);
    EXPECT_EQ(earlier->line, i + 1);
  }
}

TEST(RecordIndex, TakesNoNoticeOfTimeAndChecksum) {
  const std::uint64_t hash = content_hash(R"({"id":"a","cpu_seconds":[1,2],"score":1})");
  EXPECT_EQ(content_hash(R"({"id":"a","cpu_seconds":[3.5,0.25],"score":1})"), hash);
  EXPECT_EQ(content_hash(R"({"id":"a","cpu_seconds":[3.5,0.25],"score":1,"crc":"12"})"),
            content_hash(R"({"id":"a","cpu_seconds":[1,2],"score":1,"crc":"34"})"));
  EXPECT_NE(content_hash(R"({"id":"a","cpu_seconds":[1,2],"score":0})"), hash);
  EXPECT_NE(content_hash(R"({"id":"b","cpu_seconds":[1,2],"score":1})"), hash);
}

}  // namespace
}  // namespace rootward
