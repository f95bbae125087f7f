// A game's line, read in one pass without a tree of values.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/json_fields.h"
#include "lab/arena/adjudication.h"
#include "lab/arena/game_id.h"
#include "lab/arena/game_record.h"

namespace rootward {
namespace {

constexpr std::uint64_t kHighestPair = 1'000'000'000;  // --games takes twice as many
constexpr double kMostSeconds = 1e12;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A cursor over the text; each step says whether the text is as expected.
class LineCursor {
 public:
  explicit LineCursor(std::string_view rest) : rest_(rest) {}

  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  bool take_text(std::string& text) {
    const std::optional<std::string_view> plain = take_plain_text();
    if (plain) text.assign(*plain);
    return plain || take_other_text(text);
  }

  /// The value that stands next, to its end.
  [[nodiscard]] std::string_view value() const {
    std::size_t end = 0;
    int depth = 0;
    for (bool is_text = false; end < rest_.size(); ++end) {
      const char c = rest_[end];
      if (is_text && c == '\\') ++end;
      if (c == '"') is_text = !is_text;
      if (is_text) continue;
      if (depth == 0 && (c == ',' || c == '}')) break;
      depth += (c == '[' || c == '{') ? 1 : (c == ']' || c == '}') ? -1 : 0;
    }
    return rest_.substr(0, end);
  }

  /// A key that nobody knows, and its value: schemas gain keys.
  bool take_unknown() {
    std::string key;
    if (!take_text(key) || !take(":")) return false;
    const std::string_view unknown = value();
    (void)parse_json(unknown);
    rest_.remove_prefix(unknown.size());
    return true;
  }

  template <class Number>
  bool take_count(Number& number, std::uint64_t high = std::numeric_limits<Number>::max()) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    const auto length = static_cast<std::size_t>(end - rest_.data());
    if (error != std::errc() || value > high || (length > 1 && rest_.front() == '0')) return false;
    rest_.remove_prefix(length);
    number = static_cast<Number>(value);
    return !is_number_going_on();
  }

  bool take_real(double& number, double low, double high) {
    const std::size_t sign = rest_.starts_with('-') ? 1 : 0;
    if (rest_.size() <= sign + 1 || !is_digit(rest_[sign])) return false;
    if (rest_[sign] == '0' && is_digit(rest_[sign + 1])) return false;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    const auto length = static_cast<std::size_t>(end - rest_.data());
    const std::size_t point = rest_.substr(0, length).find('.');  // a digit must follow: 0.e1 is no number of JSON
    if (point != std::string_view::npos && !is_digit(rest_[point + 1])) return false;
    if (error != std::errc() || !is_digit(rest_[length - 1]) || !(number >= low && number <= high)) return false;
    rest_.remove_prefix(length);
    return !is_number_going_on();
  }

  /// Items between brackets, each taken by take_item().
  template <class TakeItem>
  bool take_list(TakeItem take_item) {
    if (!take("[")) return false;
    if (take("]")) return true;
    do {
      if (!take_item()) return false;
    } while (take(","));
    return take("]");
  }

  bool take_texts(std::vector<std::string>& texts) {
    texts.reserve(static_cast<std::size_t>(std::ranges::count(rest_.substr(0, rest_.find(']')), '"')) / 2);
    return take_list([&] {
      const std::optional<std::string_view> plain = take_plain_text();
      if (plain) texts.emplace_back(*plain);
      return plain || take_other_text(texts.emplace_back());
    });
  }

  bool take_two_texts(std::array<std::string, 2>& texts) {
    return take("[") && take_text(texts[0]) && take(",") && take_text(texts[1]) && take("]");
  }

  template <class Number>
  bool take_two_counts(std::array<Number, 2>& numbers) {
    return take("[") && take_count(numbers[0]) && take(",") && take_count(numbers[1]) && take("]");
  }

