// Text to tree: order, places, aliases, and every refusal with its line and column.
#include "lab/config/yaml_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"

namespace rootward::config {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string error_of(const std::string& text) {
  try {
    (void)parse_yaml(text, "f");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing is wrong";
}

TEST(YamlDocument, KeepsOrderAndPlaces) {
  const YamlNode root = parse_yaml("# comment\nb: 1\na:\n  - x\n  - {k: 'v'}\n", "f");
  ASSERT_TRUE(root.is_map());
  ASSERT_EQ(root.entries.size(), 2U);
  EXPECT_EQ(root.entries[0].key, "b");
  EXPECT_EQ(root.entries[0].key_place, (Place{"f", 2, 1}));
  EXPECT_EQ(root.entries[0].value.place, (Place{"f", 2, 4}));
  const YamlNode& list = root.entries[1].value;
  ASSERT_EQ(list.items.size(), 2U);
  EXPECT_EQ(list.items[0].place, (Place{"f", 4, 5}));
  const YamlEntry& inner = list.items[1].entries.at(0);
  EXPECT_EQ(inner.key_place, (Place{"f", 5, 6}));
  EXPECT_EQ(inner.value.place, (Place{"f", 5, 9}));
  EXPECT_TRUE(inner.value.is_quoted);
}

TEST(YamlDocument, PathsNameKeysAndIndices) {
  YamlNode root = parse_yaml("a: {b: [1, {c: 2}]}", "f");
  assign_paths(root, "");
  EXPECT_EQ(root.find("a")->find("b")->items[1].find("c")->path, "a.b[1].c");
  assign_paths(root, "top");
  EXPECT_EQ(root.find("a")->path, "top.a");
}

TEST(YamlDocument, EmptyTextsAreNull) {
  for (const char* text : {"", "\n", "# only a comment\n", "---\n", "~"}) EXPECT_TRUE(parse_yaml(text, "f").is_null());
}

TEST(YamlDocument, TextsInBlocksKeepTheirLineEnds) {
  EXPECT_EQ(parse_yaml("a: |\n  x\n  y\n", "f").find("a")->text, "x\ny\n");
  EXPECT_EQ(parse_yaml("a: |+\n  x\n\n", "f").find("a")->text, "x\n\n");
  EXPECT_EQ(parse_yaml("a: >-\n  x\n  y\n", "f").find("a")->text, "x y");
}

TEST(YamlDocument, AliasesAreWrittenOut) {
  const YamlNode root = parse_yaml("a: &x {k: 1}\nb: *x\nc: &y 5\nd: *y\n", "f");
  EXPECT_EQ(root.find("b")->find("k")->text, "1");
  EXPECT_EQ(root.find("d")->text, "5");
}

TEST(YamlDocument, RefusesWithPlace) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"a: 1\na: 2\n", "f:2:1: a: duplicate key; it stands in line 1 already"},
      {"p:\n  x: {a: 1, b: 2, a: 3}\n", "f:2:19: p.x.a: duplicate key"},
      {"a: 1\n---\nb: 2\n", "f:2:1: a second document begins here"},
      {"? [1, 2]\n: 3\n", "f:1:3: a key is plain text; a map or list is not allowed here"},
      {"~: 1\n", "f:1:1: a key is missing"},
      {"a: &x 1\n*x : 2\n", "f:2:1: a key is plain text; an alias is not allowed here"},
      {"a: &x [*x]\n", "f:1:8: the alias stands inside of its own anchor"},
      {"a: !!int 5\n", "f:1:4: the tag tag:yaml.org,2002:int is not allowed"},
      {"a: !mine {b: 1}\n", "f:1:4: the tag !mine is not allowed"},
      {"a: *nowhere\n", "f:1:4: not valid YAML"},
      {"a: [1, 2\nb: 3\n", "not valid YAML"},
      {"a: 1\n b: 2\n", "f:2:3: not valid YAML"},
      {"a: 'x\n", "not valid YAML: illegal EOF in scalar"},
      {"a: \"x\nb: 1\n", "not valid YAML: illegal EOF in scalar"},
      {"[1, 2", "f:1:1: a key is plain text; a map or list is not allowed here (is a bracket left open?)"},
      {"a: {b: 1}}", "f:1:10: not valid YAML"},
      {"a: 'x' y", "f:1:8: not valid YAML"},
      {"{a: 1, , b: 2}", "f:1:8: a key is missing"},
      {"a:\n\t- 1\n", "f:2:1: a tab is not allowed here"},
      {"a: 1\nb: \x01\n", "f:2:4: the control character 0x01 is not allowed"},
      {"a: 1\x04 b: 2\n", "f:1:5: the control character 0x04 is not allowed"},
      {"a: \xff\n", "f:1:4: byte 0xff: the text is not UTF-8"},
      {"a: \xed\xa0\x80\n", "f:1:4: byte 0xed: the text is not UTF-8"},
      {"a: \xc0\xaf\n", "f:1:4: byte 0xc0: the text is not UTF-8"}};
  for (const auto& [text, message] : table) {
    EXPECT_THAT(error_of(text), HasSubstr(message)) << text;
    EXPECT_THAT(error_of(text), StartsWith("f:")) << text;
  }
}

