// Fuzz target: lines sent to a GTP engine; each is answered in form and none ends it.
#include <fcntl.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/engines/gtp/gtp_engine.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  GtpSetup setup;
  setup.game = parse_game("go:5", {});
  setup.player = [](const NamedParams& game) {
    return parse_search_player("{budget: {simulations: 2}}", "", {}, game);
  };
  static const int no_more_input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);  // what ends an analysis
  char* written = nullptr;
  std::size_t size = 0;
  std::FILE* out = ::open_memstream(&written, &size);
  {
    GtpEngine engine(std::move(setup), no_more_input, out);
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      // Files of this machine are no business of a random line.
      if (line.find("loadsgf") != std::string::npos) continue;
      std::fflush(out);
      const std::size_t before = size;
      engine.answer(line);
      std::fflush(out);
      const std::string_view reply(written + before, size - before);
      if (reply.empty()) continue;
      require(reply[0] == '=' || reply[0] == '?', "a reply begins with = or ?");
      require(reply.ends_with("\n\n"), "a reply ends with an empty line");
      require(reply.find("\n\n") == reply.size() - 2, "a reply has one empty line");
    }
  }
  std::fclose(out);
  std::free(written);
}
