// Shards on disk: continuation after a crash, the same bytes in any order, and damage that is named.
#include "experiments/selfplay/shard_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/errors.h"
#include "core/rng.h"
#include "tests/experiments/selfplay/made_games.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::selfplay {
namespace {

using rootward::testing::read_text;
using rootward::testing::ScratchFolder;
using rootward::testing::write_text;

constexpr ShardShape kShape{.actions = 26, .points = 25};

void write_shard(const std::string& path, const std::vector<ShardGame>& games) {
  ShardWriter writer(path, testing::made_header(kShape));
  for (const ShardGame& game : games) writer.append(game);
  writer.finish();
}

TEST(Shard, holds_its_games_sorted_by_number) {
  const ScratchFolder folder;
  const std::string path = shard_path(folder.path(), 3, 0);
  EXPECT_EQ(path, folder.path("") + "/00003-000.games");
  std::vector<ShardGame> games = testing::made_games(120, kShape);
  std::ranges::reverse(games);
  write_shard(path, games);
  std::ranges::reverse(games);
  const Shard shard = read_shard(path);
  EXPECT_EQ(shard.header, testing::made_header(kShape));
  EXPECT_EQ(shard.games, games);
  EXPECT_FALSE(file_exists(unfinished_path(path)));
}

TEST(Shard, has_the_same_bytes_in_whatever_order_games_ended) {
  const ScratchFolder folder;
  std::vector<ShardGame> games = testing::made_games(60, kShape);
  write_shard(folder.path("a.games"), games);
  std::ranges::rotate(games, games.begin() + 23);
  write_shard(folder.path("b.games"), games);
  EXPECT_EQ(read_text(folder.path("a.games")), read_text(folder.path("b.games")));
}

TEST(Shard, goes_on_after_a_torn_tail_at_the_last_good_record) {
  const ScratchFolder folder;
  const std::vector<ShardGame> games = testing::made_games(10, kShape);
  write_shard(folder.path("whole.games"), games);
  const std::string path = folder.path("torn.games");
  {
    ShardWriter writer(path, testing::made_header(kShape));
    for (std::size_t i = 0; i < 6; ++i) writer.append(games[i]);
  }
  const std::string part = read_text(unfinished_path(path));
  for (const std::size_t lost : {1U, 20U, 100U}) {
    write_text(unfinished_path(path), part.substr(0, part.size() - lost));
    ShardWriter writer(path, testing::made_header(kShape));
    EXPECT_EQ(writer.numbers().size(), 5U);
    writer.append(games[5]);
    EXPECT_EQ(read_text(unfinished_path(path)), part);
  }
  ShardWriter writer(path, testing::made_header(kShape));
  EXPECT_THROW(writer.append(games[2]), RunError);
  for (std::size_t i = 6; i < games.size(); ++i) writer.append(games[i]);
  writer.finish();
  EXPECT_EQ(read_text(path), read_text(folder.path("whole.games")));
}

TEST(Shard, is_counted_without_reading_its_games) {
  const ScratchFolder folder;
  const std::vector<ShardGame> games = testing::made_games(7, kShape);
  const std::string path = folder.path("a.games");
  EXPECT_EQ(stored_games(path), 0U);
  std::vector<std::size_t> ends;  // of the header and of each record
  {
    ShardWriter writer(path, testing::made_header(kShape));
    ends.push_back(read_text(unfinished_path(path)).size());
    for (const ShardGame& game : games) {
      writer.append(game);
      ends.push_back(read_text(unfinished_path(path)).size());
    }
    EXPECT_EQ(stored_games(path), games.size());
    const std::string bytes = read_text(unfinished_path(path));
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      write_text(unfinished_path(folder.path("cut.games")), bytes.substr(0, size));
      const auto whole = std::ranges::count_if(ends, [&](std::size_t end) { return end <= size; });
      ASSERT_EQ(stored_games(folder.path("cut.games")),
                static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(0, whole - 1)))
          << size << " bytes";
    }
    writer.finish();
  }
  EXPECT_EQ(stored_games(path), games.size());
}

TEST(Shard, is_not_continued_under_another_header) {
  const ScratchFolder folder;
  const std::string path = folder.path("a.games");
  { const ShardWriter writer(path, testing::made_header(kShape)); }
  ShardHeader other = testing::made_header(kShape);
  other.seed = 1;
  EXPECT_THROW(ShardWriter(path, other), UsageError);
}

TEST(Shard, that_is_not_finished_is_no_data) {
  const ScratchFolder folder;
  const std::string path = folder.path("a.games");
  { const ShardWriter writer(path, testing::made_header(kShape)); }
  EXPECT_THROW(read_shard(unfinished_path(path)), UsageError);
}

/// One change of the kinds that disks, cut transfers and editors make.
std::string damaged(const std::string& bytes, Rng& rng) {
  std::string text = bytes;
  const auto place = rng.below(static_cast<std::uint32_t>(text.size()));
  switch (rng.below(5)) {
    case 0:
      text[place] = static_cast<char>(text[place] ^ (1 << rng.below(8)));
      break;
    case 1:
      text.resize(place);
      break;
    case 2:
      text.erase(place, 1 + rng.below(9));
      break;
    case 3:
      text.insert(place, 1 + rng.below(9), static_cast<char>(rng.below(256)));
      break;
    default:
      text += text.substr(place);
  }
  return text;
}

TEST(Shard, names_the_fault_of_each_of_1000_damaged_files) {
  const std::string bytes = shard_bytes(testing::made_header(kShape), testing::made_games(110, kShape));
  Rng rng(7);
  for (int i = 0; i < 1000; ++i) {
    const std::string text = damaged(bytes, rng);
    ASSERT_NE(text, bytes);
    try {
      (void)parse_shard(text, "damaged.games");
      ADD_FAILURE() << "mutation " << i << " went unnoticed";
    } catch (const UsageError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with("damaged.games: offset ")) << message;
    }
  }
}

TEST(Shard, does_not_believe_a_block_that_claims_gigabytes) {
  std::string bytes = shard_bytes(testing::made_header(kShape), testing::made_games(1, kShape));
  const std::size_t block = bytes.find("\"}") + 2;
  bytes[block + 7] = '\x7F';  // the unpacked length's highest byte
  EXPECT_THROW(parse_shard(bytes, "x"), UsageError);
}

}  // namespace
}  // namespace rootward::selfplay
