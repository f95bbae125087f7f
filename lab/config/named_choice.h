// A choice by name with parameters, `average` or `{name: erwa, alpha: 0.01}`, read against a registry.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::config {

/// What may be chosen.
struct ChoiceList {
  std::string_view noun;  ///< for messages: "backup operator"
  std::span<const Described> known;
  std::string fallback;  ///< the name where none is written; "" = a name is required
  std::string_view name_key = "name";
  /// Stored results may name what is defined in another process: a map with `source`, the mark of its definition, is
  /// read whatever its name.
  bool may_be_elsewhere = false;
  std::unique_ptr<const std::vector<Described>> owned{};  ///< of `known`, where a host language adds to a registry
};

ChoiceList game_choices();
ChoiceList backup_choices();
ChoiceList root_choices();
/// `fallback`: see search_reader.h.
ChoiceList selection_choices(const std::string& fallback);
ChoiceList evaluator_choices();
ChoiceList final_move_choices();

/// The name under `name_key`, or the scalar that stands for the map; nothing where none is written.
std::optional<std::string> chosen_name(const YamlNode& node, std::string_view name_key);
/// `average` as `{name: average}`; a map as it is.
YamlNode as_choice_map(const YamlNode& node, std::string_view name_key);

/// Nested maps become dotted keys (`fpu: {base: ..}` is "fpu.base"). nullopt after adding all that is wrong.
std::optional<NamedParams> read_choice(const YamlNode& node, const ChoiceList& choices, ProblemList& problems);

/// A game: as read_choice(), or `{name: python, file: FILE, object: NAME}`, which the host of guests reads.
std::optional<NamedParams> read_game_choice(const YamlNode& node, ProblemList& problems);

/// A backup operator: as read_choice(), or `{name: python, file: FILE, object: NAME, parameters: {..}}`, which the
/// Python package brings in; a relative FILE counts from the configuration's folder.
std::optional<NamedParams> read_backup(const YamlNode& node, ProblemList& problems);

/// An evaluator, with the evaluators that it is made of.
std::optional<NamedParams> read_evaluator(const YamlNode& node, ProblemList& problems);

/// A description's parameters from a map's entries, leaving out the keys in `skipped`. nullopt after adding all that is
/// wrong.
std::optional<Params> read_params(const YamlNode& map, const Described& description,
                                  std::span<const std::string_view> skipped, ProblemList& problems);

/// Whether what stands under `parameters` is a map, or absent (null); adds a problem where it is neither.
bool is_map_or_absent(const YamlNode* parameters, ProblemList& problems);

/// The node of a dotted parameter key in a choice's node, or the node itself: where a problem with that key is shown.
const YamlNode& node_of_parameter(const YamlNode& choice, std::string_view dotted_key);

/// "erwa(alpha=0.01, init=corrected)"; absent parameters are left out.
std::string choice_text(const NamedParams& choice);

/// The declaration of the parameter at a path; nothing where the registry declares none (below a parameter of type
/// `tree`, and for an unknown name).
std::optional<ParamSpec> declared_parameter(std::span<const Described> registry, const NamedParams& choice,
                                            std::string_view path);
/// Sets the parameter at a path, or a number below one of type `tree` (`a.count`). Throws ParamError.
void set_parameter(std::span<const Described> registry, NamedParams& choice, std::string_view path,
                   const ParamValue& value);

/// Adds a ParamError of a choice's constructor at the parameter's place.
void add_param_error(const YamlNode& choice, const ParamError& error, ProblemList& problems);

}  // namespace rootward::config
