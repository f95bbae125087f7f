// The promises of include/rootward/game.h, one check each.
#include "games/loading/trial_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <set>
#include <unordered_map>
#include <utility>

#include "games/loading/state.h"

namespace rootward::loading {
namespace {

constexpr std::size_t kNamesAsked = 64;       // moves of a position whose texts are compared
constexpr std::uint32_t kGamesBefore = 10;    // a playout is asked, for a fault in it names no moves
constexpr std::size_t kHashesKept = 200'000;  // states whose hashes are compared

/// The text is made only where the promise is broken: it is asked for a thousand times a game.
template <class... Values>
void require(bool holds, fmt::format_string<const Values&...> promise, const Values&... values) {
  if (!holds) throw BrokenPromise(fmt::format(promise, values...));
}

std::uint64_t mark_of(const std::byte* state, std::size_t size) {
  std::uint64_t mark = ~size;
  for (std::size_t at = 0; at < size; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, state + at, std::min<std::size_t>(8, size - at));
    mark = mix64(mark ^ word) + 0x9E3779B97F4A7C15ULL;
  }
  return mark;
}

class Trial {
 public:
  Trial(const PluginRules& rules, TrialReport& report)
      : rules_(rules),
        game_(rules.game()),
        facts_(rules.facts()),
        report_(report),
        state_(facts_.state_bytes, "the state"),
        copy_(facts_.state_bytes, "the state"),
        moves_(std::size_t{4} * facts_.most_moves, "the room for most_moves moves"),
        weights_(std::size_t{8} * facts_.most_moves, "the room for the moves' weights"),
        text_(ROOTWARD_TEXT_BYTES, "the room for a move's text"),
        board_(ROOTWARD_BOARD_BYTES, "the room for a board's text"),
        values_(8 * std::max<std::size_t>(1, rules.features().size()), "the room for the features' values"),
        planes_(std::max<std::size_t>(1, rules.plane_bytes()), "the room for the planes") {
    for (const GuardedArea* area : {&state_, &copy_, &moves_, &weights_, &text_, &board_, &values_, &planes_})
      watch_area(*area);
    moves_.place(true, 4);
    weights_.place(true, 8);
    text_.place(true, 1);
    board_.place(true, 1);
    values_.place(true, 8);
    planes_.place(true, 1);
  }

  void play(std::uint32_t number) {
    rng_ = Rng(derive_seed(number, "trial of a game"));
    state_.place(number % 2 == 0, 16);
    copy_.place(number % 2 == 1, 16);
    report_.moves_size = 0;
    begin();
    StateBlock somewhere(state_.size());  // on the way, any ply as likely
    std::size_t moves_there = 0;
    for (std::uint32_t plies = 0; !look(); ++plies) {
      require(plies < facts_.most_plies, "the game is not over after {} plies, which is facts.most_plies",
              facts_.most_plies);
      if (rng_.below(plies + 1) == 0) {
        std::memcpy(somewhere.data(), state_.view(), state_.size());
        moves_there = report_.moves_size;
      }
      step(legal_[rng_.below(static_cast<std::uint32_t>(legal_.size()))]);
    }
    if (game_.playout != nullptr && number >= kGamesBefore) {
      std::memcpy(state_.data(), somewhere.data(), state_.size());
      report_.moves_size = std::min(report_.moves_size, moves_there);
      ask_playout();
    }
    report_.games = number + 1;
  }

 private:
  void enter(const char* doing) {
    report_.doing = doing;
    ++report_.steps;
  }
  [[nodiscard]] const void* handle() const { return rules_.handle(); }
  void unharmed(const char* doing) const {
    require(state_.is_untouched() && copy_.is_untouched(), "{} writes outside of the state", doing);
  }
  void copy_state() const { std::memcpy(copy_.data(), state_.data(), state_.size()); }

  void begin() {
    std::memset(state_.data(), 0, state_.size());
    std::memset(copy_.data(), 0, copy_.size());
    enter("start");
    game_.start(handle(), state_.data());
    game_.start(handle(), copy_.data());
    unharmed("start");
    require(std::memcmp(state_.data(), copy_.data(), state_.size()) == 0, "start gives two different states");
    last_mover_ = -1;
  }

