// What lies in DIR/cluster beside the plan: the program, the configuration, and what it names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/config/named_files.h"
#include "lab/config/yaml_node.h"

namespace rootward::cluster {

/// Makes the file, and its folder, unless the same is there.
void place_file(const std::string& path, const std::string& bytes, bool is_program = false);

/// Where this program's copy lies, from the folder: by its revision, and by its bytes where the revision does not fix
/// them; a rebuild does not change what is queued.
std::string program_place();
/// Copies it there.
std::string place_program(const std::string& folder);

/// Copies books and networks into cluster/inputs, and writes the configuration that names them there.
void place_configuration(const std::string& folder, const std::vector<config::NamedFile>& files,
                         config::YamlNode configuration);

/// The rootward-optimizer of this program beside its copy, where drivers of tunings look for it.
void place_optimizer(const std::string& folder, const std::string& program);

/// The same as place_configuration() with every file under the name that the user gave it, so that what is stored tells
/// of the user's configuration. Absolute names are left alone. `wished`: from the folder, "cluster/driver/config.yaml";
/// the configuration lies there, or deeper where it names files above its own folder. Returns where it lies.
std::string place_named_configuration(const std::string& folder, const std::vector<config::NamedFile>& files,
                                      const config::YamlNode& configuration, const std::string& wished);

/// What is to be said of each library outside of the system's folders that the running program needs.
std::vector<std::string> library_warnings();

/// MB a core of a task: one and a half times what this process has had at most, and at least 500 a core.
std::uint32_t megabytes_a_core(std::uint32_t cpus);

}  // namespace rootward::cluster
