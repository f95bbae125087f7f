// Builds the game and the openings, and every player once.
#include "experiments/tournament/setup.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.h"
#include "experiments/tournament/schedule.h"
#include "lab/arena/cost_sample.h"
#include "lab/arena/thread_count.h"
#include "lab/config/key_error.h"
#include "lab/config/named_choice.h"
#include "lab/config/resolved_tree.h"
#include "lab/engines/engine_player.h"
#include "lab/play/engine_kinds.h"

namespace rootward::tournament {
namespace {

void check_settings(const TournamentConfig& config, const RunSettings& settings) {
  if (settings.games && (*settings.games < 2 || *settings.games % 2 != 0))
    throw UsageError(
        fmt::format("--games {}: games come in colour-swapped pairs; an even number, at least 2, is "
                    "allowed",
                    *settings.games));
  const Shard& shard = settings.shard;
  if (shard.index < 1 || shard.index > shard.count)
    throw UsageError(fmt::format("--shard {}/{}: K/N with K from 1 to N is allowed", shard.index, shard.count));
  if (!shard.is_whole() && config.sprt)
    throw UsageError("--shard: a match with stop.sprt needs its pairs in order, in one process; leave out one of both");
}

/// What is wrong with a player's network, told with the file and key.
template <class Build>
auto with_player(const TournamentConfig& config, const PlayerSpec& player, Build build) -> decltype(build()) {
  try {
    return build();
  } catch (const UsageError& error) {
    if (player.kind != "search" || player.search.evaluator.name != "net") throw;
    throw UsageError({Problem{
        .file = config.file, .path = "players." + player.name + ".search.evaluator", .message = error.what()}});
  }
}

void refuse_repeats(const TournamentConfig& config, std::optional<std::size_t> available, std::uint32_t pairs) {
  if (!available || *available >= pairs) return;
  for (const Pairing& pairing : make_pairings(config)) {
    const PlayerSpec& a = config.players[pairing.a];
    const PlayerSpec& b = config.players[pairing.b];
    if (asks_network_for_priors(a) && asks_network_for_priors(b) && !draws_moves_alike(a, b))
      throw UsageError({Problem{
          .file = config.file,
          .path = "schedule.opening",
          .message = fmt::format(
              "{} and {} both play by networks and would repeat games: {} pairs need as many openings, and there are "
              "{}; more random plies, a longer book, fewer pairs, or the same search.temperature for both, such as "
              "{{value: 1, moves: "
              "8}}",
              a.name, b.name, pairs, *available)}});
  }
}

}  // namespace

std::string results_folder_of(const TournamentConfig& config, const RunSettings& settings) {
  return settings.folder.empty() ? "results/" + config.name : settings.folder;
}

TournamentSetup::TournamentSetup(const TournamentConfig& config, const RunSettings& settings)
    : config_(config), settings_(settings) {
  check_settings(config, settings);
  config::check_named_files(config.named_files);
  game_ = config::at_key("game", [&] { return make_game(draw_game(config.game, config.seed)); });
  check_two_player_game(*game_);
  openings_ = make_openings(config.game, *game_, config.schedule.opening, config.seed, config.file);
  for (std::size_t i = 0; i < config.players.size(); ++i) (void)make_player(i, *game_);
  scorer_ = make_scorer(config.scoring, *game_);
  check_variety();
}

std::vector<std::string> TournamentSetup::rehearse_engines(int plies) const {
  std::vector<std::string> names;
  for (const PlayerSpec& player : config_.players)
    if (is_engine(player)) names.push_back(player.name + ": " + rehearse_engine(player, *game_, plies));
  return names;
}

std::unique_ptr<Player> TournamentSetup::make_player(std::size_t index, const Game& game) const {
  return make_player(index, game, 1);
}

std::unique_ptr<Player> TournamentSetup::make_player(std::size_t index, const Game& game, double share) const {
  const PlayerSpec spec = with_share(config_.players[index], share);
  return config::at_key("players." + spec.name, [&] {
    return with_player(config_, spec, [&] { return rootward::make_player(spec, game, make_engine_player); });
  });
}

void TournamentSetup::check_variety() const { refuse_repeats(config_, openings_->available(), plan().pairs); }

void VarietyCheck::check(const TournamentConfig& config) {
  if (std::ranges::none_of(config.players, &asks_network_for_priors)) return;
  const std::string same =
      config::choice_text(config.game) + config::tree_text(config::resolved_opening(config.schedule.opening));
  const auto [known, is_new] = available_.try_emplace(same);
  if (is_new) {
    const std::unique_ptr<Game> game = make_game(draw_game(config.game, config.seed));
    known->second = make_openings(config.game, *game, config.schedule.opening, config.seed, config.file)->available();
  }
  refuse_repeats(config, known->second, config.schedule.pairs);
}

std::string TournamentSetup::openings_warning() const {
  const std::optional<std::size_t> available = openings_->available();
  const std::uint32_t pairs = plan().pairs;
  if (!available || *available >= pairs) return "";
  return fmt::format(
      "openings repeat: {} pairs share {} different ones, so tables take intervals from single games "
      "(Wilson), or exact ones where pairs are few, and not from how pairs differ; more random plies, a book or fewer "
      "pairs avoid that",
      pairs, *available);
}

InputFiles TournamentSetup::input_files() const {
  InputFiles files{.book_hash = openings_->book_hash(), .networks = {}};
  for (const PlayerSpec& player : config_.players)
    if (std::string network = network_of(player); !network.empty())
      files.networks.emplace(player.name, std::move(network));
  return files;
}

TournamentPlan TournamentSetup::plan() const {
  TournamentPlan plan;
  plan.config = &config_;
  plan.game = game_.get();
  plan.openings = openings_.get();
  plan.make_player = [this](std::size_t index, const Game& game) { return make_player(index, game); };
  plan.pairs = std::min(config_.schedule.pairs, settings_.games ? *settings_.games / 2 : config_.schedule.pairs);
  plan.shard = settings_.shard;
  plan.threads = settings_.threads != 0 ? settings_.threads : default_thread_count();
  plan.seats = settings_.seats;
  plan.scorer = scorer_.get();
  if (settings_.uses_lanes && !openings_->has_own_boards())
    plan.side_by_side = side_by_side_plan(config_.players, *game_);
  return plan;
}

}  // namespace rootward::tournament
