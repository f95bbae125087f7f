// What a reader must know beside the numbers: labelled lines, as text and Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rootward {

struct Fact {
  std::string label;
  std::string text;
};

/// `text` behind `label`, broken at blanks at 110 columns; further lines begin below the text.
std::string wrapped(const std::string& label, std::string_view text);
/// "yes, from seed 7", or why not; `has_guests`: it takes the sources that the manifest names, too.
std::string reproducible_text(bool is_reproducible, std::uint64_t seed, bool has_guests = false);
/// A wrapped line a fact, the texts below each other.
std::string facts_text(const std::vector<Fact>& facts);
/// A list, the labels bold.
std::string facts_markdown(const std::vector<Fact>& facts);

}  // namespace rootward
