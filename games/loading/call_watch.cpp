// A thread that wakes when a game has crashed or hangs, and says so in place of the one that cannot.
#include "games/loading/call_watch.h"

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/note.h"
#include "games/loading/position.h"
#include "games/loading/state.h"
#include "games/loading/trial_memory.h"

namespace rootward::loading {
namespace {

constexpr int kBrokenGameExit = 2;       // of a game that cannot be used
constexpr int kCallPatience = 20;        // seconds without a step
constexpr unsigned kReportSeconds = 30;  // seconds: a game may have broken what the report needs
constexpr std::size_t kAltStack = 65536;

struct WatchedThread {
  CallSlot slot;
  int still = 0;  // seconds
};
struct CallWatch {
  std::mutex mutex;  // of the list
  std::list<WatchedThread> threads;
  sem_t crashed{};
  std::atomic<CallSlot*> culprit{nullptr};
  std::atomic<int> signal{0};
  pid_t process = 0;
};
CallWatch& call_watch() {
  static auto& all = *new CallWatch;  // signals come until the end
  return all;
}

/// Moves as texts, which a child asks the game for: it may crash again.
std::string moves_text(const PluginRules& rules, const std::vector<std::uint32_t>& moves) {
  ChildTrial child;
  try {
    child.run([&](TrialReport& report) {
      StateBlock state(rules.facts().state_bytes);
      rules.game().start(rules.handle(), state.data());
      for (const std::uint32_t move : moves) {
        report.add_move(rules.text_of(state.data(), move));
        rules.game().play(rules.handle(), state.data(), move);
      }
    });
  } catch (const std::exception&) {  // what it had by then is kept
  }
  const TrialReport& report = child.report();
  return report.moves_size == 0 ? " none" : std::string(report.moves.data(), report.moves_size);
}

[[noreturn]] void end_program(const CallSlot& slot, const std::string& what) {
  std::signal(SIGALRM, [](int) {
    constexpr std::string_view kText =
        "error: a game by the C interface broke off, and what the program needs with it\n";
    (void)!write(STDERR_FILENO, kText.data(), kText.size());
    _exit(kBrokenGameExit);
  });
  alarm(kReportSeconds);
  const PluginPosition& position = *slot.position.load();
  std::vector<std::uint32_t> moves = position.moves();
  moves.insert(moves.end(), slot.moves.begin(), slot.moves.begin() + slot.count.load());
  note("error: the game {} broke a promise: {} {}; the moves:{}", position.rules().name(), slot.doing.load(), what,
       moves_text(position.rules(), moves));
  _exit(kBrokenGameExit);
}

void on_games_signal(int signal, siginfo_t*, void*) {
  const bool is_games = thread_slot != nullptr && thread_slot->position.load() != nullptr;
  if (!is_games || getpid() != call_watch().process) {
    std::signal(signal, SIG_DFL);  // which the same instruction then meets
    return;
  }
  CallSlot* nobody = nullptr;
  if (call_watch().culprit.compare_exchange_strong(nobody, thread_slot)) {
    call_watch().signal = signal;
    sem_post(&call_watch().crashed);
  }
  for (;;) pause();
}

void look_for_hangs() {
  const std::lock_guard lock(call_watch().mutex);
  for (WatchedThread& thread : call_watch().threads) {
    const bool is_still = thread.slot.is_marked.exchange(true) && thread.slot.position.load() != nullptr;
    thread.still = is_still ? thread.still + 1 : 0;
    if (thread.still >= kCallPatience) end_program(thread.slot, "does not return");
  }
}

void watch_games() {
  for (;;) {
    timespec until{};
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    if (sem_timedwait(&call_watch().crashed, &until) != 0) {
      look_for_hangs();
      continue;
    }
    const int signal = call_watch().signal;
    end_program(*call_watch().culprit.load(),
                fmt::format("ends the process by signal {} ({})", signal, strsignal(signal)));
  }
}

/// All signals stay with the other threads.
void begin_to_watch() {
  call_watch().process = getpid();
  sem_init(&call_watch().crashed, 0, 0);
  struct sigaction action {};
  action.sa_sigaction = on_games_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(watch_games).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// A thread's place in the list, and a stack for its handler: the game may have used up the other.
class Registration {
 public:
  Registration() : stack_(kAltStack) {
    const stack_t other{.ss_sp = stack_.data(), .ss_flags = 0, .ss_size = stack_.size()};
    sigaltstack(&other, &before_);
    const std::lock_guard lock(call_watch().mutex);
    place_ = call_watch().threads.emplace(call_watch().threads.end());
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  /// A game that calls exit() brings its thread here.
  ~Registration() {
    if (place_->slot.position.load() != nullptr && getpid() == call_watch().process)
      end_program(place_->slot, "ends the process");
    thread_slot = nullptr;
    sigaltstack(&before_, nullptr);
    const std::lock_guard lock(call_watch().mutex);
    call_watch().threads.erase(place_);
  }
  [[nodiscard]] CallSlot* slot() const { return &place_->slot; }

 private:
  std::vector<char> stack_;
  stack_t before_{};
  std::list<WatchedThread>::iterator place_;
};

}  // namespace

CallSlot* register_thread() {
  static std::once_flag begun;
  std::call_once(begun, begin_to_watch);
  thread_local Registration registration;
  return registration.slot();
}

}  // namespace rootward::loading
