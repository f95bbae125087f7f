// A cursor over the text; each step says whether the text is as expected.
#include "lab/arena/game_line.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <vector>

namespace rootward {
namespace {

constexpr std::uint64_t kMostPairs = 1'000'000'000;
constexpr double kMostSeconds = 1e12;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class LineCursor {
 public:
  explicit LineCursor(std::string_view rest) : rest_(rest) {}

  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  /// A text of plain ASCII without escapes.
  bool take_text(std::string& text) {
    const std::optional<std::string_view> taken = take_text();
    if (taken) text.assign(*taken);
    return taken.has_value();
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
      const std::optional<std::string_view> text = take_text();
      if (text) texts.emplace_back(*text);
      return text.has_value();
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
  std::optional<std::string_view> take_text() {
    if (!take("\"")) return std::nullopt;
    std::size_t end = 0;
    while (end < rest_.size() && is_plain(rest_[end])) ++end;
    if (end == rest_.size() || rest_[end] != '"') return std::nullopt;
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }
  static bool is_plain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }
  [[nodiscard]] bool is_number_going_on() const {
    return !rest_.empty() && (is_digit(rest_[0]) || rest_[0] == '.' || rest_[0] == 'e' || rest_[0] == 'E');
  }

  std::string_view rest_;
};

/// Or their hash where they were dropped.
bool take_moves(LineCursor& line, bool has_seed, GameRecord& game) {
  if (line.take(R"(,"moves":)")) return has_seed && line.take_texts(game.moves);
  std::string text;
  if (!line.take(R"(,"moves_hash":)") || !line.take_text(text)) return false;
  const std::optional<std::uint64_t> hash = parse_moves_hash(text);
  game.moves_hash = hash.value_or(0);
  game.seed = 0;
  return hash.has_value();
}

bool take_scheduled(LineCursor& line, GameRecord& game) {
  if (!line.take(R"({"schema":"rootward.game/1","id":)") || !line.take_text(game.id) || !line.take(R"(,"pairing":)") ||
      !line.take_two_texts(game.pairing) || !line.take(R"(,"pair":)") || !line.take_count(game.pair, kMostPairs) ||
      !line.take(R"(,"seats":)") || !line.take_two_texts(game.seats))
    return false;
  const bool has_seed = line.take(R"(,"seed":)");
  if (has_seed && !line.take_count(game.seed)) return false;
  if (line.take(R"(,"game":)") && !line.take_text(game.game)) return false;
  return line.take(R"(,"opening":)") && line.take_texts(game.opening) && take_moves(line, has_seed, game);
}

bool take_result(LineCursor& line, GameRecord& game) {
  if (!line.take(R"(,"score":)") || !line.take_real(game.score, 0, 1)) return false;
  if (game.score != 0 && game.score != 0.5 && game.score != 1) return false;
  if (!line.take(R"(,"ended":)") || !line.take_text(game.ended)) return false;
  const bool is_common = game.ended == "rules" || game.ended == "move_limit" || game.ended == "resign";
  return is_common && line.take(R"(,"plies":)") && line.take_count(game.plies);
}

bool take_costs(LineCursor& line, GameRecord& game) {
  if (!line.take(R"(,"simulations":)") || !line.take_two_counts(game.simulations)) return false;
  if (line.take(R"(,"moves_chosen":)") && !line.take_two_counts(game.moves_chosen)) return false;
  if (!line.take(R"(,"cpu_seconds":[)") || !line.take_real(game.cpu_seconds[0], 0, kMostSeconds) || !line.take(",") ||
      !line.take_real(game.cpu_seconds[1], 0, kMostSeconds) || !line.take("]"))
    return false;
  if (line.take(R"(,"networks":)") && (!line.take_two_texts(game.networks) || !line.take(R"(,"cached_evaluations":)") ||
                                       !line.take_two_counts(game.cached_evaluations)))
    return false;
  if (line.take(R"(,"fallbacks":)") && !line.take_two_counts(game.fallbacks)) return false;
  return line.take(R"(,"engines":)") && line.take_texts(game.engines);
}

/// What was thought of each move.
bool take_thoughts(LineCursor& line, GameRecord& game) {
  const auto take_values = [&](std::vector<double>& values) {
    const auto take_one = [&] { return line.take_real(values.emplace_back(), -kLargestThought, kLargestThought); };
    return line.take_list(take_one) && values.size() == game.moves.size();
  };
  if (line.take(R"(,"visits":)")) {
    if (!line.take_list([&] { return line.take_count(game.visits.emplace_back()); })) return false;
    if (game.visits.size() != game.moves.size() || !line.take(R"(,"values":)") || !take_values(game.values))
      return false;
  }
  return !line.take(R"(,"means":)") || take_values(game.means);
}

}  // namespace

std::optional<std::uint64_t> parse_moves_hash(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  std::uint64_t hash = 0;
  const auto is_digit_of_hash = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  if (text.size() != kDigits || !std::ranges::all_of(text, is_digit_of_hash)) return std::nullopt;
  std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  return hash == 0 ? std::nullopt : std::optional(hash);
}

std::optional<GameRecord> read_written_game(std::string_view line) {
  LineCursor cursor(line);
  std::optional<GameRecord> game(std::in_place);
  const bool is_written_so = take_scheduled(cursor, *game) && take_result(cursor, *game) && take_costs(cursor, *game) &&
                             take_thoughts(cursor, *game) && cursor.take("}") && cursor.is_at_end();
  if (!is_written_so) game.reset();
  return game;
}

}  // namespace rootward
