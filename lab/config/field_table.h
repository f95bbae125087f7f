// A configuration's map as a table of fields, one declaration a key: what the key is (ParamSpec) and the member that it
// sets. The table reads the map, writes it resolved, names what can be tuned, and tells `list` and the documents.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/params.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/yaml_build.h"

namespace rootward::config {

/// One key of the map that a Struct is read from.
template <class Struct>
struct Field {
  ParamSpec spec;                  ///< of the key; the default is the member's initial value
  std::string alias{};             ///< a second name of the key
  std::string name_key{};          ///< a name alone may stand for the map, `max` for {name: max}; "" = it may not
  bool is_first = false;           ///< read before the others, whose defaults depend on it
  std::vector<ParamSpec> below{};  ///< keys of the map that the key holds, where they are always the same

  /// Null: whoever reads the map reads this key by itself.
  std::function<void(MapReader&, Struct&, ProblemList&)> read{};
  /// The value as it is stored.
  std::function<YamlNode(const Struct&)> write{};
  /// Whether it is stored; null = always.
  std::function<bool(const Struct&)> is_stored{};
  /// The default where it depends on what was read before; null = spec.fallback.
  std::function<ParamValue(const Struct&)> fallback{};
  /// Its part of a summary in one line, and which part that is; place 0 = none.
  int summary_place = 0;
  std::function<std::string(const Struct&)> summary{};

  /// The declaration of a number at a path below the key ("" = the key itself); null or nothing: there is none.
  std::function<std::optional<ParamSpec>(const Struct&, std::string_view path)> declared{};
  /// Sets the value at a path below the key. Throws ParamError.
  std::function<void(Struct&, std::string_view path, const ParamValue&)> set{};
  /// Sets the key's own value, of the right type; its range is not checked. Null where the key holds no single value.
  std::function<void(Struct&, const ParamValue&)> put{};

  Field&& named_by(std::string key) && { return name_key = std::move(key), spec.or_name = true, std::move(*this); }
  Field&& or_key(std::string key) && { return alias = std::move(key), std::move(*this); }
  Field&& read_first() && { return is_first = true, std::move(*this); }
  Field&& stored_if(std::function<bool(const Struct&)> test) && {
    return is_stored = std::move(test), std::move(*this);
  }
  Field&& default_from(std::function<ParamValue(const Struct&)> find) && {
    return fallback = std::move(find), std::move(*this);
  }
  Field&& shown(int place, std::function<std::string(const Struct&)> text) && {
    return summary_place = place, summary = std::move(text), std::move(*this);
  }
};

template <class Struct>
using FieldTable = std::vector<Field<Struct>>;

template <class Struct>
Struct read_map(const FieldTable<Struct>& table, const YamlNode& node, ProblemList& problems, Struct into = {});
template <class Struct>
YamlNode written_map(const FieldTable<Struct>& table, const Struct& from);
template <class Struct>
std::optional<ParamSpec> declared_at(const FieldTable<Struct>& table, const Struct& from, std::string_view path);
template <class Struct>
void set_at(const FieldTable<Struct>& table, Struct& into, std::string_view path, const ParamValue& value);
template <class Struct>
std::vector<ParamSpec> specs_of(const FieldTable<Struct>& table);

/// A member's value as a parameter has it, and back.
template <class T>
ParamValue to_param(const T& value) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>)
    return value;
  else if constexpr (std::integral<T>)
    return static_cast<std::int64_t>(value);
  else
    return static_cast<double>(value);
}
template <class T>
T from_param(const ParamValue& value) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>)
    return std::get<T>(value);
  else if constexpr (std::integral<T>)
    return static_cast<T>(std::get<std::int64_t>(value));
  else
    return std::get<double>(value);
}

template <class T>
constexpr ParamType param_type() {
  if constexpr (std::is_same_v<T, bool>) return ParamType::boolean;
  if constexpr (std::is_same_v<T, std::string>) return ParamType::text;
  return std::integral<T> ? ParamType::integer : ParamType::real;
}

