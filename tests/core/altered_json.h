// Every way in which one member of a JSON value is altered: missing, empty, too long, in another order, of another
// type, a huge number, nested. For tests of whatever reads JSON from a file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/rng.h"

namespace rootward::testing {

struct AlteredJson {
  std::string what;  ///< "/curves/0/values: emptied"
  Json json;
};

namespace altered {

using Change = std::pair<std::string, std::function<void(Json&)>>;

/// A list without one of its entries.
inline Json without(const Json& list, std::size_t index) {
  Json rest = Json::array();
  for (std::size_t i = 0; i < list.size(); ++i)
    if (i != index) rest.push_back(list[i]);
  return rest;
}

inline Json nested() {
  Json value = 1;
  for (int level = 0; level < 40; ++level) value = Json::array({value});
  return value;
}

/// What any value may be replaced by.
inline std::vector<Change> of_any() {
  std::vector<Change> changes;
  for (const Json& other : {Json(nullptr), Json(true), Json("text"), Json(""), Json::object(), Json::array(),
                            Json::array({Json::array()}), Json{{"a", 1}}, Json(-1), Json(0), Json(1), Json(0.5),
                            Json(1e308), Json(4294967296U * 1024), Json(UINT64_MAX), Json(INT64_MIN), nested()})
    changes.emplace_back("is " + dump_json(other).substr(0, 30), [other](Json& value) { value = other; });
  return changes;
}

inline std::vector<Change> of_list() {
  constexpr std::size_t kMany = 1000;
  return {{"without its last", [](Json& list) { list = without(list, list.size() - 1); }},
          {"its last twice", [](Json& list) { list.push_back(Json(list.back())); }},
          {"in reverse", [](Json& list) { std::reverse(list.begin(), list.end()); }},
          {"1000 entries", [](Json& list) {
             const Json last = list.back();
             while (list.size() < kMany) list.push_back(last);
           }}};
}

inline std::vector<Change> of_text() {
  return {{"1000 letters", [](Json& text) { text = std::string(1000, 'x'); }},
          {"with an escape", [](Json& text) { text = text.get<std::string>() + "\x1b[2J\n"; }},
          {"a letter more", [](Json& text) { text = text.get<std::string>() + "1"; }}};
}

inline std::vector<Change> of_number() {
  return {{"negated", [](Json& number) { number = -number.get<double>(); }},
          {"1 more",
           [](Json& number) {
             number =
                 number.is_number_unsigned() ? Json(number.get<std::uint64_t>() + 1) : Json(number.get<double>() + 1);
           }},
          {"as text", [](Json& number) { number = dump_json(number); }}};
}

inline std::vector<Change> of_object() {
  return {{"with another key", [](Json& object) { object["another"] = 1; }},
          {"in reverse", [](Json& object) {
             Json reversed = Json::object();
             for (const auto& [key, member] : std::views::reverse(object.items())) reversed[key] = member;
             object = reversed;
           }}};
}

inline std::vector<Change> changes_of(const Json& value) {
  std::vector<Change> changes = of_any();
  const auto add = [&](std::vector<Change> more) { std::move(more.begin(), more.end(), std::back_inserter(changes)); };
  if (value.is_array() && !value.empty()) add(of_list());
  if (value.is_string()) add(of_text());
  if (value.is_number()) add(of_number());
  if (value.is_object()) add(of_object());
  return changes;
}

/// Keys, and places in lists as texts.
using JsonPath = std::vector<std::string>;

inline Json& at(Json& value, std::span<const std::string> path) {
  Json* here = &value;
  for (const std::string& step : path) here = here->is_object() ? &here->at(step) : &here->at(std::stoul(step));
  return *here;
}

/// Calls visit(path) for each value; of a long list its first and last alone.
inline void for_each_path(const Json& value, const JsonPath& path,
                          const std::function<void(const JsonPath&, const Json&)>& visit) {
  const auto below = [&](const std::string& step, const Json& member) {
    JsonPath longer = path;
    longer.push_back(step);
    for_each_path(member, longer, visit);
  };
  visit(path, value);
  if (value.is_object())
    for (const auto& [key, member] : value.items()) below(key, member);
  for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
    if (i == 0 || i + 1 == value.size()) below(std::to_string(i), value[i]);
}

/// What any reader has to expect of any member comes before the rest.
inline bool is_first(const std::string& what) {
  for (const char* end : {": missing", ": is []", ": without its last", ": its last twice", ": is null"})
    if (what.ends_with(end)) return true;
  return false;
}

}  // namespace altered

/// Every alteration of one member; where `most` is not 0, so many drawn from all of them, always the same.
inline std::vector<AlteredJson> altered_json(const Json& whole, std::size_t most = 0) {
  std::vector<AlteredJson> all;
  altered::for_each_path(whole, {}, [&](const altered::JsonPath& path, const Json& value) {
    std::string name = path.empty() ? "the whole" : "";
    for (const std::string& step : path) name += '/' + step;
    for (const auto& [what, change] : altered::changes_of(value)) {
      AlteredJson one{name + ": " + what, whole};
      change(altered::at(one.json, path));
      if (one.json != whole || what == "in reverse") all.push_back(std::move(one));
    }
    if (path.empty()) return;
    AlteredJson one{name + ": missing", whole};
    Json& parent = altered::at(one.json, std::span(path).first(path.size() - 1));
    if (!parent.is_object()) return;
    parent.erase(path.back());
    all.push_back(std::move(one));
  });
  if (most == 0 || all.size() <= most) return all;
  std::ranges::sort(
      all, {}, [](const AlteredJson& one) { return std::pair(!altered::is_first(one.what), hash_name(one.what)); });
  all.resize(most);
  return all;
}

}  // namespace rootward::testing
