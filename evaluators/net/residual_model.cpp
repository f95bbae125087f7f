// AlphaGo Zero's residual nets (Silver et al. 2017, Methods) from named tensors: any blocks, filters and planes, with
// or without batch normalisation, activations after (post) or before (pre) the convolutions.
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/number_text.h"
#include "evaluators/net/layers.h"
#include "evaluators/net/model_formats.h"

namespace rootward::net {
namespace {

using Shape = std::vector<std::size_t>;

constexpr int kLeastLines = 2;
constexpr int kMostLines = 19;
constexpr int kMostActions = 1024;

double number_of(const std::string& key, const std::string& text) {
  const std::optional<double> number = parse_number<double>(text);
  if (!number || !std::isfinite(*number)) refuse(fmt::format("metadata {}: \"{}\" is no number", key, text));
  return *number;
}

/// The file's tensors, each to be taken once, and its metadata.
class Tensors {
 public:
  explicit Tensors(const TensorFile& file) : file_(file) {}

  [[nodiscard]] bool has(const std::string& name) const { return file_.tensors.contains(name); }
  [[nodiscard]] const Tensor& any_shape(const std::string& name) {
    const auto found = file_.tensors.find(name);
    if (found == file_.tensors.end()) refuse(fmt::format("tensor {}: is missing", name));
    taken_.insert(name);
    return found->second;
  }
  [[nodiscard]] const std::vector<float>& take(const std::string& name, const Shape& shape) {
    const Tensor& tensor = any_shape(name);
    if (tensor.shape != shape)
      refuse(fmt::format("tensor {}: its shape is {}, not {}", name, shape_text(tensor.shape), shape_text(shape)));
    return tensor.values;
  }
  void expect_all_taken() const {
    for (const auto& [name, tensor] : file_.tensors)
      if (!taken_.contains(name)) refuse(fmt::format("tensor {}: is no part of this architecture", name));
  }

  [[nodiscard]] std::string text(const std::string& key, const std::string& fallback) const {
    const auto found = file_.metadata.find(key);
    return found == file_.metadata.end() ? fallback : found->second;
  }
  [[nodiscard]] std::string text(const std::string& key) const {
    if (!file_.metadata.contains(key)) refuse(fmt::format("metadata {}: is missing", key));
    return file_.metadata.at(key);
  }

 private:
  const TensorFile& file_;
  std::set<std::string> taken_;
};

/// The Pyaq net tells its planes in prose of its own.
constexpr std::string_view kPyaqPlanes =
    "0 own stones, 1 opponent stones, 2/3 the same one move ago, 4/5 two moves ago (before the game began: the empty "
    "board), 6 all ones if Black is to move else zeros";

Planes planes_of(const std::string& text) {
  const std::optional<Planes> planes = parse_planes(text == kPyaqPlanes ? "history 3, black_to_move" : text);
  if (!planes || planes->kind == PlaneKind::katago_v7)
    refuse(
        fmt::format("metadata planes: \"{}\" is not understood; allowed: history N (1 to {}), then any of "
                    "black_to_move, white_to_move, ones, between commas; own N (1 to {})",
                    text, kMaxHistory, kMaxOwnPlanes));
  return *planes;
}

Activation activation_of(const std::string& key, const std::string& text) {
  if (text == "relu") return Activation::relu;
  if (text == "mish") return Activation::mish;
  if (text == "silu") return Activation::silu;
  if (text == "identity") return Activation::identity;
  refuse(fmt::format("metadata {}: \"{}\" is not allowed; allowed: relu, mish, silu, identity", key, text));
}

class ResidualBuilder {
 public:
  explicit ResidualBuilder(const TensorFile& file) : tensors_(file) {}

  Model build() {
    read_metadata();
    const int stem = tensors_.has("stem.weight") ? build_stem() : 0;
    build_blocks(stem);
    build_policy();
    build_value();
    tensors_.expect_all_taken();
    if (!exponents_.empty())
      refuse(fmt::format("metadata exponents: there is no convolution {}", exponents_.begin()->first));
    model_.check();
    return std::move(model_);
  }

 private:
  Plan& plan() { return model_.plan; }

