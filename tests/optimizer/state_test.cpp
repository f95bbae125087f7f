// The state file: an optimizer taken up goes on as if it had never stopped; damage is refused.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <string>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "optimizer/json_fields.h"
#include "optimizer/session.h"
#include "optimizer/state_file.h"
#include "tests/core/altered_json.h"

namespace rootward::optimizer {
namespace {

using ::testing::HasSubstr;

class State : public ::testing::Test {
 protected:
  State()
      : folder_(std::filesystem::path(::testing::TempDir()) /
                ("rootward-optimizer-state-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~State() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path() const { return (folder_ / "state.json").string(); }
  [[nodiscard]] Session open() const { return Session({.state_path = path()}); }
  void damage(const std::function<void(std::string&)>& change) const {
    std::string text = read_whole_file(path());
    change(text);
    write_file_atomically(path(), text);
  }
  [[nodiscard]] std::string refusal() const {
    try {
      const Session session = open();
    } catch (const UsageError& error) {
      return error.what();
    }
    return "not refused";
  }

 private:
  std::filesystem::path folder_;
};

/// Whatever a state says, with the right checksum: it is refused, or asks and recommends as any other.
TEST(AlteredState, IsUsedOrRefused) {
  Optimizer optimizer(Space({{.name = "c", .low = 0.1, .high = 3, .scale = Scale::log},
                             {.name = "n", .low = 1, .high = 9, .scale = Scale::integer},
                             {.name = "g", .low = -6, .high = 0, .count = 2}}),
                      {.seed = 5});
  for (const char* id : {"1", "2", "3", "4"}) (void)optimizer.ask(id);
  optimizer.tell("1", std::nullopt, {.mean = 0.6, .deviation = 0.05, .games = 100});
  optimizer.tell("2", std::nullopt, {.mean = 0.4, .deviation = 0.05, .games = 100});
  optimizer.fail("3", std::nullopt);
  (void)optimizer.best();
  Json body = parse_json(state_text(optimizer));
  body.erase("checksum");
  std::size_t refused = 0;
  for (const testing::AlteredJson& one : testing::altered_json(body, 400)) {
    SCOPED_TRACE(one.what);
    Json state = one.json;
    if (state.is_object()) state["checksum"] = fmt::format("{:016x}", hash_name(json_line(one.json)));
    try {
      Optimizer read = read_state(dump_json(state), "state.json");
      (void)read.ask("\"another\"");
      (void)read.best();
    } catch (const UsageError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 100U);
}

TEST_F(State, IsForOneProgramAtATime) {
  const std::string space = R"({"op":"space","parameters":[{"name":"x","low":0,"high":1}]})";
  Session first = open();
  first.reply(space);
  Session second = open();
  first.reply(R"({"op":"tell","id":1,"params":{"x":0.5},"mean":0.5,"games":100})");
  EXPECT_THROW(second.reply(R"({"op":"ask","id":2})"), RunError);
  EXPECT_THAT(Session({.state_path = path()}).reply(R"({"op":"best"})"), HasSubstr("\"id\":1"));
  EXPECT_THROW(Session({.state_path = "/dev/full"}), UsageError);
}

/// Request number `i` of a conversation with a pending point, a failure, and asks by the model.
std::string request(int i) {
  const int id = i / 2;
  if (i % 2 == 0) return R"({"op":"ask","id":)" + std::to_string(id) + "}";
  if (id == 5) return R"({"op":"failed","id":5})";
  if (id == 7) return R"({"op":"best"})";
  return R"({"op":"tell","id":)" + std::to_string(id) + R"(,"mean":)" + std::to_string(0.4 + 0.2 * std::sin(id)) +
         R"(,"stderr":0.02,"games":400})";
}

constexpr int kRequests = 50;
const char* const kStateSpace =
    R"({"op":"space","parameters":[{"name":"x","low":0.1,"high":1,"scale":"log"},{"name":"g","low":0,"high":9,"count":1}]})";

TEST_F(State, GoesOnAsIfItHadNeverStopped) {
  Session whole({.seed = 7});
  Session({.seed = 7, .state_path = path()}).reply(kStateSpace);
  whole.reply(kStateSpace);
  for (int i = 0; i < kRequests; ++i) EXPECT_EQ(open().reply(request(i)), whole.reply(request(i))) << request(i);
}

TEST_F(State, KnowsItsSpaceSeedAndAcquisition) {
  Session({.seed = 7, .acquisition = Acquisition::upper_confidence_bound, .state_path = path()}).reply(kStateSpace);
  EXPECT_EQ(open().reply(kStateSpace), R"({"ok":true})");
  EXPECT_THAT(open().reply(R"({"op":"space","parameters":[{"name":"y","low":0,"high":1}]})"),
              HasSubstr("fixed already"));
  EXPECT_THROW(Session({.seed = 8, .state_path = path()}), UsageError);
  EXPECT_THROW(Session({.acquisition = Acquisition::expected_improvement, .state_path = path()}), UsageError);
}

TEST_F(State, IsRefusedWhereTorn) {
  Session session({.seed = 7, .state_path = path()});
  session.reply(kStateSpace);
  for (int i = 0; i < 10; ++i) session.reply(request(i));
  const std::string text = read_whole_file(path());
  for (std::size_t length = 0; length + 1 < text.size(); length += 97) {
    write_file_atomically(path(), text.substr(0, length));
    EXPECT_THAT(refusal(), HasSubstr(path())) << "cut to " << length << " bytes";
  }
}

TEST_F(State, IsRefusedWhereChanged) {
  Session session({.seed = 7, .state_path = path()});
  session.reply(kStateSpace);
  session.reply(request(0));
  damage([](std::string& text) { text.replace(text.find("pending"), 7, "told   "); });
  EXPECT_THAT(refusal(), HasSubstr("checksum"));
  write_file_atomically(path(), R"({"schema":"rootward.game/1"})");
  EXPECT_THAT(refusal(), HasSubstr("schema"));
  write_file_atomically(path(), "[]");
  EXPECT_THAT(refusal(), HasSubstr("torn or no state"));
}

TEST_F(State, FailsLoudlyWhereItCannotBeWritten) {
  Session session({.state_path = path() + ".missing/state.json"});
  EXPECT_THROW(session.reply(kStateSpace), RunError);
}

TEST_F(State, ReadsBackToTheSameText) {
  Session session({.seed = 7, .state_path = path()});
  session.reply(kStateSpace);
  for (int i = 0; i < kRequests; ++i) session.reply(request(i));
  const std::string text = read_whole_file(path());
  EXPECT_EQ(state_text(read_state(text, "state")), text);
}

}  // namespace
}  // namespace rootward::optimizer
