// Builds the tree from the YAML library's events, so that depth and size are checked before anything grows.
#include "lab/config/yaml_document.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "core/characters.h"
#include "core/errors.h"
#include "lab/config/yaml_text.h"

namespace rootward::config {
namespace {

/// Finds where the characters of a scalar were written: escapes, folded lines and indentation stand in between.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view document) : document_(document), line_starts_{0} {
    for (std::size_t i = 0; i < document.size(); ++i) {
      if (document[i] == '\n') line_starts_.push_back(i + 1);
    }
  }

  /// The pieces of a scalar that begins at a line and a column (both from 0).
  [[nodiscard]] std::vector<TextPiece> pieces_of(std::string_view text, int line, int column) const {
    if (line < 0 || column < 0 || static_cast<std::size_t>(line) >= line_starts_.size()) return {};
    std::size_t at = line_starts_[static_cast<std::size_t>(line)] + static_cast<std::size_t>(column);
    at = skip_properties(at);
    const char mark = at < document_.size() ? document_[at] : ' ';
    const bool is_block = mark == '|' || mark == '>';
    if (is_block) at = std::min(document_.find('\n', at), document_.size());
    if (mark == '"' || mark == '\'') ++at;
    std::vector<TextPiece> pieces;
    std::size_t expected = document_.size();  // where the next character stands if it is the neighbour of the last
    for (std::size_t i = 0; i < text.size() && at < document_.size(); ++i) {
      std::size_t length = 1;
      at = find_character(text, i, at, mark, length);
      if (at >= document_.size()) break;
      if (at != expected) pieces.push_back(piece_at(i, at));
      at += length;
      expected = length == 1 ? at : document_.size();
    }
    pieces.push_back(piece_at(text.size(), std::min(at, document_.size())));
    return pieces;
  }

 private:
  /// Anchors and tags before the value.
  [[nodiscard]] std::size_t skip_properties(std::size_t at) const {
    while (at < document_.size() && (document_[at] == '&' || document_[at] == '!')) {
      at = std::min(document_.find_first_of(" \n", at), document_.size());
      at = std::min(document_.find_first_not_of(" \n", at), document_.size());
    }
    return at;
  }

  /// Where character i of the text stands from `at` on, and how many characters it takes there.
  [[nodiscard]] std::size_t find_character(std::string_view text, std::size_t i, std::size_t at, char mark,
                                           std::size_t& length) const {
    const auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
    for (; at < document_.size(); ++at) {
      const char c = document_[at];
      if (mark == '"' && c == '\\') {
        length = escape_length(at);
        if (document_.substr(at + 1, 1) == "\n") continue;  // a line goes on
        return at;
      }
      if (mark == '\'' && c == '\'' && document_.substr(at + 1, 1) == "'") {
        length = 2;
        return at;
      }
      if (c == text[i] || (is_blank(c) && is_blank(text[i])) || !is_blank(c)) return at;
    }
    return at;
  }

  [[nodiscard]] std::size_t escape_length(std::size_t at) const {
    const char kind = at + 1 < document_.size() ? document_[at + 1] : ' ';
    return kind == 'x' ? 4 : kind == 'u' ? 6 : kind == 'U' ? 10 : 2;
  }

  [[nodiscard]] TextPiece piece_at(std::size_t offset, std::size_t at) const {
    const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), at);
    return {offset, static_cast<int>(next - line_starts_.begin()), static_cast<int>(at - *(next - 1)) + 1};
  }

  std::string_view document_;
  std::vector<std::size_t> line_starts_;
};

