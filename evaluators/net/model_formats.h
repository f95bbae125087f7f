// The file formats' own readers; each throws std::invalid_argument with one line.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "evaluators/net/model.h"
#include "evaluators/net/safetensors.h"

namespace rootward::net {

/// AlphaGo Zero's residual nets: tensors by name, architecture by metadata (docs/nets.md).
Model residual_model(const TensorFile& file);

/// Metadata `exponents` of a residual net: a JSON object of lists, a convolution's name each (Step::exponents).
std::map<std::string, std::vector<int>> parse_exponents(const std::string& text);

/// A residual net's file with the exponents of its convolutions, which stay where they are there.
TensorFile with_exponents(TensorFile file);

/// A plan written out, any network: tensors step0.weights, .., the steps as JSON in the metadata.
Model plan_model(const TensorFile& file);
TensorFile plan_file(const Model& model);
/// What metadata `architecture` of such a file says.
inline constexpr const char* kPlanArchitecture = "steps";

/// An unpacked KataGo file of version 8 to 16; `is_binary`: numbers as raw float32 after @BIN@.
Model katago_model(std::string_view bytes);

/// How gzip's bytes begin, which KataGo's files are.
inline constexpr std::string_view kGzipMark = "\x1F\x8B";
/// Unpacks gzip; std::invalid_argument where the data are cut off, damaged or larger than `limit` bytes.
std::string unpack_gzip(std::string_view bytes, std::size_t limit);

}  // namespace rootward::net
