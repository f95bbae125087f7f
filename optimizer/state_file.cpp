// Writing and reading the state.
#include "optimizer/state_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/json_fields.h"
#include "core/rng.h"
#include "optimizer/json_fields.h"
#include "optimizer/json_space.h"

namespace rootward::optimizer {
namespace {

constexpr const char* kSchema = "rootward.optimizer/1";
constexpr std::array<const char*, 3> kStatusNames{"pending", "told", "failed"};
constexpr double kMostGamesOfTrial = 1e15;
constexpr std::uint64_t kMostCount = 0x7FFFFFFF;

Json vector_json(const Eigen::VectorXd& vector) { return std::vector<double>(vector.begin(), vector.end()); }

/// A list of `size` entries, each as read(entry, place) takes it.
template <class Read>
Eigen::VectorXd read_vector(const Json& json, Eigen::Index size, Read read) {
  if (!json.is_array() || std::ssize(json) != size)
    throw UsageError(fmt::format("{} is no list of {} numbers", shown_json(json), size));
  Eigen::VectorXd vector(size);
  for (Eigen::Index i = 0; i < size; ++i) vector[i] = read(json[static_cast<std::size_t>(i)], i);
  return vector;
}

std::uint64_t count_in(const Json& object, const char* key) { return count_field(object, key, kMostCount); }

Json trial_json(const Trial& trial) {
  return {{"id", parse_json(trial.id)},
          {"values", vector_json(trial.values)},
          {"status", kStatusNames.at(static_cast<std::size_t>(trial.status))},
          {"mean", trial.measurement.mean},
          {"stderr", trial.measurement.deviation},
          {"games", trial.measurement.games}};
}

Trial read_trial(const Json& json, const Space& space) {
  const std::string status = json.at("status").get<std::string>();
  const auto found = std::ranges::find(kStatusNames, status);
  if (found == kStatusNames.end()) throw UsageError(fmt::format("unknown status '{}'", status));
  const Eigen::VectorXd values =
      read_vector(json.at("values"), space.dimensions(),
                  [&](const Json& value, Eigen::Index i) { return read_value(value, space.owner(i)); });
  return {.id = json_line(json.at("id")),
          .values = values,
          .unit = space.to_unit(values),
          .status = static_cast<TrialStatus>(found - kStatusNames.begin()),
          .measurement = {.mean = required_number(json, "mean", 0, 1),
                          .deviation = required_number(json, "stderr", 0, 1),
                          .games = required_number(json, "games", 0, kMostGamesOfTrial)}};
}

Json chain_json(const ChainState& chain) {
  Json sets = Json::array();
  for (const Eigen::VectorXd& set : chain.sets) sets.push_back(vector_json(set));
  return {{"sets", std::move(sets)}, {"version", chain.version}, {"renewed_at", chain.renewed_at}};
}

ChainState read_chain(const Json& json, Eigen::Index dimensions) {
  constexpr double kLargestCoordinate = 1000;
  ChainState chain{.sets = {}, .version = -1, .renewed_at = static_cast<std::int64_t>(count_in(json, "renewed_at"))};
  const Eigen::Index size = HyperparameterPosterior::coordinates(dimensions);
  const auto coordinate = [](const Json& value, Eigen::Index) {
    return json_real(value, "sets", -kLargestCoordinate, kLargestCoordinate);
  };
  for (const Json& set : json_list(json, "sets")) chain.sets.push_back(read_vector(set, size, coordinate));
  if (chain.sets.empty()) return chain;  // nothing was drawn yet
  chain.version = static_cast<std::int64_t>(count_in(json, "version"));
  if (chain.sets.size() != HyperparameterChain::kSets) throw UsageError("the number of hyperparameter sets is wrong");
  return chain;
}

std::string checksum_of(const Json& body) { return fmt::format("{:016x}", hash_name(json_line(body))); }

Optimizer read_body(const Json& body) {
  const std::optional<Acquisition> acquisition = acquisition_named(body.at("acquisition").get<std::string>());
  if (!acquisition) throw UsageError("unknown acquisition");
  Space space = read_space(body.at("parameters"));
  Progress progress{.trials = {},
                    .sobol_points = static_cast<std::uint32_t>(count_in(body, "sobol_points")),
                    .model_asks = static_cast<std::uint32_t>(count_in(body, "model_asks")),
                    .changes = static_cast<std::int64_t>(count_in(body, "changes")),
                    .chain = read_chain(body.at("chain"), space.dimensions())};
  for (const Json& trial : body.at("trials")) progress.trials.add(read_trial(trial, space));
  const Settings settings{.seed = body.at("seed").get<std::uint64_t>(), .acquisition = *acquisition};
  return {std::move(space), settings, std::move(progress)};
}

Json parse_whole(std::string_view text) {
  Json body;
  try {
    body = parse_json(text);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("it is torn or no state of an optimizer ({})", error.what()));
  }
  if (!body.is_object()) throw UsageError("it is torn or no state of an optimizer");
  if (body.value("schema", "") != kSchema) throw UsageError(fmt::format("its schema is not {}", kSchema));
  const auto checksum = body.find("checksum");
  if (checksum == nullptr) throw UsageError("it is torn or no state of an optimizer");
  const Json stored = *checksum;
  body.erase("checksum");
  if (stored != checksum_of(body)) throw UsageError("its checksum is wrong");
  return body;
}

}  // namespace

std::string state_text(const Optimizer& optimizer) {
  const Progress& progress = optimizer.progress();
  Json trials = Json::array();
  for (const Trial& trial : progress.trials.all()) trials.push_back(trial_json(trial));
  Json body{{"schema", kSchema},
            {"seed", optimizer.settings().seed},
            {"acquisition", acquisition_name(optimizer.settings().acquisition)},
            {"parameters", space_json(optimizer.space())},
            {"sobol_points", progress.sobol_points},
            {"model_asks", progress.model_asks},
            {"changes", progress.changes},
            {"chain", chain_json(progress.chain)},
            {"trials", std::move(trials)}};
  body["checksum"] = checksum_of(body);
  return json_line(body) + '\n';
}

Optimizer read_state(std::string_view text, const std::string& path) {
  const auto refuse = [&](const std::string& why) -> UsageError {
    return UsageError(fmt::format(
        "{}: this state cannot be used: {}; restore it, or remove it and tell the results again", path, why));
  };
  try {
    return read_body(parse_whole(text));
  } catch (const Json::Error& error) {
    throw refuse(error.what());
  } catch (const std::exception& error) {
    throw refuse(error.what());
  }
}

std::string acquisition_name(Acquisition acquisition) {
  return acquisition == Acquisition::expected_improvement ? "ei" : "ucb";
}

std::optional<Acquisition> acquisition_named(std::string_view name) {
  if (name == "ei") return Acquisition::expected_improvement;
  if (name == "ucb") return Acquisition::upper_confidence_bound;
  return std::nullopt;
}

}  // namespace rootward::optimizer
