// Samples: the same bytes by any number of threads, turned as a whole, never of a held-out game; the window's growth.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/json.h"
#include "evaluators/net/safetensors.h"
#include "experiments/selfplay/samples.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/config/parts.h"
#include "tests/experiments/selfplay/made_games.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::selfplay {
namespace {

using rootward::testing::read_text;
using rootward::testing::ScratchFolder;
using rootward::testing::write_text;

constexpr const char* kSampledGame = "{name: go, size: 5, komi: 24.5}";

std::string stream_of(const std::vector<std::string>& paths, const WindowRequest& request, std::size_t threads) {
  const SampleWindow window(paths, request);
  std::string bytes;
  write_sample_stream(window, request, {.planes = "", .count = 700, .batch = 64, .threads = threads},
                      [&](std::string_view part) { bytes += part; });
  return bytes;
}

TEST(WindowRows, grow_as_in_katagos_shuffler) {
  const WindowGrowth growth;
  EXPECT_DOUBLE_EQ(window_rows(growth, 100'000), 100'000);
  EXPECT_NEAR(window_rows(growth, 1e6) / 1e6, 0.475, 0.005);
  EXPECT_NEAR(window_rows(growth, 2.4e6) / 1e6, 0.77, 0.005);
  EXPECT_NEAR(window_rows(growth, 12e6) / 1e6, 2.0, 0.01);
  EXPECT_NEAR(window_rows(growth, 48e6) / 1e6, 4.8, 0.02);
  const WindowGrowth read = parse_window("{rows: 100, growth: 0.5}", "--window");
  EXPECT_EQ(read.rows, 100);
  EXPECT_EQ(read.growth, 0.5);
  EXPECT_EQ(read.exponent, 0.65);
  EXPECT_THROW(parse_window("{row: 100}", "--window"), UsageError);
}

TEST(Samples, are_the_same_bytes_with_one_thread_and_with_three) {
  const ScratchFolder folder;
  for (const std::uint64_t generation : {0U, 1U})
    testing::write_played_shard(folder.path(), kSampledGame, generation, 0, 60);
  const WindowRequest request{.generation = 1};
  const std::string bytes = stream_of({folder.path()}, request, 1);
  EXPECT_EQ(bytes, stream_of({folder.path()}, request, 3));
  EXPECT_EQ(bytes, stream_of({folder.path("data/00001-000.games"), folder.path("data/00000-000.games")}, request, 2));
  EXPECT_NE(bytes, stream_of({folder.path()}, {.generation = 2}, 1)) << "another generation is another stream";
}

TEST(Samples, have_the_bytes_that_the_header_tells_of) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), kSampledGame, 0, 0, 60);
  const std::string bytes = stream_of({folder.path()}, {}, 2);
  const std::size_t line = bytes.find('\n');
  const Json header = parse_json(bytes.substr(0, line));
  EXPECT_EQ(header["schema"], "rootward.samples/1");
  EXPECT_EQ(header["lines"], 5);
  EXPECT_EQ(header["planes"], 5);
  EXPECT_EQ(header["actions"], 26);
  EXPECT_EQ(header["count"], 700);
  const std::size_t row = (5 * 25 + 7) / 8 + 26 * 4 + 4 + 4 + 25 + 4 + 2;
  EXPECT_EQ(bytes.size() - line - 1, 700 * row + 11 * 4);
}

TEST(Samples, are_never_of_held_out_games_and_a_planted_leak_is_seen) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), kSampledGame, 0, 0, 100);
  const auto drawn = [&](bool is_held_out) {
    const WindowRequest request{.is_held_out = is_held_out};
    const SampleWindow window({folder.path()}, request);
    std::set<std::uint64_t> numbers;
    for (const SampleDraw& draw : SampleDraws(window, request, 8).next(4000))
      numbers.insert(window.game_at(draw.place.game).number);
    return numbers;
  };
  const std::set<std::uint64_t> training = drawn(false), held_out = drawn(true);
  EXPECT_EQ(training.size(), 95U);
  EXPECT_EQ(held_out, (std::set<std::uint64_t>{0, 20, 40, 60, 80}));
  for (const std::uint64_t number : held_out) EXPECT_FALSE(training.contains(number));
}

