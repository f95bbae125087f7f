// The rules of Kalah.
#include "games/kalah.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "core/errors.h"
#include "core/number_text.h"
#include "games/stone_grid.h"
#include "games/text_reader.h"

namespace rootward {
namespace {

ParamSpec kalah_count(const char* key, const char* help, std::int64_t fallback, int high) {
  return {.key = key,
          .help = help,
          .type = ParamType::integer,
          .fallback = fallback,
          .low = 1,
          .high = static_cast<double>(high),
          .source = "6 pits of 4 seeds: the game as it is sold"};
}

[[noreturn]] void refuse_kalah(std::string_view message) {
  throw UsageError(fmt::format("kalah position: {}", message));
}

/// A number of seeds at the reader's place.
std::uint16_t read_seeds(TextReader& reader, const KalahRules& rules) {
  const std::optional<int> seeds = reader.number();
  if (!seeds || *seeds < 0 || *seeds > rules.all_seeds())
    refuse_kalah(fmt::format("a number of seeds is wanted; allowed: 0 to {}", rules.all_seeds()));
  return static_cast<std::uint16_t>(*seeds);
}

Kalah::Side read_side(TextReader& reader, const KalahRules& rules) {
  Kalah::Side side{};
  for (int pit = 0; pit < rules.pits; ++pit) {
    if (pit > 0 && !reader.take(",")) refuse_kalah(fmt::format("{} pits with commas between are wanted", rules.pits));
    side[static_cast<std::size_t>(pit)] = read_seeds(reader, rules);
  }
  if (!reader.take(":")) refuse_kalah("after the pits come a colon and the store");
  side[static_cast<std::size_t>(rules.pits)] = read_seeds(reader, rules);
  return side;
}

}  // namespace

const Described& kalah_description() {
  static const Described description{
      .name = "kalah",
      .help =
          "Seeds are sown round the board; the last in the own store moves again, the last in an own empty pit "
          "takes what lies opposite; more seeds win.",
      .source = "William Julius Champion, 1940; Irving, Donkers & Uiterwijk 2000 (small boards solved)",
      .parameters = {kalah_count("pits", "pits a side", 6, Kalah::kMaxPits),
                     kalah_count("seeds", "seeds in each pit at the start", 4, Kalah::kMaxSeeds),
                     {.key = "again",
                      .help = "whether the last seed in the own store gives another move; false: players alternate",
                      .type = ParamType::boolean,
                      .fallback = true,
                      .is_late = true,
                      .source = "ours"},
                     {.key = "deal",
                      .help = "0: every pit begins with `seeds`; else the same number of seeds lies in pits drawn by "
                              "this number, each by itself",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{0},
                      .low = 0,
                      .high = 9007199254740992.0,
                      .or_range = true,
                      .is_late = true,
                      .source = "random boards: Lanctot et al. 2014; how they are drawn ours"}}};
  return description;
}

namespace {

/// A board on which both sides have seeds.
std::vector<std::uint16_t> deal_seeds(const KalahRules& rules, std::uint64_t number) {
  const auto pits = static_cast<std::size_t>(rules.pits);
  Rng rng(derive_seed(number, "deal"));
  for (;;) {
    std::vector<std::uint16_t> dealt(2 * pits);
    for (int seed = 0; seed < rules.all_seeds(); ++seed) ++dealt[rng.below(static_cast<std::uint32_t>(2 * pits))];
    const auto middle = dealt.begin() + rules.pits;
    const int first = std::accumulate(dealt.begin(), middle, 0);
    if (first > 0 && first < rules.all_seeds()) return dealt;
  }
}

}  // namespace

KalahRules make_kalah_rules(const Params& params) {
  KalahRules rules{.pits = static_cast<int>(params.integer("pits")),
                   .seeds = static_cast<int>(params.integer("seeds")),
                   .again = params.boolean("again")};
  if (const std::int64_t deal = params.integer("deal"); deal > 0)
    rules.dealt = deal_seeds(rules, static_cast<std::uint64_t>(deal));
  return rules;
}

Kalah::Kalah(const Rules& rules) : rules_(&rules) {
  for (Side& pits : state_.sides) std::fill_n(pits.begin(), rules.pits, static_cast<std::uint16_t>(rules.seeds));
  for (std::size_t i = 0; i < rules.dealt.size(); ++i)
    state_.sides[i / store_index()][i % store_index()] = rules.dealt[i];
}

int Kalah::seeds_in_pits(Seat seat) const {
  const auto begin = side(seat).begin();
  return std::accumulate(begin, begin + rules_->pits, 0);
}

Outcome Kalah::outcome() const {
  if (!is_over()) return Outcome::open;
  const int lead = store(Seat::first) - store(Seat::second);
  return lead > 0 ? Outcome::first_won : lead < 0 ? Outcome::second_won : Outcome::draw;
}

void Kalah::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (int pit = 0; pit < rules_->pits; ++pit)
    if (seeds(to_move(), pit) > 0) out.push_back(static_cast<Action>(pit));
}

