// Fitting, and judging the differences of ratings as those of cells are.
#include "experiments/comparison/ratings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/statistics/bradley_terry.h"
#include "core/statistics/clustered_ratings.h"
#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"
#include "core/statistics/planning.h"
#include "experiments/comparison/families.h"

namespace rootward::comparison {
namespace {

/// Win-or-loss games that would tell a cell's score with its standard error.
RatedGames games_of(const RatedCell& cell, const std::map<std::string, std::size_t>& index_of) {
  // Scores of 0 and 1 have no such number; half a game's distance from them does.
  const double spread = std::max(cell.score * (1.0 - cell.score), cell.standard_error * cell.standard_error);
  const double games = spread / (cell.standard_error * cell.standard_error);
  return {.first = index_of.at(cell.method),
          .second = index_of.at(cell.opponent),
          .points = games * cell.score,
          .games = games};
}

/// Cells of players whom some chain of cells joins to the standard player.
std::vector<RatedCell> joined_cells(std::span<const RatedCell> cells, const std::string& standard) {
  std::set<std::string> joined = {standard};
  for (std::size_t before = 0; before != joined.size();) {
    before = joined.size();
    for (const RatedCell& cell : cells) {
      if (joined.contains(cell.method)) joined.insert(cell.opponent);
      if (joined.contains(cell.opponent)) joined.insert(cell.method);
    }
  }
  std::vector<RatedCell> kept;
  for (const RatedCell& cell : cells)
    if (joined.contains(cell.method)) kept.push_back(cell);
  return kept;
}

/// Errors that know what cells share, where some know their pairs.
void count_pairs(std::span<const RatedCell> cells, std::span<const RatedGames> games, Ratings& ratings) {
  if (std::ranges::none_of(cells, [](const RatedCell& cell) { return cell.pairs != nullptr && !cell.pairs->empty(); }))
    return;
  std::map<PairMeans::key_type, std::size_t> units;
  std::vector<ClusteredScore> scores;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ClusteredScore score{.first = games[i].first,
                         .second = games[i].second,
                         .games = games[i].games,
                         .score = cells[i].score,
                         .standard_error = cells[i].standard_error};
    if (cells[i].pairs != nullptr)
      for (const auto& [name, mean] : *cells[i].pairs)
        score.units.push_back({.unit = units.try_emplace(name, units.size()).first->second, .mean = mean});
    scores.push_back(std::move(score));
  }
  count_units(scores, ratings);
}

/// Ratings with the standard player at 0, from ratings with mean 0.
void anchor(const Ratings& ratings, std::size_t standard, RatedBoard& board) {
  const std::size_t n = ratings.elo.size();
  const auto at = [&](std::size_t i, std::size_t j) { return ratings.covariance[i * n + j]; };
  for (std::size_t i = 0; i < n; ++i) {
    if (i == standard) continue;
    board.ratings.push_back({ratings.elo[i] - ratings.elo[standard], ratings.difference_error(i, standard)});
    for (std::size_t j = 0; j < n; ++j)
      if (j != standard)
        board.covariance.push_back(at(i, j) - at(i, standard) - at(standard, j) + at(standard, standard));
  }
}

double chi2_of(std::span<const RatedCell> cells, const Ratings& ratings,
               const std::map<std::string, std::size_t>& index_of) {
  double sum = 0;
  for (const RatedCell& cell : cells) {
    const double expected =
        score_of_elo(ratings.elo[index_of.at(cell.method)] - ratings.elo[index_of.at(cell.opponent)]);
    const double distance = (cell.score - expected) / cell.standard_error;
    sum += distance * distance;
  }
  return sum;
}

/// The larger p of the two one-sided tests against the band of equivalence.
double rating_equivalence_p(const RatedValue& rating) {
  return std::max(normal_cdf(-(rating.elo + kEquivalenceElo) / rating.standard_error),
                  normal_cdf((rating.elo - kEquivalenceElo) / rating.standard_error));
}

double rating_z(const RatedValue& rating) { return rating.elo / rating.standard_error; }

/// The published ratings' p values, corrected over the published players alone; by Standing::published.
std::vector<double> published_ratings_p(const std::vector<RatingRow>& rows, std::span<const Standing> standings) {
  std::vector<double> p;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (standings[i].label.empty()) p.push_back(two_sided_p(rating_z(rows[i].published)));
  return holm(p);
}

/// Fills in what follows from both ratings. The rows of published players are numbered as they come.
void judge_ratings(std::vector<RatingRow>& rows, std::span<const Standing> standings) {
  const std::vector<double> published_p = published_ratings_p(rows, standings);
  std::vector<AnsweredTwice> answers;
  std::vector<Standing> rated;
  std::vector<RatingRow*> judged;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RatingRow& row = rows[i];
    const double z = rating_z(row.published);
    const double p = published_p[standings[i].published];
    if (p < kSignificance) row.published_class = z > 0 ? ResultClass::better : ResultClass::worse;
    if (!row.ours) continue;
    const double error = std::hypot(row.published.standard_error, row.ours->standard_error);
    row.difference = row.ours->elo - row.published.elo;
    row.ci95 = {row.difference - kZ95 * error, row.difference + kZ95 * error};
    row.z = row.difference / error;
    answers.push_back({z, p, rating_z(*row.ours), rating_equivalence_p(*row.ours), row.z});
    rated.push_back(standings[i]);
    judged.push_back(&row);
  }
  const std::vector<AgreementVerdict> verdicts = judge_families(rated, answers);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    judged[i]->holm_p = verdicts[i].difference_p;
    judged[i]->our_class = verdicts[i].ours;
    judged[i]->agreement = verdicts[i].agreement;
  }
}

