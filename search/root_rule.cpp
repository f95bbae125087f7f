// The table of root rules, read off roots.def.
#include "search/root_rule.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "search/roots/dirichlet.h"
#include "search/roots/gumbel.h"
#include "search/roots/none.h"

namespace rootward {
namespace {

struct RootRow {
  std::string_view name;
  RootNeeds needs;
  std::unique_ptr<RootRule> (*make)(const Params&);
};

constexpr RootRow kRootRows[] = {
#define ROOTWARD_ROOT(Rule) {Rule::kName, Rule::kNeeds, &Rule::make},
#include "search/roots/roots.def"
#undef ROOTWARD_ROOT
};

const RootRow& root_row(std::string_view name) {
  const RootRow* row = std::ranges::find(kRootRows, name, &RootRow::name);
  if (row == std::end(kRootRows)) throw std::logic_error("no root rule is called " + std::string(name));
  return *row;
}

}  // namespace

const std::vector<Described>& root_rules() {
  static const std::vector<Described> all = {
#define ROOTWARD_ROOT(Rule) Rule::describe(),
#include "search/roots/roots.def"
#undef ROOTWARD_ROOT
  };
  return all;
}

const RootNeeds& root_needs(std::string_view name) { return root_row(name).needs; }

std::unique_ptr<RootRule> make_root_rule(const SearchSettings& settings) {
  return root_row(settings.root.name).make(settings.root.params);
}

}  // namespace rootward
