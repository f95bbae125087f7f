// A product that the store has not met: a line a note.
#include "tests/lab/store/notebook.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_document.h"

namespace rootward::testing {
namespace {

Note parse_note(const std::string& line) {
  const std::size_t id = line.find(R"("id":")");
  if (id == std::string::npos) throw UsageError("it has no id");
  return {line.substr(id + 6, line.find('"', id + 6) - id - 6), line};
}

bool is_same_note(const Note& a, const Note& b) { return a.line == b.line; }

RunIdentity stored_notebook(const Manifest& manifest, const std::string&) {
  return notebook_of(manifest.resolved_config, manifest.inputs);
}

}  // namespace

const RecordFormat<Note> kNoteFormat{.files = kNotes,
                                     .parse = &parse_note,
                                     .id_of = [](const Note& note) { return note.id; },
                                     .is_same = &is_same_note,
                                     .schema = "note"};
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

std::string note(const std::string& id, const std::string& says) {
  return R"({"schema":"note","id":")" + id + R"(","says":")" + says + R"(","cpu_seconds":1.5})";
}

void write_notes(const std::string& folder, const std::vector<std::string>& lines, const Shard& shard,
                 const RunIdentity& identity) {
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

MergeReport merge_notes(const std::vector<std::string>& folders, const std::string& out, bool is_tidy) {
  FolderMerge merge(kNotebook, folders, out, {.is_tidy = is_tidy});
  const auto check = [](const Note& note) {
    if (note.id == "foreign") throw UsageError("a foreign note");
  };
  merge.join(kNoteFormat, check, [](const Note& note) { return note.id.size(); });
  merge.commit();
  return merge.report();
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    files.push_back(entry.path().string().substr(folder.size() + 1));
  std::ranges::sort(files);
  return files;
}

std::string attempt_at(const std::string& folder, const std::string& start) {
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(folder) / "shards"))
    if (entry.path().filename().string().starts_with(start)) return entry.path().string();
  return "";
}

}  // namespace rootward::testing
