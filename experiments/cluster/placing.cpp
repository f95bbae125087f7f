// Copies by the hash of their bytes.
#include "experiments/cluster/placing.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "core/build_info.h"
#include "core/file_io.h"
#include "core/sha256.h"
#include "evaluators/net/model.h"
#include "experiments/cluster/plan.h"
#include "lab/config/resolved_tree.h"
#include "lab/store/folder_layout.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;

std::string text_of_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return std::move(text).str();
}

std::string short_hash(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex().substr(0, 16);
}

/// Where a file that a configuration names lies.
std::string found_file(const config::NamedFile& named) {
  if (named.is_network) return net::find_model_file(named.file, named.folder);
  return config::path_of(named);
}

}  // namespace

void place_file(const std::string& path, const std::string& bytes, bool is_program) {
  std::error_code ignored;
  if (!fs::exists(path, ignored) || text_of_file(path) != bytes) {
    make_folders(fs::path(path).parent_path().string());
    write_file_atomically(path, bytes);
  }
  if (is_program) fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec, fs::perm_options::add);
}

std::string program_place() {
  const std::string name(revision());
  const bool is_fixed = name != "unknown" && !name.ends_with("-dirty");
  return fmt::format("cluster/bin/{}/rootward",
                     is_fixed ? name : name + "." + short_hash(text_of_file("/proc/self/exe")));
}

std::string place_program(const std::string& folder) {
  std::string place = program_place();
  place_file(path_in(folder, place), text_of_file("/proc/self/exe"), true);
  return place;
}

void place_optimizer(const std::string& folder, const std::string& program) {
  constexpr const char* kName = "rootward-optimizer";
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path() / kName;
  const fs::path there = fs::path(path_in(folder, program)).parent_path() / kName;
  std::error_code ignored;
  if (fs::is_regular_file(here, ignored)) place_file(there.string(), text_of_file(here.string()), true);
}

std::vector<std::string> library_warnings() {
  std::ifstream maps("/proc/self/maps");
  std::vector<std::string> found;
  for (std::string line; std::getline(maps, line);) {
    const std::size_t slash = line.find('/');
    if (slash == std::string::npos || line.find(".so", slash) == std::string::npos) continue;
    std::string file = line.substr(slash);
    const bool is_system = file.starts_with("/lib") || file.starts_with("/usr/lib");
    if (!is_system && std::ranges::find(found, file) == found.end()) found.push_back(std::move(file));
  }
  std::vector<std::string> warnings;
  for (const std::string& library : found)
    warnings.push_back(
        fmt::format("warning: the program needs {}, which other machines may lack; the preset `portable` "
                    "builds one that needs the C library alone",
                    library));
  return warnings;
}

void place_configuration(const std::string& folder, const std::vector<config::NamedFile>& files,
                         config::YamlNode configuration) {
  std::map<std::string, std::string> names;
  for (const config::NamedFile& named : files) {
    const std::string path = found_file(named);
    // What is inside the program needs no copy; a folder of records stays where it is.
    if (named.is_network && path == named.file && !fs::exists(path)) continue;
    if (fs::is_directory(path)) {
      names[named.file] = fs::absolute(path).string();
      continue;
    }
    const std::string bytes = text_of_file(path);
    const std::string place = "inputs/" + short_hash(bytes) + fs::path(path).extension().string();
    place_file(path_in(folder, "cluster/" + place), bytes);
    names[named.file] = place;
  }
  config::rename_files(configuration, names);
  place_file(planned_config_path(folder), config::tree_text(configuration));
}

std::string place_named_configuration(const std::string& folder, const std::vector<config::NamedFile>& files,
                                      const config::YamlNode& configuration, const std::string& wished) {
  // Deep enough that names with .. stay within.
  std::ptrdiff_t depth = 0;
  for (const config::NamedFile& named : files) {
    const fs::path written = fs::path(named.file).lexically_normal();
    depth = std::max(depth, std::count(written.begin(), written.end(), fs::path("..")));
  }
  const std::size_t name = wished.rfind('/') + 1;
  std::string place = wished.substr(0, name);
  for (std::ptrdiff_t i = 0; i < depth; ++i) place += "d/";
  for (const config::NamedFile& named : files) {
    const fs::path path = found_file(named);
    if (fs::path(named.file).is_absolute() || !fs::exists(path)) continue;
    const fs::path copy = fs::path(path_in(folder, place + named.file)).lexically_normal();
    if (!fs::is_directory(path)) {
      place_file(copy.string(), text_of_file(path.string()));
    } else if (!fs::exists(copy)) {
      make_folders(copy.parent_path().string());
      fs::create_directory_symlink(fs::absolute(path), copy);
    }
  }
  place += wished.substr(name);
  place_file(path_in(folder, place), config::tree_text(configuration));
  return place;
}

std::uint32_t megabytes_a_core(std::uint32_t cpus) {
  constexpr std::uint32_t kLeast = 500;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto wanted = static_cast<std::uint32_t>(usage.ru_maxrss / 1024) * 3 / 2;
  return std::max(kLeast, (wanted + cpus - 1) / cpus);
}

}  // namespace rootward::cluster
