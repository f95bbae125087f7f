// Any network as a safetensors file of our own: its steps as JSON in the metadata, their numbers as tensors.
#include <fmt/format.h>

#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "core/params.h"
#include "evaluators/net/calibration.h"
#include "evaluators/net/model_formats.h"

namespace rootward::net {
namespace {

constexpr std::array<const char*, 7> kKinds = {"convolve",   "normalise", "add_points", "pool",
                                               "pool_value", "flatten",   "dense"};
constexpr std::array<const char*, 5> kActivations = {"identity", "relu", "mish", "silu", "tanh"};
constexpr std::array<const char*, 2> kValues = {"scalar", "win_loss_none"};
constexpr std::array<const char*, 3> kErrors = {"softplus", "root_softplus", "half_softplus"};
constexpr std::size_t kMaxSteps = 100'000;

template <std::size_t N>
std::size_t index_of(const std::array<const char*, N>& names, const Json& value, const std::string& where) {
  for (std::size_t i = 0; i < N; ++i)
    if (value == names[i]) return i;
  refuse(fmt::format("metadata {}: {} is not allowed; allowed: {}", where, dump_json(value), fmt::join(names, ", ")));
}

int whole(const Json& object, const char* key, int fallback, const std::string& where) {
  const auto found = object.find(key);
  if (found == nullptr) return fallback;
  if (!found->is_number_integer())
    refuse(fmt::format("metadata {}: {} is {}, no whole number", where, key, dump_json(*found)));
  const auto number = found->get<std::int64_t>();
  if (number < -1 || number > std::numeric_limits<int>::max() / 2)
    refuse(fmt::format("metadata {}: {} is {}, out of range", where, key, number));
  return static_cast<int>(number);
}

std::vector<int> wholes(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == nullptr || !found->is_array() || found->size() > kMaxSteps)
    refuse(fmt::format("metadata steps: {} is no list of numbers", key));
  std::vector<int> numbers;
  for (const Json& number : *found) numbers.push_back(whole({{key, number}}, key, 0, "steps"));
  return numbers;
}

const std::string& metadata(const TensorFile& file, const char* key) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end()) refuse(fmt::format("metadata {}: is missing", key));
  return found->second;
}

Json json_of(const std::string& text, const char* key) {
  try {
    return parse_json(text);
  } catch (const UsageError& error) {
    refuse(fmt::format("metadata {}: {}", key, error.what()));
  }
}

Json metadata_json(const TensorFile& file, const char* key) { return json_of(metadata(file, key), key); }

std::string text(const TensorFile& file, const char* key) {
  const auto found = file.metadata.find(key);
  return found == file.metadata.end() ? std::string() : found->second;
}

std::string tensor_name(std::size_t step, const char* what) { return fmt::format("step{}.{}", step, what); }

std::string text_of(const Json& object, const char* key, const std::string& where) {
  const Json& value = object[key];
  if (!value.is_string()) refuse(fmt::format("metadata {}: {} is {}, no text", where, key, dump_json(value)));
  return value.get<std::string>();
}

/// Their number and range are check_plan()'s.
std::vector<int> exponents_of(const Json& list, const std::string& where) {
  if (!list.is_array() || list.size() > kMaxChannels)
    refuse(fmt::format("metadata {}: exponents is no list of numbers", where));
  std::vector<int> exponents;
  for (const Json& number : list) {
    if (!number.is_number_integer() || number.get<std::int64_t>() < -kMaxExponent ||
        number.get<std::int64_t>() > kMaxExponent)
      refuse(fmt::format("metadata {}: an exponent is {}, not a whole number from {} to {}", where, dump_json(number),
                         -kMaxExponent, kMaxExponent));
    exponents.push_back(number.get<int>());
  }
  return exponents;
}

