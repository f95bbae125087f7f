// Run folders of a product made up for the purpose: a notebook with notes.
#pragma once

#include <string>
#include <vector>

#include "lab/store/folder_merge.h"
#include "lab/store/run_folder.h"

namespace rootward::testing {

/// A line {"id":"x","says":".."}; its id is all before the blank.
struct Note {
  std::string id;
  std::string line;
};

inline constexpr RecordFiles kNotes{
    .name = "notes.jsonl", .has_shards = true, .record = "a note", .torn = "it is written again"};
extern const RecordFormat<Note> kNoteFormat;
extern const RunKind kNotebook;
inline constexpr const char* kBook = "title: \"a\"\npages: 3\nink: \"blue\"\nauthors:\n  x: 1\n  y: 2\n";

/// Its pages may become more, its title another, its authors more in order.
RunIdentity notebook_of(const std::string& yaml, InputFiles inputs = {});
std::string note(const std::string& id, const std::string& says = "so");
/// In one session.
void write_notes(const std::string& folder, const std::vector<std::string>& lines, const Shard& shard = {},
                 const RunIdentity& identity = notebook_of(kBook));
std::vector<std::string> ids_in(const std::string& folder);
/// A note "foreign" is one that does not belong there.
MergeReport merge_notes(const std::vector<std::string>& folders, const std::string& out, bool is_tidy = false);
/// Relative, in order.
std::vector<std::string> files_in(const std::string& folder);
/// The one attempt whose name begins so.
std::string attempt_at(const std::string& folder, const std::string& start);

template <class Error, class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace rootward::testing
