// Records to rows, rows to columns.
#include "python/game_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>

#include "lab/arena/game_id.h"

namespace rootward::python {
namespace {

constexpr std::array<const char*, 2> kSeats = {"first", "second"};

/// An array of Python's objects; `object(i)` gives the i-th.
template <class Make>
py::array objects(std::size_t count, Make object) {
  py::array array(py::dtype("O"), std::vector<py::ssize_t>{static_cast<py::ssize_t>(count)});
  auto* const out = static_cast<PyObject**>(array.mutable_data());
  for (std::size_t i = 0; i < count; ++i) {
    Py_XDECREF(out[i]);
    out[i] = object(i).release().ptr();
  }
  return array;
}

}  // namespace

std::uint32_t Texts::number(const std::string& text) {
  const auto [known, is_new] = numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (is_new) texts_.push_back(&known->first);
  return known->second;
}

void GameColumns::add(const GameRecord& game) {
  const auto both = [this](const std::array<std::string, 2>& texts) {
    return BySeat<std::uint32_t>{texts_.number(texts[0]), texts_.number(texts[1])};
  };
  Row row;
  row.pairing = both(game.pairing);
  row.networks = both(game.networks);
  if (game.engines.size() == 2) row.engines = both({game.engines[0], game.engines[1]});
  if (game.engines.empty()) row.engines = both({});
  row.pair = game.pair;
  row.is_swapped = game.game_of_pair() == 1;
  row.game = texts_.number(game.game);
  row.opening = texts_.number(fmt::format("{}", fmt::join(game.opening, " ")));
  row.ended = texts_.number(game.ended);
  row.scoring = texts_.number(game.scoring);
  row.result = texts_.number(game.result);
  row.board_result = texts_.number(game.board_result);
  row.plies = game.plies;
  row.score = static_cast<float>(game.score);
  row.ends_early = game.would_end.has_value();
  if (game.would_end) {
    row.early_plies = game.would_end->plies;
    row.early_score = static_cast<float>(game.would_end->score);
  }
  row.moves_chosen = game.moves_chosen;
  row.seed = game.seed;
  row.simulations = game.simulations;
  row.cached_evaluations = game.cached_evaluations;
  row.fallbacks = game.fallbacks;
  row.cpu_seconds = game.cpu_seconds;
  rows_.push_back(row);
}

void GameColumns::sort() {
  std::vector<std::uint32_t> by_text(texts_.size());
  std::iota(by_text.begin(), by_text.end(), 0U);
  std::ranges::sort(by_text, [this](std::uint32_t a, std::uint32_t b) { return texts_.text(a) < texts_.text(b); });
  std::vector<std::uint32_t> rank(by_text.size());
  for (std::uint32_t i = 0; i < by_text.size(); ++i) rank[by_text[i]] = i;
  const auto key = [&rank](const Row& row) {
    return std::tuple(rank[row.pairing[0]], rank[row.pairing[1]], row.pair, row.is_swapped);
  };
  std::ranges::sort(rows_, [&key](const Row& a, const Row& b) { return key(a) < key(b); });
}

template <class Get>
py::array GameColumns::texts_of(Get number) const {
  std::unordered_map<std::uint32_t, py::str> made;  // each text is one object
  return objects(rows_.size(), [&](std::size_t i) {
    const std::uint32_t wanted = number(rows_[i]);
    auto known = made.find(wanted);
    if (known == made.end()) known = made.emplace(wanted, py::str(texts_.text(wanted))).first;
    return py::object(known->second);
  });
}

template <class Get>
py::array GameColumns::numbers_of(Get number) const {
  using Number = std::decay_t<decltype(number(rows_.front()))>;
  py::array_t<Number> array(static_cast<py::ssize_t>(rows_.size()));
  std::ranges::transform(rows_, array.mutable_data(), number);
  return array;
}

template <class Get>
bool GameColumns::any(Get has) const {
  return std::ranges::any_of(rows_, has);
}

template <class T>
void GameColumns::add_pair_of(py::dict& columns, const char* name, BySeat<T> Row::*member) const {
  for (const std::size_t seat : {0U, 1U})
    columns[fmt::format("{}_{}", name, kSeats[seat]).c_str()] =
        numbers_of([member, seat](const Row& row) { return (row.*member)[seat]; });
}

template <class T>
void GameColumns::add_texts_of(py::dict& columns, const char* name, BySeat<T> Row::*member) const {
  for (const std::size_t seat : {0U, 1U})
    columns[fmt::format("{}_{}", name, kSeats[seat]).c_str()] =
        texts_of([member, seat](const Row& row) { return (row.*member)[seat]; });
}

void GameColumns::add_players(py::dict& columns) const {
  columns["id"] = objects(rows_.size(), [this](std::size_t i) -> py::object {
    const Row& row = rows_[i];
    return py::str(
        game_id({texts_.text(row.pairing[0]), texts_.text(row.pairing[1])}, row.pair, row.is_swapped ? 1 : 0));
  });
  columns["pairing_a"] = texts_of([](const Row& row) { return row.pairing[0]; });
  columns["pairing_b"] = texts_of([](const Row& row) { return row.pairing[1]; });
  columns["pair"] = numbers_of([](const Row& row) { return row.pair; });
  columns["first"] = texts_of([](const Row& row) { return row.pairing[row.is_swapped ? 1 : 0]; });
  columns["second"] = texts_of([](const Row& row) { return row.pairing[row.is_swapped ? 0 : 1]; });
}

void GameColumns::add_numbers(py::dict& columns) const {
  columns["seed"] = numbers_of([](const Row& row) { return row.seed; });
  columns["opening"] = texts_of([](const Row& row) { return row.opening; });
  columns["score"] = numbers_of([](const Row& row) { return static_cast<double>(row.score); });
  columns["ended"] = texts_of([](const Row& row) { return row.ended; });
  columns["plies"] = numbers_of([](const Row& row) { return row.plies; });
  add_pair_of(columns, "simulations", &Row::simulations);
  add_pair_of(columns, "moves_chosen", &Row::moves_chosen);
  add_pair_of(columns, "cpu_seconds", &Row::cpu_seconds);
}

/// What only some tournaments' games tell.
void GameColumns::add_rare(py::dict& columns) const {
  const auto is_told = [this](std::uint32_t number) { return !texts_.text(number).empty(); };
  const auto are_told = [&](const BySeat<std::uint32_t>& both) { return is_told(both[0]) || is_told(both[1]); };
  if (any([&](const Row& row) { return is_told(row.game); }))
    columns["game"] = texts_of([](const Row& row) { return row.game; });
  if (any([&](const Row& row) { return are_told(row.networks); })) {
    add_texts_of(columns, "networks", &Row::networks);
    add_pair_of(columns, "cached_evaluations", &Row::cached_evaluations);
  }
  if (any([](const Row& row) { return row.fallbacks[0] + row.fallbacks[1] > 0; }))
    add_pair_of(columns, "fallbacks", &Row::fallbacks);
  if (any([&](const Row& row) { return are_told(row.engines); })) add_texts_of(columns, "engines", &Row::engines);
  if (any([&](const Row& row) { return is_told(row.scoring); })) {
    columns["scoring"] = texts_of([](const Row& row) { return row.scoring; });
    columns["result"] = texts_of([](const Row& row) { return row.result; });
    columns["board_result"] = texts_of([](const Row& row) { return row.board_result; });
  }
  if (!any([](const Row& row) { return row.ends_early; })) return;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  columns["would_end_plies"] =
      numbers_of([](const Row& row) { return row.ends_early ? static_cast<double>(row.early_plies) : kNone; });
  columns["would_end_score"] =
      numbers_of([](const Row& row) { return row.ends_early ? static_cast<double>(row.early_score) : kNone; });
}

py::dict GameColumns::columns() const {
  py::dict columns;
  add_players(columns);
  add_numbers(columns);
  add_rare(columns);
  return columns;
}

}  // namespace rootward::python