class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::string source, std::string_view document) : source_(std::move(source)), places_(document) {
    root_.place.source = source_;
  }

  [[nodiscard]] YamlNode take() { return std::move(root_); }
  [[nodiscard]] std::vector<Problem>& problems() { return problems_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (has_document_) fail(place_of(mark), "a second document begins here; one document a file is allowed");
    has_document_ = true;
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add_leaf(node_at(mark, YamlNode::Kind::null), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = node_at(mark, YamlNode::Kind::scalar);
    node.text = value;
    if (!wants_key()) node.pieces = places_.pieces_of(value, mark.line, mark.column);
    node.is_quoted = tag != "?" && !tag.empty();
    if (node.is_quoted && tag != "!" && tag != "tag:yaml.org,2002:str") refuse_tag(node.place, tag);
    add_leaf(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) fail(place_of(mark), "the alias stands inside of its own anchor");
    if (wants_key()) fail(place_of(mark), "a key is plain text; an alias is not allowed here");
    count_nodes(found->second.size, place_of(mark));
    YamlNode copy = found->second.node;
    check_depth(found->second.depth, copy.place);
    attach(std::move(copy), found->second.depth);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(node_at(mark, YamlNode::Kind::sequence), tag, "tag:yaml.org,2002:seq", anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(node_at(mark, YamlNode::Kind::map), tag, "tag:yaml.org,2002:map", anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A map or list that is still being read.
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor = 0;
    std::optional<std::string> key;  ///< of the value that comes next
    Place key_place;
    std::size_t first_node = 0;  ///< nodes counted before it
    int height = 0;              ///< of what is inside
  };
  struct Anchored {
    YamlNode node;
    std::size_t size = 0;
    int depth = 0;
  };

  [[noreturn]] static void fail(const Place& place, std::string message) {
    throw UsageError(std::vector<Problem>{
        {.file = place.source, .line = place.line, .column = place.column, .path = {}, .message = std::move(message)}});
  }
  [[noreturn]] static void refuse_tag(const Place& place, const std::string& tag) {
    fail(place, fmt::format("the tag {} is not allowed; allowed: no tag, !!str, !!map, !!seq", tag));
  }

  [[nodiscard]] Place place_of(const YAML::Mark& mark) const {
    return {.source = source_, .line = mark.line + 1, .column = mark.column + 1};
  }
  [[nodiscard]] YamlNode node_at(const YAML::Mark& mark, YamlNode::Kind kind) {
    YamlNode node;
    node.kind = kind;
    node.place = place_of(mark);
    count_nodes(1, node.place);
    return node;
  }
  void count_nodes(std::size_t more, const Place& place) {
    nodes_ += more;
    if (nodes_ > kMaxYamlNodes)
      fail(place, fmt::format("the document grows beyond {} values here; fewer are allowed", kMaxYamlNodes));
  }
  void check_depth(int more, const Place& place) const {
    if (static_cast<int>(open_.size()) + more > kMaxYamlDepth)
      fail(place, fmt::format("nested deeper than the {} levels that are allowed", kMaxYamlDepth));
  }
  [[nodiscard]] bool wants_key() const { return !open_.empty() && open_.back().node.is_map() && !open_.back().key; }

  void open(YamlNode node, const std::string& tag, const char* plain_tag, YAML::anchor_t anchor) {
    if (!tag.empty() && tag != "?" && tag != "!" && tag != plain_tag) refuse_tag(node.place, tag);
    check_depth(1, node.place);
    if (wants_key())
      fail(node.place, "a key is plain text; a map or list is not allowed here (is a bracket left open?)");
    open_.push_back({.node = std::move(node), .anchor = anchor, .key = {}, .key_place = {}, .first_node = nodes_ - 1});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    const int height = done.height + 1;
    if (done.anchor != 0) anchors_[done.anchor] = {done.node, nodes_ - done.first_node, height};
    attach(std::move(done.node), height);
  }

  void add_leaf(YamlNode node, YAML::anchor_t anchor) {
    if (wants_key()) {
      take_key(std::move(node));
      return;
    }
    if (anchor != 0) anchors_[anchor] = {node, 1, 0};
    attach(std::move(node));
  }

  void take_key(YamlNode node) {
    if (node.is_null()) fail(node.place, "a key is missing; a key is plain text");
    Open& map = open_.back();
    for (const YamlEntry& entry : map.node.entries) {
      if (entry.key != node.text) continue;
      problems_.push_back(
          {.file = source_,
           .line = node.place.line,
           .column = node.place.column,
           .path = path_of(node.text),
           .message = fmt::format("duplicate key; it stands in line {} already", entry.key_place.line)});
      break;
    }
    map.key = std::move(node.text);
    map.key_place = std::move(node.place);
  }

  [[nodiscard]] std::string path_of(const std::string& key) const {
    std::string path;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const Open& level = open_[i];
      path = level.node.is_map() ? join_path(path, *level.key) : fmt::format("{}[{}]", path, level.node.items.size());
    }
    return join_path(path, key);
  }

  void attach(YamlNode node, int height = 0) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (height > parent.height) parent.height = height;
    if (parent.node.is_sequence()) {
      parent.node.items.push_back(std::move(node));
      return;
    }
    // The library places an empty value at the token after it, lines below.
    if (node.is_null()) node.place = parent.key_place;
    parent.node.entries.push_back({*std::exchange(parent.key, std::nullopt), parent.key_place, std::move(node)});
  }

  std::string source_;
  TextPlaces places_;
  YamlNode root_;
  bool has_document_ = false;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::vector<Problem> problems_;
  std::size_t nodes_ = 0;
};

