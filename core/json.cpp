// A builder of values that the JSON library's reader calls; it sees each key while its object is open.
#include "core/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/read_number.h"

namespace rootward {
namespace {

constexpr std::size_t kDeepestJson = 64;
constexpr std::size_t kMostJsonKeys = 10'000;
constexpr std::size_t kShownBytes = 12;

/// "line 2, column 7", or "column 7" in a text of one line; `position` is the number of bytes read.
std::string json_place(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position == 0 ? 0 : position - 1, text.size()));
  const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::string column = fmt::format("column {}", before.size() - line_start + 1);
  return text.find('\n') == std::string_view::npos ? column : fmt::format("line {}, {}", lines + 1, column);
}

/// Some bytes of what could not be read, fit to be shown.
std::string shown_token(std::string_view token) {
  constexpr std::size_t kShown = 40;
  std::string text;
  for (const char c : token.substr(0, kShown)) text += c >= ' ' && c <= '~' ? c : '?';
  return token.size() > kShown ? text + ".." : text;
}

class JsonBuilder {
 public:
  explicit JsonBuilder(std::string_view text) : text_(text) {}
  Json take() { return std::move(root_); }

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(Json::number_integer_t value) { return add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
  bool number_float(Json::number_float_t value, const std::string& text) {
    if (const std::optional<std::uint64_t> whole = whole_with_exponent(text)) return add(*whole);
    return add(value);
  }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // not in texts

  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    Json& object = *open_.back();
    if (object.contains(name)) throw UsageError(fmt::format("{}: stands twice in one object", shown_token(name)));
    if (object.size() >= kMostJsonKeys) throw UsageError(fmt::format("more than {} keys in one object", kMostJsonKeys));
    key_ = std::move(name);
    return true;
  }

  [[noreturn]] bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) const {
    constexpr int kNumberTooLarge = 406;
    if (error.id == kNumberTooLarge)
      throw UsageError(fmt::format("{}: the number {} is too large", json_place(text_, position), shown_token(token)));
    if (position > text_.size())
      throw UsageError(fmt::format("not valid JSON: it ends too early, at {}", json_place(text_, position)));
    throw UsageError(fmt::format("not valid JSON at {}: '{}' is not expected there", json_place(text_, position),
                                 shown_token(text_.substr(position == 0 ? 0 : position - 1, kShownBytes))));
  }

 private:
  template <class T>
  Json* place(T&& value) {
    if (open_.empty()) {
      root_ = Json(std::forward<T>(value));
      return &root_;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) return &parent.emplace_back(std::forward<T>(value));
    // The key is known to be new.
    return &(parent[std::move(key_)] = Json(std::forward<T>(value)));
  }

  template <class T>
  bool add(T&& value) {
    place(std::forward<T>(value));
    return true;
  }

  bool open(Json container) {
    if (open_.size() >= kDeepestJson) throw UsageError(fmt::format("JSON nested deeper than {} levels", kDeepestJson));
    open_.push_back(place(std::move(container)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  Json root_;
  std::vector<Json*> open_;  // a container does not move while one inside it is open
  std::string key_;
};

}  // namespace

Json parse_json(std::string_view text) {
  JsonBuilder builder(text);
  (void)Json::sax_parse(text, &builder);
  return builder.take();
}

std::string json_error_text(const Json::exception& error) {
  const std::string text = error.what();
  const std::size_t end = text.find("] ");  // of "[json.exception.type_error.302] "
  return end == std::string::npos ? text : text.substr(end + 2);
}

std::string dump_json(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rootward
