// Counts choices in a row that say the same; reads the map.
#include "lab/arena/adjudication.h"

#include <cmath>
#include <string>

#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"

namespace rootward {

Value recorded_value(Value value) {
  constexpr double kSteps = 1000;
  return std::round(value * kSteps) / kSteps + 0.0;  // the sum turns a rounded -0 into 0
}

void Adjudicator::note(Seat mover, Value mean) {
  const std::optional<Seat> leader = std::fabs(mean) < rule_.value ? std::nullopt
                                     : mean > 0                    ? std::optional(mover)
                                                                   : std::optional(other(mover));
  if (leader != leader_) {
    in_a_row_ = 0;
    has_spoken_ = {};
  }
  leader_ = leader;
  if (!leader) return;
  ++in_a_row_;
  has_spoken_[static_cast<std::size_t>(mover)] = true;
}

std::optional<Seat> Adjudicator::winner() const {
  return in_a_row_ >= rule_.plies && has_spoken_[0] && has_spoken_[1] ? leader_ : std::nullopt;
}

namespace config {
namespace {

/// There is one thing to read; it is written out so that a file says what is read.
Field<Adjudication> reads_field() {
  ParamSpec spec = spec_of("reads", "What the rule reads: both players' plain sample means of the root.");
  spec.type = ParamType::choice;
  spec.choices = {"mean"};
  spec.fallback = std::string("mean");
  Field<Adjudication> field = other_field<Adjudication>(spec, [](const Adjudication&) { return text_node("mean"); });
  field.read = [spec](MapReader& map, Adjudication&, ProblemList&) { (void)map.read(spec); };
  return field;
}

}  // namespace

const FieldTable<Adjudication>& adjudication_fields() {
  static const FieldTable<Adjudication> kTable = [] {
    ParamSpec value = range_spec("value", 0, 1, "A mean this far from 0 says who wins.");
    value.low_open = true;
    return FieldTable<Adjudication>{
        field(&Adjudication::value, std::move(value)),
        field(&Adjudication::plies,
              range_spec("plies", 2, 1000, "Choices in a row, of both players, that must say the same.")),
        reads_field(),
        field(&Adjudication::plays_out,
              spec_of("plays_out",
                      "Play on, and record where and how the rule would have ended the game: tables show "
                      "how often the end is another."))
            .stored_if([](const Adjudication& from) { return from.plays_out; }),
    };
  }();
  return kTable;
}

Adjudication read_adjudication(const YamlNode& node, ProblemList& problems) {
  return read_map(adjudication_fields(), node, problems);
}

}  // namespace config
}  // namespace rootward