RatingRow rating_row(const std::string& name, const RatedBoard& theirs, const std::vector<std::string>& published_names,
                     const std::optional<RatedBoard>& ours, const std::vector<std::string>& our_names) {
  RatingRow row;
  row.name = name;
  row.published = theirs.mean_of(published_names).value();
  if (ours) row.ours = ours->mean_of(our_names);
  return row;
}

/// Readings of a player's cells of a place as another player's of the same place, each player once.
std::vector<Reading> readings_of(const Published& published, const std::string& place, const std::string& player) {
  std::vector<Reading> readings;
  for (const PublishedCell& cell : published.cells) {
    if (cell.by.place != place || cell.by.method != player) continue;
    for (const Reading& reading : cell.also)
      if (reading.by.place == place &&
          std::ranges::none_of(readings, [&](const Reading& other) { return other.by.method == reading.by.method; }))
        readings.push_back(reading);
  }
  return readings;
}

/// All players, those of readings behind their published players.
void rate_players(const Published& published, const RatedBoard& theirs, const std::optional<RatedBoard>& ours,
                  PlaceRatings& result) {
  std::vector<Standing> standings;
  for (std::size_t number = 0; number < theirs.players.size(); ++number) {
    const std::string& name = theirs.players[number];
    result.players.push_back(rating_row(name, theirs, {name}, ours, {name}));
    standings.push_back({.published = number, .label = ""});
    for (const Reading& reading : readings_of(published, result.place, name)) {
      const std::string& player = reading.by.method;
      if (!ours || !ours->mean_of({player})) continue;
      result.players.push_back(rating_row(player, theirs, {name}, ours, {player}));
      standings.push_back({.published = number, .label = reading.label});
    }
  }
  judge_ratings(result.players, standings);
}

void rate_pools(const Published& published, const RatedBoard& theirs, const std::optional<RatedBoard>& ours,
                PlaceRatings& result) {
  std::vector<Standing> standings;
  for (const Pooled& pooled : published.pooled) {
    if (!theirs.mean_of(pooled.players)) continue;
    standings.push_back({.published = result.pooled.size(), .label = ""});
    result.pooled.push_back(rating_row(pooled.title, theirs, pooled.players, ours, pooled.players));
  }
  judge_ratings(result.pooled, standings);
}

