// Texts that came from outside (names, moves, files, engines), made fit for the place where they are shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rootward {

/// For a terminal and for messages: control characters and bytes that are no UTF-8 become \xNN, so that nothing moves
/// the cursor, rings the bell, or ends the text; what cannot be seen is named, <U+00A0>. Line ends and tabs stay.
std::string terminal_text(std::string_view text);
/// One word of a message: as terminal_text(), line ends and tabs too, and cut after `longest` bytes, which is told:
/// "abc.. (100000 bytes)".
std::string terminal_token(std::string_view text, std::size_t longest = 200);
/// Line ends, other control characters and bytes that are no UTF-8 become blanks: what must stay on its line.
std::string one_line(std::string_view text);
/// LaTeX's special characters escaped; on one line, so that it never leaves a comment.
std::string latex_text(std::string_view text);
/// A cell or a line of Markdown: what would begin a cell, a tag or a link's address is escaped; on one line.
std::string markdown_text(std::string_view text);
/// A span of code in Markdown, which no backtick in the text ends; on one line.
std::string markdown_code(std::string_view text);
/// A cell of CSV: in quotes where it holds a comma, a quote or a line's end (RFC 4180). A text that a spreadsheet would
/// take for a formula (= + - @ in front, and no number) begins with an apostrophe.
std::string csv_cell(std::string_view text);
/// For text and attributes of XML and HTML; control characters, which XML does not know, become blanks but for line
/// ends and tabs.
std::string xml_text(std::string_view text);
/// A JSON string with its quotes.
std::string json_string(std::string_view text);
/// A quoted string of Graphviz; a line end is one.
std::string dot_string(std::string_view text);

}  // namespace rootward
