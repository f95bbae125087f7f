// An operator as the page names it.
#pragma once

#include <memory>
#include <string_view>

#include "backup/registry.h"

namespace rootward::explorer {

/// "NAME\nKEY TYPE VALUE\n..", reals as the 16 hexadecimal digits of their bits. Types: b 0 or 1, i a whole number, r a
/// real, t the rest of the line, l reals with blanks between, n nothing, y a tree (tree_of). KEY `parameters.NAME` is a
/// formula's own, behind `parameters`.
std::unique_ptr<Backup> read_operator(std::string_view text, const OperatorContext& context);

}  // namespace rootward::explorer
