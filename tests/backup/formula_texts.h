// A formula's parameters, as a configuration's reader would give them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/params.h"

namespace rootward::kit {

inline ParamTree text(const std::string& words) {
  ParamTree tree;
  tree.kind = ParamTree::Kind::text;
  tree.text = words;
  return tree;
}
inline ParamTree number(double value) {
  ParamTree tree;
  tree.kind = ParamTree::Kind::number;
  tree.number = value;
  return tree;
}
inline ParamTree list(const std::vector<double>& values) {
  ParamTree tree;
  tree.kind = ParamTree::Kind::list;
  for (const double value : values) tree.items.push_back(number(value));
  return tree;
}
inline ParamTree map(const std::vector<std::pair<std::string, ParamTree>>& entries) {
  ParamTree tree;
  for (const auto& [key, value] : entries) {
    tree.keys.push_back(key);
    tree.items.push_back(value);
  }
  return tree;
}

inline GivenParams rule(const std::string& value, const ParamTree& define = {}, const ParamTree& parameters = {}) {
  return {{"value", value}, {"define", define}, {"parameters", parameters}};
}
inline GivenParams with(GivenParams given, const std::string& key, const ParamValue& value) {
  given[key] = value;
  return given;
}

}  // namespace rootward::kit
