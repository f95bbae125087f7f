// The file formats' own readers; each throws std::invalid_argument with one line.
#pragma once

#include <string>
#include <string_view>

#include "evaluators/net/model.h"
#include "evaluators/net/safetensors.h"

namespace rootward::net {

/// AlphaGo Zero's residual nets: tensors by name, architecture by metadata (docs/nets.md).
Model residual_model(const TensorFile& file);

/// A plan written out, any network: tensors step0.weights, .., the steps as JSON in the metadata.
Model plan_model(const TensorFile& file);
TensorFile plan_file(const Model& model);
/// What metadata `architecture` of such a file says.
inline constexpr const char* kPlanArchitecture = "steps";

/// An unpacked KataGo file of version 8 to 16; `is_binary`: numbers as raw float32 after @BIN@.
Model katago_model(std::string_view bytes);

/// Unpacks gzip; std::invalid_argument where the data are cut off, damaged or larger than `limit` bytes.
std::string unpack_gzip(std::string_view bytes, std::size_t limit);

}  // namespace rootward::net
