// Lists that were written element by element, as optimizers without lists do.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace rootward {

/// Puts "name[0]", "name[1]", .. of a JSON object into one list "name" of `count` elements, null where one is missing.
/// Leaves the object alone where it has none of them. Where it has "name" too they are dropped; returns the first of
/// them, else "".
template <class Json>
std::string join_elements(Json& object, const std::string& name, std::size_t count) {
  const auto key_of = [&](std::size_t i) { return name + '[' + std::to_string(i) + ']'; };
  std::string first;
  Json list = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string key = key_of(i);
    if (first.empty() && object.contains(key)) first = key;
    list.push_back(object.contains(key) ? object[key] : Json(nullptr));
    object.erase(key);
  }
  if (first.empty()) return "";
  if (object.contains(name)) return first;
  object[name] = std::move(list);
  return "";
}

}  // namespace rootward
