// Takes a position's text apart from the left.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/number_text.h"

namespace rootward {

class TextReader {
 public:
  explicit TextReader(std::string_view text) : rest_(text) {}

  /// The decimal integer that stands here, if it fits an int.
  std::optional<int> number() { return take_number<int>(rest_); }
  /// Whether exactly this stands here; then it is taken.
  bool take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  /// Everything up to the next blank, or to the end.
  std::string_view word() {
    const std::string_view word = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(word.size());
    return word;
  }
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace rootward
