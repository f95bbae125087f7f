// An engine that plays random legal moves and fails as it is told: scripted_engine FAULT AT [MARK].
//
// FAULT happens at the genmove number AT of this process (the plays and other commands named below: at once), and where
// MARK is given only if that file does not exist yet; it is then made.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/engines/gtp/gtp_engine.h"

namespace {

using namespace rootward;

struct Script {
  std::string fault = "none";
  int at = 1;
  std::string mark;
};

[[noreturn]] void sleep_for_ever() {
  for (;;) ::pause();
}

/// Does what the script says in place of an answer; false where the engine is to answer as usual.
bool misbehave(const std::string& fault, const GtpCommand& command) {
  const auto say = [&](const std::string& text) { std::cout << text << std::flush; };
  if (fault == "crash") {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer has a handler there
    std::raise(SIGSEGV);
  }
  if (fault == "exit") std::_Exit(3);
  if (fault == "hang") sleep_for_ever();
  if (fault == "slow") ::sleep(3);
  if (fault == "stderr") {
    for (int i = 0; i < 200'000; ++i) std::cerr << "so much to say and nobody listens\n";
    std::cerr << "the very last words\n";
  }
  if (fault == "garbage") return say("I think about it\n\n"), true;
  if (fault == "illegal") return say("=" + command.id + " Z99\n\n"), true;
  if (fault == "error") return say("?" + command.id + " cannot think\n\n"), true;
  if (fault == "wrong_id") return say("=987654 pass\n\n"), true;
  if (fault == "resign") return say("=" + command.id + " resign\n\n"), true;
  if (fault == "crlf") return say("# a comment\r\n\r\n=" + command.id + " PASS\t\r\n\r\n"), true;
  if (fault == "endless") {
    for (const std::string much(1 << 16, 'x');;) say(much);
  }
  return false;
}

/// Faults that do not wait for a genmove.
bool misbehave_at_once(const std::string& fault, const GtpCommand& command) {
  if (fault == "refuse" && command.name == "play") {
    std::cout << "?" << command.id << " illegal move\n\n" << std::flush;
    return true;
  }
  if (fault == "refuse_size" && command.name == "boardsize") {
    std::cout << "?" << command.id << " unacceptable size\n\n" << std::flush;
    return true;
  }
  if (fault == "pass" && command.name == "genmove") {
    std::cout << "=" << command.id << " pass\n\n" << std::flush;
    return true;
  }
  if (command.name != "quit") return false;
  if (fault == "die_at_quit") std::raise(SIGSEGV);
  if (fault == "deaf_at_quit") {
    std::signal(SIGTERM, SIG_IGN);
    sleep_for_ever();
  }
  return false;
}

bool is_due(const Script& script) {
  if (script.mark.empty()) return true;
  if (std::filesystem::exists(script.mark)) return false;
  std::ofstream(script.mark) << "failed once\n";
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Script script;
  if (argc > 1) script.fault = argv[1];
  if (argc > 2) script.at = std::atoi(argv[2]);
  if (argc > 3) script.mark = argv[3];
  if (script.fault == "start") {
    std::cerr << "the network file is missing\n";
    return 7;
  }
  GtpSetup setup;
  setup.game = parse_game("go:5", {});
  setup.player = [](const NamedParams&) {
    PlayerSpec spec;
    spec.name = "random";
    spec.kind = "random";
    return spec;
  };
  GtpEngine engine(std::move(setup), STDIN_FILENO, stdout);
  int moves = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const std::optional<GtpCommand> command = parse_gtp_command(line);
    if (!command || misbehave_at_once(script.fault, *command)) continue;
    const bool is_move = command->name == "genmove";
    if (is_move && ++moves == script.at && is_due(script) && misbehave(script.fault, *command)) continue;
    if (!engine.answer(line)) break;
  }
  return 0;
}
