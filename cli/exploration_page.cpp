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

namespace {

/// Puts a text of JSON in a mark's place. It cannot end the script element: < is written as its number.
void fill(std::string& page, std::string_view mark, std::string_view text) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) throw RunError("the explorer's page has no place for a record");
  std::string safe;
  safe.reserve(text.size());
  for (const char letter : text) {
    if (letter == '<')
      safe += "\\u003c";
    else
      safe += letter;
  }
  page.replace(at, mark.size(), safe);
}

}  // namespace

std::string exploration_page(std::string_view record, std::string_view notes) {
  std::string page(exploration_template());
  page.reserve(page.size() + record.size() + notes.size());
  fill(page, "/*NOTES*/", notes);
  fill(page, "/*RECORD*/", record);
  return page;
}

}  // namespace rootward
