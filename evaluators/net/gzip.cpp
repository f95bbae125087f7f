// Unpacking of gzip, which may be several members one after the other.
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "evaluators/net/model_formats.h"

namespace rootward::net {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr int kGzipWindow = 15 + 16;

struct EndInflate {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

}  // namespace

std::string unpack_gzip(std::string_view bytes, std::size_t limit) {
  if (bytes.size() > std::numeric_limits<uInt>::max()) throw std::invalid_argument("the file is larger than 4 GiB");
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) throw std::invalid_argument("cannot unpack gzip");
  const std::unique_ptr<z_stream, EndInflate> ending(&stream);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  for (;;) {
    const std::size_t used = text.size();
    if (used > limit) throw std::invalid_argument("it unpacks to more bytes than any network has");
    text.resize(used + kChunk);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + used);
    stream.avail_out = static_cast<uInt>(kChunk);
    const int result = inflate(&stream, Z_NO_FLUSH);
    text.resize(used + kChunk - stream.avail_out);
    if (result == Z_STREAM_END) {
      if (stream.avail_in == 0) return text;
      if (inflateReset(&stream) != Z_OK) throw std::invalid_argument("the packed data are damaged");
    } else if (result == Z_BUF_ERROR || (result == Z_OK && stream.avail_in == 0 && stream.avail_out != 0)) {
      throw std::invalid_argument("the packed data are cut off");
    } else if (result != Z_OK) {
      throw std::invalid_argument("the packed data are damaged");
    }
  }
}

}  // namespace rootward::net
