// Parameters and text of Connect Four.
#include "games/connect4_rules.h"

#include <fmt/format.h>

#include <utility>

#include "core/errors.h"
#include "core/number_text.h"
#include "core/sampling.h"

namespace rootward {
namespace {

ParamSpec size_spec(const char* key, const char* help, std::int64_t fallback, double low, double high) {
  ParamSpec spec;
  spec.key = key;
  spec.help = help;
  spec.type = ParamType::integer;
  spec.fallback = fallback;
  spec.low = low;
  spec.high = high;
  return spec;
}

/// A size that may be drawn for every pair of games.
ParamSpec drawn_size_spec(const char* key, const char* help, std::int64_t fallback) {
  ParamSpec spec = size_spec(key, help, fallback, 4, 32);
  spec.or_range = true;
  return spec;
}

ParamSpec random_block_spec() {
  ParamSpec spec;
  spec.key = "blocked";
  spec.help = "random: a cell that stays empty, uniform over the board; or a map with its column and row.";
  spec.type = ParamType::choice;
  spec.choices = {"random"};
  return spec;
}

ParamSpec blocked_spec(const char* key, const char* help) {
  ParamSpec spec = size_spec(key, help, 0, 1, 32);
  spec.fallback = std::monostate{};
  return spec;
}

int within_board(const Params& params, const char* key, int cells) {
  const std::int64_t given = params.integer(key);
  if (given > cells)
    throw ParamError(key, fmt::format("{} is off the board; allowed: an integer in [1, {}]", given, cells));
  return static_cast<int>(given);
}

void check_gravity(const StoneGrid& grid) {
  for (int column = 0; column < grid.width(); ++column) {
    bool is_supported = true;
    for (int row = 0; row < grid.height(); ++row) {
      const Cell cell = grid.at(column, row);
      if (cell == Cell::blocked) continue;
      if (cell == Cell::empty) {
        is_supported = false;
      } else if (!is_supported) {
        throw UsageError(fmt::format("connect4 position: the stone in column {}, row {} floats above an empty cell",
                                     column + 1, row + 1));
      }
    }
  }
}

}  // namespace

const Described& connect4_description() {
  static const Described description{
      .name = "connect4",
      .help = "Connect Four: stones fall down a column; a line of `connect` wins, a full board is a draw.",
      .source =
          "Allen 1988, Allis 1988 (7x6 is a first-player win by the centre column); the blocked cell is a classic "
          "course variant",
      .parameters = {drawn_size_spec("width", "Columns of the board.", 7),
                     drawn_size_spec("height", "Rows of the board.", 6),
                     size_spec("connect", "Stones in line that win.", 4, 3, 6), random_block_spec(),
                     blocked_spec("blocked.column", "Column of the cell that stays empty, counted from 1 at the left."),
                     blocked_spec("blocked.row", "Row of the cell that stays empty, counted from 1 at the bottom.")}};
  return description;
}

bool has_random_board(const Params& params) {
  return params.is_range("width") || params.is_range("height") || params.has("blocked");
}

Params draw_connect4_board(const Params& params, Rng& rng) {
  for (const auto& [cell, size] : {std::pair{"blocked.column", "width"}, std::pair{"blocked.row", "height"}}) {
    if (params.has(cell) && params.is_range(size)) within_board(params, cell, static_cast<int>(params.list(size)[0]));
  }
  GivenParams given(params.values().begin(), params.values().end());
  for (const char* key : {"width", "height"}) {
    if (!params.is_range(key)) continue;
    const std::vector<double>& range = params.list(key);
    given[key] = uniform_integer(static_cast<std::int64_t>(range[0]), static_cast<std::int64_t>(range[1]), rng);
  }
  if (params.has("blocked")) {
    given["blocked"] = std::monostate{};
    given["blocked.column"] = uniform_integer(1, std::get<std::int64_t>(given["width"]), rng);
    given["blocked.row"] = uniform_integer(1, std::get<std::int64_t>(given["height"]), rng);
  }
  return resolve_params(connect4_description().parameters, given);
}

Connect4Rules make_connect4_rules(const Params& params) {
  Connect4Rules rules;
  rules.width = static_cast<int>(params.integer("width"));
  rules.height = static_cast<int>(params.integer("height"));
  rules.connect = static_cast<int>(params.integer("connect"));
  const bool has_column = params.has("blocked.column");
  if (has_column != params.has("blocked.row"))
    throw ParamError(has_column ? "blocked.row" : "blocked.column",
                     "missing; a blocked cell needs both its column and its row");
  if (has_column) {
    rules.blocked_column = within_board(params, "blocked.column", rules.width);
    rules.blocked_row = within_board(params, "blocked.row", rules.height);
  }
  return rules;
}

bool fits_small(const Connect4Rules& rules) { return rules.width * (rules.height + 1) <= 64; }

std::string connect4_action_text(Action action) { return fmt::format("{}", action + 1); }

std::optional<Action> parse_connect4_action(const Connect4Rules& rules, std::string_view text) {
  if (text.empty() || text.size() > 2 || text[0] == '0') return std::nullopt;
  const std::optional<int> column = parse_number<int>(text);
  if (!column || *column < 1 || *column > rules.width) return std::nullopt;
  return static_cast<Action>(*column - 1);
}

StoneGrid connect4_empty_grid(const Connect4Rules& rules) {
  StoneGrid grid(rules.width, rules.height);
  if (rules.has_blocked()) grid.set(rules.blocked_column - 1, rules.blocked_row - 1, Cell::blocked);
  return grid;
}

Connect4Grid parse_connect4(const Connect4Rules& rules, std::string_view text) {
  const StoneGrid grid = parse_grid("connect4", connect4_empty_grid(rules), text);
  check_gravity(grid);
  return {grid, check_lines("connect4", grid, rules.connect, LastStone::on_top)};
}

}  // namespace rootward
