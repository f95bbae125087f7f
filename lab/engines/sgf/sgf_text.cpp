// One pass over the text with a stack of open trees; depth costs no recursion.
#include "lab/engines/sgf/sgf_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "core/characters.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "lab/engines/sgf/sgf_encoding.h"

namespace rootward {
namespace {

constexpr std::string_view kGuessed = "ISO-8859-1";
constexpr const char* kGuess = "; the game names no encoding (CA), is not UTF-8 and was read as ISO-8859-1";

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

class SgfReader {
 public:
  SgfReader(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  std::vector<SgfGame> read() {
    for (skip_between(first_game()); !at_end(); skip_between(cursor_.at)) read_game();
    return std::move(games_);
  }

 private:
  struct Cursor {
    std::size_t at = 0;
    int line = 1;
    int column = 1;
  };
  /// An open tree.
  struct Tree {
    bool is_main = true;
    bool has_child = false;
    bool has_node = false;
  };
  /// A game that names no encoding is not UTF-8.
  struct NotUtf8 {};

  [[noreturn]] void fail(const std::string& message) const {
    throw UsageError({Problem{.file = source_,
                              .line = cursor_.line,
                              .column = cursor_.column,
                              .path = {},
                              .message = "SGF: " + message + (is_guess_ ? kGuess : "")}});
  }
  [[noreturn]] void fail(const SgfProperty& property, const std::string& message) const {
    throw UsageError({Problem{
        .file = source_, .line = property.line, .column = property.column, .path = property.name, .message = message}});
  }

  /// "(" followed by ";".
  [[nodiscard]] std::size_t first_game() const {
    for (std::size_t at = text_.find('('); at != std::string_view::npos; at = text_.find('(', at + 1)) {
      std::size_t next = at + 1;
      while (next < text_.size() && is_space(text_[next])) ++next;
      if (next < text_.size() && text_[next] == ';') return at;
    }
    if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF")) fail(no_sgf_encoding_text("UTF-16"));
    fail("there is no game: nothing begins with (;");
  }

  [[nodiscard]] bool at_end() const { return cursor_.at == text_.size(); }
  [[nodiscard]] char here() const { return text_[cursor_.at]; }

  /// Over one byte.
  void advance() {
    if (text_[cursor_.at++] == '\n') {
      ++cursor_.line;
      cursor_.column = 1;
    } else {
      ++cursor_.column;
    }
  }
  void skip_space() {
    while (!at_end() && is_space(here())) advance();
  }

  /// Over one character, which is appended as UTF-8.
  void take(std::string& into) {
    if (is_ascii(here())) {
      into += here();
      return advance();
    }
    const std::size_t length = decoder().take(text_.substr(cursor_.at), into);
    if (length == 0 && may_guess_) throw NotUtf8{};
    if (length == 0)
      fail(fmt::format("byte {:#04x}: the text is not {}, as {} says", static_cast<unsigned char>(here()),
                       encoding_->name, has_mark_ ? "its byte order mark" : "CA"));
    cursor_.at += length;
    ++cursor_.column;
  }
  SgfDecoder& decoder() {
    std::unique_ptr<SgfDecoder>& known = decoders_[encoding_];
    if (!known) known = std::make_unique<SgfDecoder>(*encoding_);
    return *known;
  }

  /// To the next game, which begins at `least` or later.
  void skip_between(std::size_t least) {
    has_mark_ = false;
    while (!at_end() && (cursor_.at < least || here() != '(')) {
      if (text_.substr(cursor_.at).starts_with(kByteOrderMark)) {
        cursor_.at += kByteOrderMark.size();
        has_mark_ = true;
      } else {
        has_mark_ = has_mark_ && is_space(here());
        advance();
      }
    }
  }

  void read_game() {
    const Cursor begin = cursor_;
    const SgfEncoding* named = has_mark_ ? find_sgf_encoding("UTF-8") : named_encoding();
    may_guess_ = named == nullptr;
    try {
      read_tree(named != nullptr ? named : find_sgf_encoding("UTF-8"));
    } catch (const NotUtf8&) {
      cursor_ = begin;
      open_.clear();
      games_.pop_back();
      is_guess_ = true;
      read_tree(find_sgf_encoding(kGuessed));
      is_guess_ = false;
      games_.back().is_guessed = true;
    }
  }

  /// The encoding in which the game here names that very encoding in its first node; null where it names none.
  const SgfEncoding* named_encoding() {
    const Cursor begin = cursor_;
    const std::optional<SgfProperty> plain = charset_read_in(find_sgf_encoding(kGuessed));
    const SgfEncoding* named = plain ? find_sgf_encoding(plain->text()) : nullptr;
    if (named != nullptr && (!named->hides_signs || confirms(named))) return named;
    for (const SgfEncoding& other : sgf_encodings())
      if (has_high_byte_ && other.hides_signs && confirms(&other)) return &other;
    if (plain && named == nullptr) fail(*plain, no_sgf_encoding_text(plain->text()));
    cursor_ = begin;
    return named;
  }
  bool confirms(const SgfEncoding* encoding) {
    const std::optional<SgfProperty> charset = charset_read_in(encoding);
    const SgfEncoding* named = charset ? find_sgf_encoding(charset->text()) : nullptr;
    return named != nullptr && named->library == encoding->library;
  }

  /// What CA says in the first node of the game here, read in that encoding; nothing where it is not there, or the node
  /// cannot be read so.
  std::optional<SgfProperty> charset_read_in(const SgfEncoding* encoding) {
    const Cursor begin = cursor_;
    encoding_ = encoding;
    may_guess_ = false;
    std::optional<SgfProperty> found;
    try {
      advance();
      skip_space();
      if (!at_end() && here() == ';') advance();
      for (skip_space(); !found && !at_end() && is_letter(here()); skip_space()) {
        SgfProperty property = read_one_property();
        if (property.name == "CA" && !property.text().empty()) found = std::move(property);
      }
    } catch (const UsageError&) {
      found.reset();
    }
    const std::string_view seen = text_.substr(begin.at, cursor_.at - begin.at);
    has_high_byte_ = !std::ranges::all_of(seen, is_ascii);
    looked_at_ += seen.size();
    cursor_ = begin;
    // Where every game's first node seems to go on for ever, the time would grow with the square of the size.
    if (looked_at_ > 8 * text_.size() + (1U << 20U))
      fail("too many games hide their encoding; CA stands first in a game");
    return found;
  }

  void check_charset(const SgfProperty& property) const {
    if (has_mark_) return;
    for (const std::string& value : property.values) {
      const std::string_view name = trimmed(value);
      const SgfEncoding* named = find_sgf_encoding(name);
      if (name.empty() || (named != nullptr && named->library == encoding_->library)) continue;
      if (named == nullptr) fail(property, no_sgf_encoding_text(name));
      fail(property, fmt::format("{} is not allowed in a game that is read as {}; allowed: CA once, in its first node",
                                 name, encoding_->name));
    }
  }

  void read_tree(const SgfEncoding* encoding) {
    encoding_ = encoding;
    do {
      read_item();
      if (open_.empty()) return;
      skip_space();
    } while (!at_end());
    fail("the text ends within a game: ) is missing");
  }

  void read_item() {
    const char c = here();
    if (c == '(') return open_tree();
    if (c == ')') return close_tree();
    if (c == ';') return begin_node();
    if (is_letter(c)) return read_property();
    const Cursor begin = cursor_;
    std::string character;
    take(character);
    cursor_ = begin;
    fail(fmt::format("`{}` stands where ( ) ; or a property should", character));
  }

  void open_tree() {
    Tree tree;
    if (open_.empty()) {
      games_.push_back({.nodes = {}, .line = cursor_.line, .column = cursor_.column});
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
    SgfProperty property = read_one_property();
    if (property.name == "CA") check_charset(property);
    if (open_.back().is_main) games_.back().nodes.back().properties.push_back(std::move(property));
  }

  SgfProperty read_one_property() {
    SgfProperty property{.name = {}, .values = {}, .line = cursor_.line, .column = cursor_.column};
    // Small letters were allowed, and meant nothing, before FF[4].
    for (; !at_end() && is_letter(here()); advance())
      if (here() <= 'Z') property.name += here();
    for (skip_space(); !at_end() && here() == '['; skip_space()) property.values.push_back(read_value());
    if (property.values.empty()) fail(fmt::format("the property {} has no value in [ ]", property.name));
    return property;
  }

  std::string read_value() {
    std::string value;
    advance();
    while (!at_end() && here() != ']') {
      if (here() == '\\') {
        advance();
        if (at_end()) break;
        if (skip_line_break()) continue;
      }
      take(value);
    }
    if (at_end()) fail("the text ends within a value: ] is missing");
    advance();
    return value;
  }

  /// A soft one, behind a backslash.
  bool skip_line_break() {
    if (here() != '\n' && here() != '\r') return false;
    const bool is_pair = text_.substr(cursor_.at).starts_with("\r\n");
    advance();
    if (is_pair) advance();
    return true;
  }

  std::string_view text_;
  const std::string& source_;
  Cursor cursor_;
  std::vector<Tree> open_;
  std::vector<SgfGame> games_;
  std::map<const SgfEncoding*, std::unique_ptr<SgfDecoder>> decoders_;
  const SgfEncoding* encoding_ = nullptr;  // of the game under way
  bool has_mark_ = false;                  // before that game
  bool may_guess_ = false;
  bool is_guess_ = false;
  bool has_high_byte_ = false;  // in the first node, as far as it was looked at last
  std::size_t looked_at_ = 0;   // bytes read for CA alone, in all
};

}  // namespace

std::string_view SgfProperty::text() const { return trimmed(values.front()); }

const SgfProperty* SgfNode::find(std::string_view name) const {
  const auto found = std::ranges::find(properties, name, &SgfProperty::name);
  return found == properties.end() ? nullptr : &*found;
}

const SgfProperty* SgfNode::stated(std::string_view name) const {
  const SgfProperty* property = find(name);
  return property == nullptr || property->text().empty() ? nullptr : property;
}

std::vector<SgfGame> parse_sgf(std::string_view text, const std::string& source) {
  return SgfReader(text, source).read();
}

void note_guessed_encoding(std::size_t games, const std::string& source) {
  if (games == 0) return;
  note("{}: {} no encoding (CA) and {} not UTF-8; read as {}", source,
       games == 1 ? "1 game names" : fmt::format("{} games name", games), games == 1 ? "is" : "are", kGuessed);
}

std::vector<SgfGame> read_sgf_file(const std::string& path) {
  std::vector<SgfGame> games = parse_sgf(read_whole_file(path), path);
  note_guessed_encoding(static_cast<std::size_t>(std::ranges::count(games, true, &SgfGame::is_guessed)), path);
  return games;
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
