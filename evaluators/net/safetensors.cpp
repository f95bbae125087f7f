// Reading and writing of safetensors files.
#include "evaluators/net/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "core/errors.h"
#include "core/json.h"

namespace rootward::net {
namespace {

static_assert(std::endian::native == std::endian::little, "weights are read as they lie in the file");

constexpr std::size_t kMaxHeaderBytes = 100'000'000;  // as the format's own implementation
constexpr std::size_t kMaxDimensions = 8;
constexpr const char* kMetadata = "__metadata__";

std::uint64_t header_length(std::string_view bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) refuse("the file ends within the length of its header");
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > kMaxHeaderBytes)
    refuse(fmt::format("no safetensors file: it gives its header {} bytes, more than {}", length, kMaxHeaderBytes));
  if (length > bytes.size() - sizeof length)
    refuse(fmt::format("the file is cut off: its header has {} bytes, {} are there", length,
                       bytes.size() - sizeof length));
  return length;
}

Json parse_header(std::string_view text) {
  try {
    Json header = parse_json(text);
    if (header.is_object()) return header;
  } catch (const UsageError& error) {
    refuse(fmt::format("no safetensors file: the header is {}", error.what()));
  }
  refuse("no safetensors file: the header is no JSON object");
}

std::vector<std::size_t> sizes_of(const Json& entry, const char* key, const std::string& name) {
  const auto found = entry.find(key);
  if (found == nullptr || !found->is_array() || found->size() > kMaxDimensions)
    refuse(fmt::format("tensor {}: {} is no list of up to {} sizes", name, key, kMaxDimensions));
  std::vector<std::size_t> sizes;
  for (const Json& size : *found) {
    if (!size.is_number_unsigned()) refuse(fmt::format("tensor {}: {} holds {}, no size", name, key, dump_json(size)));
    sizes.push_back(size.get<std::size_t>());
  }
  return sizes;
}

/// Numbers of a shape, refusing shapes that no file of `bytes` could hold.
std::size_t count_of(const std::vector<std::size_t>& shape, std::size_t bytes, const std::string& name) {
  std::size_t count = 1;
  for (std::size_t size : shape) {
    if (size != 0 && count > bytes / size)
      refuse(fmt::format("tensor {}: the shape {} is larger than the file", name, shape_text(shape)));
    count *= size;
  }
  return count;
}

/// Bytes of a number of an entry's type.
std::size_t width_of(const Json& entry, const std::string& name) {
  const Json type = entry.value("dtype", Json());
  if (type == "F32") return sizeof(float);
  if (type == "BF16") return sizeof(std::uint16_t);
  refuse(fmt::format("tensor {}: its type is {}; only F32 and BF16 are read", name, dump_json(type)));
}

/// A bfloat16 is the upper half of the float of the same value.
std::vector<float> widened(std::string_view bytes) {
  std::vector<std::uint16_t> halves(bytes.size() / sizeof(std::uint16_t));
  if (!halves.empty()) std::memcpy(halves.data(), bytes.data(), bytes.size());
  std::vector<float> values;
  values.reserve(halves.size());
  for (const std::uint16_t half : halves) values.push_back(std::bit_cast<float>(std::uint32_t{half} << 16));
  return values;
}

struct Place {
  std::size_t begin = 0, end = 0;
  std::string name;
};

Tensor read_tensor(const std::string& name, const Json& entry, std::string_view data, std::vector<Place>& places) {
  if (!entry.is_object()) refuse(fmt::format("tensor {}: its entry is no JSON object", name));
  const std::size_t width = width_of(entry, name);
  Tensor tensor;
  tensor.shape = sizes_of(entry, "shape", name);
  const std::vector<std::size_t> offsets = sizes_of(entry, "data_offsets", name);
  const std::size_t count = count_of(tensor.shape, data.size() + 1, name);
  if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] - offsets[0] != count * width)
    refuse(fmt::format("tensor {}: data_offsets do not hold the {} numbers of the shape {}", name, count,
                       shape_text(tensor.shape)));
  if (offsets[1] > data.size())
    refuse(fmt::format("tensor {}: the file is cut off: it ends at byte {} of its data, the tensor at {}", name,
                       data.size(), offsets[1]));
  if (width != sizeof(float)) {
    tensor.values = widened(data.substr(offsets[0], count * width));
  } else {
    tensor.values.resize(count);
    if (count > 0) std::memcpy(tensor.values.data(), data.data() + offsets[0], count * width);
  }
  if (!std::ranges::all_of(tensor.values, [](float value) { return std::isfinite(value); }))
    refuse(fmt::format("tensor {}: a weight is no finite number", name));
  places.push_back({offsets[0], offsets[1], name});
  return tensor;
}

void check_places(std::vector<Place> places, std::size_t size) {
  std::ranges::sort(
      places, [](const Place& a, const Place& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  std::size_t end = 0;
  for (const Place& place : places) {
    if (place.begin != end)
      refuse(fmt::format("tensor {}: begins at byte {} of the data, where the one before ends at {}", place.name,
                         place.begin, end));
    end = place.end;
  }
  if (end != size) refuse(fmt::format("{} bytes follow the last tensor", size - end));
}

std::map<std::string, std::string> read_metadata(const Json& entry) {
  if (!entry.is_object()) refuse("the metadata is no JSON object");
  std::map<std::string, std::string> metadata;
  for (const auto& [key, value] : entry.items()) {
    if (!value.is_string()) refuse(fmt::format("metadata {}: is no text", key));
    metadata.emplace(key, value.get<std::string>());
  }
  return metadata;
}

}  // namespace

std::string shape_text(const std::vector<std::size_t>& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

TensorFile parse_safetensors(std::string_view bytes) {
  const auto length = static_cast<std::size_t>(header_length(bytes));
  const Json header = parse_header(bytes.substr(sizeof(std::uint64_t), length));
  const std::string_view data = bytes.substr(sizeof(std::uint64_t) + length);
  TensorFile file;
  std::vector<Place> places;
  for (const auto& [name, entry] : header.items()) {
    if (name != kMetadata) {
      file.tensors.emplace(name, read_tensor(name, entry, data, places));
      continue;
    }
    file.metadata = read_metadata(entry);
  }
  check_places(std::move(places), data.size());
  return file;
}

TensorHeader parse_safetensors_header(std::string_view bytes) {
  const auto length = static_cast<std::size_t>(header_length(bytes));
  const Json header = parse_header(bytes.substr(sizeof(std::uint64_t), length));
  TensorHeader file;
  for (const auto& [name, entry] : header.items()) {
    if (name == kMetadata) {
      file.metadata = read_metadata(entry);
      continue;
    }
    if (!entry.is_object()) refuse(fmt::format("tensor {}: its entry is no JSON object", name));
    const Json type = entry.value("dtype", Json());
    file.tensors.emplace(name, TensorHeader::Entry{.type = type.is_string() ? type.get<std::string>() : dump_json(type),
                                                   .shape = sizes_of(entry, "shape", name)});
  }
  return file;
}

std::string safetensors_bytes(const TensorFile& file) {
  Json header;
  header[kMetadata] = file.metadata;
  std::string data;
  for (const auto& [name, tensor] : file.tensors) {
    const std::size_t begin = data.size();
    data.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(float));
    header[name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, data.size()}}};
  }
  std::string text = dump_json(header);
  text.append((8 - text.size() % 8) % 8, ' ');  // so that the numbers are aligned
  const std::uint64_t length = text.size();
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes + text + data;
}

}  // namespace rootward::net
