// Rounds over a counted pool, or rejection sampling where the pool is too large to count, until it seems used up.
#include "lab/arena/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/rng.h"
#include "lab/arena/parallel_for.h"
#include "lab/config/key_error.h"
#include "lab/config/piped_file.h"

namespace rootward {
namespace {

constexpr std::size_t kCountingEffort = 50'000;  // positions looked at before the pool counts as too large
constexpr std::size_t kChunk = 16;               // candidates judged together
constexpr std::size_t kMaxRepeats = 5'000;       // draws in a row that were there before: the pool is used up
constexpr std::size_t kTriesABoard = 20;         // openings on a drawn board, before the pair gets another
constexpr std::size_t kMaxMisses = 2'000;        // new candidates in a row out of balance: so are the balanced ones

std::string book_path(const std::string& book, const std::string& config_file) {
  const std::filesystem::path path(book);
  return path.is_absolute() ? book : (std::filesystem::path(config::configuration_folder(config_file)) / path).string();
}

/// A uniformly random order (Fisher & Yates).
void shuffle(std::vector<MoveSequence>& sequences, Rng rng) {
  for (std::size_t i = sequences.size(); i > 1; --i)
    std::swap(sequences[i - 1], sequences[rng.below(static_cast<std::uint32_t>(i))]);
}

std::vector<MoveSequence> part_of(std::vector<MoveSequence> openings, const OpeningSettings& settings,
                                  const std::string& config_file) {
  if (settings.part.is_whole()) return openings;
  std::vector<MoveSequence> part;
  for (std::size_t i = 0; i < openings.size(); ++i)
    if (settings.part.contains(i)) part.push_back(std::move(openings[i]));
  if (part.empty())
    throw UsageError({Problem{
        .file = config_file,
        .line = 0,
        .column = 0,
        .path = settings.path + ".part",
        .message = fmt::format("part {} of {} openings holds none", part_text(settings.part), openings.size())}});
  return part;
}

}  // namespace

std::vector<MoveSequence> book_openings(const Game& game, const OpeningSettings& settings,
                                        const std::string& config_file) {
  try {
    std::vector<MoveSequence> openings = read_book(game, book_path(settings.book, config_file), settings.plies);
    return part_of(std::move(openings), settings, config_file);
  } catch (const RunError& error) {
    throw UsageError({Problem{
        .file = config_file, .line = 0, .column = 0, .path = settings.path + ".book", .message = error.what()}});
  }
}

std::string book_hash(const std::vector<MoveSequence>& openings) {
  std::uint64_t hash = hash_name("book");
  for (const MoveSequence& moves : openings) {
    hash = derive_seed(hash, {moves.size()});
    for (const Action action : moves) hash = derive_seed(hash, {action});
  }
  return fmt::format("{:016x}", hash);
}

Openings::Openings(const Game& game, const OpeningSettings& settings, std::uint64_t seed,
                   const std::string& config_file, JudgeFactory make_judge)
    : game_(game),
      settings_(settings),
      seed_(derive_seed(seed, "openings")),
      make_judge_(std::move(make_judge)),
      pool_(settings.book.empty() ? all_openings(game, settings.random_plies, kCountingEffort)
                                  : book_openings(game, settings, config_file)) {
  if (pool_ && pool_->empty())
    config::refuse_key(settings_.path + ".random_plies",
                       fmt::format("every game is over within {} moves", settings_.random_plies));
  if (!settings.book.empty()) book_hash_ = rootward::book_hash(*pool_);
  if (!pool_) return;
  available_ = pool_->size();
  make_round();
}

Openings::Openings(const NamedParams& random_game, const Game& example, const OpeningSettings& settings,
                   std::uint64_t seed, JudgeFactory make_judge)
    : game_(example),
      random_game_(random_game),
      settings_(settings),
      seed_(derive_seed(seed, "openings")),
      make_judge_(std::move(make_judge)) {
  if (!settings.book.empty())
    config::refuse_key(settings.path + ".book", "every pair has a board of its own; only random_plies is allowed");
}

void Openings::prepare_drawn(std::size_t count, std::size_t threads, const std::function<bool()>& stop) {
  while (openings_.size() < count && !stop()) {
    std::vector<DrawnPair> pairs(std::min(kChunk, count - openings_.size()));
    const auto no_state = [] { return 0; };
    parallel_for(pairs.size(), threads, no_state, [&](int, std::size_t i) {
      if (!stop()) pairs[i] = draw_pair(openings_.size() + i);
    });
    if (stop()) return;
    for (DrawnPair& pair : pairs) {
      boards_.push_back(std::move(pair.board));
      openings_.push_back(std::move(pair.opening));
    }
  }
}

/// Draws openings on the pair's board until one is even; where too many are not, the pair gets another board.
Openings::DrawnPair Openings::draw_pair(std::size_t k) const {
  const std::uint64_t seed = derive_seed(seed_, {hash_name("pair"), k});
  DrawnPair pair;
  std::unique_ptr<Game> game;
  std::unique_ptr<OpeningJudge> judge;
  for (std::size_t tries = 0; tries < kMaxMisses; ++tries) {
    if (tries % kTriesABoard == 0) {
      const std::size_t board = tries / kTriesABoard;
      judge.reset();
      pair.board = draw_game(*random_game_, board == 0 ? seed : derive_seed(seed, {hash_name("board"), board}));
      if (settings_.random_plies == 0 && !settings_.balance) return pair;
      game = make_game(pair.board);
      if (settings_.balance) judge = make_judge_(*game);
    }
    Rng rng(derive_seed(seed, {hash_name("draw"), tries}));
    std::optional<MoveSequence> moves = random_opening(*game, settings_.random_plies, rng);
    if (!moves || (judge && !is_even(*judge, *game, *moves))) continue;
    pair.opening = std::move(*moves);
    return pair;
  }
  config::refuse_key(settings_.path,
                     fmt::format("no even opening was found for pair {}, on {} boards", k, kMaxMisses / kTriesABoard));
}

bool Openings::is_even(OpeningJudge& judge, const Game& game, const MoveSequence& moves) const {
  const double score = judge.expected_score(*position_after(game, moves));
  return score >= (*settings_.balance)[0] && score <= (*settings_.balance)[1];
}

std::shared_ptr<const Game> Openings::game(std::size_t k) const {
  if (!random_game_) return {std::shared_ptr<void>(), &game_};
  return made_.at(k, [&] { return make_game(boards_[k]); });
}

void Openings::prepare(std::size_t count, std::size_t threads, const std::function<bool()>& stop) {
  if (random_game_) return prepare_drawn(count, threads, stop);
  std::vector<MoveSequence> candidates;
  while (openings_.size() < count) {
    candidates.clear();
    draw_candidates(candidates);
    if (candidates.empty()) {
      if (is_first_round_) close_first_round();
      make_round();
      continue;
    }
    const std::vector<char> is_balanced = judge(candidates, threads, stop);
    if (stop()) return;
    accept(candidates, is_balanced);
  }
}

/// The pool in this round's order, to be taken from the back.
void Openings::make_round() {
  order_ = *pool_;
  shuffle(order_, Rng(derive_seed(seed_, {hash_name("round"), round_++})));
}

void Openings::draw_candidates(std::vector<MoveSequence>& candidates) {
  while (pool_ && candidates.size() < kChunk && !order_.empty()) {
    candidates.push_back(std::move(order_.back()));
    order_.pop_back();
  }
  std::size_t repeats = 0;
  while (!pool_ && candidates.size() < kChunk && repeats < kMaxRepeats && misses_ < kMaxMisses) {
    Rng rng(derive_seed(seed_, {hash_name("draw"), draws_++}));
    std::optional<MoveSequence> moves = random_opening(game_, settings_.random_plies, rng);
    if (!moves || !seen_.insert(position_after(game_, *moves)->canonical_hash()).second) {
      ++repeats;
      continue;
    }
    repeats = 0;
    candidates.push_back(std::move(*moves));
  }
}

std::vector<char> Openings::judge(const std::vector<MoveSequence>& candidates, std::size_t threads,
                                  const std::function<bool()>& stop) const {
  std::vector<char> is_balanced(candidates.size(), 1);
  if (!settings_.balance || !is_first_round_) return is_balanced;
  const auto judge_one = [&](const std::unique_ptr<OpeningJudge>& judge, std::size_t i) {
    if (stop()) return;
    is_balanced[i] = is_even(*judge, game_, candidates[i]) ? 1 : 0;
  };
  parallel_for(
      candidates.size(), threads, [&] { return make_judge_(game_); }, judge_one);
  return is_balanced;
}

void Openings::accept(const std::vector<MoveSequence>& candidates, const std::vector<char>& is_balanced) {
  for (std::size_t i = 0; i < candidates.size() && (pool_ || misses_ < kMaxMisses); ++i) {
    misses_ = is_balanced[i] != 0 ? 0 : misses_ + 1;
    if (is_balanced[i] != 0) openings_.push_back(candidates[i]);
  }
}

/// From here on the openings found are the pool.
void Openings::close_first_round() {
  is_first_round_ = false;
  if (openings_.empty() && settings_.balance)
    config::refuse_key(
        settings_.path + ".balance",
        fmt::format("in none of the openings does the first seat score between {} and {}; widen the window",
                    (*settings_.balance)[0], (*settings_.balance)[1]));
  if (openings_.empty())
    config::refuse_key(settings_.path + ".random_plies",
                       fmt::format("every game is over within {} moves", settings_.random_plies));
  pool_ = openings_;
  available_ = openings_.size();
}

}  // namespace rootward