 private:
  /// Of ASCII without escapes; nothing where it is otherwise, and nothing is taken then.
  std::optional<std::string_view> take_plain_text() {
    if (!rest_.starts_with('"')) return std::nullopt;
    std::size_t end = 1;
    while (end < rest_.size() && is_plain(rest_[end])) ++end;
    if (end == rest_.size() || rest_[end] != '"') return std::nullopt;
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }
  /// With escapes, or beyond ASCII.
  bool take_other_text(std::string& text) {
    if (!rest_.starts_with('"')) return false;
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2U : 1U;
    if (end >= rest_.size()) return false;
    text = json_text(parse_json(rest_.substr(0, end + 1)), "text");
    rest_.remove_prefix(end + 1);
    return true;
  }
  static bool is_plain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }
  [[nodiscard]] bool is_number_going_on() const {
    return !rest_.empty() && (is_digit(rest_[0]) || rest_[0] == '.' || rest_[0] == 'e' || rest_[0] == 'E');
  }

  std::string_view rest_;
};

bool take_score(LineCursor& line, double& score) {
  return line.take_real(score, 0, 1) && (score == 0 || score == 0.5 || score == 1);
}

bool take_ending(LineCursor& line, std::string& ended) {
  return line.take_text(ended) && (ended == "rules" || ended == "move_limit" || ended == "resign" ||
                                   ended == kAdjudicated || ended.starts_with("forfeit:"));
}

/// 16 lower-case digits, not all of them 0.
bool take_hash(LineCursor& line, std::uint64_t& hash) {
  std::string text;
  const auto is_digit_of_hash = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  if (!line.take_text(text) || text.size() != 16 || !std::ranges::all_of(text, is_digit_of_hash)) return false;
  std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  return hash != 0;
}

bool take_early_end(LineCursor& line, EarlyEnd& end) {
  return line.take(R"({"plies":)") && line.take_count(end.plies) && line.take(R"(,"score":)") &&
         take_score(line, end.score) && line.take("}");
}

bool take_thoughts(LineCursor& line, std::vector<double>& values) {
  return line.take_list([&] { return line.take_real(values.emplace_back(), -kLargestThought, kLargestThought); });
}

/// A key and its value: `start` is how the two begin.
struct GameField {
  std::string_view start;
  std::string_view expected;  ///< for messages: what the value must be
  bool (*take)(LineCursor& line, GameRecord& game);
  bool is_required = false;
  std::string_view beside{};  ///< the start of another key that must be there, too
  [[nodiscard]] std::string_view key() const { return start.substr(1, start.size() - 3); }
};

