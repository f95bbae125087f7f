// The plan as JSON.
#include "experiments/cluster/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/build_info.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "experiments/cluster/followed_work.h"
#include "lab/store/folder_layout.h"
#include "lab/store/refused_attempt.h"

namespace rootward::cluster {
namespace {

constexpr const char* kPlanSchema = "rootward.plan/1";
constexpr std::uint64_t kMostPlannedTasks = 10'000'000;

Json plan_json(const Plan& plan) {
  Json object;
  object["schema"] = kPlanSchema;
  object["kind"] = plan.kind;
  object["name"] = plan.name;
  object["tasks"] = plan.tasks;
  object["config_hash"] = plan.config_hash;
  object["program"] = plan.program;
  object["inputs"]["book_hash"] = plan.inputs.book_hash;
  object["inputs"]["networks"] = plan.inputs.networks;
  object["signature"] = plan.signature;
  object["stored"] = plan.stored;
  object["made"] = plan.made;
  return object;
}

Plan plan_of(const std::string& text) {
  const Json object = parse_json_record(text, kPlanSchema);
  Plan plan;
  plan.kind = text_field(object, "kind");
  plan.name = text_field(object, "name");
  plan.tasks = static_cast<std::uint32_t>(count_field(object, "tasks", kMostPlannedTasks));
  plan.config_hash = text_field(object, "config_hash");
  plan.program = text_field(object, "program");
  const Json& inputs = json_field(object, "inputs");
  plan.inputs.book_hash = text_field(inputs, "book_hash");
  for (const auto& [player, network] : json_field(inputs, "networks").items())
    plan.inputs.networks.emplace(player, json_text(network, "networks"));
  plan.signature = text_field(object, "signature");
  plan.stored = count_field(object, "stored");
  plan.made = text_field(object, "made");
  if (plan.tasks == 0) wrong_json("tasks", "0; allowed: at least 1");
  return plan;
}

bool asks_for_plain(const config::YamlNode& node) {
  return std::ranges::any_of(node.items, asks_for_plain) ||
         std::ranges::any_of(node.entries, [](const config::YamlEntry& entry) {
           return (entry.key == "precision" && entry.value.text == "f32-plain") || asks_for_plain(entry.value);
         });
}

}  // namespace

std::string plan_path(const std::string& folder) { return path_in(folder, "cluster/plan.json"); }

std::string planned_config_path(const std::string& folder) { return path_in(folder, "cluster/config.yaml"); }

std::optional<Plan> read_plan(const std::string& folder) {
  const std::string path = plan_path(folder);
  if (!file_exists(path)) return std::nullopt;
  try {
    return plan_of(read_whole_file(path));
  } catch (const UsageError& error) {
    throw RunError(fmt::format("{}: {}", path, error.what()));
  }
}

void write_plan(const std::string& folder, const Plan& plan) {
  write_file_atomically(plan_path(folder), dump_json(plan_json(plan), 2) + "\n");
}

InputFiles planned_inputs(InputFiles inputs, const config::YamlNode& configuration) {
  constexpr std::string_view kPlain = " f32-plain";
  if (asks_for_plain(configuration)) return inputs;
  for (auto& [player, network] : inputs.networks)
    for (std::size_t at = network.find(kPlain); at != std::string::npos; at = network.find(kPlain, at))
      network.replace(at, kPlain.size(), " f32-fma");
  return inputs;
}

std::string check_signature(const std::string& folder, std::string signature) {
  const std::optional<Plan> plan = read_plan(folder);
  if (plan && plan->kind != "tuning" && planned_revision(*plan) != revision())
    throw UsageError(fmt::format("{} was planned for revision {} of this program, and this is {}; run {} of the folder",
                                 folder, planned_revision(*plan), revision(), plan->program));
  if (!plan || plan->signature.empty() || plan->signature == signature) return signature;
  throw UnfitError(
      fmt::format("this machine plays other games than {} was planned for: the signature of its searches is {}, the "
                  "plan's is {}; another machine can play it",
                  folder, signature, plan->signature));
}

std::string planned_revision(const Plan& plan) {
  std::string place = plan.program.substr(0, plan.program.rfind('/'));  // cluster/bin/REVISION[.HASH]
  place = place.substr(place.rfind('/') + 1);
  return place.substr(0, place.find('.'));
}

void check_planned_attempts(const std::string& folder) {
  const std::optional<Plan> plan = read_plan(folder);
  if (!plan) return;
  const std::string revision = planned_revision(*plan);
  for (const SeenAttempt& attempt : attempts_of(folder)) {
    const AttemptFacts& facts = attempt.facts;
    if (facts.has_told_nothing()) continue;
    const auto refuse = [&](std::string_view what, const std::string& here, const std::string& there) {
      throw UsageError(
          fmt::format("{}: is an attempt of {} {}, and {} plans {}, so it cannot be joined; move it out of the folder",
                      attempt.file, what, here, plan_path(folder), there));
    };
    if (facts.session.revision != revision) refuse("revision", facts.session.revision, revision);
    if (!plan->signature.empty() && !facts.signature.empty() && facts.signature != plan->signature)
      refuse("signature", facts.signature, plan->signature);
  }
}

}  // namespace rootward::cluster
