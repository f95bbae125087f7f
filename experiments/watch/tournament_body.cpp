// A row a player, a gauge a sequential test.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/tournament/results_follower.h"
#include "experiments/tournament/table/grids.h"
#include "experiments/tournament/table/render.h"
#include "experiments/watch/body.h"
#include "experiments/watch/draw.h"
#include "lab/report/number_text.h"

namespace rootward::watch {
namespace {

using tournament::Comparison;
using tournament::PairingRow;
using tournament::PlayerRow;
using tournament::ResultTable;
using tournament::ScoreRange;

/// What significance is worth while games are missing: nothing but where a sequential test asks.
bool is_not_final(const ResultTable& table, bool is_complete) { return !is_complete && !table.sprt; }

/// Every player but the reference met it, so that all rows can tell of that.
bool is_against_reference(const ResultTable& table) {
  return std::ranges::any_of(table.players, [](const PlayerRow& row) { return row.against_reference.has_value(); }) &&
         std::ranges::all_of(table.players,
                             [](const PlayerRow& row) { return row.is_reference || row.against_reference; });
}

struct PlayerLine {
  std::string name;
  std::uint64_t games = 0;
  std::optional<ScoreRange> range;
  std::string los = "-";
  std::string verdict = "-";
  std::string elo = "-";
};

PlayerLine line_of(const PlayerRow& row, bool against_reference) {
  PlayerLine line{.name = row.name, .games = row.counts.games(), .range = row.range};
  if (against_reference) {
    line.range.reset();
    if (row.against_reference) {
      line.range = row.against_reference->range;
      line.games = row.against_reference->counts.games();
    }
  }
  if (row.is_reference) line.verdict = "reference";
  if (row.against_reference) {
    line.los = probability_text(row.against_reference->los);
    line.verdict = tournament::verdict_text(*row.against_reference);
  }
  if (line.range) line.elo = elo_text(line.range->elo) + " " + elo_text(line.range->elo_ci95);
  return line;
}

void put_in_order(std::vector<PlayerLine>& lines, RowOrder order) {
  const auto score = [](const PlayerLine& line) { return line.range ? line.range->score : -1; };
  if (order == RowOrder::by_name) std::ranges::stable_sort(lines, {}, &PlayerLine::name);
  if (order == RowOrder::by_score) std::ranges::stable_sort(lines, std::ranges::greater{}, score);
  if (order == RowOrder::by_games) std::ranges::stable_sort(lines, std::ranges::greater{}, &PlayerLine::games);
}

class TournamentBody final : public Body {
 public:
  TournamentBody(const std::string& folder, Detail detail) : follower_(folder, detail) {}

  bool look() override {
    is_old_ = follower_.look() || is_old_;
    if (!is_old_) return false;
    table_ = tournament::make_table(follower_.results(), {.has_bootstrap = false, .compares_games = false});
    is_old_ = false;
    return true;
  }

  [[nodiscard]] Standing standing() const override {
    Standing standing;
    if (!table_) return standing;
    standing.name = table_->name;
    standing.question = table_->question;
    standing.done = table_->games;
    std::uint64_t wanted = table_->games_scheduled;
    const std::uint64_t each = std::uint64_t{2} * follower_.results().config.schedule.pairs;
    for (const PairingRow& pairing : table_->pairings)
      if (pairing.is_stopped_early) wanted -= each - std::min(each, pairing.counts.games());
    standing.wanted = wanted;
    standing.is_complete = standing.done >= wanted;
    standing.alarms = alarms();
    return standing;
  }

  [[nodiscard]] std::vector<ShownLine> lines(const View& view, const SignOfLife*) const override {
    std::vector<ShownLine> lines;
    if (!table_) return lines;
    add_players(view, lines);
    add_tests(view, lines);
    return lines;
  }

  [[nodiscard]] std::string summary(const SignOfLife*) const override {
    const PlayerRow* widest = nullptr;
    double furthest = -1;
    if (!table_) return "";
    for (const PlayerRow& player : table_->players) {
      if (!player.against_reference) continue;
      const double distance = std::fabs(player.against_reference->range.score - 0.5);
      if (distance > furthest) widest = &player;
      furthest = std::max(furthest, distance);
    }
    if (widest == nullptr) return "";
    const Comparison& comparison = *widest->against_reference;
    return fmt::format("{} {} % {} v {}, {}{}", widest->name, percent_text(comparison.range.score),
                       percent_text(comparison.range.ci95), table_->reference, tournament::verdict_text(comparison),
                       is_not_final(*table_, standing().is_complete) ? " (not final)" : "");
  }

