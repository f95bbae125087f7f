// What a run says about itself.
#include "experiments/tournament/progress.h"

#include <gtest/gtest.h>

#include <array>

namespace rootward {
namespace {

PairingState with_points(const std::string& name, int wins, int losses) {
  PairingState state({name, "average"}, 10, {}, std::nullopt);
  GameRecord record;
  record.pairing = {name, "average"};
  record.seats = record.pairing;
  for (int game = 0; game < wins + losses; ++game) {
    record.pair = static_cast<std::uint32_t>(game);
    record.score = game < wins ? 1 : 0;
    state.load(record);
  }
  state.finish_loading();
  return state;
}

RunStatus status_of(const std::vector<PairingState>& pairings, double seconds) {
  RunStatus status;
  status.games_done = 5;
  status.games_played = 4;
  status.games_wanted = 25;
  status.seconds = seconds;
  status.pairings = &pairings;
  return status;
}

std::string printed(Progress::Style style, const std::vector<RunStatus>& reports) {
  std::FILE* file = std::tmpfile();
  Progress progress(file, style);
  for (const RunStatus& status : reports) progress.report(status);
  progress.finish(reports.back());
  std::rewind(file);
  std::array<char, 4096> buffer{};
  const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file);
  std::fclose(file);
  return {buffer.data(), size};
}

TEST(Progress, Durations) {
  EXPECT_EQ(duration_text(0), "0 s");
  EXPECT_EQ(duration_text(8.2), "9 s");
  EXPECT_EQ(duration_text(151), "2:31");
  EXPECT_EQ(duration_text(3909), "1:05:09");
}

TEST(Progress, TellsTimeLeftAndTheWidestScore) {
  const std::vector<PairingState> pairings = {with_points("erwa", 1, 3), with_points("max", 2, 2)};
  // 4 games in 10 s leave 20 games for 50 s.
  EXPECT_EQ(status_text(status_of(pairings, 10)), "5/25 games, 50 s left, widest: average 75.0 % v erwa");
}

TEST(Progress, LinesComeNowAndThen) {
  const std::vector<PairingState> pairings = {with_points("erwa", 3, 1)};
  std::vector<RunStatus> reports;
  for (int second = 0; second <= 25; ++second) reports.push_back(status_of(pairings, second));
  const std::string text = printed(Progress::Style::lines, reports);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST(Progress, ABarRedrawsOneLine) {
  const std::vector<PairingState> pairings = {with_points("erwa", 3, 1)};
  const std::string text = printed(Progress::Style::bar, {status_of(pairings, 1), status_of(pairings, 2)});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 3);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_NE(text.find("[####...................."), std::string::npos) << text;
}

TEST(Progress, QuietSaysNothing) {
  const std::vector<PairingState> pairings = {with_points("erwa", 3, 1)};
  EXPECT_EQ(printed(Progress::Style::silent, {status_of(pairings, 1)}), "");
  EXPECT_EQ(Progress::style_of(stderr, true), Progress::Style::silent);
}

}  // namespace
}  // namespace rootward
