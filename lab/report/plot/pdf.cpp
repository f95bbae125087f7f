// Looking along the PATH and running a converter.
#include "lab/report/plot/pdf.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace rootward::plot {
namespace {

bool is_on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && access(folder.append("/").append(program).c_str(), X_OK) == 0) return true;
  return false;
}

/// Its words go nowhere; true where it ends with 0.
bool runs_well(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::string pdf_tool() {
  for (const char* tool : {"rsvg-convert", "inkscape"})
    if (is_on_path(tool)) return tool;
  return "";
}

bool write_pdf(const std::string& tool, const std::string& svg, const std::string& pdf) {
  if (tool == "inkscape") return runs_well({tool, "--export-type=pdf", "--export-filename=" + pdf, svg});
  return runs_well({tool, "--format=pdf", "--output=" + pdf, svg});
}

}  // namespace rootward::plot
