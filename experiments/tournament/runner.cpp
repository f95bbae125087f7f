// Pairings are batches of one pool of games: a batch is closed where its sequential test or void games end it.
#include "experiments/tournament/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "lab/arena/game_id.h"
#include "lab/config/parts.h"

namespace rootward::tournament {
namespace {

using Clock = std::chrono::steady_clock;

/// Both games of a pair lie side by side in a batch.
std::uint32_t index_of(std::uint32_t pair, int game_of_pair) {
  return 2 * pair + static_cast<std::uint32_t>(game_of_pair);
}

/// Pair by pair through all pairings, so that they advance together.
std::vector<Ticket> games_to_play(const std::vector<PairingState>& pairings, const TournamentPlan& plan) {
  const std::uint32_t pairs = plan.pairs;
  std::vector<Ticket> tickets;
  for (std::uint32_t pair = 0; pair < pairs; ++pair)
    for (std::uint32_t pairing = 0; pairing < pairings.size(); ++pairing)
      for (const int game : {0, 1})
        if (pairings[pairing].needs(pair, game))
          tickets.push_back({plan.begins_at_the_end ? pairs - 1 - pair : pair, pairing, index_of(pair, game)});
  return tickets;
}

/// Makes a pairing's games.
class GameMaker {
 public:
  explicit GameMaker(const TournamentPlan& plan) : plan_(plan), pairings_(make_pairings(*plan.config)) {
    for (std::size_t i = 0; i < plan.config->players.size(); ++i)
      players_.push_back(
          std::make_shared<const PlayerMaker>([&plan, i](const Game& game) { return plan.make_player(i, game); }));
  }

  [[nodiscard]] GameJob make(std::size_t number, std::uint32_t index) const {
    const Pairing& pairing = pairings_[number];
    const std::uint32_t pair = index / 2;
    GameJob job;
    job.players = {players_[pairing.a], players_[pairing.b]};
    job.task.pairing = pairing_names(*plan_.config, pairing);
    job.task.pair = pair;
    job.task.game_of_pair = static_cast<int>(index % 2);
    job.task.draws = draw_seeds(plan_.config->seed, job.task.pairing, pair);
    job.task.seed = game_seed(plan_.config->seed, job.task.pairing, pair, job.task.game_of_pair);
    job.task.opening = &plan_.openings->at(pair);
    job.task.scorer = plan_.scorer;
    job.task.under_way = plan_.under_way;
    if (const auto& rule = plan_.config->schedule.adjudicate) job.task.adjudicate = &*rule;
    job.game = plan_.openings->game(pair);
    if (plan_.openings->has_own_boards()) job.task.board = game_yaml(job.game->id());
    return job;
  }

 private:
  const TournamentPlan& plan_;
  std::vector<Pairing> pairings_;
  std::vector<std::shared_ptr<const PlayerMaker>> players_;
};

/// What becomes of void games: each is played once more, but the second in a row, or of the same game, ends its
/// pairing.
class VoidRule {
 public:
  explicit VoidRule(std::size_t pairings) : in_a_row_(pairings), why_(pairings) {}

  Verdict review(const Ticket& ticket, const GameResult& result) {
    if (std::holds_alternative<GameRecord>(result)) {
      in_a_row_[ticket.batch] = 0;
      return Verdict::done;
    }
    const bool is_second_try = !voided_.insert({ticket.batch, ticket.index}).second;
    const bool is_second_in_a_row = ++in_a_row_[ticket.batch] >= 2;
    if (!is_second_try && !is_second_in_a_row) return Verdict::once_more;
    if (!why_[ticket.batch].empty()) return Verdict::done;  // ended already
    why_[ticket.batch] = is_second_try ? "one game was void twice" : "two games in a row were void";
    return Verdict::end_batch;
  }
  /// Of a pairing that was ended.
  [[nodiscard]] const std::string& why(std::uint32_t pairing) const { return why_[pairing]; }

 private:
  std::vector<int> in_a_row_;                                 // by pairing, since its last finished game
  std::vector<std::string> why_;                              // by pairing; "" = it goes on
  std::set<std::pair<std::uint32_t, std::uint32_t>> voided_;  // games that were void once
};

/// Takes what comes out of the pool.
class Collector {
 public:
  Collector(GamePool& pool, const VoidRule& rule, std::vector<PairingState>& pairings, const RunHooks& hooks)
      : pool_(pool), rule_(rule), pairings_(pairings), hooks_(hooks) {}

