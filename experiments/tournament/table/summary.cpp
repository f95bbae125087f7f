// Facts and legend of a result table.
#include "experiments/tournament/table/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/tournament/schedule.h"
#include "experiments/tournament/table/pairing_rows.h"
#include "lab/report/number_text.h"

namespace rootward::tournament {
namespace {

std::string opening_text(const OpeningSettings& opening) {
  std::string text = "all games from the start position";
  if (!opening.book.empty()) text = "openings from " + opening.book;
  if (!opening.part.is_whole()) text += fmt::format(", part {}", part_text(opening.part));
  if (opening.random_plies > 0) text = fmt::format("openings of {} random plies", opening.random_plies);
  if (opening.balance) text += fmt::format(" within [{}, {}]", (*opening.balance)[0], (*opening.balance)[1]);
  return text;
}

/// " (gnugo timeout 2)"; "" without void games.
std::string voids_text(const ResultTable& table) {
  std::string text;
  for (const auto& [reason, count] : table.voids)
    text += fmt::format("{}{} {}", text.empty() ? " (" : ", ", reason, count);
  return text.empty() ? "" : text + ")";
}

std::string games_text(const ResultTable& table) {
  std::string text = fmt::format("{} of {} scheduled", table.games, table.games_scheduled);
  std::uint64_t stopped = 0;
  std::uint64_t duplicates = 0;
  for (const PairingRow& pairing : table.pairings) {
    stopped += pairing.is_stopped_early ? 1 : 0;
    duplicates += pairing.duplicate_games;
  }
  if (stopped > 0) text += fmt::format("; pairings stopped early by the sequential test: {}", stopped);
  text += fmt::format("; {} voided{}; {} duplicates (same moves as an earlier game of the pairing)", table.void_games,
                      voids_text(table), duplicates);
  if (table.different_games && table.pairings.size() > 1)
    text += fmt::format("; {} different ones over all pairings", *table.different_games);
  if (table.duplicate_ids > 0) text += fmt::format("; {} stored twice and dropped", table.duplicate_ids);
  return text;
}

/// "mine in 12 updates"; "" where every operator always had a finite value.
std::string fallbacks_text(const ResultTable& table) {
  std::string text;
  for (const PlayerRow& player : table.players) {
    if (player.fallbacks > 0)
      text += fmt::format("{}{} in {} updates", text.empty() ? "" : ", ", player.name, player.fallbacks);
  }
  return text;
}

std::string comparison_text(const ResultTable& table) {
  std::string text = fmt::format("{} with {}, p corrected by Holm, two-sided", table.comparisons, table.reference);
  double least = 0;
  for (const PlayerRow& player : table.players) {
    if (!player.against_reference) continue;
    if (const std::string& other = player.against_reference->repeats; !other.empty())
      text += fmt::format("; {} has more than 90 % of its games, move by move, with {}, and counts as none",
                          player.name, other);
    else if (player.against_reference->is_a_a)
      text += fmt::format("; {} is {} by another name, and counts as none", player.name, table.reference);
    else
      least = std::max(least, player.against_reference->detectable_elo);
  }
  if (table.comparisons == 0 || least <= 0) return text;
  return text + (std::isinf(least)
                     ? "; so few games find no difference with 80 % power"
                     : fmt::format("; {:.0f} Elo is the smallest difference found with 80 % power", least));
}

std::string formula_text(const PairingRow& pairing) {
  switch (pairing.estimate.formula) {
    case IntervalFormula::exact:
      return "exact from colour-swapped pairs, because one side won the points of fewer than 20 of them";
    case IntervalFormula::wilson:
      return fmt::format("from single games (Wilson with effective n), because {}",
                         pairing.why_games == WhyGames::incomplete_pair
                             ? "a pair is incomplete"
                             : "openings repeat and so pairs are not independent");
    case IntervalFormula::pentanomial:
      break;
  }
  return "from colour-swapped pairs (pentanomial)";
}

/// Which interval the pairings quote, and why.
std::string interval_text(const ResultTable& table) {
  std::map<std::pair<IntervalFormula, std::optional<WhyGames>>, std::pair<std::string, std::size_t>> counts;
  for (const PairingRow& pairing : table.pairings) {
    const bool is_by_games = pairing.estimate.formula == IntervalFormula::wilson;
    auto& [text, count] = counts[{pairing.estimate.formula, is_by_games ? pairing.why_games : std::nullopt}];
    text = formula_text(pairing);
    ++count;
  }
  std::string text;
  for (const auto& entry : counts) {
    const auto& [words, count] = entry.second;
    text += text.empty() ? "" : "; ";
    if (counts.size() > 1) text += fmt::format("{} of {} pairings: ", count, table.pairings.size());
    text += words;
  }
  if (has_bootstrap(table)) text += "; beside it, in column openings, a bootstrap over openings";
  return text;
}

/// What the rule ended; of games that were played out, what it would have ended and how that agrees with the end.
std::string adjudication_text(const ResultTable& table) {
  const Adjudication& rule = *table.adjudicate;
  const AdjudicationCount& count = table.adjudicated;
  const std::string text =
      fmt::format("both players' means at {} or more for {} plies in a row", rule.value, rule.plies);
  if (!rule.plays_out) return fmt::format("{} of {} games: {}", count.games, table.games, text);
  return fmt::format(
      "none, all were played out; {} would have ended {} of {} games, {} % of all plies sooner, {} of them with "
      "another "
      "result ({} %)",
      text, count.games, table.games, percent_text(count.share_of_plies()), count.other_results,
      percent_text(count.error()));
}

std::string rating_text(const RatingMethod& method) {
  std::string text = fmt::format("Bradley-Terry by maximum likelihood, {}",
                                 method.anchor.empty() ? "mean 0" : method.anchor + " at 0");
  if (method.has_first_player_advantage) {
    text += fmt::format("; first seat {:+.0f} +- {:.0f} Elo", method.first_player_advantage,
                        kZ95 * method.first_player_advantage_error);
  } else {
    text += "; first seat's advantage not fitted (the games do not bound it)";
  }
  if (method.prior_draws > 0) {
    text += fmt::format("; {:.0f} draws a player against a player rated 0 (without them some rating is infinite)",
                        method.prior_draws);
  }
  return text + (method.counts_pairs ? "; errors from pairs, those of one opening together"
                                     : "; errors as of independent games");
}

}  // namespace

std::string claim_text(const ResultTable& table) {
  if (table.games_before_plan > 0)
    return fmt::format("exploratory: {} after {} games; who wants to look and go on uses stop.sprt",
                       table.is_extended ? "extended" : "cut", table.games_before_plan);
  if (table.question.empty() || (table.hypothesis.empty() && table.hypotheses.empty()))
    return "exploratory: no question with a hypothesis was fixed before game one";
  if (!table.is_fixed) return "exploratory: question or hypotheses were changed after game one";
  if (table.hypotheses.empty())
    return "exploratory: question and hypothesis were fixed before game one, but name no players and direction "
           "(`hypotheses`)";
  return fmt::format("confirmatory of {}: fixed before game one; every other comparison is exploratory",
                     expectations_text(table.hypotheses));
}

std::string game_text(const NamedParams& game) {
  std::vector<std::string> parts;
  for (const auto& entry : game.params.values()) {
    if (!std::holds_alternative<std::monostate>(entry.second)) {
      parts.push_back(fmt::format("{}: {}", entry.first, param_text(entry.second)));
    }
  }
  if (parts.empty()) return game.name;
  return fmt::format("{} {{{}}}", game.name, fmt::join(parts, ", "));
}

std::string schedule_text(const TournamentConfig& config) {
  const Schedule& schedule = config.schedule;
  std::string type = schedule_in_words(schedule.type);
  if (schedule.type == ScheduleType::gauntlet) type += fmt::format(" against {}", fmt::join(schedule.references, ", "));
  if (schedule.type == ScheduleType::ladder) type += ", each against the next";
  return fmt::format("{}, {} pairs a pairing, {}", type, schedule.pairs, opening_text(schedule.opening));
}

std::vector<Fact> table_facts(const ResultTable& table) {
  std::vector<Fact> facts;
  if (!table.question.empty()) facts.push_back({"question", table.question});
  if (!table.hypothesis.empty()) facts.push_back({"hypothesis", table.hypothesis});
  facts.push_back({"claim", claim_text(table)});
  facts.push_back({"game", table.game});
  facts.push_back({"schedule", table.schedule});
  if (table.sprt) {
    facts.push_back(
        {"stop rule", fmt::format("sequential test of {} against {} Elo, alpha {}, beta {}", table.sprt->elo0,
                                  table.sprt->elo1, table.sprt->alpha, table.sprt->beta)});
  }
  facts.push_back({"games", games_text(table)});
  if (table.adjudicate) facts.push_back({"adjudicated", adjudication_text(table)});
  if (const std::string text = fallbacks_text(table); !text.empty())
    facts.push_back({"not finite", fmt::format("{}; a mean took the formula's place there", text)});
  if (!table.scoring.empty())
    facts.push_back(
        {"scoring",
         fmt::format("{} games by {}; {} of them had another winner on the board as it stood", table.scored_games,
                     table.scoring == "referee" ? "a referee (GNU Go)" : "the engines", table.disagreements)});
  facts.push_back({"openings", fmt::format("{} used, {} distinct up to board symmetry", table.openings_used,
                                           table.openings_distinct)});
  if (!table.pairings.empty()) facts.push_back({"intervals", interval_text(table)});
  facts.push_back({"comparisons", comparison_text(table)});
  if (table.rating_method) facts.push_back({"ratings", rating_text(*table.rating_method)});
  facts.push_back({"reproducible", reproducible_text(table.is_reproducible, table.seed, table.has_guests)});
  if (!table.processors.empty()) facts.push_back({"played on", fmt::format("{}", fmt::join(table.processors, ", "))});
  facts.push_back({"played by", fmt::format("rootward {}, configuration {}", table.version, table.config_hash)});
  return facts;
}

std::vector<std::string> table_legend(const ResultTable& table) {
  std::vector<std::string> lines = {
      "score: points a game in percent, a draw counts half. [ , ]: 95 % interval. Elo: 400 log10(score / (1 - score)).",
      "W-D-L: won, drawn, lost. 1st, 2nd: score in the first and in the second seat. LOS: chance of being the stronger",
      "(exact, draws left out). p: two-sided, against equality. Holm p: p corrected for all comparisons of the table.",
      "verdict: better, worse: Holm p < 0.05. equivalent: within +-10 Elo (two one-sided tests at 5 %). undecided: the",
      "games show neither; that is not equality. finds: smallest difference in Elo found with 80 % power by as many.",
      ("needs: games of the row after which a difference as large as the observed one is found (Holm p < 0.05) with "
       "80 %"),
      "power; more than were played: play on, or plan with `rootward plan`.",
      "pairs: colour-swapped pairs that gave 0, 1/2, 1, 1 1/2 and 2 points. by: the interval comes from pairs",
      "(pentanomial), from few of them or lopsided ones (exact), or from single games (Wilson with effective n; where",
      "a pair is incomplete or an opening repeats). uneven p: exact two-sided p of as many pairs won as lost, the even",
      table.has_cost
          ? "ones left out. sims/s: simulations a second of the player's own CPU time. s/move: CPU seconds a move."
          : "ones left out."};
  if (table.sprt) {
    lines.emplace_back(
        fmt::format("LLR: log-likelihood ratio of H1, {} Elo, over H0, {} Elo. stopped: the match ended when the test",
                    table.sprt->elo1, table.sprt->elo0));
    lines.emplace_back("decided for the hypothesis named; its score is biased, so it has no p and no part in ratings.");
    lines.emplace_back("H0 and H1 are about the player who stands first in the pairing.");
  }
  if (has_bootstrap(table))
    lines.emplace_back("openings: 95 % interval by bootstrap over openings, because openings repeat.");
  return lines;
}

}  // namespace rootward::tournament