  void read_metadata() {
    const std::string architecture = tensors_.text("architecture");
    is_pre_ = architecture.starts_with("residual, pre-activation");
    if (!is_pre_ && !architecture.starts_with("residual, post-activation"))
      refuse(
          fmt::format("metadata architecture: \"{}\" is not understood; allowed: \"residual, post-activation\" or "
                      "\"residual, pre-activation\" (words may follow), or \"{}\"",
                      architecture, kPlanArchitecture));
    read_board(tensors_.text("board"));
    if (const std::string exponents = tensors_.text("exponents", ""); !exponents.empty())
      exponents_ = parse_exponents(exponents);
    if (const std::string actions = tensors_.text("actions", ""); !actions.empty())
      model_.actions = size_of("actions", actions, 1, kMostActions);
    model_.planes = planes_of(tensors_.text("planes"));
    if (const std::string komi = tensors_.text("komi", ""); !komi.empty()) model_.komi = number_of("komi", komi);
    activation_ = activation_of("activation", tensors_.text("activation", "relu"));
    head_activation_ = activation_of("head_activation", tensors_.text("head_activation", "identity"));
    epsilon_ = number_of("epsilon", tensors_.text("epsilon", "1e-5"));
    if (!(epsilon_ > 0)) refuse("metadata epsilon: is not above 0");
    model_.name = tensors_.text("name", "");
    model_.licence = tensors_.text("licence", tensors_.text("source", ""));
    model_.run = run_text();
    model_.format = "safetensors";
    plan().maps = {plane_count(model_.planes)};
    plan().vectors = {0};
  }

  /// "self-play from the rules alone, 100000 games, 28000000 samples", as far as the file tells.
  [[nodiscard]] std::string run_text() const {
    std::string text = tensors_.text("path", "");
    for (const char* key : {"games", "samples"}) {
      if (const std::string count = tensors_.text(key, ""); !count.empty())
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, key);
    }
    return text;
  }

  static int size_of(const std::string& key, const std::string& text, int low, int high) {
    const double size = number_of(key, text);
    if (!(size >= low && size <= high) || size != static_cast<int>(size))
      refuse(fmt::format("metadata {}: {} is not allowed; allowed: a size from {} to {}", key, text, low, high));
    return static_cast<int>(size);
  }

  /// "9", or "7x6": columns x lines.
  void read_board(const std::string& text) {
    const std::size_t mark = text.find('x');
    const std::string lines = mark == std::string::npos ? text : text.substr(mark + 1);
    model_.min_size = model_.max_size = size_of("board", lines, kLeastLines, kMostLines);
    if (mark != std::string::npos) model_.columns = size_of("board", text.substr(0, mark), kLeastLines, kMostLines);
    points_ = static_cast<std::size_t>(model_.fixed_board()->points());
  }

  int add_map(std::size_t channels) {
    plan().maps.push_back(static_cast<int>(channels));
    return static_cast<int>(plan().maps.size()) - 1;
  }
  int add_vector(std::size_t length) {
    plan().vectors.push_back(static_cast<int>(length));
    return static_cast<int>(plan().vectors.size()) - 1;
  }
  [[nodiscard]] std::size_t channels(int map) {
    return static_cast<std::size_t>(plan().maps[static_cast<std::size_t>(map)]);
  }

  /// `prefix`.scale, .bias, .mean, .variance; scale and bias may be absent. Nothing where none is there.
  std::optional<Affine> norm(const std::string& prefix, std::size_t channels) {
    if (!tensors_.has(prefix + ".mean")) return std::nullopt;
    BatchNorm norm{.mean = tensors_.take(prefix + ".mean", {channels}),
                   .variance = tensors_.take(prefix + ".variance", {channels}),
                   .scale = std::vector<float>(channels, 1.0F),
                   .bias = std::vector<float>(channels, 0.0F),
                   .epsilon = epsilon_};
    if (tensors_.has(prefix + ".scale")) norm.scale = tensors_.take(prefix + ".scale", {channels});
    if (tensors_.has(prefix + ".bias")) norm.bias = tensors_.take(prefix + ".bias", {channels});
    for (float variance : norm.variance)
      if (variance < 0) refuse(fmt::format("tensor {}.variance: a number is below 0", prefix));
    return norm.affine();
  }

