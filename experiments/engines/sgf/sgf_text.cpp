// One pass over the text with a stack of open trees; depth costs no recursion.
#include "experiments/engines/sgf/sgf_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/errors.h"

namespace rootward {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

class SgfReader {
 public:
  SgfReader(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  std::vector<SgfGame> read() {
    const std::size_t begin = first_game();
    while (at_ < begin) advance();
    for (skip_space(); at_ < text_.size(); skip_space()) read_item();
    if (!open_.empty()) fail("the text ends within a game: ) is missing");
    return std::move(games_);
  }

 private:
  /// An open tree.
  struct Tree {
    bool is_main = true;
    bool has_child = false;
    bool has_node = false;
  };

  [[noreturn]] void fail(const std::string& message) const {
    throw UsageError(
        {Problem{.file = source_, .line = line_, .column = column_, .path = {}, .message = "SGF: " + message}});
  }

  /// "(" followed by ";".
  [[nodiscard]] std::size_t first_game() const {
    for (std::size_t at = text_.find('('); at != std::string_view::npos; at = text_.find('(', at + 1)) {
      std::size_t next = at + 1;
      while (next < text_.size() && is_space(text_[next])) ++next;
      if (next < text_.size() && text_[next] == ';') return at;
    }
    fail("there is no game: nothing begins with (;");
  }

  void advance() {
    if (text_[at_++] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) advance();
  }

  void read_item() {
    const char c = text_[at_];
    if (c == '(') return open_tree();
    if (open_.empty()) return advance();  // between games
    if (c == ')') return close_tree();
    if (c == ';') return begin_node();
    if (is_letter(c)) return read_property();
    fail(fmt::format("`{}` stands where ( ) ; or a property should", c));
  }

  void open_tree() {
    Tree tree;
    if (open_.empty()) {
      games_.emplace_back();
    } else {
      if (!open_.back().has_node) fail("a variation begins before its game's first node");
      tree.is_main = open_.back().is_main && !open_.back().has_child;
      open_.back().has_child = true;
    }
    open_.push_back(tree);
    advance();
  }

  void close_tree() {
    if (!open_.back().has_node) fail("a game without a node: ; is missing");
    open_.pop_back();
    advance();
  }

  void begin_node() {
    if (open_.back().has_child) fail("a node stands behind a variation: ) is missing");
    open_.back().has_node = true;
    if (open_.back().is_main) games_.back().nodes.emplace_back();
    advance();
  }

  void read_property() {
    if (!open_.back().has_node) fail("a property stands before the first node: ; is missing");
    if (open_.back().has_child) fail("a property stands behind a variation");
    SgfProperty property{.name = {}, .values = {}, .line = line_, .column = column_};
    // Small letters were allowed, and meant nothing, before FF[4].
    for (; at_ < text_.size() && is_letter(text_[at_]); advance())
      if (text_[at_] <= 'Z') property.name += text_[at_];
    for (skip_space(); at_ < text_.size() && text_[at_] == '['; skip_space()) property.values.push_back(read_value());
    if (property.values.empty()) fail(fmt::format("the property {} has no value in [ ]", property.name));
    if (open_.back().is_main) games_.back().nodes.back().properties.push_back(std::move(property));
  }

  std::string read_value() {
    std::string value;
    advance();
    while (at_ < text_.size() && text_[at_] != ']') {
      if (text_[at_] == '\\') {
        advance();
        if (at_ == text_.size()) break;
        if (text_[at_] == '\n' || text_[at_] == '\r') {  // a soft line break
          advance();
          continue;
        }
      }
      value += text_[at_];
      advance();
    }
    if (at_ == text_.size()) fail("the text ends within a value: ] is missing");
    advance();
    return value;
  }

  std::string_view text_;
  const std::string& source_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
  std::vector<Tree> open_;
  std::vector<SgfGame> games_;
};

}  // namespace

const SgfProperty* SgfNode::find(std::string_view name) const {
  const auto found = std::ranges::find(properties, name, &SgfProperty::name);
  return found == properties.end() ? nullptr : &*found;
}

std::vector<SgfGame> parse_sgf(std::string_view text, const std::string& source) {
  return SgfReader(text, source).read();
}

std::string sgf_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace rootward
