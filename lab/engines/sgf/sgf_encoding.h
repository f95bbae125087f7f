// The encodings that SGF's CA may name, and their characters one by one.
#pragma once

#include <iconv.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rootward {

/// Has ASCII's characters as its own, and no state from one character to the next.
struct SgfEncoding {
  const char* name;     ///< as IANA spells it
  const char* library;  ///< as iconv calls the widest of its kind
  const char* others;   ///< other spellings: small letters and digits alone, between blanks
  bool hides_signs;     ///< a character's later byte may be one of [ ] \ ; ( )
};

std::span<const SgfEncoding> sgf_encodings();
/// In any case and with any signs between letters and digits ("shift-jis"); null for an encoding that is not read.
const SgfEncoding* find_sgf_encoding(std::string_view name);
/// "unheard-of is not read; allowed: UTF-8, .."
std::string no_sgf_encoding_text(std::string_view name);

class SgfDecoder {
 public:
  /// Throws RunError where this machine's C library lacks the encoding.
  explicit SgfDecoder(const SgfEncoding& encoding);
  SgfDecoder(const SgfDecoder&) = delete;
  SgfDecoder& operator=(const SgfDecoder&) = delete;
  ~SgfDecoder() { (void)::iconv_close(library_); }

  /// Bytes of the character at the front, which is appended as UTF-8; 0 where they are none.
  std::size_t take(std::string_view text, std::string& into);

 private:
  iconv_t library_;
};

}  // namespace rootward