/// What all fields of one value share; `get` and `put` carry it between struct and parameter.
template <class Struct, class Get, class Put>
Field<Struct> value_field(ParamSpec spec, Get get, Put put) {
  spec.fallback = get(Struct{});
  Field<Struct> field;
  field.spec = spec;
  field.write = [get](const Struct& from) { return value_node(get(from)); };
  field.declared = [spec](const Struct&, std::string_view path) {
    return path.empty() ? std::optional(spec) : std::nullopt;
  };
  field.set = [spec, put](Struct& into, std::string_view, const ParamValue& value) {
    put(into, check_param(spec, value));
  };
  field.put = put;
  return field;
}

/// A member that is a flag, a number or a text. `spec`: key, help and range; the type is the member's.
template <class Struct, class T>
Field<Struct> field(T Struct::*member, ParamSpec spec) {
  spec.type = param_type<T>();
  return value_field<Struct>(
      std::move(spec), [member](const Struct& from) { return to_param(from.*member); },
      [member](Struct& into, const ParamValue& value) { into.*member = from_param<T>(value); });
}

/// A member of an enumeration whose values are 0, 1, ..: `names` in their order.
template <class Struct, class Enum, std::size_t N>
Field<Struct> field(Enum Struct::*member, ParamSpec spec, const std::array<std::string_view, N>& names) {
  spec.type = ParamType::choice;
  spec.choices.assign(names.begin(), names.end());
  return value_field<Struct>(
      std::move(spec),
      [member, names](const Struct& from) {
        return ParamValue(std::string(names[static_cast<std::size_t>(from.*member)]));
      },
      [member, names](Struct& into, const ParamValue& value) {
        const auto found = std::ranges::find(names, std::get<std::string>(value));
        into.*member = static_cast<Enum>(found - names.begin());
      });
}

/// A member with a table of its own. Its map is read by `read`, where reading is more than one key after another.
template <class Struct, class Inner>
Field<Struct> group(Inner Struct::*member, ParamSpec spec, const FieldTable<Inner>& table,
                    std::function<Inner(const YamlNode&, ProblemList&)> read = {}) {
  spec.type = ParamType::tree;
  Field<Struct> field;
  field.below = specs_of(table);
  field.read = [member, key = spec.key, &table, read](MapReader& map, Struct& into, ProblemList& problems) {
    if (const YamlNode* node = map.take(key))
      into.*member = read ? read(*node, problems) : read_map(table, *node, problems);
  };
  field.write = [member, &table](const Struct& from) { return written_map(table, from.*member); };
  field.declared = [member, &table](const Struct& from, std::string_view path) {
    return declared_at(table, from.*member, path);
  };
  field.set = [member, &table](Struct& into, std::string_view path, const ParamValue& value) {
    set_at(table, into.*member, path, value);
  };
  field.spec = std::move(spec);
  return field;
}

/// A key of which the table knows only what it is and how it is stored.
template <class Struct>
Field<Struct> other_field(const ParamSpec& spec, std::function<YamlNode(const Struct&)> write) {
  Field<Struct> field;
  field.spec = spec;
  field.write = std::move(write);
  return field;
}

/// The same for a key of type `tree`.
template <class Struct>
Field<Struct> tree_field(std::string key, std::string help, std::function<YamlNode(const Struct&)> write,
                         bool is_required = false) {
  ParamSpec spec = spec_of(std::move(key), std::move(help));
  spec.type = ParamType::tree;
  spec.required = is_required;
  return other_field<Struct>(spec, std::move(write));
}

template <class Struct>
const Field<Struct>& field_of(const FieldTable<Struct>& table, std::string_view key) {
  return *std::ranges::find(table, key, [](const Field<Struct>& field) { return std::string_view(field.spec.key); });
}

