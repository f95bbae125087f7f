// Talking to a child: lines, deadlines, standard error, CPU time, and what is told of its end.
#include "lab/engines/process/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/errors.h"

namespace rootward {
namespace {

using ::testing::HasSubstr;
using ::testing::Le;
using ::testing::SizeIs;

constexpr double kLong = 20;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(ChildProcess, AnswersLinesInOrder) {
  ChildProcess child({.command = "cat"});
  EXPECT_TRUE(child.write_line("one", kLong));
  EXPECT_TRUE(child.write_line("two\r", kLong));
  EXPECT_EQ(child.read_line(kLong).line, "one");
  EXPECT_EQ(child.read_line(kLong).line, "two");
}

TEST(ChildProcess, GivesTheLinesBeforeTheEndAndThenTheEnd) {
  ChildProcess child({.command = "echo a; echo b; exit 3"});
  EXPECT_EQ(child.read_line(kLong).line, "a");
  EXPECT_EQ(child.read_line(kLong).line, "b");
  EXPECT_EQ(child.read_line(kLong).status, LineStatus::closed);
  child.shut_down(kLong);
  EXPECT_EQ(child.end_text(), "ended with exit code 3");
}

TEST(ChildProcess, SeesTheEndAlsoWhereADescendantHoldsTheOutputOpen) {
  ChildProcess child({.command = "sleep 30 & exit 4"});
  EXPECT_EQ(child.read_line(kLong).status, LineStatus::closed);
  EXPECT_EQ(child.end_text(), "ended with exit code 4");
}

TEST(ChildProcess, NamesTheSignal) {
  ChildProcess child({.command = "kill -SEGV $$"});
  EXPECT_EQ(child.read_line(kLong).status, LineStatus::closed);
  child.shut_down(kLong);
  EXPECT_THAT(child.end_text(), HasSubstr("killed by signal 11"));
}

TEST(ChildProcess, RefusesToStartNothing) {
  try {
    const ChildProcess child(ChildOptions{});
    ADD_FAILURE() << "it has started something";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("its command is empty"));
  }
}

TEST(ChildProcess, TellsThatACommandIsMissing) {
  ChildProcess child({.command = "no-such-program-anywhere --mode gtp"});
  EXPECT_EQ(child.read_line(kLong).status, LineStatus::closed);
  child.shut_down(kLong);
  EXPECT_EQ(child.end_text(), "ended with exit code 127");
  EXPECT_THAT(child.final_error_tail(), HasSubstr("no-such-program-anywhere"));
}

TEST(ChildProcess, GivesUpAtTheDeadlineAndAtTheCallersWish) {
  ChildProcess child({.command = "sleep 60"});
  EXPECT_EQ(child.read_line(0.05).status, LineStatus::timeout);
  int asked = 0;
  EXPECT_EQ(child.read_line(kLong, [&] { return ++asked > 2; }).status, LineStatus::stopped);
}

TEST(ChildProcess, RefusesALineWithoutEnd) {
  ChildProcess child({.command = "tr '\\0' x </dev/zero"});
  EXPECT_EQ(child.read_line(kLong).status, LineStatus::too_long);
}

TEST(ChildProcess, NoAmountOfStandardErrorHoldsItUp) {
  ChildProcess child({.command = "head -c 5000000 /dev/zero | tr '\\0' e >&2; echo the last words >&2; echo done"});
  EXPECT_EQ(child.read_line(kLong).line, "done");
  child.shut_down(kLong);
  EXPECT_THAT(child.final_error_tail(), HasSubstr("eee"));
  EXPECT_THAT(child.final_error_tail(), HasSubstr("the last words"));
  EXPECT_THAT(child.final_error_tail(), SizeIs(Le(OutputTail::kQuotedCharacters + 4)));
}

TEST(QuotedTail, KeepsTheLastWholeLinesAndShowsControlCharacters) {
  EXPECT_EQ(quoted_tail("", 10), "");
  EXPECT_EQ(quoted_tail("one\ntwo\r\n\n", 10), "one\ntwo");
  EXPECT_EQ(quoted_tail("first line\nsecond\nthird\n", 15), "...\nsecond\nthird");
  EXPECT_EQ(quoted_tail("0123456789", 4), "...6789");
  EXPECT_EQ(quoted_tail("\x1b[31mred\a", 100), "\\x1b[31mred\\x07");
  EXPECT_EQ(quoted_tail("caf\xc3\xa9 \xff", 100), "caf\xc3\xa9 \\xff");
}

TEST(ChildProcess, WritingToADeafChildEndsInTime) {
  ChildProcess deaf({.command = "sleep 60"});
  const std::string much(1 << 20, 'x');
  EXPECT_FALSE(deaf.write_line(much, 0.1));
  ChildProcess ended({.command = "true"});
  EXPECT_EQ(ended.read_line(kLong).status, LineStatus::closed);
  while (!ended.has_ended()) std::this_thread::yield();  // its input may close a moment after its output
  EXPECT_FALSE(ended.write_line("hello", kLong));
}

TEST(ChildProcess, HasItsFolderAndItsEnvironment) {
  ChildProcess child({.command = "pwd; echo $ROOTWARD_ONE $ROOTWARD_TWO",
                      .directory = "/usr/bin",
                      .environment = {{"ROOTWARD_ONE", "1 and"}, {"ROOTWARD_TWO", "2"}}});
  EXPECT_EQ(child.read_line(kLong).line, "/usr/bin");
  EXPECT_EQ(child.read_line(kLong).line, "1 and 2");
  EXPECT_THROW(ChildProcess({.command = "true", .directory = "/no/such/folder"}), RunError);
}

TEST(ChildProcess, CountsItsCpuTimeAndThatOfItsChildren) {
  ChildProcess idle({.command = "echo ready; read line"});
  idle.read_line(kLong);
  const std::string busy = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; ";
  ChildProcess own({.command = busy + "echo ready; read line"});
  EXPECT_EQ(own.read_line(kLong).line, "ready");
  ChildProcess through_child({.command = "(" + busy + "); echo ready; read line"});
  EXPECT_EQ(through_child.read_line(kLong).line, "ready");
  EXPECT_GT(own.cpu_seconds(), 0.01);
  EXPECT_GT(through_child.cpu_seconds(), 0.01);
  EXPECT_LT(idle.cpu_seconds(), own.cpu_seconds());
  const double before = own.cpu_seconds();
  own.shut_down(kLong);
  EXPECT_GE(own.cpu_seconds(), before);
}

TEST(ChildProcess, EndsAtTheEndOfItsInputBeforeAnySignal) {
  ChildProcess child({.command = "read line; exit 5"});
  EXPECT_LT(seconds_of([&] { child.shut_down(kLong); }), kLong / 2);
  EXPECT_EQ(child.end_text(), "ended with exit code 5");
}

TEST(ChildProcess, TakesATermSignalWhereTheEndOfInputIsNotEnough) {
  ChildProcess child({.command = "trap 'exit 6' TERM; echo ready; while :; do sleep 0.01; done"});
  child.read_line(kLong);
  child.shut_down(0.3);
  EXPECT_EQ(child.end_text(), "ended with exit code 6");
}

TEST(ChildProcess, IsKilledWhereNothingElseHelps) {
  ChildProcess child({.command = "trap '' TERM; echo ready; while :; do sleep 0.01; done"});
  child.read_line(kLong);
  EXPECT_LT(seconds_of([&] { child.shut_down(0.1); }), kLong / 2);
  EXPECT_THAT(child.end_text(), HasSubstr("killed by signal 9"));
}

TEST(ChildProcess, LivesOnWhenTheThreadThatStartedItEnds) {
  std::unique_ptr<ChildProcess> child;
  std::thread([&] { child = std::make_unique<ChildProcess>(ChildOptions{.command = "cat"}); }).join();
  EXPECT_TRUE(child->write_line("still here", kLong));
  EXPECT_EQ(child->read_line(kLong).line, "still here");
}

}  // namespace
}  // namespace rootward
