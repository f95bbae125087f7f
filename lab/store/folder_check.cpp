// Goes on after each problem: all of them are wanted.
#include "lab/store/folder_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "lab/store/attempt_file.h"
#include "lab/store/folder_layout.h"
#include "lab/store/line_file.h"
#include "lab/store/run_folder.h"

namespace rootward {
namespace {

std::string line_problem(const StoredLine& line, const std::string& place, const LineCheck& check) {
  if (std::string damage = line.damage(); !damage.empty()) return damage;
  try {
    return check(line.text, place);
  } catch (const UsageError& error) {
    return error.what();
  } catch (const RunError& error) {
    return error.what();
  }
}

void note_line(const StoredLine& line, const std::string& problem, RecordIndex& index, CheckedFile& checked) {
  const std::string place = fmt::format("{}:{}", checked.file, line.number);
  if (!problem.empty() && !line.damage().empty()) checked.is_whole = false;
  if (line.checksum == Checksum::none) ++checked.unchecked;
  checked.tally.add(line.text);
  const std::uint64_t hash = hash_name(line.text);
  const RecordIndex::Entry* earlier =
      index.add({.id = hash, .content = hash, .file = 0, .line = static_cast<std::uint32_t>(line.number)});
  if (earlier != nullptr) checked.repeated.push_back(fmt::format("{} repeats line {}", place, earlier->line));
}

void check_attempt(const std::string& path, std::string_view schema, const LineCheck& check, FolderCheck& found) {
  StoredLine whole;
  const auto look = [&](const std::string& text, std::size_t number) {
    ++found.lines;
    whole.text = text;
    const std::string place = fmt::format("{}:{}", path, number);
    const std::string problem = line_problem(whole, place, check);
    if (!problem.empty()) found.problems.push_back(fmt::format("{}: {}", place, problem));
  };
  try {
    const LineFileState state = read_attempt(path, schema, look);
    if (!state.warning.empty()) found.notes.push_back(state.warning);
  } catch (const RunError& error) {
    found.problems.emplace_back(error.what());
  }
}

std::string checksum_problem(Checksum checksum, bool is_needed) {
  if (checksum == Checksum::wrong) return "its checksum is not that of its text: it was changed";
  return checksum == Checksum::none && is_needed ? "it has no checksum" : "";
}

/// The optimizer has a checksum of its own: a hash of all before it.
Checksum optimizer_checksum(std::string_view text) {
  constexpr std::string_view kKey = R"(,"checksum":")";
  const std::size_t start = text.rfind(kKey);
  if (start == std::string_view::npos) return Checksum::none;
  const std::string before = std::string(text.substr(0, start)) + '}';
  const std::string end = fmt::format("{}{:016x}\"}}\n", kKey, hash_name(before));
  return text.substr(start) == end ? Checksum::right : Checksum::wrong;
}

std::string document_problem(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  if (!name.ends_with(".json")) return "";
  std::string text = read_whole_file(path);
  if (name == "manifest.json")  // who reads it refuses a wrong one
    return take_document_checksum(text) == Checksum::none ? checksum_problem(Checksum::none, true) : "";
  if (name == "optimizer.json") return checksum_problem(optimizer_checksum(text), true);
  const bool is_kept = name == "point.json" || text.starts_with(R"({"schema":"rootward.kept-tuning/)") ||
                       text.starts_with(R"({"schema":"rootward.kept-tournament/)");
  if (text.ends_with('\n')) text.pop_back();
  return checksum_problem(take_checksum(text), is_kept);
}

}  // namespace

