// The evaluators by name, whatever the game; make_evaluator.h makes one for a game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"

namespace rootward {

/// Every evaluator, in the order in which `list` shows them.
const std::vector<Described>& evaluators();
/// What a search has unless another is named, with its defaults.
NamedParams default_evaluator();
/// A parameter that names an evaluator of its own, `playouts` or {name: playouts, count: 4}; the default is playouts.
ParamSpec evaluator_spec(std::string key, std::string help);
/// What stands there, resolved against the registry. Throws ParamError, whose key begins with `key`.
NamedParams nested_evaluator(const Params& params, std::string_view key);
/// Whether this is an evaluator of another process, as stored results name it: unknown here, with the mark `source` of
/// its definition. It is read and told, and cannot be made.
bool is_foreign_evaluator(const NamedParams& evaluator);
/// Whether the evaluator gives priors (then puct and expansion `self` are the defaults).
bool gives_priors(const NamedParams& evaluator);
/// Whether the evaluator plays games to the end.
bool plays_out(const NamedParams& evaluator);
/// Whether the evaluator says how far its values may be off, for which a network's file is read: throws UsageError as
/// network_of() does.
bool knows_uncertainty(const NamedParams& evaluator, const std::string& folder);
/// The networks that an evaluator is made of, one after the other; "" for none. Throws UsageError for files that are
/// missing or wrong; relative ones count from `folder`.
std::string network_of(const NamedParams& evaluator, const std::string& folder);

}  // namespace rootward
