// posix_spawn and not fork: it copies no page tables of large trees and is safe while other threads run.
#include "lab/engines/process/spawn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

#include "core/errors.h"
#include "core/number_text.h"

namespace rootward {
namespace {

constexpr const char* kShell = "/bin/sh";
constexpr const char* kMarkName = "ROOTWARD_PROCESS_GROUP";
/// Waits for the end of its standard input; then kills whoever carries the mark, and its group. Its
/// own environment is empty.
constexpr const char* kGuardianScript = R"(
PATH=/usr/local/bin:/usr/bin:/bin
trap '' HUP INT QUIT TERM
read -r line
for round in 1 2 3 4 5; do
  marked=$(grep -lsF '{}={}' /proc/[0-9]*/environ)
  [ "$marked" ] || break
  for file in $marked; do pid=${{file#/proc/}}; kill -KILL "${{pid%/environ}}"; done
done
kill -KILL 0
)";

struct Pipe {
  FileDescriptor read_end, write_end;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw RunError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

void make_nonblocking(const FileDescriptor& file) {
  ::fcntl(file.get(), F_SETFL, ::fcntl(file.get(), F_GETFL) | O_NONBLOCK);
}

class SpawnActions {
 public:
  SpawnActions() { ::posix_spawn_file_actions_init(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() { ::posix_spawn_file_actions_destroy(&actions_); }

  void become(const FileDescriptor& file, int number) {
    ::posix_spawn_file_actions_adddup2(&actions_, file.get(), number);
  }
  void change_directory(const std::string& directory) {
    ::posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
  }
  void open_null(int number) { ::posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", O_WRONLY, 0); }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// A group (0 = a new one), no blocked signals, and every signal that this program treats specially as it was.
class SpawnAttributes {
 public:
  explicit SpawnAttributes(pid_t group) {
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ})
      sigaddset(&signals, signal);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setpgroup(&attributes_, group);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { ::posix_spawnattr_destroy(&attributes_); }
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

/// Unlike that of any other group of this boot of the machine.
std::string new_mark(const void* group) {
  return fmt::format("{}-{}-{}", ::getpid(), std::chrono::steady_clock::now().time_since_epoch().count(), group);
}

/// Processes that live and have "NAME=VALUE" in the environment they were started with.
std::vector<pid_t> processes_with(const std::pair<std::string, std::string>& mark) {
  const std::string entry = fmt::format("{}={}", mark.first, mark.second) + '\0';
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& folder : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = folder.path().filename().string();
    const std::optional<pid_t> pid = parse_number<pid_t>(name);
    if (!pid) continue;
    std::ifstream file(folder.path() / "environ", std::ios::binary);
    const std::string environment{std::istreambuf_iterator<char>(file), {}};
    if (environment.find(entry) != std::string::npos) found.push_back(*pid);
  }
  return found;
}

/// Those that the group's signal did not reach. Several rounds: one may start another meanwhile.
void kill_marked(const std::pair<std::string, std::string>& mark) {
  constexpr int kRounds = 20;
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<pid_t> left = processes_with(mark);
    if (left.empty()) return;
    for (const pid_t pid : left) ::kill(pid, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::vector<std::string> environment_with(const ChildOptions& options) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    bool is_replaced = false;
    for (const auto& [given, value] : options.environment) is_replaced = is_replaced || given == name;
    if (!is_replaced) variables.emplace_back(text);
  }
  for (const auto& [name, value] : options.environment) variables.push_back(fmt::format("{}={}", name, value));
  return variables;
}

/// Runs a program that is looked for in PATH; throws RunError.
pid_t spawn_words(std::vector<std::string> words, const SpawnActions& actions, const SpawnAttributes& attributes,
                  std::vector<std::string> environment) {
  const auto pointers = [](std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
  };
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, words.front().c_str(), actions.get(), attributes.get(), pointers(words).data(),
                                   pointers(environment).data());
  if (error != 0) throw RunError(fmt::format("cannot start {}: {}", words.front(), std::strerror(error)));
  return pid;
}

std::vector<std::string> shell_words(std::string script) { return {kShell, "-c", std::move(script)}; }

}  // namespace

GuardedGroup::GuardedGroup() : mark_(kMarkName, new_mark(this)) {
  Pipe pipe = make_pipe();
  SpawnActions actions;
  actions.become(pipe.read_end, STDIN_FILENO);
  actions.open_null(STDOUT_FILENO);
  actions.open_null(STDERR_FILENO);
  guardian_ = spawn_words(shell_words(fmt::format(fmt::runtime(kGuardianScript), mark_.first, mark_.second)), actions,
                          SpawnAttributes(0), {});
  lifeline_ = std::move(pipe.write_end);
}

GuardedGroup::~GuardedGroup() {
  send(SIGKILL);
  ::waitpid(guardian_, nullptr, 0);
  kill_marked(mark_);
}

void GuardedGroup::send(int signal) const { ::kill(-guardian_, signal); }

SpawnedChild spawn_in_group(const ChildOptions& options, const GuardedGroup& group) {
  if (options.command.empty() && options.arguments.empty())
    throw RunError("cannot start a program: its command is empty");
  if (!options.directory.empty() && !std::filesystem::is_directory(options.directory))
    throw RunError(fmt::format("cannot start `{}`: its folder {} does not exist", options.command, options.directory));
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  SpawnActions actions;
  actions.become(input.read_end, STDIN_FILENO);
  actions.become(output.write_end, STDOUT_FILENO);
  actions.become(error.write_end, STDERR_FILENO);
  if (!options.directory.empty()) actions.change_directory(options.directory);
  ChildOptions marked = options;
  marked.environment.push_back(group.mark());
  SpawnedChild child;
  child.pid = spawn_words(options.command.empty() ? options.arguments : shell_words(options.command), actions,
                          SpawnAttributes(group.id()), environment_with(marked));
  child.input = std::move(input.write_end);
  child.output = std::move(output.read_end);
  child.error = std::move(error.read_end);
  make_nonblocking(child.input);
  make_nonblocking(child.output);
  return child;
}

}  // namespace rootward
