// The one kind of JSON value, and the one place where text becomes JSON and JSON text.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/errors.h"

namespace rootward {

struct JsonMember;

/// A value; keys keep the order in which they were written. A null becomes an object or an array where it is used as
/// one. Numbers know whether they are whole, and whether they may be negative.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<JsonMember>;

  /// A member is missing, or a value of another type than it is used as: whoever wrote the text is at fault.
  class Error : public UsageError {
   public:
    using UsageError::UsageError;
  };

  Json() noexcept;
  Json(std::nullptr_t) noexcept : Json() {}
  Json(std::string text);
  Json(std::string_view text) : Json(std::string(text)) {}
  Json(const char* text) : Json(std::string(text)) {}
  template <class T>
  requires std::is_arithmetic_v<T> Json(T value)
  noexcept : data_(stored(value)) {}
  template <class Range>
  requires(std::ranges::input_range<Range> && !std::convertible_to<Range, std::string_view> &&
           !std::same_as<std::remove_cvref_t<Range>, Json>) Json(const Range& range)
      : Json() {
    if constexpr (requires { typename Range::mapped_type; }) {
      *this = object();
      for (const auto& [key, value] : range) (*this)[key] = Json(value);
    } else {
      *this = array();
      for (const auto& one : range) push_back(Json(one));
    }
  }
  /// An object where each entry is a pair of a text and a value, `{{"a", 1}, {"b", 2}}`, else an array.
  Json(std::initializer_list<Json> entries);
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json object();
  static Json array();
  static Json array(std::initializer_list<Json> entries);

  [[nodiscard]] bool is_null() const { return data_.index() == 0; }
  [[nodiscard]] bool is_boolean() const { return data_.index() == 1; }
  [[nodiscard]] bool is_number() const { return data_.index() >= 2 && data_.index() <= 4; }
  /// A whole number, negative or not.
  [[nodiscard]] bool is_number_integer() const { return data_.index() == 2 || data_.index() == 3; }
  [[nodiscard]] bool is_number_unsigned() const { return data_.index() == 3; }
  [[nodiscard]] bool is_number_float() const { return data_.index() == 4; }
  [[nodiscard]] bool is_string() const { return data_.index() == 5; }
  [[nodiscard]] bool is_array() const { return data_.index() == 6; }
  [[nodiscard]] bool is_object() const { return data_.index() == 7; }

  /// Throws Error where it is of another type. A number is converted to any other.
  template <class T>
  [[nodiscard]] T get() const {
    if constexpr (std::is_same_v<T, bool>) {
      return boolean();
    } else if constexpr (std::is_same_v<T, std::string>) {
      return text();
    } else if constexpr (std::is_arithmetic_v<T>) {
      return std::visit([](auto number) { return static_cast<T>(number); }, number());
    } else {
      T list;
      for (const Json& one : entries()) list.push_back(one.get<typename T::value_type>());
      return list;
    }
  }
  [[nodiscard]] const std::string& text() const;

  /// Entries of an array, members of an object; 0 of a null, 1 of anything else.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool empty() const { return size() == 0; }

  [[nodiscard]] const Json* begin() const;
  [[nodiscard]] const Json* end() const { return begin() + (is_array() ? size() : 0); }
  [[nodiscard]] Json* begin() { return const_cast<Json*>(std::as_const(*this).begin()); }
  [[nodiscard]] Json* end() { return const_cast<Json*>(std::as_const(*this).end()); }
  [[nodiscard]] const Json& front() const { return at(0); }
  [[nodiscard]] const Json& back() const { return at(size() - 1); }
  [[nodiscard]] Json& back() { return const_cast<Json&>(std::as_const(*this).back()); }
  void push_back(Json entry);
  Json& emplace_back(Json entry) {
    push_back(std::move(entry));
    return back();
  }
  /// An array's entry. Throws Error.
  template <std::integral Index>
  [[nodiscard]] const Json& at(Index index) const {
    return entry(static_cast<std::size_t>(index));
  }
  template <std::integral Index>
  [[nodiscard]] Json& at(Index index) {
    return const_cast<Json&>(entry(static_cast<std::size_t>(index)));
  }
  template <std::integral Index>
  [[nodiscard]] const Json& operator[](Index index) const {
    return at(index);
  }
  template <std::integral Index>
  [[nodiscard]] Json& operator[](Index index) {
    return at(index);
  }

  /// An object's members, to be walked as `[key, value]`. Throws Error.
  [[nodiscard]] const Object& items() const;
  [[nodiscard]] Object& items() { return const_cast<Object&>(std::as_const(*this).items()); }
  /// Null where there is no such member, or this is no object.
  [[nodiscard]] const Json* find(std::string_view key) const;
  [[nodiscard]] Json* find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).find(key)); }
  [[nodiscard]] bool contains(std::string_view key) const { return find(key) != nullptr; }
  /// Throws Error where there is no such member.
  [[nodiscard]] const Json& at(std::string_view key) const;
  [[nodiscard]] Json& at(std::string_view key) { return const_cast<Json&>(std::as_const(*this).at(key)); }
  [[nodiscard]] const Json& at(const char* key) const { return at(std::string_view(key)); }
  [[nodiscard]] Json& at(const char* key) { return at(std::string_view(key)); }
  /// The member, which is made where it is missing.
  Json& operator[](std::string_view key);
  Json& operator[](const char* key) { return (*this)[std::string_view(key)]; }
  [[nodiscard]] const Json& operator[](std::string_view key) const { return at(key); }
  [[nodiscard]] const Json& operator[](const char* key) const { return at(std::string_view(key)); }
  [[nodiscard]] Json value(std::string_view key, Json fallback) const;
  void erase(std::string_view key);
  /// Sets every member of the other object here.
  void update(const Json& other);

  /// Numbers are equal by their values.
  friend bool operator==(const Json& a, const Json& b);

 private:
  using Number = std::variant<std::int64_t, std::uint64_t, double>;

  template <class T>
  static auto stored(T value) {
    if constexpr (std::is_same_v<T, bool>)
      return value;
    else if constexpr (std::is_floating_point_v<T>)
      return static_cast<double>(value);
    else if constexpr (std::is_signed_v<T>)
      return static_cast<std::int64_t>(value);
    else
      return static_cast<std::uint64_t>(value);
  }
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] Number number() const;
  [[nodiscard]] const Array& entries() const;
  [[nodiscard]] const Json& entry(std::size_t index) const;
  [[noreturn]] void refuse(const char* wanted) const;

  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> data_;
};

struct JsonMember {
  std::string key;
  Json value;
  friend bool operator==(const JsonMember& a, const JsonMember& b) = default;
};

/// Throws UsageError in our own words, with line and column, for what is no JSON, and for JSON that no writer of ours
/// makes: a key twice in an object, nested deeper than 64 levels, more than 10,000 keys in an object.
Json parse_json(std::string_view text);

/// Without blanks and newlines, or indented. What is no valid UTF-8 is replaced.
std::string dump_json(const Json& value, int indent = -1);
std::ostream& operator<<(std::ostream& out, const Json& value);

}  // namespace rootward
