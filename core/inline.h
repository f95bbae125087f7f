// Inlining that must happen, or must not. A function compiled for wider registers than its callees would be on their
// own may only call what is inlined into it (vectors never pass a call).
#pragma once

/// A unit that is compiled for other processor features as a whole names them in ROOTWARD_FEATURES before its first
/// include: in functions without them, g++ takes wide vectors apart before it inlines.
#ifdef ROOTWARD_FEATURES
#define ROOTWARD_TARGET __attribute__((target(ROOTWARD_FEATURES)))
#else
#define ROOTWARD_TARGET
#endif

#define ROOTWARD_INLINE __attribute__((always_inline)) ROOTWARD_TARGET inline
#define ROOTWARD_INLINED __attribute__((always_inline)) ROOTWARD_TARGET  // for lambdas

/// What is rare enough to stay out of the loop that calls it.
#define ROOTWARD_COLD __attribute__((noinline, cold))
