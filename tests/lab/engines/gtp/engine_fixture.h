// An engine in this process, asked line by line.
#pragma once

#include <fcntl.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "core/file_io.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/engines/gtp/gtp_engine.h"

namespace rootward::testing {

class TestEngine {
 public:
  explicit TestEngine(const std::string& game = "go", const std::string& search = "{budget: {simulations: 60}}") {
    GtpSetup setup;
    setup.game = parse_game(game, {});
    setup.player = [search](const NamedParams& id) { return parse_search_player(search, "", {}, id); };
    stream_ = ::open_memstream(&text_, &size_);
    engine_ = std::make_unique<GtpEngine>(std::move(setup), no_input_.get(), stream_);
  }
  TestEngine(const TestEngine&) = delete;
  TestEngine& operator=(const TestEngine&) = delete;
  ~TestEngine() {
    std::fclose(stream_);
    std::free(text_);
  }

  /// Everything the engine writes for the line, the empty line at the end included.
  std::string raw(const std::string& line) {
    std::fflush(stream_);
    const std::size_t before = size_;
    engine_->answer(line);
    std::fflush(stream_);
    return std::string(text_ + before, size_ - before);
  }
  /// The reply without its last line ends: "= E5", "? illegal move".
  std::string ask(const std::string& line) {
    std::string reply = raw(line);
    while (reply.ends_with('\n')) reply.pop_back();
    return reply;
  }
  GtpEngine& engine() { return *engine_; }

 private:
  FileDescriptor no_input_{::open("/dev/null", O_RDONLY | O_CLOEXEC)};
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* stream_ = nullptr;
  std::unique_ptr<GtpEngine> engine_;
};

}  // namespace rootward::testing