  /// A convolution of the tensors `name`.weight and .bias.
  Step convolution(const std::string& name, int source, int target_channels_hint = 0) {
    const Tensor& weight = tensors_.any_shape(name + ".weight");
    const Shape& shape = weight.shape;
    const std::size_t in = channels(source);
    const bool is_square = shape.size() == 4 && shape[0] == shape[1] && shape[0] % 2 == 1 && shape[0] <= 5;
    const bool fits = is_square && shape[2] == in && shape[3] >= 1 && shape[3] <= 4096 &&
                      (target_channels_hint == 0 || shape[3] == static_cast<std::size_t>(target_channels_hint));
    if (!fits)
      refuse(fmt::format("tensor {}.weight: its shape is {}, not [window, window, {}, {}] with a window of 1, 3 or 5",
                         name, shape_text(shape), in,
                         target_channels_hint == 0 ? std::string("filters") : std::to_string(target_channels_hint)));
    Step step;
    step.source = source;
    step.window = static_cast<int>(shape[0]);
    step.in = static_cast<int>(in);
    step.out = static_cast<int>(shape[3]);
    step.name = name;
    if (const auto found = exponents_.extract(name)) step.exponents = found.mapped();
    step.weights = weight.values;
    if (tensors_.has(name + ".bias")) step.bias = tensors_.take(name + ".bias", {shape[3]});
    return step;
  }

  void add_step(Step step, int target, Activation activation) {
    step.target = target;
    step.activation = activation;
    plan().steps.push_back(std::move(step));
  }

  void add_normalise(int source, int target, const std::optional<Affine>& affine) {
    Step step;
    step.kind = StepKind::normalise;
    step.source = source;
    step.in = step.out = static_cast<int>(channels(source));
    step.weights = affine ? affine->scale : std::vector<float>(channels(source), 1.0F);
    if (affine) step.bias = affine->bias;
    add_step(std::move(step), target, activation_);
  }

  int build_stem() {
    Step stem = convolution("stem", 0);
    const auto out = static_cast<std::size_t>(stem.out);
    if (const std::optional<Affine> affine = norm("stem.norm", out)) fold(*affine, stem);
    const int target = add_map(out);
    add_step(std::move(stem), target, is_pre_ ? Activation::identity : activation_);
    return target;
  }

  void build_blocks(int x) {
    int blocks = 0;
    for (; tensors_.has(fmt::format("block{}.conv0.weight", blocks)); ++blocks) x = build_block(blocks, x);
    if (blocks == 0) refuse("tensor block0.conv0.weight: is missing");
    if (is_pre_) {
      const int tip = add_map(channels(x));
      add_normalise(x, tip, norm("tip.norm", channels(x)));
      x = tip;
    }
    trunk_ = x;
    model_.architecture =
        fmt::format("residual, {}-activation, {} blocks x {} filters", is_pre_ ? "pre" : "post", blocks, channels(x));
  }

  /// post: x' = a(n1(conv1(a(n0(conv0(x))))) + x); pre: x' = conv1(a(n1(conv0(a(n0(x)))))) + x. Zeros fill x's channels
  /// up.
  int build_block(int index, int x) {
    const std::string name = fmt::format("block{}", index);
    int source = x;
    if (is_pre_) {
      if (normalised_ == kNone || channels(normalised_) != channels(x)) normalised_ = add_map(channels(x));
      add_normalise(x, normalised_, norm(name + ".norm0", channels(x)));
      source = normalised_;
    }
    Step first = convolution(name + ".conv0", source);
    const auto width = static_cast<std::size_t>(first.out);
    if (const std::optional<Affine> affine = norm(name + (is_pre_ ? ".norm1" : ".norm0"), width)) fold(*affine, first);
    if (middle_ == kNone || channels(middle_) != width) middle_ = add_map(width);
    add_step(std::move(first), middle_, activation_);
    Step second = convolution(name + ".conv1", middle_);
    const auto out = static_cast<std::size_t>(second.out);
    if (out < channels(x))
      refuse(fmt::format("tensor {}.conv1.weight: has {} filters for {} channels", name, out, channels(x)));
    if (!is_pre_)
      if (const std::optional<Affine> affine = norm(name + ".norm1", out)) fold(*affine, second);
    second.added_map = x;
    const int target = out == channels(x) && x != 0 ? x : add_map(out);
    add_step(std::move(second), target, is_pre_ ? Activation::identity : activation_);
    return target;
  }

