// What this process may use of its processor: asked in one place, so that one variable can cap it.
#pragma once

namespace rootward {

/// Instructions beyond x86-64-v2, all false on other processors. Whatever is used, games come out the same; networks
/// differ in the last bits with and without `fma`.
struct ProcessorFeatures {
  bool bmi2 = false;       ///< BMI and BMI2
  bool fast_pdep = false;  ///< of BMI2: deposits of bits are instructions of the processor, not of its microcode
  bool avx2 = false;
  bool fma = false;
  bool avx512 = false;            ///< F, BW, DQ and VL
  bool avx512_vnni = false;       ///< products of pairs of words, beside `avx512`; in none of the named levels
  bool avx_vnni = false;          ///< the same in 256 bits, beside `avx2`; in none of the named levels
  bool avx512_vpopcntdq = false;  ///< beside `avx512`; in none of the named levels
  bool sha = false;               ///< SHA-256; in none of the named levels
  bool amx = false;               ///< tiles for bf16 may be tried; in none of the named levels
};

/// What the processor has, less what $ROOTWARD_CPU leaves out; the same from the first call on. Not for each node's
/// visit: whoever chooses keeps the choice.
const ProcessorFeatures& processor();

/// $ROOTWARD_CPU is unset, empty, x86-64-v2, x86-64-v3 or x86-64-v4. Throws UsageError where it is anything else.
void check_processor_cap();

}  // namespace rootward
