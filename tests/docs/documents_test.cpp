// Documents fit a terminal, and what they point to is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t kColumns = 100;

std::vector<std::filesystem::path> documents() {
  const std::filesystem::path root = ROOTWARD_SOURCE_DIR;
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& folder : {root, root / "docs", root / "docs" / "findings"})
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".md") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Characters, not bytes.
std::size_t width(std::string_view line) {
  return static_cast<std::size_t>(
      std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

struct Line {
  int number = 0;
  std::string text;
};

/// What stands outside of blocks of code.
std::vector<Line> prose_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<Line> lines;
  bool is_code = false;
  int number = 0;
  for (std::string text; std::getline(stream, text);) {
    ++number;
    if (text.starts_with("```")) is_code = !is_code;
    const bool is_fence = text.starts_with("```");
    if (!is_code && !is_fence && !text.starts_with("    ")) lines.push_back({number, text});
  }
  return lines;
}

/// Targets of `[text](target)` in a line.
std::vector<std::string> links_in(const std::string& line) {
  std::vector<std::string> targets;
  for (std::size_t at = line.find("]("); at != std::string::npos; at = line.find("](", at + 1)) {
    const std::size_t end = line.find(')', at);
    if (end != std::string::npos) targets.push_back(line.substr(at + 2, end - at - 2));
  }
  return targets;
}

TEST(Documents, LinesFitAHundredColumns) {
  ASSERT_GE(documents().size(), 10U);
  for (const std::filesystem::path& file : documents()) {
    for (const Line& line : prose_of(file)) {
      const bool is_exempt = line.text.starts_with("|") || line.text.find("](") != std::string::npos;
      EXPECT_TRUE(is_exempt || width(line.text) <= kColumns)
          << file.string() << ":" << line.number << ": " << line.text;
    }
  }
}

TEST(Documents, EverySchemaStandsInThePageOfFiles) {
  const std::filesystem::path root = ROOTWARD_SOURCE_DIR;
  const std::string page = text_of(root / "docs/files.md");
  const std::regex schema(R"(rootward\.[a-z_]+/[0-9])");
  std::set<std::string> named;
  for (const char* room : {"cli", "experiments", "optimizer", "training"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / room)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h" && extension != ".py") continue;
      const std::string text = text_of(entry.path());
      for (std::sregex_iterator match(text.begin(), text.end(), schema), end; match != end; ++match)
        named.insert(match->str());
    }
  }
  EXPECT_GT(named.size(), 30U);
  for (const std::string& one : named) EXPECT_NE(page.find(one), std::string::npos) << one;
}

TEST(Documents, EveryFindingHasItsParts) {
  const std::filesystem::path docs = std::filesystem::path(ROOTWARD_SOURCE_DIR) / "docs";
  const std::string themes = text_of(docs / "findings.md");
  const std::string heading = "\n## ";
  int studies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(docs / "findings")) {
    const std::string name = entry.path().filename().string();
    EXPECT_NE(themes.find("](findings/" + name + ")"), std::string::npos) << name << " is no theme of findings.md";
    const std::string page = text_of(entry.path());
    for (std::size_t begin = page.find(heading); begin != std::string::npos; ++studies) {
      const std::size_t end = page.find(heading, begin + 1);
      const std::string study = page.substr(begin, end - begin);
      const std::string title = study.substr(heading.size(), study.find('\n', 1) - heading.size());
      for (const char* part : {"\n**Question.** ", "\n**Answer.** ", "\n**Caveat.** ", "](../../results/"})
        EXPECT_NE(study.find(part), std::string::npos) << name << ": " << title << ": " << part;
      begin = end;
    }
  }
  EXPECT_GT(studies, 50);
}

TEST(Documents, LinksLeadSomewhere) {
  for (const std::filesystem::path& file : documents()) {
    for (const Line& line : prose_of(file)) {
      for (const std::string& target : links_in(line.text)) {
        if (target.starts_with("http") || target.starts_with("#")) continue;
        const std::filesystem::path path = file.parent_path() / target.substr(0, target.find('#'));
        EXPECT_TRUE(std::filesystem::exists(path)) << file.string() << ":" << line.number << ": " << target;
      }
    }
  }
}

/// Records compress tenfold, and every clone carries them.
TEST(Results, AreStoredPackedWhereTheyAreLarge) {
  constexpr std::uintmax_t kLargestPlain = 1'000'000;
  const std::filesystem::path results = std::filesystem::path(ROOTWARD_SOURCE_DIR) / "results";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(results)) {
    const std::string name = entry.path().lexically_relative(results).string();
    const bool is_of_a_user = name.starts_with("my-") || name.find("/records/") != std::string::npos ||
                              name.find("/data/") != std::string::npos;
    const bool is_of_floats = name.ends_with(".safetensors");  // a checkpoint packs to nine tenths
    if (!entry.is_regular_file() || is_of_a_user || is_of_floats || name.ends_with(".gz") || name.ends_with(".xz"))
      continue;
    EXPECT_LE(entry.file_size(), kLargestPlain) << name << ": pack it, with rootward merge --compress";
  }
}

}  // namespace
