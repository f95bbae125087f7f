// The configurations that come with the program: where they lie, what there is, and `shipped:NAME` in a CONFIG's place.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rootward::config {

struct ShippedFile {
  std::string name;  ///< the path below configs/ without its ending: "tuning/quickstart-tuning"
  std::string file;
  std::string kind;      ///< KindFacts::name
  std::string question;  ///< "" where the file has none
};

/// The folder of configs/, as seen by a program in the folder `program`: `program`/../share/rootward, else
/// $ROOTWARD_DATA, else the source tree that the program was built from. Throws UsageError naming all three where none
/// of them holds configs/.
std::filesystem::path data_folder(const std::filesystem::path& program);

/// The same for the program that runs.
std::filesystem::path data_folder();

/// Every configuration below `data`, by name; opening books, examples of `explore` and published results are none.
std::vector<ShippedFile> shipped_files(const std::filesystem::path& data);

/// The file that "shipped:NAME" stands for; any other text as it is. NAME may be the last part of a name that only one
/// has. Throws UsageError with the nearest name where there is no such configuration.
std::string configuration_file(const std::string& text);

}  // namespace rootward::config