  [[nodiscard]] std::string table_json() const override {
    if (!table_) return "";
    return tournament::render_table(tournament::make_table(follower_.results(), {}), TableFormat::json);
  }
  void add_to(PageParts& page) const override {
    if (table_) page.tournaments.push_back(&follower_.results());
  }

 private:
  [[nodiscard]] std::vector<std::string> alarms() const {
    std::vector<std::string> alarms;
    for (const auto& [what, count] : table_->voids) alarms.push_back(fmt::format("{} void games: {}", count, what));
    for (const PlayerRow& player : table_->players) {
      if (const std::string text = tournament::forfeits_text(player); !text.empty())
        alarms.push_back(fmt::format("{} lost by: {}", player.name, text));
      if (player.fallbacks > 0)
        alarms.push_back(fmt::format("{} had no finite value in {} updates", player.name, player.fallbacks));
    }
    const std::vector<std::string>& warnings = follower_.results().warnings;
    alarms.insert(alarms.end(), warnings.begin(), warnings.end());
    return alarms;
  }

  void add_players(const View& view, std::vector<ShownLine>& lines) const {
    constexpr std::size_t kElo = 18;
    constexpr std::size_t kOther = 2 + 5 + 2 + 2 + kElo + 2 + 6 + 2 + 18;  // score, Elo, LOS, verdict, gaps
    const bool against = is_against_reference(*table_);
    std::vector<PlayerLine> players;
    for (const PlayerRow& row : table_->players) players.push_back(line_of(row, against));
    put_in_order(players, view.order);
    std::size_t name = 6;
    for (const PlayerLine& line : players) name = std::max(name, width_of(line.name));
    if (!view.is_whole) name = std::min(name, view.width > 100 ? std::size_t{24} : std::size_t{12});
    const std::size_t bar = std::clamp<std::size_t>(view.width > kOther + name ? view.width - kOther - name : 0, 9, 41);
    lines.push_back({against ? "against " + table_->reference : "all games of each player", Tone::strong});
    const std::string so_far = is_not_final(*table_, standing().is_complete) ? "so far (not final)"
                               : table_->sprt                                ? "sequential test"
                                                                             : "verdict";
    lines.push_back({fmt::format("{}  score  {}  {}     LOS  {}", padded("player", name), axis(bar),
                                 padded("Elo [95 %]", kElo), so_far),
                     Tone::faint});
    for (const PlayerLine& line : players)
      lines.push_back({fmt::format(
          "{}  {:>5}  {}  {}  {:>6}  {}", padded(line.name, name), line.range ? percent_text(line.range->score) : "",
          line.range ? interval_bar(line.range->score, line.range->ci95, bar) : std::string(bar, ' '),
          padded(line.range ? line.elo : "", kElo), line.los, line.verdict)});
  }

  /// "0   50   100" over a bar.
  static std::string axis(std::size_t width) {
    std::string text(width, ' ');
    text[0] = '0';
    text.replace(width / 2 - 1, 2, "50");
    text.replace(width - 3, 3, "100");
    return text;
  }

  void add_tests(const View& view, std::vector<ShownLine>& lines) const {
    if (!table_->sprt) return;
    lines.push_back({""});
    lines.push_back({fmt::format("log-likelihood ratio between H0 ({:g} Elo) and H1 ({:g} Elo)", table_->sprt->elo0,
                                 table_->sprt->elo1),
                     Tone::strong});
    std::size_t names = view.width > 100 ? 36 : 24;
    for (const PairingRow& pairing : table_->pairings)
      if (view.is_whole) names = std::max(names, width_of(fmt::format("{} v {}", pairing.a, pairing.b)));
    const std::size_t gauge = view.width > 100 ? 41 : 23;
    for (const PairingRow& pairing : table_->pairings) {
      if (!pairing.sprt) continue;
      const SprtState& test = *pairing.sprt;
      const char* decision = test.decision == SprtDecision::go_on       ? "goes on"
                             : test.decision == SprtDecision::accept_h1 ? "H1 taken"
                                                                        : "H0 taken";
      lines.push_back({fmt::format(
          "{}  {:+.2f} {} {:+.2f}  {:+.2f} {}", padded(fmt::format("{} v {}", pairing.a, pairing.b), names), test.lower,
          gauge_text(test.llr, test.lower, test.upper, gauge), test.upper, test.llr, decision)});
    }
  }

  tournament::ResultsFollower follower_;
  std::optional<ResultTable> table_;  // without intervals over openings, which the screen does not show
  bool is_old_ = false;               // the table lacks what was read
};

}  // namespace

std::unique_ptr<Body> make_tournament_body(const std::string& folder, Detail detail) {
  return std::make_unique<TournamentBody>(folder, detail);
}

}  // namespace rootward::watch