/// In the order in which they are written.
constexpr GameField kGameFields[] = {
    {R"("schema":)", "\"rootward.game/1\"",
     [](LineCursor& line, GameRecord&) { return line.take(R"("rootward.game/1")"); }, true},
    {R"("id":)", "a text", [](LineCursor& line, GameRecord& game) { return line.take_text(game.id); }, true},
    {R"("pairing":)", "a list of two texts",
     [](LineCursor& line, GameRecord& game) { return line.take_two_texts(game.pairing); }, true},
    {R"("pair":)", "a whole number in 0 .. 1000000000",
     [](LineCursor& line, GameRecord& game) { return line.take_count(game.pair, kHighestPair); }, true},
    {R"("seats":)", "a list of two texts",
     [](LineCursor& line, GameRecord& game) { return line.take_two_texts(game.seats); }, true},
    {R"("seed":)", "a whole number", [](LineCursor& line, GameRecord& game) { return line.take_count(game.seed); }},
    {R"("game":)", "a text", [](LineCursor& line, GameRecord& game) { return line.take_text(game.game); }},
    {R"("opening":)", "a list of texts",
     [](LineCursor& line, GameRecord& game) { return line.take_texts(game.opening); }, true},
    {R"("moves":)", "a list of texts", [](LineCursor& line, GameRecord& game) { return line.take_texts(game.moves); },
     false, R"("seed":)"},
    {R"("moves_hash":)", "16 digits of hexadecimal",
     [](LineCursor& line, GameRecord& game) { return take_hash(line, game.moves_hash); }},
    {R"("score":)", "one of 0, 0.5 and 1",
     [](LineCursor& line, GameRecord& game) { return take_score(line, game.score); }, true},
    {R"("ended":)", "one of rules, move_limit, resign, adjudicated and forfeit:REASON",
     [](LineCursor& line, GameRecord& game) { return take_ending(line, game.ended); }, true},
    {R"("plies":)", "a whole number in 0 .. 4294967295",
     [](LineCursor& line, GameRecord& game) { return line.take_count(game.plies); }, true},
    {R"("simulations":)", "a list of two whole numbers",
     [](LineCursor& line, GameRecord& game) { return line.take_two_counts(game.simulations); }, true},
    {R"("moves_chosen":)", "a list of two whole numbers",
     [](LineCursor& line, GameRecord& game) { return line.take_two_counts(game.moves_chosen); }, true},
    {R"("cpu_seconds":)", "a list of two numbers in 0 .. 1e12",
     [](LineCursor& line, GameRecord& game) {
       return line.take("[") && line.take_real(game.cpu_seconds[0], 0, kMostSeconds) && line.take(",") &&
              line.take_real(game.cpu_seconds[1], 0, kMostSeconds) && line.take("]");
     },
     true},
    {R"("networks":)", "a list of two texts",
     [](LineCursor& line, GameRecord& game) { return line.take_two_texts(game.networks); }, false,
     R"("cached_evaluations":)"},
    {R"("cached_evaluations":)", "a list of two whole numbers",
     [](LineCursor& line, GameRecord& game) { return line.take_two_counts(game.cached_evaluations); }, false,
     R"("networks":)"},
    {R"("fallbacks":)", "a list of two whole numbers",
     [](LineCursor& line, GameRecord& game) { return line.take_two_counts(game.fallbacks); }},
    {R"("engines":)", "a list of texts",
     [](LineCursor& line, GameRecord& game) { return line.take_texts(game.engines); }, true},
    {R"("scoring":)", "a text", [](LineCursor& line, GameRecord& game) { return line.take_text(game.scoring); }, false,
     R"("result":)"},
    {R"("result":)", "a text", [](LineCursor& line, GameRecord& game) { return line.take_text(game.result); }, false,
     R"("board_result":)"},
    {R"("board_result":)", "a text",
     [](LineCursor& line, GameRecord& game) { return line.take_text(game.board_result); }, false, R"("scoring":)"},
    {R"("visits":)", "a list of whole numbers",
     [](LineCursor& line, GameRecord& game) {
       return line.take_list([&] { return line.take_count(game.visits.emplace_back()); });
     },
     false, R"("values":)"},
    {R"("values":)", "a list of numbers",
     [](LineCursor& line, GameRecord& game) { return take_thoughts(line, game.values); }, false, R"("visits":)"},
    {R"("means":)", "a list of numbers",
     [](LineCursor& line, GameRecord& game) { return take_thoughts(line, game.means); }},
    {R"("would_end":)", R"({"plies":N,"score":S})",
     [](LineCursor& line, GameRecord& game) { return take_early_end(line, game.would_end.emplace()); }},
};
constexpr std::size_t kFieldCount = std::size(kGameFields);
using FieldsSeen = std::array<bool, kFieldCount>;

constexpr std::size_t field_at(std::string_view start) {
  return static_cast<std::size_t>(std::ranges::find(kGameFields, start, &GameField::start) - kGameFields);
}

/// Of each field the one that must be there, too: itself where there is none.
constexpr auto kBeside = [] {
  std::array<std::size_t, kFieldCount> beside{};
  for (std::size_t i = 0; i < kFieldCount; ++i)
    beside[i] = field_at(kGameFields[i].beside.empty() ? kGameFields[i].start : kGameFields[i].beside);
  return beside;
}();

