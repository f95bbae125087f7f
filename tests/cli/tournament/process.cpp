// fork and exec with both outputs in files.
#include "tests/cli/tournament/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <system_error>
#include <thread>

#include "core/file_io.h"

namespace rootward::testing {
namespace {

[[noreturn]] void become_program(const std::string& directory, const std::vector<std::string>& arguments,
                                 const std::string& out, const std::string& err, std::uint64_t file_limit) {
  std::vector<char*> argv;
  std::string program = ROOTWARD_PROGRAM;
  std::vector<std::string> copies = arguments;
  argv.push_back(program.data());
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const int out_fd = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const int err_fd = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (::chdir(directory.c_str()) != 0 || ::dup2(out_fd, 1) < 0 || ::dup2(err_fd, 2) < 0) ::_exit(126);
  if (file_limit > 0) {
    const rlimit limit{.rlim_cur = file_limit, .rlim_max = file_limit};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(126);
  }
  ::execv(program.c_str(), argv.data());
  ::_exit(127);
}

}  // namespace

Process::Process(const std::string& directory, const std::vector<std::string>& arguments, std::uint64_t file_limit)
    : start_(std::chrono::steady_clock::now()) {
  // Named by this object and its process, so that several can run beside one another.
  const std::string base =
      fmt::format("{}/.process-{}-{:x}", directory, ::getpid(), reinterpret_cast<std::uintptr_t>(this));
  out_path_ = base + ".out";
  err_path_ = base + ".err";
  pid_ = ::fork();
  if (pid_ == 0) become_program(directory, arguments, out_path_, err_path_, file_limit);
}

Process::~Process() {
  if (!has_ended()) {
    send(SIGKILL);
    ::waitpid(pid_, &status_, 0);
  }
  for (const std::string& path : {out_path_, err_path_}) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
}

void Process::send(int signal) const { ::kill(pid_, signal); }

bool Process::has_ended() {
  if (!is_reaped_) is_reaped_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
  return is_reaped_;
}

bool Process::wait_until(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(3);
  while (!condition()) {
    if (has_ended() || std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

Finished Process::wait() {
  if (!is_reaped_) ::waitpid(pid_, &status_, 0);
  is_reaped_ = true;
  Finished finished;
  finished.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (WIFEXITED(status_)) finished.exit_code = WEXITSTATUS(status_);
  finished.out = read_whole_file(out_path_);
  finished.err = read_whole_file(err_path_);
  return finished;
}

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

Finished run_program(const std::string& directory, const std::vector<std::string>& arguments) {
  return Process(directory, arguments).wait();
}

}  // namespace rootward::testing