TEST(Samples, of_unmet_positions_stand_in_no_training_game) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), "connect4:4x4", 0, 0, 100);  // small: games share their beginnings
  const WindowRequest training_request, unmet_request{.is_held_out = true, .is_unmet = true};
  const SampleWindow training({folder.path()}, training_request), unmet({folder.path()}, unmet_request);
  EXPECT_LT(unmet.rows(), SampleWindow({folder.path()}, {.is_held_out = true}).rows());
  const auto hash_at = [](const SampleWindow& window, const SampleWindow::Place& place) {
    const std::unique_ptr<Position> position = window.game().start();
    const ShardGame game = window.game_at(place.game);
    for (std::size_t ply = 0; ply < place.ply; ++ply) position->play(game.plies[ply].action);
    return position->canonical_hash();
  };
  std::set<std::uint64_t> met;
  for (std::size_t i = 0; i < training.games(); ++i)
    for (std::size_t ply = 0; ply < training.game_at(i).plies.size(); ++ply) met.insert(hash_at(training, {i, ply}));
  for (const SampleDraw& draw : SampleDraws(unmet, unmet_request, 2).next(500))
    EXPECT_FALSE(met.contains(hash_at(unmet, draw.place)));
}

TEST(Samples, of_unmet_positions_are_an_empty_stream_where_every_position_was_met) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), kSampledGame, 0, 0, 1);  // game 0 is held out
  Shard shard = read_shard(folder.path("data/00000-000.games"));
  shard.games.push_back(shard.games[0]);
  shard.games[1].number = 1;
  write_text(folder.path("data/00000-000.games"), shard_bytes(shard.header, shard.games));
  const WindowRequest request{.is_held_out = true, .is_unmet = true};
  const std::string bytes = stream_of({folder.path()}, request, 2);
  EXPECT_EQ(bytes.find('\n'), bytes.size() - 1) << "a header and no block";
  const Json header = parse_json(bytes);
  EXPECT_EQ(header["count"], 0);
  EXPECT_EQ(header["window_games"], 0);
  const SampleWindow window({folder.path()}, request);
  const net::TensorFile file = net::parse_safetensors(sample_tensors(window, request, {.planes = "", .count = 20}));
  EXPECT_EQ(file.tensors.at("policy").shape, (std::vector<std::size_t>{0, 26}));
}

/// Of such a shard targets would lie outside of the rows.
TEST(Samples, refuse_a_shard_that_has_other_moves_than_its_game) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), kSampledGame, 0, 0, 4);
  Shard shard = read_shard(folder.path("data/00000-000.games"));
  shard.header.shape.actions = 65'535;
  write_text(folder.path("data/00000-000.games"), shard_bytes(shard.header, shard.games));
  try {
    const SampleWindow window({folder.path()}, {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("00000-000.games: its games have 65535 actions, the rules 26"),
              std::string::npos)
        << error.what();
  }
}

TEST(Samples, are_drawn_by_weight_and_never_without) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), kSampledGame, 0, 0, 40);
  const SampleWindow window({folder.path()}, {});
  double coasting = 0, all = 0;
  for (std::size_t i = 0; i < window.games(); ++i)
    for (const Ply& ply : window.game_at(i).plies) {
      coasting += ply.kind == PlyKind::coast ? ply.weight : 0;
      all += ply.weight;
    }
  constexpr std::uint64_t kDraws = 40'000;
  double seen = 0;
  for (const SampleDraw& draw : SampleDraws(window, {}, 8).next(kDraws)) {
    const Ply ply = window.game_at(draw.place.game).plies[draw.place.ply];
    ASSERT_GT(ply.weight, 0);
    seen += ply.kind == PlyKind::coast ? 1 : 0;
  }
  const double share = coasting / all;
  EXPECT_NEAR(seen / kDraws, share, 5 * std::sqrt(share * (1 - share) / kDraws));
}

