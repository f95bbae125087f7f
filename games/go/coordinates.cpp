// Reading and writing of board coordinates.
#include "games/go/coordinates.h"

#include <fmt/format.h>

#include <cstddef>

#include "core/number_text.h"

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
  const std::optional<int> row = parse_number<int>(text.substr(1));
  if (!row || *row < 1 || *row > size || static_cast<int>(column) >= size) return std::nullopt;
  return (*row - 1) * size + static_cast<int>(column);
}

}  // namespace rootward
