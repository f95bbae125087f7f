// Facts and sessions of a manifest.
#include "lab/report/provenance.h"

#include <fmt/format.h>

#include <vector>

#include "lab/report/html.h"

namespace rootward {
namespace {

/// ", 12 tasks, 3.25 core-hours"; "" where it was none.
std::string tasks_text(const ManifestSession& session) {
  if (session.attempts.empty()) return "";
  return fmt::format(", {} tasks, {:.2f} core-hours", session.attempts.size(), session.core_seconds() / 3600);
}

}  // namespace

std::string provenance_html(const Manifest& manifest) {
  std::vector<Fact> facts = {
      {"configuration", manifest.config_hash},
      {"program", fmt::format("rootward {} ({})", manifest.version, manifest.revision)},
      {"compiler", manifest.compiler + " " + manifest.flags},
      {"machine", manifest.cpu + "; " + manifest.host},
      {"began", manifest.started},
      {"complete", manifest.ended.empty() ? "not yet" : manifest.ended},
      {"reproducible", !manifest.is_reproducible         ? "no: a budget is wall-clock time"
                       : manifest.guests.sources.empty() ? "yes"
                                                         : "yes, given the source of its rules"}};
  Grid sessions;
  sessions.title = fmt::format("{} sessions", manifest.sessions.size());
  sessions.columns = {{"from", false}, {"to", false}, {"revision", false}, {"machine", false}};
  for (const ManifestSession& session : manifest.sessions)
    sessions.rows.push_back({session.started, session.ended.empty() ? "(killed, or still running)" : session.ended,
                             session.revision, session.cpu + tasks_text(session)});
  return "<h3>Provenance</h3>\n" + html_facts(facts) + (sessions.rows.size() > 1 ? html_table(sessions) : "") +
         html_folded("The resolved configuration", manifest.resolved_config);
}

}  // namespace rootward
