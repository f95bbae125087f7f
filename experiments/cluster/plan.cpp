// The plan as JSON.
#include "experiments/cluster/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/build_info.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_record.h"
#include "experiments/cluster/followed_work.h"
#include "lab/config/kinds.h"
#include "lab/store/folder_layout.h"
#include "lab/store/line_file.h"
#include "lab/store/refused_attempt.h"

namespace rootward::cluster {
namespace {

constexpr const char* kPlanSchema = "rootward.plan/1";
constexpr std::uint64_t kMostPlannedTasks = 10'000'000;

constexpr auto kPlanFields = [](auto& plan, const auto& field) {
  field("kind", plan.kind);
  field("name", plan.name);
  field("tasks", plan.tasks, kMostPlannedTasks);
  field("config_hash", plan.config_hash);
  field("program", plan.program);
  field.object("inputs", plan.inputs, [](auto& inputs, const auto& input) {
    input("book_hash", inputs.book_hash);
    input("networks", inputs.networks);
  });
  field("signature", plan.signature);
  field("stored", plan.stored);
  field("made", plan.made);
  field.check([&] {
    if (plan.tasks == 0) wrong_json("tasks", "0; allowed: at least 1");
  });
};

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
  return read_naming(
      path, [&] { return record_of_json<Plan>(parse_json_record(read_whole_file(path), kPlanSchema), kPlanFields); });
}

void write_plan(const std::string& folder, const Plan& plan) {
  write_file_atomically(plan_path(folder), dump_json(json_of_record(kPlanSchema, plan, kPlanFields), 2) + "\n");
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
  if (plan && plan->kind != config::facts_of(config::FileKind::tuning).name && planned_revision(*plan) != revision())
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