TEST(Samples, come_from_the_newest_games_up_to_the_windows_rows) {
  const ScratchFolder folder;
  for (const std::uint64_t generation : {0U, 1U, 2U})
    testing::write_played_shard(folder.path(), kSampledGame, generation, 0, 30);
  const SampleWindow window({folder.path()}, {.generation = 2, .rows = 200});
  std::uint64_t oldest = 3'000'000;
  for (std::size_t i = 0; i < window.games(); ++i) oldest = std::min(oldest, window.game_at(i).number);
  EXPECT_GE(oldest, 2'000'000U);
  EXPECT_GT(window.rows(), 100);
  EXPECT_LT(window.rows(), 300);
  EXPECT_EQ(SampleWindow({folder.path()}, {.generation = 1}).header().generation, 1U);
}

/// One row of one game under a symmetry.
SampleBlock row_of(const SampleWindow& window, std::size_t ply, int symmetry) {
  RowFiller filler(window, window.header().planes);
  SampleBlock block;
  filler.add({{0, ply}, symmetry}, block);
  return block;
}

bool bit(const SampleBlock& block, std::size_t index) { return (block.planes[index / 8] >> index % 8 & 1) != 0; }

/// A row turned is the untouched row with points moved where the encoder says, for planes, policy and ownership alike;
/// and the turned game's own row is the same.
void expect_turned(const std::string& game) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), game, 0, 0, 3);
  const SampleWindow window({folder.path()}, {});
  const std::unique_ptr<NetworkView> view = make_network_view(window.game(), window.header().planes);
  const NetworkShape& shape = view->shape();
  const ShardGame stored = window.game_at(0);
  const std::size_t ply = stored.plies.size() / 2 | 1U;
  const SampleBlock plain = row_of(window, ply, 0);
  for (int symmetry = 0; symmetry < view->symmetries(); ++symmetry) {
    const SampleBlock turned = row_of(window, ply, symmetry);
    // The same game played on the turned board: action a becomes what the encoder calls it.
    ShardGame image = stored;
    for (Ply& one : image.plies) one.action = static_cast<Action>(view->policy_index(one.action, symmetry));
    const std::unique_ptr<Position> position = window.game().start();
    for (std::size_t i = 0; i < ply; ++i) {
      ASSERT_TRUE(position->is_legal(image.plies[i].action));
      position->play(image.plies[i].action);
    }
    std::vector<float> seen(shape.planes * shape.points());
    view->encode(*position, 0, seen);
    for (std::size_t plane = 0; plane < shape.planes; ++plane)
      for (std::size_t point = 0; point < shape.points(); ++point)
        ASSERT_EQ(bit(turned, plane * shape.points() + point), seen[point * shape.planes + plane] != 0)
            << game << ", symmetry " << symmetry;
    for (Action action = 0; action < shape.actions; ++action)
      EXPECT_EQ(turned.policy[view->policy_index(action, symmetry)], plain.policy[action]);
    if (window.header().shape.points == 0) continue;
    for (Action point = 0; point < shape.points(); ++point)
      EXPECT_EQ(turned.ownership[view->policy_index(point, symmetry)], plain.ownership[point]);
  }
}

TEST(Samples, are_turned_as_the_position_is) {
  expect_turned(kSampledGame);
  expect_turned("go:13");
  expect_turned("connect4:7x6");
}

