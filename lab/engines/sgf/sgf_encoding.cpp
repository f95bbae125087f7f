// A table of names, and iconv of the C library, which is asked for one character at a time.
#include "lab/engines/sgf/sgf_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

#include "core/errors.h"
#include "core/text.h"

namespace rootward {
namespace {

// What programs write under an older name is often of a newer and wider encoding (WHATWG's Encoding Standard).
constexpr std::array kEncodings = {
    SgfEncoding{"UTF-8", "UTF-8", "utf8", false},
    SgfEncoding{"US-ASCII", "ASCII", "usascii ascii ansix341968 iso646us", false},
    SgfEncoding{"ISO-8859-1", "ISO-8859-1", "iso88591 latin1 l1", false},
    SgfEncoding{"ISO-8859-2", "ISO-8859-2", "iso88592 latin2 l2", false},
    SgfEncoding{"ISO-8859-5", "ISO-8859-5", "iso88595", false},
    SgfEncoding{"ISO-8859-7", "ISO-8859-7", "iso88597", false},
    SgfEncoding{"ISO-8859-9", "ISO-8859-9", "iso88599 latin5 l5", false},
    SgfEncoding{"ISO-8859-15", "ISO-8859-15", "iso885915 latin9", false},
    SgfEncoding{"windows-1250", "CP1250", "windows1250 cp1250", false},
    SgfEncoding{"windows-1251", "CP1251", "windows1251 cp1251", false},
    SgfEncoding{"windows-1252", "CP1252", "windows1252 cp1252", false},
    SgfEncoding{"windows-1253", "CP1253", "windows1253 cp1253", false},
    SgfEncoding{"windows-1254", "CP1254", "windows1254 cp1254", false},
    SgfEncoding{"KOI8-R", "KOI8-R", "koi8r", false},
    SgfEncoding{"KOI8-U", "KOI8-U", "koi8u", false},
    SgfEncoding{"TIS-620", "CP874", "tis620 windows874 cp874", false},
    SgfEncoding{"EUC-JP", "EUC-JP-MS", "eucjp xeucjp ujis eucjpms", false},
    SgfEncoding{"EUC-KR", "CP949", "euckr ksc56011987 ksc5601 cp949 windows949 uhc", false},
    SgfEncoding{"Shift_JIS", "CP932", "shiftjis sjis xsjis mskanji windows31j cswindows31j cp932 windows932 ms932",
                true},
    SgfEncoding{"GBK", "GB18030", "gbk xgbk gb2312 gb231280 euccn cp936 windows936 ms936", true},
    SgfEncoding{"GB18030", "GB18030", "gb18030", true},
    SgfEncoding{"Big5", "BIG5", "big5 bigfive cnbig5 xxbig5 cp950 windows950", true},
    SgfEncoding{"Big5-HKSCS", "BIG5-HKSCS", "big5hkscs", true},
};

std::string letters_and_digits(std::string_view name) {
  std::string kept;
  for (const char c : lower_case(name))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) kept += c;
  return kept;
}

}  // namespace

std::span<const SgfEncoding> sgf_encodings() { return kEncodings; }

const SgfEncoding* find_sgf_encoding(std::string_view name) {
  const std::string wanted = letters_and_digits(name);
  if (wanted.empty()) return nullptr;
  const auto found = std::ranges::find_if(kEncodings, [&](const SgfEncoding& encoding) {
    return fmt::format(" {} ", encoding.others).find(fmt::format(" {} ", wanted)) != std::string::npos;
  });
  return found == kEncodings.end() ? nullptr : &*found;
}

std::string no_sgf_encoding_text(std::string_view name) {
  std::vector<std::string> names;
  for (const SgfEncoding& encoding : kEncodings) names.emplace_back(encoding.name);
  return fmt::format("{} is not read; allowed: {}{}", name, fmt::join(names, ", "), hint_text(name, names));
}

SgfDecoder::SgfDecoder(const SgfEncoding& encoding) : library_(::iconv_open("UTF-8", encoding.library)) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): that is how POSIX says that there is none
  if (library_ == reinterpret_cast<iconv_t>(-1))
    throw RunError(fmt::format("the encoding {} is not installed with this machine's C library: iconv_open: {}",
                               encoding.name, std::generic_category().message(errno)));
}

std::size_t SgfDecoder::take(std::string_view text, std::string& into) {
  constexpr std::size_t kLongest = 4;
  for (std::size_t length = 1; length <= std::min(kLongest, text.size()); ++length) {
    std::array<char, kLongest> bytes{};
    text.copy(bytes.data(), length);
    std::array<char, 16> decoded{};
    char* from = bytes.data();
    char* to = decoded.data();
    std::size_t left = length;
    std::size_t room = decoded.size();
    (void)::iconv(library_, nullptr, nullptr, nullptr, nullptr);
    if (::iconv(library_, &from, &left, &to, &room) == static_cast<std::size_t>(-1)) {
      if (errno == EINVAL) continue;  // the bytes so far begin a character
      return 0;
    }
    (void)::iconv(library_, nullptr, nullptr, &to, &room);
    into.append(decoded.data(), to);
    return length;
  }
  return 0;
}

}  // namespace rootward