void check_lines(const std::string& path, std::string_view schema, const LineCheck& check, FolderCheck& found) {
  if (shard_of_attempt(path)) return check_attempt(path, schema, check, found);
  CheckedFile& checked = found.files[path];
  checked = {.file = path};
  RecordIndex index;
  try {
    LineFileReader reader(path);
    if (!reader.file().empty()) checked.file = reader.file();
    StoredLine line;
    while (reader.next(line)) {
      ++found.lines;
      const std::string place = fmt::format("{}:{}", checked.file, line.number);
      const std::string problem = line_problem(line, place, check);
      if (!problem.empty()) found.problems.push_back(fmt::format("{}: {}", place, problem));
      note_line(line, problem, index, checked);
    }
  } catch (const RunError& error) {
    found.problems.emplace_back(error.what());
    checked.is_whole = false;
  }
}

bool check_records(const std::string& folder, const Manifest& manifest, FolderCheck& found) {
  bool is_missing_some = false;
  for (const auto& [path, checked] : found.files) {
    if (manifest.records.contains(std::filesystem::path(path).lexically_relative(folder).string())) continue;
    if (checked.unchecked > 0)
      found.notes.push_back(fmt::format("{}: {} lines have no checksum", checked.file, checked.unchecked));
    const bool is_shards = path != path_in(folder, path.substr(path.rfind('/') + 1));
    const bool is_told = !manifest.records.empty() || !manifest.ended.empty();
    if (checked.tally.lines > 0 && is_told && !is_shards)
      found.problems.push_back(fmt::format("{}: the manifest does not name it", checked.file));
  }
  for (const auto& [name, told] : manifest.records) {
    const auto known = found.files.find(path_in(folder, name));
    if (known == found.files.end()) {
      found.problems.push_back(
          fmt::format("{}: the manifest names it, and such a folder has no such file", path_in(folder, name)));
      continue;
    }
    const CheckedFile& checked = known->second;
    const std::string problem = checked.is_whole ? tally_problem(told, checked.tally) : "";
    if (problem.empty()) continue;
    found.problems.push_back(fmt::format("{}: {}", checked.file, problem));
    for (const std::string& repeated : checked.repeated) found.problems.push_back(repeated);
    is_missing_some = is_missing_some || checked.tally.lines - checked.repeated.size() < told.lines;
  }
  return is_missing_some;
}

FolderCheck check_told_files(const std::string& folder) {
  FolderCheck found;
  const Manifest manifest = read_manifest(folder);
  for (const auto& [name, told] : manifest.records)
    check_lines(
        path_in(folder, name), "", [](const std::string&, const std::string&) { return std::string(); }, found);
  (void)check_records(folder, manifest, found);
  return found;
}

void add_missing(const std::string& folder, std::string_view what, const std::vector<std::string>& names,
                 FolderCheck& found) {
  constexpr std::size_t kMost = 10;
  if (names.empty()) return;
  std::vector<std::string> shown = names;
  shown.resize(std::min(names.size(), kMost));
  found.problems.push_back(fmt::format("{}: {} {} are missing: {}{}", folder, names.size(), what,
                                       fmt::join(shown, ", "), names.size() > kMost ? ", .." : ""));
}

void check_documents(const std::string& folder, FolderCheck& found) {
  for (const std::string& path : list_folder(folder)) {
    std::error_code ignored;
    if (std::filesystem::is_symlink(path, ignored)) continue;
    if (std::filesystem::is_directory(path, ignored)) {
      check_documents(path, found);
      continue;
    }
    const std::string problem = document_problem(path);
    if (!problem.empty()) found.problems.push_back(fmt::format("{}: {}", path, problem));
  }
}

std::string RecordPlaces::problem(const std::string& id, std::string_view content, const std::string& place) {
  const std::uint64_t hash = hash_name(content);
  const auto [known, is_new] = places_.try_emplace(id, place, hash);
  if (is_new || known->second.second == hash) return "";
  return fmt::format("{} is stored at {} with different content", id, known->second.first);
}

void check_config_hash(const std::string& path, const Manifest& manifest, const std::string& hash, FolderCheck& found) {
  try {
    require_config_hash(path, manifest, hash);
  } catch (const RunError& error) {
    found.problems.emplace_back(error.what());
  }
}

}  // namespace rootward
