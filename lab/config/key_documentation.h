// Declared names and keys as Markdown: the generated parts of documents.
#pragma once

#include <span>
#include <string>

#include "core/params.h"

namespace rootward::config {

/// A row a key: what it is and what is allowed, and its default.
std::string keys_markdown(const Described& map);
/// A part of a page for each of them: what it is, where it comes from, its keys. Headings have three signs.
std::string names_markdown(std::span<const Described> entries);

}  // namespace rootward::config
