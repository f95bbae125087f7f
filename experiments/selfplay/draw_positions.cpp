// Rounds over games, a position a game and round.
#include "experiments/selfplay/draw_positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/rng.h"
#include "experiments/selfplay/sample_window.h"
#include "experiments/selfplay/shard_file.h"
#include "lab/config/parts.h"
#include "lab/engines/sgf/sgf_moves.h"
#include "lab/play/game.h"

namespace rootward::selfplay {
namespace {

/// A game by its moves.
struct PlayedLine {
  std::uint64_t number = 0;
  std::vector<Action> moves;
};

bool is_sgf(const std::string& path) { return path.ends_with(".sgf"); }

void add_shard_lines(const std::string& path, std::string& game, std::vector<PlayedLine>& lines) {
  const Shard shard = read_shard(path);
  if (game.empty()) game = shard.header.game;
  if (game != shard.header.game)
    throw UsageError(fmt::format("{}: its games are {}, others are {}", path, shard.header.game, game));
  for (const ShardGame& stored : shard.games) {
    if (!is_held_out(stored.number)) continue;
    PlayedLine line{.number = stored.number, .moves = {}};
    for (const Ply& ply : stored.plies) line.moves.push_back(ply.action);
    lines.push_back(std::move(line));
  }
}

/// The moves up to the first that the rules do not have.
void add_sgf_lines(const std::string& path, const Game& rules, std::vector<PlayedLine>& lines) {
  for (const SgfGame& game : read_sgf_file(path)) {
    const SgfMoves moves = read_sgf_moves(game, path);
    const auto refuse = [&](const std::string& message) {
      throw UsageError(
          {Problem{.file = path, .line = game.line, .column = game.column, .path = {}, .message = message}});
    };
    if (moves.size * moves.size != rules.facts().board_points)
      refuse(fmt::format("a game on {} lines; --game is {}", moves.size, rules.id().name));
    if (moves.has_setup()) refuse("a game with stones set up");
    if (moves.to_move != Seat::first) refuse("a game in which White begins");
    PlayedLine line{.number = lines.size(), .moves = {}};
    const std::unique_ptr<Position> position = rules.start();
    for (const SgfMove& move : moves.moves) {
      const std::optional<Action> action = position->parse_action(move.vertex);
      if (position->is_over() || !action || move.seat != position->to_move() || !position->is_legal(*action)) break;
      line.moves.push_back(*action);
      position->play(*action);
    }
    lines.push_back(std::move(line));
  }
}

std::vector<PlayedLine> read_lines(const PositionRequest& request, std::string& game) {
  std::vector<PlayedLine> lines;
  std::vector<std::string> shards;
  std::vector<std::string> files;
  for (const std::string& path : request.paths) (is_sgf(path) ? files : shards).push_back(path);
  if (!shards.empty())
    for (const std::string& path : find_shards(shards)) add_shard_lines(path, game, lines);
  if (files.empty()) return lines;
  if (game.empty()) throw UsageError("SGF games name no rules of ours: --game names them");
  const std::unique_ptr<Game> rules = make_game(parse_game(game, {}, "--game"));
  if (!rules->facts().is_go_like) throw UsageError("SGF holds games of Go, which " + rules->id().name + " is not");
  for (const std::string& file : files) add_sgf_lines(file, *rules, lines);
  return lines;
}

class PositionDrawer {
 public:
  PositionDrawer(const PositionRequest& request, const Game& rules, std::vector<PlayedLine> lines)
      : request_(request), rules_(rules), lines_(std::move(lines)) {
    std::ranges::sort(lines_, {}, [&](const PlayedLine& line) {
      return std::pair(derive_seed(request.seed, {hash_name("positions"), line.number}), line.number);
    });
  }

  std::vector<std::vector<std::string>> draw() {
    // A game has at most so many positions; each round meets one of a game's by lot.
    const std::size_t rounds = 4 * (request_.most_plies - request_.least_plies + 1);
    for (std::size_t round = 0; round < rounds && drawn_.size() < request_.count; ++round) {
      for (const PlayedLine& line : lines_) {
        if (drawn_.size() == request_.count) break;
        draw_from(line, round);
      }
    }
    return std::move(drawn_);
  }

 private:
  void draw_from(const PlayedLine& line, std::size_t round) {
    const std::size_t most = std::min(request_.most_plies, line.moves.size());
    if (most < request_.least_plies) return;
    Rng rng(derive_seed(request_.seed, {hash_name("ply"), line.number, round}));
    const std::size_t plies =
        request_.least_plies + rng.below(static_cast<std::uint32_t>(most - request_.least_plies + 1));
    const std::unique_ptr<Position> position = rules_.start();
    std::vector<std::string> moves;
    for (std::size_t i = 0; i < plies; ++i) {
      if (!position->is_legal(line.moves[i]))
        throw UsageError(fmt::format("game {}: ply {} is not legal (data check says more)", line.number, i + 1));
      moves.push_back(position->action_text(line.moves[i]));
      position->play(line.moves[i]);
    }
    if (position->is_over() || !met_.insert(position->canonical_hash()).second) return;
    drawn_.push_back(std::move(moves));
  }

  const PositionRequest& request_;
  const Game& rules_;
  std::vector<PlayedLine> lines_;
  std::set<std::uint64_t> met_;
  std::vector<std::vector<std::string>> drawn_;
};

}  // namespace

DrawnPositions draw_positions(const PositionRequest& request) {
  DrawnPositions drawn;
  drawn.game = request.game;
  std::vector<PlayedLine> lines = read_lines(request, drawn.game);
  if (lines.empty())
    throw UsageError(
        fmt::format("{}: no game is held out there (numbers divisible by 20 are)", fmt::join(request.paths, ", ")));
  drawn.games = lines.size();
  const std::unique_ptr<Game> rules = make_game(parse_game(drawn.game, {}, "--game"));
  drawn.moves = PositionDrawer(request, *rules, std::move(lines)).draw();
  if (drawn.moves.empty())
    throw UsageError(
        fmt::format("{}: no game has a position after {} plies", fmt::join(request.paths, ", "), request.least_plies));
  return drawn;
}

}  // namespace rootward::selfplay
