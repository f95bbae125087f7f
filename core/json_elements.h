// Lists that were written element by element, as optimizers without lists do.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace rootward {

/// Puts "name[0]", "name[1]", .. of a JSON object into one list "name" of `count` elements, null where one is missing.
/// Leaves the object alone where it has none of them, or has "name" too.
template <class Json>
void join_elements(Json& object, const std::string& name, std::size_t count) {
  const auto key_of = [&](std::size_t i) { return name + '[' + std::to_string(i) + ']'; };
  std::size_t given = 0;
  for (std::size_t i = 0; i < count; ++i) given += object.contains(key_of(i)) ? 1U : 0U;
  if (given == 0 || object.contains(name)) return;
  Json list = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    list.push_back(object.contains(key_of(i)) ? object[key_of(i)] : Json(nullptr));
    object.erase(key_of(i));
  }
  object[name] = std::move(list);
}

}  // namespace rootward
