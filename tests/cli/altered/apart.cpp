// A child that runs the program's own function.
#include "tests/cli/altered/apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "cli/program.h"
#include "core/file_io.h"

#if defined(__SANITIZE_ADDRESS__)
#define ROOTWARD_UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROOTWARD_UNDER_ASAN 1
#endif
#endif

namespace rootward::testing {
namespace {

constexpr rlim_t kMostSeconds = 20;  // of CPU time; a command takes some hundredths

void limit(int resource, rlim_t most) {
  const rlimit limits{.rlim_cur = most, .rlim_max = most};
  (void)::setrlimit(resource, &limits);
}

int call(const Command& command) {
  std::vector<std::string> words = {"rootward"};
  words.insert(words.end(), command.begin(), command.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int code = run_program(static_cast<int>(words.size()), argv.data());
  (void)std::fflush(nullptr);
  return code;
}

[[noreturn]] void be_child(const std::string& directory, const std::vector<Command>& commands, const std::string& said,
                           int codes) {
  const int out = ::open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int nothing = ::open("/dev/null", O_RDONLY);
  (void)::dup2(nothing, 0);
  (void)::dup2(out, 1);
  (void)::dup2(out, 2);
  limit(RLIMIT_CPU, kMostSeconds);
  limit(RLIMIT_CORE, 0);
#if !defined(ROOTWARD_UNDER_ASAN)
  limit(RLIMIT_AS, rlim_t{4} << 30U);  // ASan's shadow is larger
#endif
  if (::chdir(directory.c_str()) != 0) ::_exit(99);
  for (const Command& command : commands) {
    const auto code = static_cast<unsigned char>(call(command));
    (void)!::write(codes, &code, 1);
  }
  ::_exit(0);
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '"'; }

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_letter(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

}  // namespace

ToldApart run_apart(const std::string& directory, const std::vector<Command>& commands) {
  const std::string said = directory + "/.said";
  int codes[2];
  if (::pipe(codes) != 0) std::abort();
  const pid_t child = ::fork();
  if (child == 0) be_child(directory, commands, said, codes[1]);
  ::close(codes[1]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) continue;
  ToldApart told;
  for (unsigned char code = 0; ::read(codes[0], &code, 1) == 1;) told.exit_codes.push_back(code);
  ::close(codes[0]);
  if (WIFSIGNALED(status)) told.death = fmt::format("killed by signal {}", WTERMSIG(status));
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) told.death = fmt::format("left by exit({})", WEXITSTATUS(status));
  told.said = file_exists(said) ? read_whole_file(said) : "";
  std::filesystem::remove(said);
  return told;
}

std::string trouble_in(const ToldApart& told) {
  if (!told.death.empty()) return told.death;
  for (const char* word :
       {"internal error", "json.exception", "out of memory", "runtime error: ", "vector::_M", "basic_string::"})
    if (told.said.find(word) != std::string::npos) return fmt::format("it says '{}'", word);
  for (const char* word : {"nan", "NaN", "-nan"})
    if (has_word(told.said, word)) return fmt::format("it prints {}", word);
  return "";
}

}  // namespace rootward::testing
