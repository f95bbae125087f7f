// Reading the calculator's JSON objects strictly: every key read once, every number checked, leftovers refused.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/json.h"
#include "core/types.h"

namespace rootward {

/// The view and range of a line's numbers, and the way to the chooser's view in [-1, 1] and back.
class NumberFrame {
 public:
  NumberFrame() = default;
  /// low < high. `is_reversed`: the numbers are in MAX's view and the chooser minimises.
  NumberFrame(double low, double high, bool is_reversed) : low_(low), high_(high), sign_(is_reversed ? -1.0 : 1.0) {}

  [[nodiscard]] bool contains(double number) const { return number >= low_ && number <= high_; }
  [[nodiscard]] Value to_chooser(double number) const { return sign_ * (number - middle()) / half_width(); }
  [[nodiscard]] double from_chooser(Value value) const { return middle() + half_width() * sign_ * value; }
  [[nodiscard]] double variance_to_chooser(double variance) const { return variance / (half_width() * half_width()); }
  [[nodiscard]] double deviation_to_chooser(double deviation) const { return deviation / half_width(); }
  [[nodiscard]] double variance_from_chooser(double variance) const { return variance * half_width() * half_width(); }
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] double middle() const { return 0.5 * low_ + 0.5 * high_; }
  [[nodiscard]] double half_width() const { return 0.5 * high_ - 0.5 * low_; }

  double low_ = -1;
  double high_ = 1;
  double sign_ = 1;
};

/// One JSON object. All functions throw UsageError naming the key's path, the value and what is allowed.
class Fields {
 public:
  /// `path` names the object in errors; "" is the line itself. Refuses anything but an object with these keys.
  Fields(const Json& object, std::string path, std::initializer_list<const char*> known);

  [[nodiscard]] bool has(std::string_view key) const;
  /// Throws where the key is absent.
  [[nodiscard]] const Json& at(std::string_view key) const;
  [[nodiscard]] std::string path_of(std::string_view key) const;

  /// An integer in [low, high]; 6.0 counts as one. `fallback` where the key is absent; none: required.
  [[nodiscard]] std::uint64_t count(std::string_view key, std::uint64_t low, std::uint64_t high,
                                    std::optional<std::uint64_t> fallback = std::nullopt) const;
  /// A number within the frame, in the chooser's view.
  [[nodiscard]] Value value(std::string_view key, const NumberFrame& frame) const;
  /// Any finite number, in the chooser's view.
  [[nodiscard]] Value any_value(std::string_view key, const NumberFrame& frame) const;
  /// A number >= 0 as it stands.
  [[nodiscard]] double amount(std::string_view key) const;

 private:
  const Json* object_;
  std::string path_;
};

/// The frame of `range` ([-1, 1] where the key is absent).
NumberFrame read_range(const Fields& line, bool is_reversed);

/// A JSON number within the frame, in the chooser's view; `path` names it in errors.
Value read_value(const Json& number, const NumberFrame& frame, const std::string& path);

/// Throws UsageError: "path: message".
[[noreturn]] void refuse_field(const std::string& path, const std::string& message);

}  // namespace rootward
