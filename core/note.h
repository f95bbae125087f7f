// Sentences for the user on stderr: a courtesy that must not end what goes on.
#pragma once

#include <fmt/core.h>

#include <string>
#include <utility>

namespace rootward {

/// The text and an end of line on stderr, on a terminal in place of a bar that is drawn there. Where that cannot be
/// written (closed, disk full, reader gone), nothing happens: fmt::print would throw.
void note(const std::string& text);
template <class First, class... Rest>
void note(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
  note(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...));
}

}  // namespace rootward