  /// Asks everything of the position; whether it is over.
  bool look() {
    copy_state();
    enter("is_over");
    const int over = game_.is_over(handle(), state_.view());
    require(over == 0 || over == 1, "is_over gives {}; allowed: 0 and 1", over);
    require(over == game_.is_over(handle(), copy_.view()), "is_over gives two answers for the same state");
    ask_legal();
    require((over == 1) == legal_.empty(), "the game is {}over and has {}legal move{}", over == 1 ? "" : "not ",
            over == 1 ? "" : "no ", over == 1 ? "s" : "");
    over == 1 ? ask_result() : ask_mover();
    if (over == 0) ask_texts();
    if (game_.hash != nullptr) ask_hash();
    if (game_.symmetries > 0) ask_symmetries(over == 1);
    if (game_.board != nullptr) ask_board("board", game_.board);
    if (game_.cells != nullptr) ask_cells();
    if (over == 0 && game_.heuristic != nullptr) ask_heuristic();
    if (over == 0 && !rules_.features().empty()) ask_features();
    if (game_.planes != nullptr) ask_planes();
    if (over == 0 && game_.weights != nullptr && mover_ != ROOTWARD_CHANCE) ask_weights();
    return over == 1;
  }

  void ask_legal() {
    enter("legal");
    auto* moves = reinterpret_cast<std::uint32_t*>(moves_.data());
    const std::uint32_t count = game_.legal(handle(), state_.view(), moves);
    require(count <= facts_.most_moves, "legal gives {} moves; facts.most_moves is {}", count, facts_.most_moves);
    legal_.assign(moves, moves + count);
    require(game_.legal(handle(), copy_.view(), moves) == count && std::equal(legal_.begin(), legal_.end(), moves),
            "legal gives two answers for the same state");
    if (facts_.move_limit > 0)
      for (const std::uint32_t move : legal_)
        require(move < facts_.move_limit, "legal gives the move {}; facts.move_limit is {}", move, facts_.move_limit);
    sorted_ = legal_;
    std::ranges::sort(sorted_);
    const auto twice = std::ranges::adjacent_find(sorted_);
    require(twice == sorted_.end(), "legal gives the move {} twice", twice == sorted_.end() ? 0 : *twice);
  }

  void ask_result() {
    enter("result");
    const double result = game_.result(handle(), state_.view());
    require(rules_.is_result(result), "result gives {}; allowed: {}", result,
            facts_.win_draw_loss != 0 ? "1, 0 and -1" : fmt::format("a number in [{}, {}]", facts_.low, facts_.high));
    require(result == game_.result(handle(), copy_.view()), "result gives two answers for the same state");
    if (game_.draw_result == nullptr) return;
    enter("draw_result");
    Rng rng = rng_;
    const rootward_random random = random_of(rng);
    require(std::isfinite(game_.draw_result(handle(), state_.view(), &random)), "draw_result gives no number");
  }

  void ask_mover() {
    enter("to_move");
    mover_ = game_.to_move(handle(), state_.view());
    const bool may_be_chance = game_.probability != nullptr;
    require(mover_ == 0 || (mover_ == 1 && facts_.seats == 2) || (mover_ == ROOTWARD_CHANCE && may_be_chance),
            "to_move gives {}; allowed: 0{}{}", mover_, facts_.seats == 2 ? ", 1" : "",
            may_be_chance ? ", 2 (chance)" : "");
    require(mover_ == game_.to_move(handle(), copy_.view()), "to_move gives two answers for the same state");
    if (game_.key != nullptr)
      require(mover_ != ROOTWARD_CHANCE && mover_ != last_mover_,
              "moves have keys, so the seats alternate and there is no chance; here they do not");
    last_mover_ = mover_;
    if (mover_ == ROOTWARD_CHANCE) ask_chances();
  }

  void ask_chances() {
    enter("probability");
    double sum = 0;
    for (const std::uint32_t outcome : legal_) {
      const double chance = game_.probability(handle(), state_.view(), outcome);
      require(chance > 0 && chance <= 1, "probability gives {}; allowed: a number in (0, 1]", chance);
      sum += chance;
    }
    require(std::abs(sum - 1) < 1e-9, "the outcomes' probabilities sum to {}, not to 1", sum);
  }

  std::string text_of(std::uint32_t move) {
    std::memset(text_.data(), 0, text_.size());
    game_.move_text(handle(), state_.view(), move, reinterpret_cast<char*>(text_.data()));
    const auto* text = reinterpret_cast<const char*>(text_.data());
    const std::size_t length = strnlen(text, ROOTWARD_TEXT_BYTES);
    require(length > 0 && length < ROOTWARD_TEXT_BYTES,
            "move_text of move {} gives {} characters; allowed: 1 to 31 and a final 0", move, length);
    for (std::size_t i = 0; i < length; ++i)
      require(text[i] > ' ' && text[i] < 127, "move_text of move {} gives a blank, or a character beyond ASCII", move);
    return text;
  }

