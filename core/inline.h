// Inlining that must happen: a function compiled for wider registers than its callees would be on their own may only
// call what is inlined into it (vectors never pass a call).
#pragma once

#define ROOTWARD_INLINE [[gnu::always_inline]] inline
#define ROOTWARD_INLINED __attribute__((always_inline))  // for lambdas
