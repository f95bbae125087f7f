// Whether a test may bound a program's address space.
#pragma once

namespace rootward::testing {

/// Sanitizers need more address space than any limit leaves.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kHasRoomForLimits = false;
#else
inline constexpr bool kHasRoomForLimits = true;
#endif

}  // namespace rootward::testing
