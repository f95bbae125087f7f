// What the page's C++ library (LLVM's of version 14) lacks of C++20: numbers from text, and the algorithms of
// std::ranges that the rooms use, for whole containers, with a projection. Put before every unit by -include; no other
// build sees it.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

namespace std {

/// Correctly rounded, as musl's strtod is.
inline from_chars_result from_chars(const char* first, const char* last, double& number) {
  const std::string text(first, last);
  char* end = nullptr;
  const double read = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  number = read;
  return {first + (end - text.c_str()), errc()};
}

}  // namespace std

namespace std::ranges {

template <class Range, class Value, class Project = std::identity>
constexpr auto find(Range&& range, const Value& value, Project project = {}) {
  auto at = std::begin(range);
  while (at != std::end(range) && !(std::invoke(project, *at) == value)) ++at;
  return at;
}
template <class Range, class Value, class Project = std::identity>
constexpr auto count(Range&& range, const Value& value, Project project = {}) {
  std::ptrdiff_t found = 0;
  for (auto&& one : range) found += std::invoke(project, one) == value ? 1 : 0;
  return found;
}
template <class Range, class Test, class Project = std::identity>
constexpr bool any_of(Range&& range, Test test, Project project = {}) {
  for (auto&& one : range) {
    if (std::invoke(test, std::invoke(project, one))) return true;
  }
  return false;
}
template <class Range, class Test, class Project = std::identity>
constexpr bool all_of(Range&& range, Test test, Project project = {}) {
  for (auto&& one : range) {
    if (!std::invoke(test, std::invoke(project, one))) return false;
  }
  return true;
}
template <class Range, class Test, class Project = std::identity>
constexpr bool none_of(Range&& range, Test test, Project project = {}) {
  return !std::ranges::any_of(range, test, project);
}
template <class Range, class Out>
constexpr auto copy(Range&& range, Out out) {
  return std::copy(std::begin(range), std::end(range), out);
}
template <class Range, class Out>
constexpr auto move(Range&& range, Out out) {
  return std::move(std::begin(range), std::end(range), out);
}
template <class Range, class Out, class Map>
constexpr auto transform(Range&& range, Out out, Map map) {
  return std::transform(std::begin(range), std::end(range), out, map);
}
template <class Range, class Value>
constexpr void fill(Range&& range, const Value& value) {
  std::fill(std::begin(range), std::end(range), value);
}
template <class Range, class Less = std::less<>, class Project = std::identity>
constexpr void sort(Range&& range, Less less = {}, Project project = {}) {
  std::sort(std::begin(range), std::end(range), [&](const auto& a, const auto& b) {
    return std::invoke(less, std::invoke(project, a), std::invoke(project, b));
  });
}
template <class Range, class Less = std::less<>, class Project = std::identity>
constexpr auto max_element(Range&& range, Less less = {}, Project project = {}) {
  return std::max_element(std::begin(range), std::end(range), [&](const auto& a, const auto& b) {
    return std::invoke(less, std::invoke(project, a), std::invoke(project, b));
  });
}
template <class Range, class Less = std::less<>, class Project = std::identity>
constexpr auto max(Range&& range, Less less = {}, Project project = {}) {
  return *std::ranges::max_element(range, less, project);
}
template <class Range, class Value, class Less = std::less<>, class Project = std::identity>
constexpr auto upper_bound(Range&& range, const Value& value, Less less = {}, Project project = {}) {
  return std::upper_bound(std::begin(range), std::end(range), value, [&](const auto& wanted, const auto& one) {
    return std::invoke(less, wanted, std::invoke(project, one));
  });
}

}  // namespace std::ranges
