// A record's fields, listed once: fields(record, field) names them in the order in which they are written. `field`
// makes an object of them, or takes them from one.
#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/json_fields.h"

namespace rootward {

template <class T>
inline constexpr bool kIsOptional = requires(const T& value) {
  value.has_value();
};

/// The value of a member of this type. Throws UsageError naming the key.
template <class T, class... Limits>
T json_as(const Json& value, const char* key, const Limits&... limits) {
  if constexpr (kIsOptional<T>)
    return json_as<typename T::value_type>(value, key, limits...);
  else if constexpr (std::same_as<T, std::string>)
    return json_text(value, key);
  else if constexpr (std::same_as<T, bool>)
    return json_bool(value, key);
  else if constexpr (requires { typename T::mapped_type; })
    return json_texts_by_name(value, key);
  else if constexpr (std::integral<T> && sizeof...(limits) == 0)
    return static_cast<T>(json_count(value, key, std::numeric_limits<T>::max()));
  else if constexpr (std::integral<T>)
    return static_cast<T>(json_count(value, key, limits...));
  else if constexpr (std::floating_point<T>)
    return json_real(value, key, limits...);
  else if constexpr (std::same_as<T, std::vector<std::string>>)
    return json_texts(value, key);
  else if constexpr (std::same_as<T, std::vector<double>>)
    return json_reals(value, key, limits...);
  else
    return json_counts(value, key);
}

/// Of a record's object: Json where that is written, const Json where it is read. Limits are the reader's.
template <class Object>
class RecordField {
 public:
  static constexpr bool kReads = std::is_const_v<Object>;
  explicit RecordField(Object& object) : object_(object) {}

  template <class T, class... Limits>
  void operator()(const char* key, T& value, const Limits&... limits) const {
    if constexpr (kReads)
      value = json_as<T>(json_field(object_, key), key, limits...);
    else if constexpr (kIsOptional<T>)
      object_[key] = Json(*value);
    else
      object_[key] = Json(value);
  }
  /// Whether it is there: zeros and what is empty are not written.
  template <class T>
  [[nodiscard]] bool has(const char* key, const T& value) const {
    if constexpr (kReads)
      return object_.contains(key);
    else if constexpr (kIsOptional<T>)
      return value.has_value();
    else if constexpr (requires { value.empty(); })
      return !value.empty();
    else
      return value != T{};
  }
  template <class T, class... Limits>
  void optional(const char* key, T& value, const Limits&... limits) const {
    if (has(key, value)) (*this)(key, value, limits...);
  }
  /// A member with fields of its own.
  template <class T, class Fields>
  void object(const char* key, T& value, const Fields& fields) const {
    if constexpr (kReads && kIsOptional<T>)
      object(key, value.emplace(), fields);
    else if constexpr (kIsOptional<T>)
      object(key, *value, fields);
    else if constexpr (kReads)
      fields(value, RecordField(json_field(object_, key)));
    else
      fields(value, RecordField(object_[key] = Json::object()));
  }
  template <class List, class Fields>
  void list(const char* key, List& values, const Fields& fields) const {
    if constexpr (kReads) {
      for (const Json& one : json_list(object_, key)) fields(values.emplace_back(), RecordField(one));
    } else {
      Json& list = object_[key] = Json::array();
      for (const auto& value : values) fields(value, RecordField(list.emplace_back(Json::object())));
    }
  }
  /// A member that is read by read(object, key), and written by write(value) where Json itself does not do.
  template <class T, class Read, class... Write>
  void by(const char* key, T& value, const Read& read, const Write&... write) const {
    if constexpr (kReads)
      value = read(object_, key);
    else if constexpr (sizeof...(write) == 0)
      (*this)(key, value);
    else
      object_[key] = (write(value), ...);
  }
  /// What other members say too: it is written, and not read.
  template <class T>
  void derived(const char* key, const T& value) const {
    if constexpr (!kReads) object_[key] = Json(value);
  }
  /// Of the fields before, when they have been read. Throws UsageError.
  template <class Check>
  void check(const Check& check) const {
    if constexpr (kReads) check();
  }

 private:
  Object& object_;
};

/// An object that begins with its schema.
template <class Record, class Fields>
Json json_of_record(std::string_view schema, const Record& record, const Fields& fields) {
  Json object;
  object["schema"] = schema;
  fields(record, RecordField<Json>(object));
  return object;
}
/// Throws UsageError.
template <class Record, class Fields>
Record record_of_json(const Json& object, const Fields& fields) {
  Record record{};
  fields(record, RecordField<const Json>(object));
  return record;
}

}  // namespace rootward