/// The field that the line goes on with, expected to be `expected` or a later one; kFieldCount: none that is known.
std::size_t take_start(LineCursor& line, std::size_t expected) {
  const std::string_view rest = line.rest();
  for (std::size_t step = 0; rest.size() > 2 && step < kFieldCount; ++step) {
    const std::size_t at = expected + step < kFieldCount ? expected + step : expected + step - kFieldCount;
    const std::string_view start = kGameFields[at].start;
    if (rest[1] == start[1] && rest[2] == start[2] && line.take(start)) return at;
  }
  return kFieldCount;
}

/// What is there of the fields, and what of them goes together.
void check_presence(const FieldsSeen& seen) {
  constexpr std::size_t kMoves = field_at(R"("moves":)");
  constexpr std::size_t kHash = field_at(R"("moves_hash":)");
  if (seen[kMoves] && seen[kHash]) wrong_json("moves_hash", "stands beside the moves");
  if (!seen[kMoves] && !seen[kHash]) wrong_json("moves", "is missing");
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    if (kGameFields[i].is_required && !seen[i]) wrong_json(kGameFields[i].key(), "is missing");
    if (seen[i] && !seen[kBeside[i]]) wrong_json(kGameFields[kBeside[i]].key(), "is missing");
  }
}

/// What the fields say about each other.
void check_consistency(const GameRecord& record) {
  const bool is_swapped = record.seats[0] == record.pairing[1];
  const bool are_its_players =
      record.seats[0] == record.pairing[is_swapped ? 1 : 0] && record.seats[1] == record.pairing[is_swapped ? 0 : 1];
  if (record.pairing[0] == record.pairing[1] || !are_its_players)
    wrong_json("seats", fmt::format("{} and {} are not the players of the pairing {} and {}", record.seats[0],
                                    record.seats[1], record.pairing[0], record.pairing[1]));
  if (!is_game_id(record.id, record.pairing, record.pair, is_swapped ? 1 : 0))
    wrong_json("id", fmt::format("is {}, but the pairing, pair and seats say {}", record.id,
                                 game_id(record.pairing, record.pair, is_swapped ? 1 : 0)));
  if (record.has_moves() ? record.plies != record.opening.size() + record.moves.size()
                         : record.plies < record.opening.size())
    wrong_json("plies", fmt::format("is {}, but {} moves are listed", record.plies,
                                    record.opening.size() + record.moves.size()));
  for (const auto& [key, count] : {std::pair{"visits", record.visits.size()}, std::pair{"values", record.values.size()},
                                   std::pair{"means", record.means.size()}})
    if (count > 0 && count != record.moves.size())
      wrong_json(key, fmt::format("has {} entries, not {}", count, record.moves.size()));
  if (record.would_end && record.would_end->plies > record.plies)
    wrong_json("would_end",
               fmt::format("ends after {} plies, the game after {}", record.would_end->plies, record.plies));
}

}  // namespace

GameRecord parse_game_record(const std::string& text) {
  GameRecord game;
  FieldsSeen seen{};
  LineCursor line(text);
  if (!line.take("{")) throw UsageError("the line is no JSON object");
  std::size_t next = 0;
  do {
    const std::size_t at = take_start(line, next);
    if (at == kFieldCount) {
      if (!line.take_unknown()) throw UsageError("the line is no JSON object");
      continue;
    }
    const LineCursor start = line;
    const GameField& field = kGameFields[at];
    if (std::exchange(seen[at], true)) wrong_json(field.key(), "stands twice");
    constexpr std::size_t kShown = 60;
    if (!field.take(line, game))
      wrong_json(field.key(), fmt::format("is {}, not {}", start.value().substr(0, kShown), field.expected));
    next = at + 1;
  } while (line.take(","));
  if (!line.take("}") || !line.is_at_end()) throw UsageError("the line is no JSON object");
  check_presence(seen);
  if (!game.has_moves()) game.seed = 0;
  check_consistency(game);
  return game;
}

}  // namespace rootward
