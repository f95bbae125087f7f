// The value, and a builder of values that the JSON library's reader calls: it sees each key while its object is open.
#include "core/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <span>
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
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string& text) {
    if (const std::optional<std::uint64_t> whole = whole_with_exponent(text)) return add(*whole);
    return add(value);
  }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // not in texts

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

  [[noreturn]] bool parse_error(std::size_t position, const std::string& token,
                                const nlohmann::json::exception& error) const {
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
    if (parent.is_array()) return &parent.emplace_back(Json(std::forward<T>(value)));
    Json::Object& members = parent.items();  // the key is known to be new
    members.push_back({std::move(key_), Json(std::forward<T>(value))});
    return &members.back().value;
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

/// Texts and numbers as the JSON library writes them, since stored lines are compared by their bytes.
class JsonWriter {
 public:
  JsonWriter(std::string& text, int indent) : text_(text), indent_(indent) {}

  void write(const Json& value, std::size_t depth) {
    if (value.is_object()) {
      write_list(value.items(), '{', '}', depth, [&](const JsonMember& member) {
        write_text(member.key);
        text_ += indent_ < 0 ? ":" : ": ";
        write(member.value, depth + 1);
      });
    } else if (value.is_array()) {
      write_list(std::span(value.begin(), value.end()), '[', ']', depth,
                 [&](const Json& entry) { write(entry, depth + 1); });
    } else if (value.is_string()) {
      write_text(value.text());
    } else if (value.is_number_float()) {
      write_number(value.get<double>());
    } else if (value.is_number_unsigned()) {
      text_ += std::to_string(value.get<std::uint64_t>());
    } else if (value.is_number_integer()) {
      text_ += std::to_string(value.get<std::int64_t>());
    } else {
      text_ += value.is_null() ? "null" : value.get<bool>() ? "true" : "false";
    }
  }

 private:
  template <class List, class Write>
  void write_list(const List& list, char open, char close, std::size_t depth, Write write_entry) {
    text_ += open;
    bool is_first = true;
    for (const auto& entry : list) {
      if (!is_first) text_ += ',';
      is_first = false;
      break_line(depth + 1);
      write_entry(entry);
    }
    if (!is_first) break_line(depth);
    text_ += close;
  }

  void break_line(std::size_t depth) {
    if (indent_ >= 0) text_.append("\n").append(depth * static_cast<std::size_t>(indent_), ' ');
  }

  void write_number(double number) {
    if (!std::isfinite(number)) {
      text_ += "null";
      return;
    }
    std::array<char, 64> digits{};
    const char* end = nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), number);
    text_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }

  void write_text(const std::string& text) {
    const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    if (std::ranges::all_of(text, is_plain)) {
      text_.append("\"").append(text).append("\"");
      return;
    }
    text_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  std::string& text_;
  int indent_;
};

}  // namespace

Json::Json() noexcept = default;
Json::Json(std::string text) : data_(std::move(text)) {}
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(std::initializer_list<Json> entries) {
  const auto is_member = [](const Json& entry) {
    return entry.is_array() && entry.size() == 2 && entry[0].is_string();
  };
  if (!std::ranges::all_of(entries, is_member)) {
    data_ = Array(entries);
    return;
  }
  data_ = Object();
  for (const Json& entry : entries) (*this)[entry[0].text()] = entry[1];
}

Json Json::object() {
  Json value;
  value.data_ = Object();
  return value;
}

Json Json::array() {
  Json value;
  value.data_ = Array();
  return value;
}

Json Json::array(std::initializer_list<Json> entries) {
  Json value;
  value.data_ = Array(entries);
  return value;
}

const std::string& Json::text() const {
  if (const auto* text = std::get_if<std::string>(&data_)) return *text;
  refuse("a text");
}

bool Json::boolean() const {
  if (const auto* value = std::get_if<bool>(&data_)) return *value;
  refuse("true or false");
}

Json::Number Json::number() const {
  if (const auto* value = std::get_if<std::int64_t>(&data_)) return *value;
  if (const auto* value = std::get_if<std::uint64_t>(&data_)) return *value;
  if (const auto* value = std::get_if<double>(&data_)) return *value;
  refuse("a number");
}

const Json::Array& Json::entries() const {
  if (const auto* list = std::get_if<Array>(&data_)) return *list;
  refuse("a list");
}

const Json::Object& Json::items() const {
  if (const auto* members = std::get_if<Object>(&data_)) return *members;
  refuse("an object");
}

void Json::refuse(const char* wanted) const {
  static constexpr std::array<const char*, 8> kKinds = {"null",     "true or false", "a number", "a number",
                                                        "a number", "a text",        "a list",   "an object"};
  throw Error(fmt::format("is {}, not {}", kKinds[data_.index()], wanted));
}

std::size_t Json::size() const {
  if (const auto* list = std::get_if<Array>(&data_)) return list->size();
  if (const auto* members = std::get_if<Object>(&data_)) return members->size();
  return is_null() ? 0 : 1;
}

const Json* Json::begin() const {
  const auto* list = std::get_if<Array>(&data_);
  if (list == nullptr && !is_null()) refuse("a list");
  return list == nullptr ? nullptr : list->data();
}

void Json::push_back(Json entry) {
  if (is_null()) data_ = Array();
  const_cast<Array&>(entries()).push_back(std::move(entry));
}

const Json& Json::entry(std::size_t index) const {
  const Array& list = entries();
  if (index >= list.size()) throw Error(fmt::format("has {} entries, and none at {}", list.size(), index));
  return list[index];
}

const Json* Json::find(std::string_view key) const {
  const auto* members = std::get_if<Object>(&data_);
  if (members == nullptr) return nullptr;
  const auto found = std::ranges::find(*members, key, &JsonMember::key);
  return found == members->end() ? nullptr : &found->value;
}

const Json& Json::at(std::string_view key) const {
  (void)items();
  if (const Json* found = find(key)) return *found;
  throw Error(fmt::format("{} is missing", key));
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) data_ = Object();
  if (Json* found = find(key)) return *found;
  return items().emplace_back(JsonMember{std::string(key), {}}).value;
}

Json Json::value(std::string_view key, Json fallback) const {
  if (const Json* found = find(key)) return *found;
  return fallback;
}

void Json::erase(std::string_view key) {
  std::erase_if(items(), [&](const JsonMember& member) { return member.key == key; });
}

void Json::update(const Json& other) {
  for (const JsonMember& member : other.items()) (*this)[member.key] = member.value;
}

bool operator==(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) {
    return std::visit(
        [](auto x, auto y) {
          if constexpr (std::is_same_v<decltype(x), double> || std::is_same_v<decltype(y), double>)
            return static_cast<double>(x) == static_cast<double>(y);
          else
            return std::cmp_equal(x, y);
        },
        a.number(), b.number());
  }
  if (a.is_object() && b.is_object()) {  // in any order
    const auto is_in_b = [&](const JsonMember& member) {
      const Json* found = b.find(member.key);
      return found != nullptr && *found == member.value;
    };
    return a.size() == b.size() && std::ranges::all_of(a.items(), is_in_b);
  }
  return a.data_ == b.data_;
}

Json parse_json(std::string_view text) {
  JsonBuilder builder(text);
  (void)nlohmann::json::sax_parse(text, &builder);
  return builder.take();
}

std::string dump_json(const Json& value, int indent) {
  std::string text;
  JsonWriter(text, indent).write(value, 0);
  return text;
}

std::ostream& operator<<(std::ostream& out, const Json& value) { return out << dump_json(value); }

}  // namespace rootward
