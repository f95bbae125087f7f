// Games of the stored repeats: when they part, as docs/reproduction.md tells.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/tournament/stored_results.h"

namespace rootward::testing {
namespace {

constexpr int kSize = 9;

using Place = std::pair<int, int>;  // a pass is (-1, -1)

Place place_of(const std::string& move) {
  if (move == "pass") return {-1, -1};
  const std::string columns = "ABCDEFGHJ";
  return {static_cast<int>(columns.find(move[0])), std::stoi(move.substr(1)) - 1};
}

/// By one of the eight symmetries of the board.
Place turned(Place place, int symmetry) {
  if (place.first < 0) return place;
  if ((symmetry & 1) != 0) place.first = kSize - 1 - place.first;
  if ((symmetry & 2) != 0) place.second = kSize - 1 - place.second;
  if ((symmetry & 4) != 0) std::swap(place.first, place.second);
  return place;
}

/// The first moves, the same for games that go the same way on a turned board.
std::vector<Place> beginning(const std::vector<std::string>& moves, std::size_t plies) {
  std::vector<Place> least;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    std::vector<Place> places;
    for (std::size_t i = 0; i < std::min(plies, moves.size()); ++i)
      places.push_back(turned(place_of(moves[i]), symmetry));
    if (symmetry == 0 || places < least) least = places;
  }
  return least;
}

TEST(Repeats, PartAsTheDocumentTells) {
  const std::string source = ROOTWARD_SOURCE_DIR;
  std::ifstream in(source + "/docs/reproduction.md");
  const std::string document{std::istreambuf_iterator<char>(in), {}};
  const tournament::StoredResults stored = tournament::read_results(source + "/results/reproduction-repeats");
  ASSERT_EQ(stored.games.size(), 500U);
  for (const std::size_t plies : {2U, 6U, 10U, 20U, 30U, 1000U}) {
    std::map<std::vector<Place>, std::size_t> games;
    std::size_t commonest = 0;
    for (const GameRecord& game : stored.games) commonest = std::max(commonest, ++games[beginning(game.moves, plies)]);
    double squares = 0;
    for (const auto& [moves, count] : games) squares += static_cast<double>(count * count);
    const auto all = static_cast<double>(stored.games.size());
    const std::string after = plies == 1000 ? "to the end, 100 on the mean" : std::to_string(plies);
    EXPECT_THAT(document, ::testing::HasSubstr("| " + after + " | " + std::to_string(games.size()) + " | " +
                                               std::to_string(commonest) + " | " +
                                               std::to_string(std::lround(all * all / squares)) + " |"));
  }
}

}  // namespace
}  // namespace rootward::testing
