// The keys of a map as a table of Markdown: the generated parts of docs/configuration.md.
#pragma once

#include <string>

#include "core/params.h"

namespace rootward::config {

/// A row a key: what it is and what is allowed, and its default.
std::string keys_markdown(const Described& map);

}  // namespace rootward::config
