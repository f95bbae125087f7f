// Goes on after each problem: all of them are wanted.
#include "experiments/store/folder_check.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "core/rng.h"
#include "experiments/store/attempt_file.h"
#include "experiments/store/line_file.h"

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

}  // namespace

void check_lines(const std::string& path, std::string_view schema, const LineCheck& check, FolderCheck& found) {
  if (shard_of_attempt(path)) return check_attempt(path, schema, check, found);
  std::size_t unchecked = 0;
  std::string file = path;
  try {
    LineFileReader reader(path);
    file = reader.file();
    StoredLine line;
    while (reader.next(line)) {
      ++found.lines;
      const std::string place = fmt::format("{}:{}", file, line.number);
      const std::string problem = line_problem(line, place, check);
      if (!problem.empty()) found.problems.push_back(fmt::format("{}: {}", place, problem));
      if (line.checksum == Checksum::none) ++unchecked;
    }
  } catch (const RunError& error) {
    found.problems.emplace_back(error.what());
  }
  if (unchecked > 0) found.notes.push_back(fmt::format("{}: {} lines have no checksum", file, unchecked));
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