/// Reads one key into the struct.
template <class Struct>
void read_field(const Field<Struct>& field, MapReader& map, Struct& into, ProblemList& problems) {
  if (field.read) return field.read(map, into, problems);
  if (!field.put) return;
  ParamSpec spec = field.spec;
  if (field.fallback) spec.fallback = field.fallback(into);
  if (!field.alias.empty() && map.take(field.alias) != nullptr) spec.key = field.alias;
  field.put(into, map.read(spec));
}

/// Reads every key that the table can read: those that others depend on first.
template <class Struct>
void read_fields(const FieldTable<Struct>& table, MapReader& map, Struct& into, ProblemList& problems) {
  for (const Field<Struct>& field : table) {
    map.take(field.spec.key);
    if (!field.alias.empty()) map.take(field.alias);
  }
  for (const bool is_first : {true, false})
    for (const Field<Struct>& field : table)
      if (field.is_first == is_first) read_field(field, map, into, problems);
}

/// Reads a map that has no keys but the table's. `into`: what the table does not set, and what defaults depend on.
template <class Struct>
Struct read_map(const FieldTable<Struct>& table, const YamlNode& node, ProblemList& problems, Struct into) {
  MapReader map(node, problems);
  read_fields(table, map, into, problems);
  map.finish();
  return into;
}

/// Adds the keys that are stored, in the table's order.
template <class Struct>
void write_fields(const FieldTable<Struct>& table, const Struct& from, YamlNode& map) {
  for (const Field<Struct>& field : table)
    if (field.write && (!field.is_stored || field.is_stored(from))) add(map, field.spec.key, field.write(from));
}
template <class Struct>
YamlNode written_map(const FieldTable<Struct>& table, const Struct& from) {
  YamlNode map = map_node();
  write_fields(table, from, map);
  return map;
}

/// The field that a path begins with and the rest of the path; nothing where the table has none.
template <class Struct>
std::optional<std::pair<const Field<Struct>*, std::string_view>> field_towards(const FieldTable<Struct>& table,
                                                                               std::string_view path) {
  const std::size_t length = std::min(path.find('.'), path.size());
  for (const Field<Struct>& field : table)
    if (field.spec.key == path.substr(0, length))
      return std::pair(&field, path.substr(std::min(length + 1, path.size())));
  return std::nullopt;
}

template <class Struct>
std::optional<ParamSpec> declared_at(const FieldTable<Struct>& table, const Struct& from, std::string_view path) {
  const auto found = field_towards(table, path);
  if (!found || !found->first->declared) return std::nullopt;
  return found->first->declared(from, found->second);
}

template <class Struct>
void set_at(const FieldTable<Struct>& table, Struct& into, std::string_view path, const ParamValue& value) {
  const auto found = field_towards(table, path);
  if (!found || !found->first->set) throw ParamError(std::string(path), "is no value that can be set");
  found->first->set(into, found->second, value);
}

/// The parts of a summary in their order.
template <class Struct>
std::string summary_of(const FieldTable<Struct>& table, const Struct& from) {
  std::vector<const Field<Struct>*> parts;
  for (const Field<Struct>& field : table)
    if (field.summary && (!field.is_stored || field.is_stored(from))) parts.push_back(&field);
  std::ranges::sort(parts, {}, [](const Field<Struct>* field) { return field->summary_place; });
  std::string text;
  for (const Field<Struct>* part : parts) {
    const std::string one = part->summary(from);
    if (!one.empty()) text += (text.empty() ? "" : "; ") + one;
  }
  return text;
}

/// All keys, those below a key with it in front: what `list` and the documents show.
template <class Struct>
std::vector<ParamSpec> specs_of(const FieldTable<Struct>& table) {
  std::vector<ParamSpec> specs;
  for (const Field<Struct>& field : table) {
    specs.push_back(field.spec);
    for (ParamSpec below : field.below) {
      below.key = field.spec.key + '.' + below.key;
      specs.push_back(std::move(below));
    }
  }
  return specs;
}

}  // namespace rootward::config
