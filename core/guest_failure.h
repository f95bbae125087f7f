// What a callback of a host language raised, on its way out through rooms that can say where it happened.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace rootward {

/// Carries the host's own exception, which the host's binding takes out again.
class GuestFailure final : public std::exception {
 public:
  /// `text` is what those are told who know no host.
  // NOLINTNEXTLINE(bugprone-throw-keyword-missing): an exception_ptr is kept, not forgotten to be thrown
  GuestFailure(std::exception_ptr cause, std::string text) : cause_(std::move(cause)), text_(std::move(text)) {}

  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
  [[nodiscard]] const std::exception_ptr& cause() const { return cause_; }
  /// Where it happened, from the inside out.
  [[nodiscard]] const std::vector<std::string>& places() const { return places_; }
  void add_place(std::string place) { places_.push_back(std::move(place)); }

 private:
  std::exception_ptr cause_;
  std::string text_;
  std::vector<std::string> places_;
};

}  // namespace rootward
