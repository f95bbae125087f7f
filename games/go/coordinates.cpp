// Reading and writing of board coordinates.
#include "games/go/coordinates.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>

namespace rootward {
namespace {
constexpr std::string_view kColumns = "ABCDEFGHJKLMNOPQRST";
}

char column_letter(int column) { return kColumns[static_cast<std::size_t>(column)]; }

std::string point_text(Point point, int size) {
  return fmt::format("{}{}", column_letter(point % size), point / size + 1);
}

std::optional<Point> parse_point(std::string_view text, int size) {
  if (text.size() < 2 || text.size() > 3 || text[1] == '0') return std::nullopt;
  const char letter = text[0] >= 'a' && text[0] <= 'z' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
  const std::size_t column = kColumns.find(letter);
  if (column == std::string_view::npos) return std::nullopt;
  int row = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, row);
  if (error != std::errc{} || stop != end) return std::nullopt;
  if (row < 1 || row > size || static_cast<int>(column) >= size) return std::nullopt;
  return (row - 1) * size + static_cast<int>(column);
}

}  // namespace rootward