  void take(GamePool::Event& event) {
    if (auto* game = std::get_if<GameRecord>(&*event.result)) return take_game(event.batch, std::move(*game));
    const auto& record = std::get<VoidRecord>(*event.result);
    if (hooks_.store_void) hooks_.store_void(record);
    if (event.verdict == Verdict::end_batch && hooks_.give_up) hooks_.give_up(record, rule_.why(event.batch));
  }
  /// Counts the games as stored, and plays none of them that has not begun.
  void leave_out(const std::vector<GameRecord>& games) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> jobs;
    for (const GameRecord& game : games) {
      const auto found = std::ranges::find(pairings_, game.pairing, &PairingState::names);
      if (found == pairings_.end() || !found->needs(game.pair, game.game_of_pair())) continue;
      found->load(game);
      jobs.emplace(static_cast<std::uint32_t>(found - pairings_.begin()), index_of(game.pair, game.game_of_pair()));
    }
    if (!jobs.empty()) pool_.withdraw(jobs);
  }
  [[nodiscard]] RunStatus status() const {
    return {.games = totals_of(pairings_),
            .games_played = played_,
            .seconds = std::chrono::duration<double>(Clock::now() - start_).count(),
            .pairings = &pairings_};
  }

 private:
  void take_game(std::uint32_t number, GameRecord record) {
    PairingState& pairing = pairings_[number];
    const bool was_decided = pairing.is_decided();
    for (const GameRecord& game : pairing.take(std::move(record))) {
      hooks_.store(game);
      ++played_;
    }
    if (was_decided || !pairing.is_decided()) return;
    pool_.cancel(number);
    if (hooks_.tell) hooks_.tell(pairing.decision_text());
  }

  GamePool& pool_;
  const VoidRule& rule_;
  std::vector<PairingState>& pairings_;
  const RunHooks& hooks_;
  const Clock::time_point start_ = Clock::now();
  std::uint64_t played_ = 0;
};

void load_joined(const JoinedGames& joined, const std::map<std::array<std::string, 2>, std::size_t>& index_of,
                 std::vector<PairingState>& pairings) {
  std::vector<PairingState*> by_number;  // there; null: not played now
  for (const Pairing& pairing : make_pairings(joined.config)) {
    const auto found = index_of.find(pairing_names(joined.config, pairing));
    by_number.push_back(found == index_of.end() ? nullptr : &pairings[found->second]);
  }
  for (std::size_t place = 0; place < joined.places.size(); ++place) {
    const std::size_t unit = place / 2;
    PairingState* pairing = joined.places[place] ? by_number[unit % by_number.size()] : nullptr;
    if (pairing != nullptr)
      pairing->load_joined(static_cast<std::uint32_t>(unit / by_number.size()), static_cast<int>(place % 2));
  }
}

}  // namespace

std::vector<PairingState> load_pairings(const TournamentPlan& plan, const std::vector<GameRecord>& stored,
                                        const std::optional<JoinedGames>& joined) {
  std::vector<PairingState> pairings;
  std::map<std::array<std::string, 2>, std::size_t> index_of;
  const std::vector<Pairing> all = make_pairings(*plan.config);
  for (const Pairing& pairing : all) {
    const std::array<std::string, 2> names = pairing_names(*plan.config, pairing);
    const PairingPlace place{.number = pairings.size(), .pairings = all.size()};
    index_of[names] = pairings.size();
    pairings.emplace_back(names, plan.pairs, plan.shard, plan.config->sprt, place);
  }
  for (const GameRecord& record : stored) {
    const auto found = index_of.find(record.pairing);
    if (found != index_of.end()) pairings[found->second].load(record);
  }
  if (joined) load_joined(*joined, index_of, pairings);
  for (PairingState& pairing : pairings) pairing.finish_loading();
  return pairings;
}

bool run_games(const TournamentPlan& plan, std::vector<PairingState>& pairings, const RunHooks& hooks) {
  const std::vector<Ticket> games = games_to_play(pairings, plan);
  if (games.empty()) return true;
  const GameMaker maker(plan);
  VoidRule rule(pairings.size());
  GamePool pool(
      std::min(plan.threads, games.size()), game_work(*plan.game, plan.side_by_side),
      [&rule](const Ticket& ticket, const GameResult& result) { return rule.review(ticket, result); },
      [](const Ticket& first, const Ticket& second) { return first.priority == second.priority; }, plan.seats);
  if (hooks.tell && !pool.shortage().empty()) hooks.tell("warning: " + pool.shortage());
  for (std::uint32_t i = 0; i < pairings.size(); ++i)
    pool.open(i, [&maker, i](std::uint32_t index) { return maker.make(i, index); });
  pool.add(games);
  Collector collector(pool, rule, pairings, hooks);
  serve_pool(
      pool, hooks.stop, [&](GamePool::Event& event) { collector.take(event); },
      [&] {
        if (hooks.played_elsewhere) collector.leave_out(hooks.played_elsewhere());
        hooks.report(collector.status());
      });
  const RunStatus status = collector.status();
  hooks.report(status);
  return status.games.done >= status.games.wanted;
}

}  // namespace rootward::tournament
