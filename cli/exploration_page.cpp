// The assembler reads the file; ROOTWARD_PAGE_SOURCE is its path.
#include "cli/exploration_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "core/errors.h"
#include "core/json.h"

__asm__(
    ".pushsection .rodata\n"
    ".global rootward_page\n"
    ".global rootward_page_size\n"
    "rootward_page:\n"
    ".incbin \"" ROOTWARD_PAGE_SOURCE
    "\"\n"
    "rootward_page_end:\n"
    ".balign 8\n"
    "rootward_page_size:\n"
    ".quad rootward_page_end - rootward_page\n"
    ".popsection\n");
// The assembler's names.
extern "C" const char rootward_page[];              // NOLINT(readability-identifier-naming)
extern "C" const std::uint64_t rootward_page_size;  // NOLINT(readability-identifier-naming)

namespace rootward {

std::string_view exploration_template() { return {rootward_page, rootward_page_size}; }

std::vector<std::string> page_operators(std::string_view page) {
  constexpr std::string_view kOpen = R"(<script type="application/json" id="operators">)";
  const std::size_t at = page.find(kOpen);
  if (at == std::string_view::npos) throw RunError("the explorer's page does not say which operators it holds");
  const std::string_view list = page.substr(at + kOpen.size());
  return parse_json(list.substr(0, list.find("</script>"))).get<std::vector<std::string>>();
}

void check_page_holds(const std::string& name, const std::vector<std::string>& held) {
  if (std::ranges::find(held, name) != held.end()) return;
  throw UsageError(
      fmt::format("explore: the page was built without {}; it holds {}. The explorer script of the sources builds it "
                  "anew (docs/extending.md), and then the "
                  "program has to be built again",
                  name, fmt::join(held, ", ")));
}

/// A text in JSON cannot end the script element: < is written as its number.
std::string exploration_page(std::string_view record) {
  constexpr std::string_view kMark = "/*RECORD*/";
  const std::string_view page = exploration_template();
  const std::size_t at = page.find(kMark);
  if (at == std::string_view::npos) throw RunError("the explorer's page has no place for a record");
  std::string filled(page.substr(0, at));
  filled.reserve(page.size() + record.size());
  for (const char letter : record) {
    if (letter == '<')
      filled += "\\u003c";
    else
      filled += letter;
  }
  filled += page.substr(at + kMark.size());
  return filled;
}

}  // namespace rootward
