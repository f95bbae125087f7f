// fmt's own functions, for programs that may not need libfmt.so: Debian's libfmt-dev has the headers and no archive.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

// Whatever format.h declares as instantiated elsewhere.
template auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl<char>(locale_ref) -> char;
template void buffer<char>::append(const char*, const char*);
template void vformat_to(buffer<char>&, string_view, basic_format_args<FMT_BUFFER_CONTEXT(char)>, locale_ref);

}  // namespace detail
FMT_END_NAMESPACE
