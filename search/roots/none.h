// The root as any node.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/params.h"
#include "search/root_rule.h"

namespace rootward {

/// The root is a node like the others: there is no rule.
struct NoRootRule {
  static constexpr std::string_view kName = "none";
  static constexpr RootNeeds kNeeds{};
  static Described describe() {
    return {.name = std::string(kName),
            .help = "the root is a node like the others",
            .source = "Kocsis & Szepesvari 2006",
            .parameters = {}};
  }
  static std::unique_ptr<RootRule> make(const Params&) { return nullptr; }
};

}  // namespace rootward