  /// A head's 1x1 convolution [filters][out], with a bias a filter or a point and filter, flattened.
  int build_head(const std::string& head) {
    const Tensor& weight = tensors_.any_shape(head + ".conv.weight");
    if (weight.shape.size() != 2 || weight.shape[0] != channels(trunk_) || weight.shape[1] < 1)
      refuse(fmt::format("tensor {}.conv.weight: its shape is {}, not [{}, channels]", head, shape_text(weight.shape),
                         channels(trunk_)));
    const std::size_t out = weight.shape[1];
    Step step;
    step.source = trunk_;
    step.in = static_cast<int>(channels(trunk_));
    step.out = static_cast<int>(out);
    step.weights = weight.values;
    const std::string bias = head + ".conv.bias";
    const auto lines = static_cast<std::size_t>(model_.min_size);
    const bool is_by_point = tensors_.has(bias) && tensors_.any_shape(bias).shape.size() == 3;
    if (tensors_.has(bias) && !is_by_point) step.bias = tensors_.take(bias, {out});
    const std::optional<Affine> affine = norm(head + ".norm", out);
    if (affine && is_by_point)
      refuse(fmt::format("tensor {}: a bias a point and {}.norm exclude each other", bias, head));
    if (affine) fold(*affine, step);
    const int map = add_map(out);
    add_step(std::move(step), map, is_by_point ? Activation::identity : head_activation_);
    if (is_by_point) {
      Step add;
      add.kind = StepKind::add_points;
      add.source = map;
      add.in = add.out = static_cast<int>(out);
      add.bias = tensors_.take(bias, {lines, points_ / lines, out});
      add_step(std::move(add), map, head_activation_);
    }
    Step flat;
    flat.kind = StepKind::flatten;
    flat.source = map;
    flat.in = static_cast<int>(out);
    flat.out = static_cast<int>(points_ * out);
    const int vector = add_vector(points_ * out);
    add_step(std::move(flat), vector, Activation::identity);
    return vector;
  }

  int build_dense(const std::string& name, int source, std::size_t out, Activation activation) {
    const auto in = static_cast<std::size_t>(plan().vectors[static_cast<std::size_t>(source)]);
    if (out == 0) {
      const Shape& shape = tensors_.any_shape(name + ".weight").shape;
      if (shape.size() != 2 || shape[0] != in || shape[1] < 1)
        refuse(fmt::format("tensor {}.weight: its shape is {}, not [{}, neurons]", name, shape_text(shape), in));
      out = shape[1];
    }
    Step step;
    step.kind = StepKind::dense;
    step.source = source;
    step.in = static_cast<int>(in);
    step.out = static_cast<int>(out);
    step.weights = tensors_.take(name + ".weight", {in, out});
    if (tensors_.has(name + ".bias")) step.bias = tensors_.take(name + ".bias", {out});
    const int target = add_vector(out);
    add_step(std::move(step), target, activation);
    return target;
  }

  void build_policy() {
    plan().policy_vector =
        build_dense("policy.fc", build_head("policy"),
                    static_cast<std::size_t>(model_.policy_size(*model_.fixed_board())), Activation::identity);
  }

  void build_value() {
    const int hidden = build_dense("value.fc0", build_head("value"), 0, activation_);
    plan().value_vector = build_dense("value.fc1", hidden, 1, Activation::tanh);
    plan().value_kind = ValueKind::scalar;
  }

  Tensors tensors_;
  Model model_;
  std::map<std::string, std::vector<int>> exponents_;  // of convolutions that are still to come
  bool is_pre_ = false;
  std::size_t points_ = 0;
  Activation activation_ = Activation::relu;
  Activation head_activation_ = Activation::identity;
  double epsilon_ = 1e-5;
  int trunk_ = kNone;
  int middle_ = kNone;
  int normalised_ = kNone;
};

}  // namespace

Model residual_model(const TensorFile& file) { return ResidualBuilder(file).build(); }

}  // namespace rootward::net