TEST(YamlDocument, AllDuplicateKeysAtOnce) {
  try {
    (void)parse_yaml("a: 1\nb: 2\na: 3\nb: 4\na: 5\n", "f");
    FAIL() << "duplicates were taken";
  } catch (const UsageError& error) {
    ASSERT_EQ(error.problems().size(), 3U);
    EXPECT_EQ(error.problems()[1].path, "b");
    EXPECT_EQ(error.problems()[2].line, 5);
  }
}

TEST(YamlDocument, DepthHasALimit) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_NO_THROW((void)parse_yaml(nested(kMaxYamlDepth), "f"));
  EXPECT_THAT(error_of(nested(kMaxYamlDepth + 1)), HasSubstr("f:1:65: nested deeper than the 64 levels"));
  EXPECT_THAT(error_of(nested(100'000)), HasSubstr("f:1:65: nested deeper"));
  std::string blocks;
  for (std::size_t i = 0; i < 300; ++i) blocks += std::string(i, ' ') + "a:\n";
  EXPECT_THAT(error_of(blocks), HasSubstr("nested deeper"));
  std::string aliases = "a0: &a0 [[[[[[[[[[1]]]]]]]]]]\n";
  for (int i = 1; i < 8; ++i)
    aliases += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [[*a" + std::to_string(i - 1) + "]]\n";
  EXPECT_EQ(error_of(aliases), "nothing is wrong");
  for (int i = 8; i < 40; ++i)
    aliases += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [[*a" + std::to_string(i - 1) + "]]\n";
  EXPECT_THAT(error_of(aliases), HasSubstr("nested deeper"));
}

TEST(YamlDocument, AliasesCannotGrowWithoutEnd) {
  std::string text = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    const std::string before(1, static_cast<char>(c - 1));
    text += std::string(1, c) + ": &" + c + " [";
    for (int i = 0; i < 10; ++i) text += "*" + before + (i < 9 ? ", " : "");
    text += "]\n";
  }
  EXPECT_THAT(error_of(text), HasSubstr("the document grows beyond 100000 values"));
}

TEST(YamlDocument, LengthHasALimit) {
  EXPECT_THAT(error_of(std::string(kMaxYamlBytes + 1, 'x')), HasSubstr("at most 1048576 are allowed"));
}

TEST(YamlDocument, ATabThatIndentsIsCalledOne) {
  try {
    (void)parse_yaml("a:\n  b: 1\nc:\n\td: 2\n", "t.yaml");
    FAIL() << "it was taken";
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()), "t.yaml:4:1: a tab is not allowed here; YAML is indented by blanks");
  }
}

TEST(YamlDocument, ACharacterThatCannotBeSeenIsNamedWithItsPlace) {
  EXPECT_EQ(error_of("a: {b: 10}  \xC2\xA0# x\n"),
            "f:1:13: not valid YAML: end of map not found; U+00A0 in line 1, column 13 is no blank of YAML");
  EXPECT_THAT(error_of("a:\n\xE2\x80\x83\n  b: 1\n"), HasSubstr("U+2003 in line 2, column 1 is no blank of YAML"));
  EXPECT_THAT(error_of("a: {b: 10}  x\n# \xC2\xA0\n"), Not(HasSubstr("U+00A0"))) << "it stands behind the mistake";
  EXPECT_THAT(error_of("\xEF\xBB\xBF"
                       "a: {b: 10}  x\n"),
              Not(HasSubstr("U+FEFF")))
      << "a byte order mark is none";
  EXPECT_EQ(parse_yaml("a: 'x\xC2\xA0y'\n", "f").find("a")->text, "x\xC2\xA0y") << "a text may hold it";
}

}  // namespace
}  // namespace rootward::config
