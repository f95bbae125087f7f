// The page of the explorer, which is part of the program (explorer/dist/page.html).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rootward {

/// The page without a record, as it was built.
std::string_view exploration_template();
/// Which operators a built page plays again: scripts/explorer writes their names into it.
std::vector<std::string> page_operators(std::string_view page);
/// Throws UsageError for an operator that is not among those: the page was built before it was there.
void check_page_holds(const std::string& name, const std::vector<std::string>& held);

/// The page with a record's lines in it and what it says of the operators, whatever texts these have.
std::string exploration_page(std::string_view record, std::string_view notes);

}  // namespace rootward