  void ask_texts() {
    enter("move_text");
    std::set<std::string> texts;
    const std::size_t asked = std::min(legal_.size(), kNamesAsked);
    const std::size_t first = rng_.below(static_cast<std::uint32_t>(legal_.size() - asked + 1));
    for (std::size_t i = first; i < first + asked; ++i) {
      std::string text = text_of(legal_[i]);
      require(text == text_of(legal_[i]), "move_text of move {} gives two texts", legal_[i]);
      require(texts.insert(text).second, "two legal moves are called {}", text);
    }
  }

  void step(std::uint32_t move) {
    report_.add_move(text_of(move));
    enter("play");
    game_.play(handle(), state_.data(), move);
    game_.play(handle(), copy_.data(), move);
    unharmed("play");
    require(std::memcmp(state_.data(), copy_.data(), state_.size()) == 0,
            "play of {} makes two different states of the same one: it depends on, or keeps, something "
            "that is not in the state",
            std::string_view(reinterpret_cast<const char*>(text_.data())));
  }

  void ask_hash() {
    enter("hash");
    const std::uint64_t hash = game_.hash(handle(), state_.view());
    require(hash == game_.hash(handle(), copy_.view()), "hash gives two answers for the same state");
    if (hashes_.size() >= kHashesKept) return;
    const std::uint64_t mark = mark_of(state_.view(), state_.size());
    const auto [by_hash, is_new_hash] = states_.emplace(hash, mark);
    require(is_new_hash || by_hash->second == mark, "hash gives {} for two different states", hash);
    const auto [by_state, is_new_state] = hashes_.emplace(mark, hash);
    require(is_new_state || by_state->second == hash, "hash gives {} and {} for the same state", by_state->second,
            hash);
  }

  std::set<std::uint64_t> images_of(const std::byte* state, GuardedArea& room) {
    std::set<std::uint64_t> images{mark_of(state, state_.size())};
    for (std::uint32_t i = 1; i <= game_.symmetries; ++i) {
      game_.symmetric(handle(), state, i, room.data());
      unharmed("symmetric");
      images.insert(mark_of(room.view(), room.size()));
    }
    return images;
  }

  void ask_symmetries(bool is_over) {
    enter("symmetric");
    const std::set<std::uint64_t> images = images_of(state_.view(), copy_);
    StateBlock image(state_.size());
    auto* moves = reinterpret_cast<std::uint32_t*>(moves_.data());
    for (std::uint32_t i = 1; i <= game_.symmetries; ++i) {
      game_.symmetric(handle(), state_.view(), i, image.data());
      const bool is_same = (game_.is_over(handle(), image.data()) != 0) == is_over &&
                           (is_over ? game_.result(handle(), image.data()) == game_.result(handle(), state_.view())
                                    : game_.to_move(handle(), image.data()) == mover_ &&
                                          game_.legal(handle(), image.data(), moves) == legal_.size());
      require(is_same, "symmetry {} changes the mover, the result or the number of moves", i);
      require(images_of(image.data(), copy_) == images,
              "the symmetries are no group: the positions that are the same as symmetry {}'s are others", i);
    }
    copy_state();
  }

  std::string ask_board(const char* doing, void (*write)(const void*, const void*, char*)) {
    enter(doing);
    std::memset(board_.data(), 0, board_.size());
    write(handle(), state_.view(), reinterpret_cast<char*>(board_.data()));
    const auto* text = reinterpret_cast<const char*>(board_.data());
    require(strnlen(text, ROOTWARD_BOARD_BYTES) < ROOTWARD_BOARD_BYTES, "{} has no final 0", doing);
    return text;
  }

  void ask_cells() {
    const std::string text = ask_board("cells", game_.cells);
    const std::size_t width = text.find('\n');
    require(width != std::string::npos && width > 0 && text.size() % (width + 1) == 0,
            "cells gives rows of different "
            "lengths");
    for (std::size_t i = 0; i < text.size(); ++i)
      require(i % (width + 1) == width ? text[i] == '\n' : std::strchr("XO.#", text[i]) != nullptr,
              "cells gives other characters than X, O, . and #, and a line's end");
  }