Step read_step(const Json& object, std::size_t index, const TensorFile& file, std::size_t& tensors) {
  const std::string where = fmt::format("steps[{}]", index);
  if (!object.is_object()) refuse(fmt::format("metadata {}: is no JSON object", where));
  Step step;
  step.kind = static_cast<StepKind>(index_of(kKinds, object.value("kind", Json()), where + ".kind"));
  step.activation = static_cast<Activation>(
      index_of(kActivations, object.value("activation", Json("identity")), where + ".activation"));
  step.source = whole(object, "source", kNone, where);
  step.target = whole(object, "target", kNone, where);
  step.added_vector = whole(object, "added_vector", kNone, where);
  step.added_map = whole(object, "added_map", kNone, where);
  step.window = whole(object, "window", 1, where);
  step.in = whole(object, "in", 0, where);
  step.out = whole(object, "out", 0, where);
  if (object.contains("name")) step.name = text_of(object, "name", where);
  if (object.contains("exponents")) step.exponents = exponents_of(object["exponents"], where);
  for (const auto& [what, numbers] : {std::pair("weights", &step.weights), std::pair("bias", &step.bias)}) {
    const auto found = file.tensors.find(tensor_name(index, what));
    if (found == file.tensors.end()) continue;
    *numbers = found->second.values;
    ++tensors;
  }
  return step;
}

Plan read_plan(const TensorFile& file) {
  const Json object = metadata_json(file, "steps");
  if (!object.is_object()) refuse("metadata steps: is no JSON object");
  Plan plan;
  plan.maps = wholes(object, "maps");
  plan.vectors = wholes(object, "vectors");
  const auto steps = object.find("steps");
  if (steps == nullptr || !steps->is_array() || steps->size() > kMaxSteps)
    refuse("metadata steps: the key steps is no list");
  std::size_t tensors = 0;
  for (std::size_t i = 0; i < steps->size(); ++i) plan.steps.push_back(read_step((*steps)[i], i, file, tensors));
  if (tensors != file.tensors.size())
    refuse(fmt::format("{} tensors belong to no step", file.tensors.size() - tensors));
  plan.policy_map = whole(object, "policy_map", kNone, "steps");
  plan.policy_vector = whole(object, "policy_vector", kNone, "steps");
  plan.pass_vector = whole(object, "pass_vector", kNone, "steps");
  plan.value_vector = whole(object, "value_vector", kNone, "steps");
  plan.value_kind = static_cast<ValueKind>(index_of(kValues, object.value("value", Json()), "steps.value"));
  plan.error_vector = whole(object, "error_vector", kNone, "steps");
  if (plan.error_vector == kNone) return plan;
  plan.error_index = whole(object, "error_index", 0, "steps");
  plan.error_kind = static_cast<ErrorKind>(index_of(kErrors, object.value("error", Json()), "steps.error"));
  const Json scale = object.value("error_scale", Json(1.0));
  if (!scale.is_number()) refuse(fmt::format("metadata steps: error_scale is {}, no number", dump_json(scale)));
  plan.error_scale = scale.get<double>();
  return plan;
}

int size_of(const TensorFile& file, const char* key, int low, int high) {
  const Json number = metadata_json(file, key);
  if (!number.is_number_integer() || number.get<std::int64_t>() < low || number.get<std::int64_t>() > high)
    refuse(fmt::format("metadata {}: \"{}\" is not allowed; allowed: a size from {} to {}", key, metadata(file, key),
                       low, high));
  return number.get<int>();
}

Json step_json(const Step& step) {
  Json object{{"kind", kKinds[static_cast<std::size_t>(step.kind)]},
              {"source", step.source},
              {"target", step.target},
              {"in", step.in},
              {"out", step.out}};
  if (step.activation != Activation::identity)
    object["activation"] = kActivations[static_cast<std::size_t>(step.activation)];
  if (step.added_vector != kNone) object["added_vector"] = step.added_vector;
  if (step.added_map != kNone) object["added_map"] = step.added_map;
  if (step.kind == StepKind::convolve) object["window"] = step.window;
  if (!step.name.empty()) object["name"] = step.name;
  if (!step.exponents.empty()) object["exponents"] = step.exponents;
  return object;
}

}  // namespace

std::map<std::string, std::vector<int>> parse_exponents(const std::string& text) {
  const Json object = json_of(text, "exponents");
  if (!object.is_object()) refuse("metadata exponents: is no JSON object");
  std::map<std::string, std::vector<int>> exponents;
  for (const auto& [name, list] : object.items()) exponents.emplace(name, exponents_of(list, "exponents." + name));
  return exponents;
}

