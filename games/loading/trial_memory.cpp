// Guard pages by mmap, a child by fork, and what its end means.
#include "games/loading/trial_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>

#include "core/errors.h"
#include "core/file_io.h"

namespace rootward::loading {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::byte kPattern{0xA5};
constexpr int kPollMs = 100;
constexpr int kPatienceMs = 10'000;  // without a step

/// A handler of signals can be told nothing otherwise.
struct Watched {
  TrialReport* report = nullptr;
  std::array<const GuardedArea*, 8> areas{};
  std::size_t count = 0;
};
Watched watched;

void on_fault(int signal, siginfo_t* info, void*) {
  for (std::size_t i = 0; i < watched.count; ++i)
    if (const char* about = watched.areas[i]->about(info->si_addr)) watched.report->touched = about;
  std::signal(signal, SIG_DFL);  // which the same instruction then meets
}

[[noreturn]] void fail(const char* what) { throw RunError(file_error_text("a game's trial", what, errno)); }

void catch_faults(TrialReport& report) {
  watched = {.report = &report};
  static std::array<char, 65536> stack;
  const stack_t other{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS}) sigaction(signal, &action, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGABRT, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
}

void write_text(std::array<char, TrialReport::kText>& room, std::string_view text) {
  const std::size_t size = std::min(text.size(), room.size() - 1);
  std::copy_n(text.data(), size, room.data());
  room[size] = 0;
}

}  // namespace

void TrialReport::add_move(std::string_view text) {
  if (moves_size + text.size() + 2 > moves.size()) {  // the last half stays
    const std::size_t kept = moves_size / 2;
    std::copy_n(moves.data() + (moves_size - kept), kept, moves.data());
    moves_size = kept;
  }
  moves[moves_size++] = ' ';
  std::copy_n(text.data(), text.size(), moves.data() + moves_size);
  moves_size += text.size();
}

GuardedArea::GuardedArea(std::size_t size, const char* what)
    : size_(size), pages_size_((size + kPage - 1) / kPage * kPage), what_(what) {
  const FileDescriptor file(memfd_create("rootward-trial", MFD_CLOEXEC));
  if (!file.is_open() || ftruncate(file.get(), static_cast<off_t>(pages_size_)) != 0) fail("no memory");
  pages_ = map(file.get());
  view_ = map(file.get());
  if (mprotect(view_, pages_size_, PROT_READ) != 0) fail("no memory");
}

std::byte* GuardedArea::map(int file) const {
  void* all = mmap(nullptr, pages_size_ + 2 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) fail("no memory");
  std::byte* pages = static_cast<std::byte*>(all) + kPage;
  if (mmap(pages, pages_size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
    fail("no memory");
  return pages;
}

GuardedArea::~GuardedArea() {
  munmap(pages_ - kPage, pages_size_ + 2 * kPage);
  munmap(view_ - kPage, pages_size_ + 2 * kPage);
}

void GuardedArea::place(bool at_end, std::size_t alignment) {
  offset_ = at_end ? (pages_size_ - size_) / alignment * alignment : 0;
  std::fill_n(pages_, pages_size_, kPattern);
}

bool GuardedArea::is_untouched() const {
  const auto is_pattern = [](const std::byte* from, std::size_t size) {  // each byte equals the next one
    return size == 0 || (*from == kPattern && std::memcmp(from, from + 1, size - 1) == 0);
  };
  return is_pattern(pages_, offset_) && is_pattern(pages_ + offset_ + size_, pages_size_ - offset_ - size_);
}

const char* GuardedArea::about(const void* address) const {
  const auto* at = static_cast<const std::byte*>(address);
  for (const std::byte* pages : {pages_, view_}) {
    if (at >= pages - kPage && at < pages + pages_size_ + kPage) return what_;
  }
  return nullptr;
}

void watch_area(const GuardedArea& area) { watched.areas.at(watched.count++) = &area; }

ChildTrial::ChildTrial() {
  void* shared = mmap(nullptr, sizeof(TrialReport), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) fail("no memory");
  report_ = new (shared) TrialReport{};
}

ChildTrial::~ChildTrial() { munmap(report_, sizeof(TrialReport)); }

/// The pipe's other end stays open as long as the child lives.
void ChildTrial::run(const std::function<void(TrialReport&)>& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("no pipe");
  FileDescriptor here(ends[0]);
  FileDescriptor alive(ends[1]);
  std::fflush(nullptr);  // or both would write what is kept
  const pid_t pid = fork();
  if (pid < 0) fail("no process");
  if (pid == 0) child(work, alive.get());
  (void)alive.close();
  std::uint64_t steps = 0;
  bool hangs = false;
  for (int waited = 0; !hangs; waited += kPollMs) {
    pollfd poll_end{.fd = here.get(), .events = 0, .revents = 0};
    if (poll(&poll_end, 1, kPollMs) > 0) break;
    if (const std::uint64_t now = report_->steps; now != steps) {
      steps = now;
      waited = 0;
    }
    hangs = waited >= kPatienceMs;
  }
  if (hangs) ::kill(pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  const char* doing = report_->doing;
  if (hangs) refuse(fmt::format("{} does not return", doing));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && report_->is_done) return;
  if (WIFEXITED(status) && report_->is_found) refuse(report_->message.data());
  if (WIFEXITED(status)) refuse(fmt::format("{} ends the process with exit code {}", doing, WEXITSTATUS(status)));
  const char* touched = report_->touched;
  refuse(fmt::format("{} ends the process by signal {} ({}){}", doing, WTERMSIG(status), strsignal(WTERMSIG(status)),
                     touched == nullptr ? ""
                                        : fmt::format(": it touches memory outside of {}, or writes what it may "
                                                      "only read",
                                                      touched)));
}

void ChildTrial::child(const std::function<void(TrialReport&)>& work, int) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{.rlim_cur = 0, .rlim_max = 0};
  setrlimit(RLIMIT_CORE, &no_core);
  dup2(STDERR_FILENO, STDOUT_FILENO);  // results go there
  catch_faults(*report_);
  try {
    work(*report_);
  } catch (const std::exception& error) {
    write_text(report_->message, error.what());
    report_->is_found = true;
    _exit(1);
  }
  report_->is_done = true;
  _exit(0);
}

void ChildTrial::refuse(const std::string& what) const {
  const std::string_view moves(report_->moves.data(), report_->moves_size);
  if (report_->games == 0 && moves.empty() && report_->steps == 0) throw UsageError(what);
  throw UsageError(fmt::format("{}; the moves:{}", what, moves.empty() ? " none" : moves));
}

}  // namespace rootward::loading
