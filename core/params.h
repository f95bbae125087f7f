// Parameters declared once (ParamSpec) and resolved once (Params): the one source of YAML keys, range errors, `list`,
// docs/operators.md and search spaces.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rootward {

/// A value with a structure of its own, as it was written.
struct ParamTree {
  enum class Kind : std::uint8_t { number, text, list, map };
  Kind kind = Kind::map;
  double number = 0;              ///< of a number
  std::string text;               ///< of a text; flags and nulls are texts as written
  std::vector<std::string> keys;  ///< of a map: one for each item, unique, in written order
  std::vector<ParamTree> items;   ///< of a list or a map
  friend bool operator==(const ParamTree&, const ParamTree&) = default;
};

/// monostate = absent: the parameter has no value ("not given" for optional ones).
using ParamValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<double>, ParamTree>;

/// `real` takes integers too; `choice` is one of the spec's `choices`; `text` is any string; `tree` is anything, and
/// whoever asked for it checks it.
enum class ParamType : std::uint8_t { boolean, integer, real, choice, text, real_list, tree };

/// How an optimizer walks the parameter.
enum class Scale : std::uint8_t { linear, log, integer };

inline constexpr std::array<std::string_view, 3> kScaleNames = {"linear", "log", "integer"};
[[nodiscard]] constexpr std::string_view scale_name(Scale scale) {
  return kScaleNames[static_cast<std::size_t>(scale)];
}
/// Nothing for another name.
[[nodiscard]] constexpr std::optional<Scale> find_scale(std::string_view name) {
  const auto found = std::ranges::find(kScaleNames, name);
  if (found == kScaleNames.end()) return std::nullopt;
  return static_cast<Scale>(found - kScaleNames.begin());
}

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// What one parameter is. Nested maps in YAML are flattened: `fpu: {base: constant}` is the key "fpu.base".
struct ParamSpec {
  std::string key;
  std::string help;  ///< one sentence with unit; shown by `list` and in the docs
  ParamType type = ParamType::real;
  ParamValue fallback{};  ///< the default; monostate = optional without value
  bool required = false;
  double low = -kNoLimit;  ///< valid range, inclusive unless an end is open
  double high = kNoLimit;
  bool low_open = false;   ///< low itself is not allowed ("> 0")
  bool high_open = false;  ///< high itself is not allowed
  double tune_low =
      std::numeric_limits<double>::quiet_NaN();  ///< the narrower box an optimizer walks; NaN = not tunable
  double tune_high = std::numeric_limits<double>::quiet_NaN();
  Scale scale = Scale::linear;
  std::size_t min_count = 1;  ///< length of a real_list
  std::size_t max_count = 1;
  std::vector<std::string> choices{};
  bool or_range = false;   ///< an integer that also takes [low, high], from which it is drawn later (stored as a list)
  bool or_name = false;    ///< a tree that may be a name alone
  bool or_number = false;  ///< a choice that also takes a number in the valid range (stored as a real)
  /// It joined after results were stored: at its default it is left out of what is written and hashed, so that these
  /// keep their identity.
  bool is_late = false;
  std::string source{};  ///< paper and section, or "ours"
};

/// A thing with a name and parameters that a user can ask for: an operator, a game, a selection, an evaluator, a
/// player.
struct Described {
  std::string name;
  std::string help;
  std::string source;
  std::vector<ParamSpec> parameters;
};

/// Wrong parameter: which key, what was given and what is allowed. `what()` is the sentence without key or place. Below
/// a parameter of type `tree` the key goes on: "root.max.b1", "root.chance.heads[0]".
class ParamError : public std::runtime_error {
 public:
  ParamError(std::string key, const std::string& message) : std::runtime_error(message), key_(std::move(key)) {}
  /// Several at once: the first is this one.
  explicit ParamError(std::vector<ParamError> errors) : ParamError(errors.front()) {
    errors.erase(errors.begin());
    others_ = std::move(errors);
  }
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] const std::vector<ParamError>& others() const { return others_; }

 private:
  std::string key_;
  std::vector<ParamError> others_;
};

/// Resolved parameters: every key of the spec list. Reading a key that is not there, or as another type, is a bug:
/// std::logic_error that names it, in every build.
class Params {
 public:
  [[nodiscard]] bool has(std::string_view key) const;  ///< known and not absent
  [[nodiscard]] bool boolean(std::string_view key) const;
  [[nodiscard]] std::int64_t integer(std::string_view key) const;
  [[nodiscard]] double real(std::string_view key) const;
  [[nodiscard]] const std::string& text(std::string_view key) const;  ///< choice or text
  [[nodiscard]] const std::vector<double>& list(std::string_view key) const;
  [[nodiscard]] const ParamTree& tree(std::string_view key) const;
  [[nodiscard]] bool is_range(std::string_view key) const;   ///< an integer with or_range that was given as one
  [[nodiscard]] bool is_number(std::string_view key) const;  ///< a choice with or_number that was given a number
  /// As it stands, monostate where it is absent.
  [[nodiscard]] const ParamValue& value(std::string_view key) const;
  /// What is written: every key, with its default where none was given, but late ones at their default.
  [[nodiscard]] const std::map<std::string, ParamValue, std::less<>>& values() const { return values_; }

  friend bool operator==(const Params&, const Params&) = default;

 private:
  friend Params resolve_params(std::span<const ParamSpec>, const std::map<std::string, ParamValue, std::less<>>&);
  [[nodiscard]] const ParamValue* find(std::string_view key) const;

  std::map<std::string, ParamValue, std::less<>> values_;
  std::map<std::string, ParamValue, std::less<>> late_;  ///< at their default
};

using GivenParams = std::map<std::string, ParamValue, std::less<>>;

/// Checks one value against its spec and returns it in the spec's own type (integers become reals where a real is
/// asked for). Throws ParamError.
ParamValue check_param(const ParamSpec& spec, const ParamValue& given);

/// Fills defaults and checks type, range, count and choice of everything given. Throws ParamError for the first wrong
/// key (unknown keys name the nearest known one).
Params resolve_params(std::span<const ParamSpec> specs, const GivenParams& given);

/// "a number in [0, 1]", "1 to 64 numbers, each in [-100, 100]", "one of: blend, drop": what the spec allows.
std::string allowed_text(const ParamSpec& spec);

/// A value as a user would write it in YAML; reals in the shortest form that reads back exactly.
std::string param_text(const ParamValue& value);

/// A name with resolved parameters: which operator (game, selection, ...) and how it is set.
struct NamedParams {
  std::string name;
  Params params;
  friend bool operator==(const NamedParams&, const NamedParams&) = default;
};

}  // namespace rootward