TensorFile with_exponents(TensorFile file) {
  Model model = residual_model(file);
  calibrate(model);
  Json object = Json::object();
  for (const Step& step : model.plan.steps)
    if (!step.exponents.empty()) object[step.name] = step.exponents;
  file.metadata["exponents"] = dump_json(object);
  return file;
}

Model plan_model(const TensorFile& file) {
  Model model;
  model.name = text(file, "name");
  model.licence = text(file, "licence");
  model.run = text(file, "path");
  model.format = "safetensors";
  const std::optional<Planes> planes = parse_planes(metadata(file, "planes"));
  if (!planes) refuse(fmt::format("metadata planes: \"{}\" is not understood", metadata(file, "planes")));
  model.planes = *planes;
  model.min_size = size_of(file, "min_board", 2, 19);
  model.max_size = size_of(file, "max_board", 2, 19);
  if (model.min_size > model.max_size) refuse("metadata min_board: is above max_board");
  if (file.metadata.contains("columns")) model.columns = size_of(file, "columns", 2, 19);
  if (file.metadata.contains("actions")) model.actions = size_of(file, "actions", 1, 1024);
  if ((model.columns != 0 || model.actions != 0) && model.min_size != model.max_size)
    refuse("metadata columns, actions: are for networks of one board");
  if (const std::string komi = text(file, "komi"); !komi.empty()) {
    const Json number = metadata_json(file, "komi");
    if (!number.is_number()) refuse(fmt::format("metadata komi: \"{}\" is no number", komi));
    model.komi = number.get<double>();
  }
  model.plan = read_plan(file);
  model.architecture = text(file, "description");
  model.check();
  if (model.plan.maps[0] != plane_count(model.planes) || model.plan.vectors[0] != global_count(model.planes))
    refuse(fmt::format("the planes \"{}\" are {} and {} numbers; the steps take {} and {}", planes_text(model.planes),
                       plane_count(model.planes), global_count(model.planes), model.plan.maps[0],
                       model.plan.vectors[0]));
  return model;
}

TensorFile plan_file(const Model& model) {
  const Plan& plan = model.plan;
  TensorFile file;
  Json object{{"maps", plan.maps}, {"vectors", plan.vectors}, {"steps", Json::array()}};
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    object["steps"].push_back(step_json(step));
    if (!step.weights.empty()) file.tensors[tensor_name(i, "weights")] = {{step.weights.size()}, step.weights};
    if (!step.bias.empty()) file.tensors[tensor_name(i, "bias")] = {{step.bias.size()}, step.bias};
  }
  if (plan.policy_map != kNone) object["policy_map"] = plan.policy_map;
  if (plan.policy_vector != kNone) object["policy_vector"] = plan.policy_vector;
  if (plan.pass_vector != kNone) object["pass_vector"] = plan.pass_vector;
  object["value_vector"] = plan.value_vector;
  object["value"] = kValues[static_cast<std::size_t>(plan.value_kind)];
  if (plan.error_vector != kNone) {
    object["error_vector"] = plan.error_vector;
    object["error_index"] = plan.error_index;
    object["error"] = kErrors[static_cast<std::size_t>(plan.error_kind)];
    object["error_scale"] = plan.error_scale;
  }
  file.metadata = {{"architecture", kPlanArchitecture},
                   {"description", model.architecture},
                   {"name", model.name},
                   {"licence", model.licence},
                   {"planes", planes_text(model.planes)},
                   {"min_board", std::to_string(model.min_size)},
                   {"max_board", std::to_string(model.max_size)},
                   {"steps", dump_json(object)}};
  if (model.columns != 0) file.metadata["columns"] = std::to_string(model.columns);
  if (model.actions != 0) file.metadata["actions"] = std::to_string(model.actions);
  if (!model.run.empty()) file.metadata["path"] = model.run;
  if (model.komi) file.metadata["komi"] = param_text(*model.komi);
  return file;
}

}  // namespace rootward::net