  void ask_weights() {
    enter("weights");
    auto* weights = reinterpret_cast<double*>(weights_.data() + (weights_.size() - 8 * legal_.size()));
    game_.weights(handle(), state_.view(), legal_.data(), static_cast<std::uint32_t>(legal_.size()), weights);
    double sum = 0;
    for (std::size_t i = 0; i < legal_.size(); ++i) {
      require(weights[i] >= 0 && std::isfinite(weights[i]), "weights gives a number below 0, or none");
      sum += weights[i];
    }
    require(sum > 0 && std::isfinite(sum), "weights are all 0");
  }

  void ask_heuristic() {
    enter("heuristic");
    const double value = game_.heuristic(handle(), state_.view());
    require(value >= -1 && value <= 1, "heuristic gives {}; allowed: a number in [-1, 1]", value);
    require(value == game_.heuristic(handle(), copy_.view()), "heuristic gives two answers for the same state");
  }

  void ask_features() {
    enter("measure");
    auto* values = reinterpret_cast<double*>(values_.data());
    std::vector<double> first;
    for (const GuardedArea* state : {&state_, &copy_}) {
      std::fill_n(values, rules_.features().size(), std::nan(""));
      game_.measure(handle(), state->view(), values);
      for (std::size_t i = 0; i < rules_.features().size(); ++i)
        require(std::isfinite(values[i]), "measure gives no number for {}", rules_.features()[i].name);
      if (state == &state_) first.assign(values, values + rules_.features().size());
    }
    require(std::equal(first.begin(), first.end(), values), "measure gives two answers for the same state");
  }

  void ask_planes() {
    enter("planes");
    std::vector<std::byte> first;
    for (const GuardedArea* state : {&state_, &copy_}) {
      std::fill_n(planes_.data(), planes_.size(), std::byte{9});
      game_.planes(handle(), state->view(), reinterpret_cast<std::uint8_t*>(planes_.data()));
      for (std::size_t i = 0; i < planes_.size(); ++i)
        require(planes_.data()[i] <= std::byte{1},
                "planes leaves byte {} as it was, or gives another number than 0 and 1", i);
      if (state == &state_) first.assign(planes_.data(), planes_.data() + planes_.size());
    }
    require(std::equal(first.begin(), first.end(), planes_.data()), "planes gives two answers for the same state");
  }

  /// On the copy, which is made again.
  void ask_playout() {
    enter("playout");
    std::pair<double, std::uint32_t> answers[2];
    for (auto& [result, plies] : answers) {
      Rng rng = rng_;
      const rootward_random random = random_of(rng);
      copy_state();
      plies = 0;
      result = game_.playout(handle(), copy_.data(), &random, &plies);
    }
    copy_state();
    unharmed("playout");
    const auto& [result, plies] = answers[0];
    require(game_.draw_result != nullptr || rules_.is_result(result), "playout gives {}, which the facts do not allow",
            result);
    require(plies <= facts_.most_plies, "playout plays {} moves; facts.most_plies is {}", plies, facts_.most_plies);
    require(answers[0] == answers[1], "playout gives two answers for the same state and stream");
  }

  const PluginRules& rules_;
  const rootward_game& game_;
  const rootward_facts& facts_;
  TrialReport& report_;
  GuardedArea state_;
  GuardedArea copy_;
  GuardedArea moves_;
  GuardedArea weights_;
  GuardedArea text_;
  GuardedArea board_;
  GuardedArea values_;
  GuardedArea planes_;
  Rng rng_;
  std::vector<std::uint32_t> legal_;
  std::vector<std::uint32_t> sorted_;
  std::unordered_map<std::uint64_t, std::uint64_t> states_;  // by hash
  std::unordered_map<std::uint64_t, std::uint64_t> hashes_;  // by state
  int mover_ = 0;
  int last_mover_ = -1;
};

}  // namespace

void play_trial(const PluginRules& rules, const TrialLimits& limits, TrialReport& report) {
  Trial trial(rules, report);
  const auto begun = std::chrono::steady_clock::now();
  const std::chrono::duration<double> allowed(limits.seconds);
  for (std::uint32_t game = 0; game < limits.games; ++game) {
    if (game > 0 && limits.seconds > 0 && std::chrono::steady_clock::now() - begun > allowed) return;
    trial.play(game);
  }
}

}  // namespace rootward::loading
