// Facts and sessions of a manifest.
#include "experiments/report/provenance.h"

#include <fmt/format.h>

#include <vector>

#include "experiments/report/html.h"

namespace rootward {

std::string provenance_html(const Manifest& manifest) {
  std::vector<Fact> facts = {{"configuration", manifest.config_hash},
                             {"program", fmt::format("rootward {} ({})", manifest.version, manifest.revision)},
                             {"compiler", manifest.compiler + " " + manifest.flags},
                             {"machine", manifest.cpu + "; " + manifest.host},
                             {"began", manifest.started},
                             {"complete", manifest.ended.empty() ? "not yet" : manifest.ended},
                             {"reproducible", manifest.is_reproducible ? "yes" : "no: a budget is wall-clock time"}};
  Grid sessions;
  sessions.title = fmt::format("{} sessions", manifest.sessions.size());
  sessions.columns = {{"from", false}, {"to", false}, {"revision", false}, {"machine", false}};
  for (const ManifestSession& session : manifest.sessions)
    sessions.rows.push_back({session.started, session.ended.empty() ? "(killed, or still running)" : session.ended,
                             session.revision, session.cpu});
  return "<h3>Provenance</h3>\n" + html_facts(facts) + (sessions.rows.size() > 1 ? html_table(sessions) : "") +
         html_folded("The resolved configuration", manifest.resolved_config);
}

}  // namespace rootward