TEST(Samples, tell_result_value_and_owners_in_the_view_of_the_mover) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), kSampledGame, 0, 0, 3);
  const SampleWindow window({folder.path()}, {});
  const ShardGame game = window.game_at(0);
  const int result = result_of(game.score_halves);
  for (const std::size_t ply : {2U, 3U}) {
    const SampleBlock row = row_of(window, ply, 0);
    const int sign = ply % 2 == 0 ? 1 : -1;
    EXPECT_EQ(row.result[0], static_cast<float>(sign * result));
    EXPECT_NEAR(row.root_value[0], game.plies[ply].root_value / 32767.0, 1e-6);
    EXPECT_EQ(row.ply[0], ply);
    EXPECT_EQ(row.weight[0], 1.0F);
    double sum = 0;
    for (const float share : row.policy) sum += static_cast<double>(share);
    EXPECT_NEAR(sum, 1, 1e-6);
    for (std::size_t point = 0; point < 25; ++point) {
      const int owner = game.owner[point] == Owner::nobody ? 0 : game.owner[point] == Owner::first ? 1 : -1;
      EXPECT_EQ(row.ownership[point], sign * owner);
    }
  }
}

TEST(Samples, of_a_game_that_was_resigned_tell_no_owners) {
  const ScratchFolder folder;
  const std::string path = testing::write_played_shard(folder.path(), kSampledGame, 0, 0, 2);
  Shard shard = read_shard(path);
  score_resignation(Seat::second, shard.header.shape, shard.games[1]);
  write_text(path, shard_bytes(shard.header, shard.games));
  const SampleBlock row = row_of(SampleWindow({folder.path()}, {}), 3, 0);
  EXPECT_EQ(row.result[0], -1.0F);
  EXPECT_THAT(row.ownership, ::testing::Each(kNoOwners));
}

TEST(Samples, are_drawn_from_two_runs_whose_games_have_the_same_numbers) {
  const ScratchFolder folder;
  const std::string first = testing::write_played_shard(folder.path("a"), kSampledGame, 0, 0, 30);
  Shard other = read_shard(testing::write_played_shard(folder.path("b"), kSampledGame, 0, 1, 30));
  for (std::size_t i = 0; i < other.games.size(); ++i) other.games[i].number = i;
  std::filesystem::remove_all(folder.path("b"));
  make_folders(folder.path("b/data"));
  write_text(folder.path("b/data/00000-000.games"), shard_bytes(other.header, other.games));
  EXPECT_EQ(SampleWindow({folder.path("a"), folder.path("b")}, {.rows = 1e12}).games(), 2U * 28);
  make_folders(folder.path("copy/data"));
  write_text(folder.path("copy/data/00000-000.games"), read_text(first));
  EXPECT_THROW(SampleWindow({folder.path("a"), folder.path("copy")}, {}), UsageError);
}

TEST(Samples, of_shards_of_other_rules_or_too_few_rows_are_refused) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), kSampledGame, 0, 0, 10);
  testing::write_played_shard(folder.path(), "go:7", 1, 0, 10);
  EXPECT_THROW(SampleWindow({folder.path()}, {.generation = 1}), UsageError);
  EXPECT_NO_THROW(SampleWindow({folder.path()}, {.generation = 0}));
  const ScratchFolder tiny;
  testing::write_played_shard(tiny.path(), kSampledGame, 0, 0, 1);  // game 0 is held out
  EXPECT_THROW(SampleWindow({tiny.path()}, {}), UsageError);
  EXPECT_THROW(sample_facts(SampleWindow({folder.path()}, {}), {.planes = "katago v7"}), UsageError);
}

TEST(Samples, as_safetensors_hold_the_streams_numbers) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path(), "connect4:7x6", 0, 0, 30);
  const SampleWindow window({folder.path()}, {});
  const SampleSettings settings{.planes = "history 1", .count = 20};
  const net::TensorFile file = net::parse_safetensors(sample_tensors(window, {}, settings));
  EXPECT_EQ(file.tensors.at("planes").shape, (std::vector<std::size_t>{20, 2, 6, 7}));
  EXPECT_EQ(file.tensors.at("policy").shape, (std::vector<std::size_t>{20, 7}));
  EXPECT_EQ(parse_json(file.metadata.at("samples"))["ownership"], false);
}

}  // namespace
}  // namespace rootward::selfplay