void Kalah::play(Action action) {
  assert(is_legal(action));
  const Seat mover = to_move();
  Side& own = side(mover);
  Side& theirs = side(other(mover));
  // The ring of places: the own pits and store, then the other side's pits.
  const std::size_t pits = store_index();
  const std::size_t ring = 2 * pits + 1;
  std::size_t place = action;
  for (std::uint16_t left = std::exchange(own[place], std::uint16_t{0}); left > 0; --left) {
    place = place + 1 == ring ? 0 : place + 1;
    ++(place <= pits ? own[place] : theirs[place - pits - 1]);
  }
  if (place < pits && own[place] == 1) {
    std::uint16_t& opposite = theirs[pits - 1 - place];
    if (opposite > 0) {
      own[pits] = static_cast<std::uint16_t>(own[pits] + opposite + 1);
      own[place] = opposite = 0;
    }
  }
  if (place != pits || !rules_->again) state_.to_move = other(mover);
  end_if_empty();
}

void Kalah::end_if_empty() {
  const std::array<int, 2> left{seeds_in_pits(Seat::first), seeds_in_pits(Seat::second)};
  if (left[0] != 0 && left[1] != 0) return;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    Side& pits = state_.sides[seat];
    pits[store_index()] = static_cast<std::uint16_t>(pits[store_index()] + left[seat]);
    std::fill_n(pits.begin(), rules_->pits, std::uint16_t{0});
  }
  state_.is_over = true;
}

std::uint64_t Kalah::hash() const {
  std::uint64_t key = mix64(static_cast<std::uint64_t>(to_move()));
  for (const Side& pits : state_.sides) {
    for (std::size_t place = 0; place < pits.size(); place += 4) {
      std::uint64_t word = 0;
      for (std::size_t i = place; i < std::min(place + 4, pits.size()); ++i) word = word << 16 | pits[i];
      key = mix64(key + word);
    }
  }
  return key;
}

PlayoutResult Kalah::random_playout(Rng& rng) const {
  Kalah game = *this;
  PlayoutResult playout;
  ActionList actions;
  for (; !game.is_over(); ++playout.plies) {
    game.legal_actions(actions);
    game.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
  }
  playout.value = game.result();
  return playout;
}

std::string Kalah::action_text(Action action) const { return fmt::format("{}", action + 1); }

std::optional<Action> Kalah::parse_action(std::string_view text) const {
  if (text.empty() || text.size() > 2 || text[0] == '0') return std::nullopt;
  const std::optional<int> pit = parse_number<int>(text);
  if (!pit || *pit < 1 || *pit > rules_->pits) return std::nullopt;
  return static_cast<Action>(*pit - 1);
}

std::string Kalah::to_text() const {
  std::string text;
  for (const Seat seat : {Seat::first, Seat::second}) {
    const auto begin = side(seat).begin();
    text += fmt::format("{}:{}{}", fmt::join(begin, begin + rules_->pits, ","), store(seat),
                        seat == Seat::first ? "/" : " ");
  }
  return text + (to_move() == Seat::first ? "x" : "o");
}

Kalah Kalah::from_text(const Rules& rules, std::string_view text) {
  TextReader reader(text);
  Kalah game(rules);
  game.state_.sides[0] = read_side(reader, rules);
  if (!reader.take("/")) refuse_kalah("between the sides comes a slash");
  game.state_.sides[1] = read_side(reader, rules);
  const bool is_first = reader.take(" x");
  if ((!is_first && !reader.take(" o")) || !reader.is_at_end())
    refuse_kalah("after the sides come one blank and who moves: x or o");
  game.state_.to_move = is_first ? Seat::first : Seat::second;
  int seeds = game.store(Seat::first) + game.store(Seat::second);
  for (const Seat seat : {Seat::first, Seat::second}) seeds += game.seeds_in_pits(seat);
  if (seeds != rules.all_seeds()) refuse_kalah(fmt::format("{} seeds; allowed: {}", seeds, rules.all_seeds()));
  const bool is_first_empty = game.seeds_in_pits(Seat::first) == 0;
  const bool is_second_empty = game.seeds_in_pits(Seat::second) == 0;
  if (is_first_empty != is_second_empty)
    refuse_kalah("one side is empty, which ends the game: what the other has left belongs in its store");
  game.state_.is_over = is_first_empty;
  return game;
}

/// The first seat's pits below, from left to right, the second's above, from right to left.
std::string Kalah::drawing() const {
  std::string numbers = "     ", above = "     ", below = "     ", numbers_below = "     ";
  for (int pit = 0; pit < rules_->pits; ++pit) {
    numbers += fmt::format("{:>4}", rules_->pits - pit);
    above += fmt::format("{:>4}", seeds(Seat::second, rules_->pits - 1 - pit));
    below += fmt::format("{:>4}", seeds(Seat::first, pit));
    numbers_below += fmt::format("{:>4}", pit + 1);
  }
  const std::size_t gap = 4 * static_cast<std::size_t>(rules_->pits);
  return fmt::format("{}  (o)\n{}\n{:>5}{}{:>5}\n{}\n{}  (x)\n{}\n", numbers, above, store(Seat::second),
                     std::string(gap, ' '), store(Seat::first), below, numbers_below,
                     standing_text(outcome(), to_move()));
}

}  // namespace rootward
