// The page of the explorer, which is part of the program (explorer/dist/page.html).
#pragma once

#include <string>
#include <string_view>

namespace rootward {

/// The page with the record in it, whatever texts the record has.
std::string exploration_page(std::string_view record);

}  // namespace rootward
