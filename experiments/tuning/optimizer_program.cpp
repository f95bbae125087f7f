// Looks for it before anything is stored or played.
#include "experiments/tuning/optimizer_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "core/errors.h"
#include "core/text.h"

namespace rootward::tuning {
namespace {

constexpr const char* kOptimizerProgram = "rootward-optimizer";

bool is_program(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::filesystem::path> optimizer_on_path() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::filesystem::path program = std::filesystem::path(folder.empty() ? "." : folder) / kOptimizerProgram;
    if (is_program(program)) return program;
  }
  return std::nullopt;
}

std::filesystem::path find_optimizer() {
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  if (is_program(here / kOptimizerProgram)) return here / kOptimizerProgram;
  if (const std::optional<std::filesystem::path> found = optimizer_on_path()) return *found;
  throw PlayerError(
      fmt::format("the optimizer {0} is missing: it is neither beside this program (in {1}) nor on PATH. Build it with "
                  "`cmake --build build/release --target {0}`, or name another with --optimizer \"COMMAND\"",
                  kOptimizerProgram, here.string()));
}

}  // namespace

std::string default_optimizer(std::uint64_t seed, const std::string& state_file) {
  return fmt::format("exec {} --seed {} --state {}", shell_quoted(find_optimizer().string()), seed,
                     shell_quoted(state_file));
}

}  // namespace rootward::tuning
