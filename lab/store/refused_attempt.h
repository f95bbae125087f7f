// A start of a shard that finds, before it has a folder open, that it cannot play: this machine, or any.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "core/errors.h"
#include "lab/store/shard.h"

namespace rootward {

/// How the reason of an attempt begins that no machine would play.
inline constexpr std::string_view kRefused = "refused: ";
/// The reason of one that another machine may play.
inline constexpr std::string_view kUnfit = "unfit";
/// Whether an attempt that ended for this reason was refused, before it played or later.
bool is_refusal(std::string_view reason);

/// "unfit": another machine may do it. "refused: ..": wrong usage, or a player that cannot be used, on any machine
/// (exit codes 2 and 3). "" = anything else.
std::string refusal_of(const std::exception& error);

/// Leaves an attempt whose last line says why, so that whoever looks at the folder learns why nothing was played and on
/// which node. Where that cannot be written nothing is: the program's own words tell.
void write_refused_attempt(const std::string& folder, const Shard& shard, const std::string& config_hash,
                           const std::string& reason);

/// make(). Where it is refused in a shard, an attempt tells of it first.
template <class Make>
auto noting_refusal(const std::string& folder, const Shard& shard, const std::string& config_hash, Make make)
    -> decltype(make()) {
  try {
    return make();
  } catch (const std::exception& error) {
    const std::string reason = refusal_of(error);
    if (!shard.is_whole() && !reason.empty()) write_refused_attempt(folder, shard, config_hash, reason);
    throw;
  }
}

}  // namespace rootward
