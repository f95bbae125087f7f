// One random playout compiled twice, portably and for BMI2, and chosen when the program runs.
#pragma once

#include "core/playout_trace.h"
#include "core/rng.h"
#include "games/select_bit.h"

namespace rootward {

/// Kernel::play(field, start, rng, select, record) is a playout: a static function that is always inlined, so that it
/// is compiled for each processor. `record` is NoRecord or TraceRecord.
template <class Kernel, class Field, class Start, class Record>
auto play_portably(const Field& field, const Start& start, Rng& rng, Record record) {
  return Kernel::play(field, start, rng, PortableSelect{}, record);
}

#if defined(__x86_64__)
template <class Kernel, class Field, class Start, class Record>
[[gnu::target("bmi,bmi2,popcnt")]] auto play_by_bmi2(const Field& field, const Start& start, Rng& rng, Record record) {
  return Kernel::play(field, start, rng, Bmi2Select{}, record);
}
#endif

template <class Kernel, class Field, class Start, class Record>
auto play_on_processor(const Field& field, const Start& start, Rng& rng, Record record) {
#if defined(__x86_64__)
  static const bool kIsFast = has_fast_pdep();
  if (kIsFast) return play_by_bmi2<Kernel>(field, start, rng, record);
#endif
  return play_portably<Kernel>(field, start, rng, record);
}

/// A playout whose moves go into `trace`; null: nobody wants them.
template <class Kernel, class Field, class Start>
auto play_traced(const Field& field, const Start& start, Rng& rng, PlayoutTrace* trace) {
  return trace == nullptr ? play_on_processor<Kernel>(field, start, rng, NoRecord{})
                          : play_on_processor<Kernel>(field, start, rng, TraceRecord{trace});
}

}  // namespace rootward
