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

const std::vector<Described>& root_rules() {
  static const std::vector<Described> all = {
#define ROOTWARD_ROOT(Rule) Rule::describe(),
#include "search/roots/roots.def"
#undef ROOTWARD_ROOT
  };
  return all;
}

std::unique_ptr<RootRule> make_root_rule(const SearchSettings& settings) {
  struct Row {
    std::string_view name;
    std::unique_ptr<RootRule> (*make)(const Params&);
  };
  static constexpr Row kRows[] = {
#define ROOTWARD_ROOT(Rule) {Rule::kName, &Rule::make},
#include "search/roots/roots.def"
#undef ROOTWARD_ROOT
  };
  const Row* row = std::ranges::find(kRows, std::string_view(settings.root.name), &Row::name);
  if (row == std::end(kRows)) throw std::logic_error("no root rule is called " + settings.root.name);
  return row->make(settings.root.params);
}

}  // namespace rootward
