// Safetensors files: a JSON header with metadata and the tensors' places, then raw little-endian numbers. Float32 and
// bfloat16 are read, float32 is written.
#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rootward::net {

/// What every reader of network files does with a wrong one: throws std::invalid_argument with one line.
[[noreturn]] inline void refuse(const std::string& what) { throw std::invalid_argument(what); }

struct Tensor {
  std::vector<std::size_t> shape;
  std::vector<float> values;  ///< last index fastest
};

struct TensorFile {
  std::map<std::string, std::string> metadata;
  std::map<std::string, Tensor> tensors;
};

/// What a file says of itself, whatever its tensors' types and numbers.
struct TensorHeader {
  struct Entry {
    std::string type;  ///< "F32", "I64"
    std::vector<std::size_t> shape;
  };
  std::map<std::string, std::string> metadata;
  std::map<std::string, Entry> tensors;
};

/// "[3, 3, 96, 96]".
std::string shape_text(const std::vector<std::size_t>& shape);

/// Reads the whole file. Throws std::invalid_argument with one line: a header that is cut off or no JSON, a tensor of
/// another type, whose place does not fit its shape, overlaps another's, leaves a gap, or lies beyond the end, numbers
/// that are not finite.
TensorFile parse_safetensors(std::string_view bytes);
/// Throws std::invalid_argument where there is no such header.
TensorHeader parse_safetensors_header(std::string_view bytes);
/// The file's bytes; tensors in the order of their names.
std::string safetensors_bytes(const TensorFile& file);

}  // namespace rootward::net
