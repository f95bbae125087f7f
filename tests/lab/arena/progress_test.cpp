// What long work says about itself.
#include "lab/arena/progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace rootward {
namespace {

WorkStatus status_at(double seconds) {
  return {.done = 5, .wanted = 25, .fresh = 4, .seconds = seconds, .what = [] { return "erwa 75.0 %"; }};
}

std::string printed(Progress::Style style, const std::vector<WorkStatus>& reports) {
  std::FILE* file = std::tmpfile();
  Progress progress(file, style, "games");
  for (const WorkStatus& status : reports) progress.report(status);
  progress.finish();
  std::rewind(file);
  std::array<char, 4096> buffer{};
  const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file);
  std::fclose(file);
  return {buffer.data(), size};
}

TEST(Progress, AsksForItsTextWhereItIsShown) {
  int asked = 0;
  Progress progress([](const WorkStatus& status) { (void)status_text(status, "games"); }, true, "games");
  for (const double seconds : {0.0, 0.05, 0.1, 0.15, 0.3})
    progress.report({.done = 1, .wanted = 2, .fresh = 1, .seconds = seconds, .what = [&] {
                       ++asked;
                       return "even";
                     }});
  EXPECT_EQ(asked, 2) << "at 0 and 0.3 s";
}

TEST(Progress, Durations) {
  EXPECT_EQ(duration_text(0), "0 s");
  EXPECT_EQ(duration_text(8.2), "9 s");
  EXPECT_EQ(duration_text(151), "2:31");
  EXPECT_EQ(duration_text(3909), "1:05:09");
}

TEST(Progress, TellsTheTimeLeftAndWhatElseThereIs) {
  // 4 games in 10 s leave 20 games for 50 s.
  EXPECT_EQ(status_text(status_at(10), "games"), "5/25 games, 50 s left, erwa 75.0 %");
}

TEST(Progress, LinesComeNowAndThen) {
  std::vector<WorkStatus> reports;
  for (int second = 0; second <= 25; ++second) reports.push_back(status_at(second));
  const std::string text = printed(Progress::Style::lines, reports);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST(Progress, ABarRedrawsOneLine) {
  const std::string text = printed(Progress::Style::bar, {status_at(1), status_at(2)});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 3);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_NE(text.find("[####...................."), std::string::npos) << text;
}

TEST(Progress, AListenerIsToldAsOftenAsABarIsDrawnAndAtTheEnd) {
  std::vector<double> told;
  Progress progress([&told](const WorkStatus& status) { told.push_back(status.seconds); }, true, "games");
  for (const double seconds : {0.0, 0.1, 0.3, 0.35}) progress.report(status_at(seconds));
  EXPECT_EQ(told, (std::vector<double>{0.0, 0.3}));
  progress.finish();
  EXPECT_EQ(told, (std::vector<double>{0.0, 0.3, 0.35}));
}

TEST(Progress, QuietSaysNothing) {
  EXPECT_EQ(printed(Progress::Style::silent, {status_at(1)}), "");
  EXPECT_EQ(Progress::style_of(stderr, true), Progress::Style::silent);
}

TEST(Progress, AStreamThatCannotBeWrittenEndsNothing) {
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  Progress progress(full, Progress::Style::lines, "games");
  progress.report(status_at(1));
  progress.say("warning: none");
  progress.finish();
  std::fclose(full);
}

}  // namespace
}  // namespace rootward
