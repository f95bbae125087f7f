// As text, a board and its targets a ply, or as SGF.
#include "experiments/selfplay/data_show.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "core/errors.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/engines/gtp/gtp_text.h"
#include "lab/engines/sgf/sgf_record.h"

namespace rootward::selfplay {
namespace {

constexpr std::array<const char*, 4> kKindNames = {"opening", "full", "coast", "cheap"};
constexpr std::array<const char*, 4> kEndingNames = {"by the rules", "by the move limit", "by resignation",
                                                     "nobody knows how"};
constexpr std::size_t kShownShares = 5;

std::string result_text_of(const ShardHeader& header, const ShardGame& game) {
  if (game.ending == Ending::unknown) return "?";
  if (game.ending == Ending::resigned) return game.score_halves > 0 ? "B+R" : "W+R";
  if (header.shape.points > 0 || game.score_halves == 0) return score_text_of(game.score_halves / 2.0);
  return game.score_halves > 0 ? "first seat wins" : "second seat wins";
}

std::string targets_text(const Position& position, const Ply& ply) {
  if (ply.kind == PlyKind::opening) return kKindNames[0];
  std::string text =
      fmt::format("{}, weight {:.2f}, value {:+.3f}", kKindNames[static_cast<std::size_t>(ply.kind)],
                  static_cast<double>(ply.weight) / kWeightUnit, static_cast<double>(ply.root_value) / kValueUnit);
  std::vector<PolicyShare> shares = ply.policy;
  std::ranges::stable_sort(shares, [](const PolicyShare& a, const PolicyShare& b) { return a.share > b.share; });
  for (std::size_t i = 0; i < std::min(kShownShares, shares.size()); ++i)
    text += fmt::format("{} {} {:.3f}", i == 0 ? ";" : ",", position.action_text(shares[i].action),
                        static_cast<double>(shares[i].share) / kShareUnit);
  if (shares.size() > kShownShares) text += fmt::format(", {} more", shares.size() - kShownShares);
  return text;
}

}  // namespace

std::string game_text(const Game& rules, const ShardHeader& header, const ShardGame& game) {
  std::string text =
      fmt::format("game {} of {}, generation {}: {} plies, ended {}, {}\n", game.number, header.game, header.generation,
                  game.plies.size(), kEndingNames[static_cast<std::size_t>(game.ending)], result_text_of(header, game));
  const auto add = [&](std::size_t index, const Position& position) {
    const Ply& ply = game.plies[index];
    text += fmt::format("{:>4} {:>5}  {}\n", index + 1, position.action_text(ply.action), targets_text(position, ply));
  };
  const std::unique_ptr<Position> end = replay(rules, game, game.plies.size(), add);
  return text + end->drawing() + '\n';
}

std::string game_tree(const Game& rules, const ShardHeader& header, const ShardGame& game) {
  if (!rules.facts().is_go_like)
    throw UsageError(fmt::format("{} has no SGF: its moves are no points of a board", rules.id().name));
  const std::string player = header.network.empty() ? "no network of ours" : "network " + header.network;
  SgfRecord sgf{.black = player,
                .white = player,
                .result = result_text_of(header, game),
                .name = fmt::format("game {}", game.number),
                .comment = fmt::format("generation {}, ended {}; search {}", header.generation,
                                       kEndingNames[static_cast<std::size_t>(game.ending)], header.search)};
  (void)replay(rules, game, game.plies.size(), [&](std::size_t index, const Position& position) {
    const Ply& ply = game.plies[index];
    SgfRecordMove move{.seat = position.to_move(), .vertex = position.action_text(ply.action)};
    if (ply.kind != PlyKind::opening) move.value = static_cast<double>(ply.root_value) / kValueUnit;
    move.comment = targets_text(position, ply);
    sgf.moves.push_back(std::move(move));
  });
  return write_sgf(rules, sgf);
}

}  // namespace rootward::selfplay