/// Scores of all games: signs have no number, and pairs that were chosen are another's score.
bool is_rated(const PublishedCell& cell) { return cell.measure.empty() && cell.sign == 0 && !cell.is_of_unsplit; }

std::vector<RatedCell> our_cells(std::span<const CellRow> rows, const std::string& place, const Evidence& evidence) {
  std::vector<RatedCell> cells;
  for (const CellRow& row : rows)
    if (row.by.place == place && row.played && is_rated(row.published))
      cells.push_back({.method = row.by.method,
                       .opponent = row.by.opponent,
                       .score = row.played->ours.estimate.score,
                       .standard_error = row.played->ours.standard_error,
                       .pairs = &evidence.games.at(row.by).pair_means});
  return cells;
}

}  // namespace

std::optional<RatedValue> RatedBoard::mean_of(const std::vector<std::string>& names) const {
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(players, name);
    if (found == players.end()) return std::nullopt;
    places.push_back(static_cast<std::size_t>(found - players.begin()));
  }
  const auto count = static_cast<double>(places.size());
  RatedValue mean;
  double variance = 0;
  for (const std::size_t i : places) {
    mean.elo += ratings[i].elo / count;
    for (const std::size_t j : places) variance += covariance[i * players.size() + j] / (count * count);
  }
  mean.standard_error = std::sqrt(std::max(0.0, variance));
  return mean;
}

std::optional<RatedBoard> rate_board(std::span<const RatedCell> cells, const std::string& standard) {
  const std::vector<RatedCell> joined = joined_cells(cells, standard);
  if (joined.empty()) return std::nullopt;
  std::map<std::string, std::size_t> index_of;
  RatedBoard board;
  const auto add = [&](const std::string& name) {
    if (index_of.try_emplace(name, index_of.size()).second && name != standard) board.players.push_back(name);
  };
  for (const RatedCell& cell : joined) {
    add(cell.method);
    add(cell.opponent);
  }
  std::vector<RatedGames> games;
  for (const RatedCell& cell : joined) games.push_back(games_of(cell, index_of));
  Ratings ratings = bradley_terry(index_of.size(), games);
  if (!ratings.is_converged) return std::nullopt;
  count_pairs(joined, games, ratings);
  anchor(ratings, index_of.at(standard), board);
  board.chi2 = chi2_of(joined, ratings, index_of);
  board.degrees = static_cast<int>(joined.size()) - static_cast<int>(board.players.size());
  return board;
}

std::optional<RatedBoard> rate_published(const Published& published, const std::string& place) {
  std::vector<RatedCell> cells;
  for (const PublishedCell& cell : published.cells)
    if (cell.by.place == place && is_rated(cell))
      cells.push_back({.method = cell.by.method,
                       .opponent = cell.by.opponent,
                       .score = cell.value,
                       .standard_error = cell.standard_error()});
  return rate_board(cells, published.standard);
}

PlaceRatings compare_ratings(const Published& published, const std::string& place, std::span<const CellRow> rows,
                             const Evidence& evidence) {
  PlaceRatings result;
  result.place = place;
  const std::optional<RatedBoard> theirs = rate_published(published, place);
  if (!theirs) return result;
  const std::optional<RatedBoard> ours = rate_board(our_cells(rows, place, evidence), published.standard);
  result.published_chi2 = theirs->chi2;
  result.published_degrees = theirs->degrees;
  result.our_chi2 = ours ? ours->chi2 : 0;
  result.our_degrees = ours ? ours->degrees : 0;
  rate_players(published, *theirs, ours, result);
  rate_pools(published, *theirs, ours, result);
  return result;
}

}  // namespace rootward::comparison
