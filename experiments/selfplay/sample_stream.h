// Samples as bytes: the binary stream that training/samples.py reads, and tensors for other programs.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "experiments/selfplay/sample_rows.h"

namespace rootward::selfplay {

/// The stream's first line, with its end.
std::string stream_header(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings);
/// A block's bytes, little-endian.
std::string block_bytes(const SampleBlock& block);
/// The whole stream, part by part.
void write_sample_stream(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings,
                         const std::function<void(std::string_view)>& write);
/// A safetensors file of float32: planes [count, planes, lines, columns], policy, result, root_value, ownership [count,
/// lines, columns], weight, ply; the stream's header as metadata. Throws UsageError where it would take over 4 GiB.
std::string sample_tensors(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings);

}  // namespace rootward::selfplay