UsageError error_at(const std::string& source, const YAML::Mark& mark, const std::string& message) {
  const bool is_known = mark.line >= 0;
  return UsageError(std::vector<Problem>{{.file = source,
                                          .line = is_known ? mark.line + 1 : 0,
                                          .column = is_known ? mark.column + 1 : 0,
                                          .path = {},
                                          .message = "not valid YAML: " + message}});
}

/// The first line that is indented by a tab, which YAML does not allow; nothing where there is none.
std::optional<UsageError> tab_error(std::string_view text, const std::string& source) {
  int line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t first = text.find_first_not_of(' ', begin);
    if (first != std::string_view::npos && text[first] == '\t')
      return UsageError(std::vector<Problem>{{.file = source,
                                              .line = line,
                                              .column = static_cast<int>(first - begin) + 1,
                                              .path = {},
                                              .message = "a tab is not allowed here; YAML is indented by blanks"}});
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  }
  return std::nullopt;
}

/// "; U+00A0 in line 5, column 43 is no blank of YAML" of the last character up to the end of that line (from 0) that
/// is not seen; "" where all are.
std::string unseen_text(std::string_view text, int last_line) {
  std::string told;
  int line = 0;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size() && (last_line < 0 || line <= last_line); i += utf8_length(text.substr(i))) {
    const std::string code = i == 0 ? "" : invisible_code(text.substr(i));
    if (!code.empty())
      told = fmt::format("; {} in line {}, column {} is no blank of YAML", code, line + 1, i - line_start + 1);
    if (text[i] != '\n') continue;
    ++line;
    line_start = i + 1;
  }
  return told;
}

/// The text with an empty comment at its end: the library takes a quoted text that is never closed for a whole one
/// where the last character is a line's end.
std::string closed(std::string_view text) {
  std::string result(text);
  if (!result.empty()) result += result.back() == '\n' ? "#" : "\n#";
  return result;
}

}  // namespace

YamlNode parse_yaml(std::string_view text, const std::string& source) {
  check_text(text, source);
  TreeBuilder builder(source, text);
  std::istringstream stream{closed(text)};
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const UsageError&) {
    throw;
  } catch (const YAML::Exception& error) {
    if (const std::optional<UsageError> tab = tab_error(text, source)) throw UsageError(*tab);
    throw error_at(source, error.mark, error.msg + unseen_text(text, error.mark.line));
  } catch (const std::exception& error) {
    throw error_at(source, YAML::Mark::null_mark(), error.what());
  }
  if (!builder.problems().empty()) throw UsageError(std::move(builder.problems()));
  return builder.take();
}

}  // namespace rootward::config
