// The operators by name: one line each in operators.def.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "search/backup.h"

namespace rootward {

enum class OperatorFamily : std::uint8_t { return_type, child_type, path_type };

/// A worked number: one line for the operator calculator (`rootward backup`) and its answer. A test runs each of them.
struct OperatorExample {
  std::string input;
  std::string output;
};

/// An operator as registered: description, family and how to make one for a search.
struct OperatorEntry {
  Described description;
  std::string alias_of{};  ///< the operator that this is a second name of; "" = none
  OperatorFamily family = OperatorFamily::return_type;
  std::string formula;  ///< ASCII, with the letters explained
  std::string notes;    ///< where and why we deviate; "" = nowhere
  /// Why the root's value need not come to the truth, however long the search; "" = it does (a slow test holds it).
  std::string no_limit{};
  /// Why it comes to something else than the truth, noise or none; "" = it does not (a slow test holds it).
  std::string other_limit{};
  std::vector<OperatorExample> examples;
  std::string tables{};                ///< more for its page, in Markdown
  bool is_on_policy = false;           ///< reads NodeView::selected
  bool may_exceed_children = false;    ///< child-type: the value may be larger than every child's
  bool may_undercut_children = false;  ///< child-type: it may be smaller than every child's
  bool unbounded = false;              ///< values may leave [-1, 1]
  /// Whether it comes to its own formula over what the children come to, a regularised value, in place of the truth;
  /// null: under no parameters.
  bool (*regularises)(const Params& params) = nullptr;
  bool keeps_variance = false;         ///< its first own number is the variance of the stored value
  bool reads_means = false;            ///< NodeView::child_means
  bool reads_priors = false;           ///< NodeView::child_priors, where there are any
  bool reads_plies_to_end = false;     ///< NodeView::plies_to_end, beside the path-type operators
  bool reads_selected_before = false;  ///< NodeView::selected_before
  bool reads_statics = false;          ///< NodeView::child_statics and own_static, under some parameters
  bool needs_uncertainty = false;      ///< NodeView::uncertainty: only under evaluators that know it
  /// `params` are resolved against description.parameters. Throws ParamError where the context lacks what is needed.
  std::unique_ptr<Backup> (*make)(const Params& params, const OperatorContext& context) = nullptr;
  /// What resolve_backup() does, for an operator whose parameters hold more than `scale` and `span` to resolve.
  GivenParams (*resolve)(const Params& params, const OperatorContext& context) = nullptr;
  /// What is odd about parameters that can be made, in sentences: for `rootward check`.
  std::vector<std::string> (*warnings)(const Params& params, const OperatorContext& context) = nullptr;
};

/// In the order of operators.def.
const std::vector<OperatorEntry>& operators();
/// Of the table, else a guest (backup/guests.h); null when there is no such operator.
const OperatorEntry* find_operator(std::string_view name);
/// The same, but throws UsageError naming the nearest known name where there is no such operator.
const OperatorEntry& get_operator(std::string_view name);
/// Whether this is an operator of another process, as stored results name it: unknown here, with the mark `source` of
/// its definition. It is read and told, and cannot be made.
bool is_foreign_operator(const NamedParams& id);
/// `id.params` are resolved. Throws UsageError for an unknown name, ParamError where the context lacks what is needed.
std::unique_ptr<Backup> make_backup(const NamedParams& id, const OperatorContext& context);
/// The same operator with what depends on the game and the budget (`scale`, `span`) written out as numbers: what is
/// stored beside results. Throws as make_backup: what is resolved can be made.
NamedParams resolve_backup(const NamedParams& id, const OperatorContext& context);

/// OperatorEntry::warnings of an operator that can be made; none where it has nothing to say.
std::vector<std::string> backup_warnings(const NamedParams& id, const OperatorContext& context);

}  // namespace rootward
