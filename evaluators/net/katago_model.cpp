// KataGo's convolutional nets of file versions 8 to 16 (Wu 2019, "Accelerating self-play learning in Go", and the
// format of KataGo's model files): pre-activation residual blocks, some with global pooling, two pooled heads.
#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <utility>

#include "evaluators/net/katago_stream.h"
#include "evaluators/net/model_formats.h"

namespace rootward::net {
namespace {

constexpr int kMinVersion = 8;
constexpr int kMaxVersion = 16;
constexpr int kMaxBlocks = 1000;
constexpr int kMaxNesting = 4;
constexpr int kMinBoard = 7;  // the sizes that these nets were trained on
constexpr int kMaxBoard = 19;
// Of the numbers about the score: mean, deviation, lead, variance of the time left, then from version 9 on the
// short-term errors of the value and of the score.
constexpr int kValueError = 4;

class KatagoBuilder {
 public:
  explicit KatagoBuilder(std::string_view bytes) : in_(bytes) {}

  Model build() {
    read_header();
    read_trunk();
    read_policy_head();
    read_value_head();
    in_.expect_end();
    model_.architecture = fmt::format("KataGo, {}, {} channels", block_words_, trunk_channels_);
    check_plan(plan(), 0, 0);
    return std::move(model_);
  }

 private:
  Plan& plan() { return model_.plan; }
  [[nodiscard]] int channels(int map) { return plan().maps[static_cast<std::size_t>(map)]; }

  int add_map(int channels) {
    plan().maps.push_back(channels);
    return static_cast<int>(plan().maps.size()) - 1;
  }
  int add_vector(int length) {
    plan().vectors.push_back(length);
    return static_cast<int>(plan().vectors.size()) - 1;
  }
  /// A map that steps of one purpose share: its content is used up before the next one writes.
  int shared_map(const std::string& purpose, int channels) {
    const auto [found, is_new] = shared_maps_.try_emplace(fmt::format("{} {}", purpose, channels), kNone);
    if (is_new) found->second = add_map(channels);
    return found->second;
  }
  int shared_vector(const std::string& purpose, int length) {
    const auto [found, is_new] = shared_vectors_.try_emplace(fmt::format("{} {}", purpose, length), kNone);
    if (is_new) found->second = add_vector(length);
    return found->second;
  }

  void add_step(Step step, int source, int target, Activation activation = Activation::identity) {
    step.source = source;
    step.target = target;
    step.activation = activation;
    plan().steps.push_back(std::move(step));
  }

  void read_header() {
    model_.name = in_.token("the network's name");
    version_ = in_.integer("the version", 0, 1'000'000);
    if (version_ < kMinVersion || version_ > kMaxVersion)
      in_.refuse(fmt::format("version {} is not supported; supported: {} to {}", version_, kMinVersion, kMaxVersion));
    const int planes = in_.integer("the number of planes", 1, 10'000);
    const int globals = in_.integer("the number of global inputs", 1, 10'000);
    if (planes != kKatagoPlanes || globals != kKatagoGlobals)
      in_.refuse(fmt::format("it takes {} planes and {} global inputs; supported: {} and {}", planes, globals,
                             kKatagoPlanes, kKatagoGlobals));
    if (version_ >= 13) {
      for (int i = 0; i < 7; ++i) {
        const double scale = static_cast<double>(in_.real("a scale of the outputs"));
        if (!(scale > 0)) in_.refuse(fmt::format("a scale of the outputs is {}, not above 0", scale));
        if (i == 5) value_error_scale_ = scale;
      }
    }
    if (version_ >= 15) {
      if (in_.integer("the version of the metadata encoder", 0, 1000) != 0)
        in_.refuse("nets with a metadata encoder are not supported");
      (void)in_.flag("the pass-alive flag");
      for (int i = 0; i < 6; ++i) (void)in_.integer("an unused option", 0, 0);
    }
    model_.format = fmt::format("KataGo version {}", version_);
    model_.planes.kind = PlaneKind::katago_v7;
    model_.min_size = kMinBoard;
    model_.max_size = kMaxBoard;
    model_.licence = model_.name.starts_with("g170") ? "the licence of the KataGo repository (MIT wording)" : "";
    plan().maps = {kKatagoPlanes};
    plan().vectors = {kKatagoGlobals};
  }

  void read_trunk() {
    (void)in_.name("the trunk's name");
    const int blocks = in_.integer("the number of blocks", 1, kMaxBlocks);
    trunk_channels_ = in_.integer("the number of channels", 1, 4096);
    for (const char* what :
         {"the middle channels", "the regular channels", "the dilated channels", "the pooled channels"})
      (void)in_.integer(what, 0, 4096);
    if (version_ >= 15)
      for (int i = 0; i < 6; ++i) (void)in_.integer("the kind of normalisation or an unused option", 0, 0);
    const int x = add_map(trunk_channels_);
    Step stem = in_.convolution(kKatagoPlanes, trunk_channels_);
    Step globals = in_.matrix(kKatagoGlobals, trunk_channels_);
    const int vector = add_vector(trunk_channels_);
    add_step(std::move(globals), 0, vector);
    stem.added_vector = vector;
    add_step(std::move(stem), 0, x);
    read_blocks(blocks, x, 0);
    block_words_ = fmt::format("{} blocks{}", blocks,
                               pooled_blocks_ > 0 ? fmt::format(", {} of them pooled", pooled_blocks_) : "");
    trunk_ = add_map(trunk_channels_);
    read_normalise(x, trunk_);
  }

  void read_blocks(int blocks, int x, int depth) {
    for (int i = 0; i < blocks; ++i) {
      const std::string kind = in_.token("the kind of a block");
      (void)in_.name("a block's name");
      if (kind == "ordinary_block") {
        read_ordinary_block(x);
      } else if (kind == "gpool_block") {
        read_pooled_block(x);
      } else if (kind == "nested_bottleneck_block") {
        read_nested_block(x, depth);
      } else {
        in_.refuse(
            fmt::format("blocks of the kind {} are not supported; supported: ordinary_block, gpool_block, "
                        "nested_bottleneck_block",
                        kind));
      }
    }
  }

  /// target = activation(batch norm(source))
  void read_normalise(int source, int target) {
    Affine affine = in_.batch_norm(channels(source));
    Step step;
    step.kind = StepKind::normalise;
    step.in = step.out = channels(source);
    step.weights = std::move(affine.scale);
    step.bias = std::move(affine.bias);
    add_step(std::move(step), source, target, in_.activation(version_));
  }

  /// x += convolution(source), which is read now.
  void read_residual(int source, int x) {
    Step step = in_.convolution(channels(source), channels(x));
    step.added_map = x;
    add_step(std::move(step), source, x);
  }

  /// A pooled branch: vector of 3 numbers a channel of activation(batch norm(convolution)).
  int read_pooled(Step convolution, int source) {
    fold(in_.batch_norm(convolution.out), convolution);
    const int width = convolution.out;
    const int map = shared_map("pooled", width);
    add_step(std::move(convolution), source, map, in_.activation(version_));
    Step pool;
    pool.kind = StepKind::pool;
    pool.in = width;
    pool.out = 3 * width;
    const int vector = shared_vector("pooled", 3 * width);
    add_step(std::move(pool), map, vector);
    return vector;
  }

  void read_ordinary_block(int x) {
    const int normalised = shared_map("normalised", channels(x));
    read_normalise(x, normalised);
    Step first = in_.convolution(channels(x), 0);
    fold(in_.batch_norm(first.out), first);
    const int middle = shared_map("middle", first.out);
    add_step(std::move(first), normalised, middle, in_.activation(version_));
    read_residual(middle, x);
  }

  /// The regular branch with the pooled one as a bias a channel: activation(batch norm(regular + pooled * matrix)).
  void add_biased(Step regular, int source, Step matrix, int pooled, int target) {
    const Affine affine = in_.batch_norm(regular.out);
    fold(affine, regular);
    fold({.scale = affine.scale, .bias = std::vector<float>(affine.scale.size(), 0.0F)}, matrix);
    matrix.bias.clear();
    regular.added_vector = shared_vector("bias", regular.out);
    add_step(std::move(matrix), pooled, regular.added_vector);
    const Activation activation = in_.activation(version_);
    add_step(std::move(regular), source, target, activation);
  }

  void read_pooled_block(int x) {
    ++pooled_blocks_;
    const int normalised = shared_map("normalised", channels(x));
    read_normalise(x, normalised);
    Step regular = in_.convolution(channels(x), 0);
    Step pooling = in_.convolution(channels(x), 0);
    const int pooled = read_pooled(std::move(pooling), normalised);
    Step matrix = in_.matrix(plan().vectors[static_cast<std::size_t>(pooled)], regular.out);
    const int middle = shared_map("middle", regular.out);
    add_biased(std::move(regular), normalised, std::move(matrix), pooled, middle);
    read_residual(middle, x);
  }

  void read_nested_block(int x, int depth) {
    const int blocks = in_.integer("the number of inner blocks", 1, kMaxBlocks);
    if (depth + 1 > kMaxNesting) in_.refuse(fmt::format("blocks are nested deeper than {}", kMaxNesting));
    const int normalised = shared_map("normalised", channels(x));
    read_normalise(x, normalised);
    Step first = in_.convolution(channels(x), 0);
    const int inner = shared_map(fmt::format("inner{}", depth), first.out);
    add_step(std::move(first), normalised, inner);
    read_blocks(blocks, inner, depth + 1);
    const int tip = shared_map("normalised", channels(inner));
    read_normalise(inner, tip);
    read_residual(tip, x);
  }

  void read_policy_head() {
    (void)in_.name("the policy head's name");
    Step regular = in_.convolution(trunk_channels_, 0);
    Step pooling = in_.convolution(trunk_channels_, 0);
    const int pooled = read_pooled(std::move(pooling), trunk_);
    const int pooled_length = plan().vectors[static_cast<std::size_t>(pooled)];
    Step matrix = in_.matrix(pooled_length, regular.out);
    const int width = regular.out;
    const int middle = add_map(width);
    add_biased(std::move(regular), trunk_, std::move(matrix), pooled, middle);
    const int outputs = version_ < 12 ? 1 : version_ < 16 ? 2 : 4;
    Step policy = in_.convolution(width, outputs);
    plan().policy_map = add_map(outputs);
    add_step(std::move(policy), middle, plan().policy_map);
    Step pass = in_.matrix(pooled_length, version_ >= 15 ? 0 : outputs);
    if (version_ >= 15) {
      pass.bias = in_.bias(pass.out);
      const int hidden = add_vector(pass.out);
      const int hidden_length = pass.out;
      const Activation activation = in_.activation(version_);
      add_step(std::move(pass), pooled, hidden, activation);
      plan().pass_vector = add_vector(outputs);
      add_step(in_.matrix(hidden_length, outputs), hidden, plan().pass_vector);
    } else {
      plan().pass_vector = add_vector(outputs);
      add_step(std::move(pass), pooled, plan().pass_vector);
    }
  }

  void read_value_head() {
    (void)in_.name("the value head's name");
    Step first = in_.convolution(trunk_channels_, 0);
    fold(in_.batch_norm(first.out), first);
    const int width = first.out;
    const int map = add_map(width);
    add_step(std::move(first), trunk_, map, in_.activation(version_));
    Step pool;
    pool.kind = StepKind::pool_value;
    pool.in = width;
    pool.out = 3 * width;
    const int pooled = add_vector(3 * width);
    add_step(std::move(pool), map, pooled);
    Step second = in_.matrix(3 * width, 0);
    second.bias = in_.bias(second.out);
    const int hidden_length = second.out;
    const int hidden = add_vector(hidden_length);
    const Activation activation = in_.activation(version_);
    add_step(std::move(second), pooled, hidden, activation);
    Step third = in_.matrix(hidden_length, 3);
    third.bias = in_.bias(3);
    plan().value_vector = add_vector(3);
    plan().value_kind = ValueKind::win_loss_none;
    add_step(std::move(third), hidden, plan().value_vector);
    Step score = in_.matrix(hidden_length, 0);
    if (score.out != (version_ < 9 ? 4 : 6) && !(version_ == kMaxVersion && score.out == 4))
      in_.refuse(fmt::format("it gives {} numbers about the score, not {}", score.out, version_ < 9 ? 4 : 6));
    score.bias = in_.bias(score.out);
    if (score.out > kValueError) {
      plan().error_vector = add_vector(score.out);
      plan().error_index = kValueError;
      plan().error_kind = version_ < 10   ? ErrorKind::softplus
                          : version_ < 14 ? ErrorKind::root_softplus
                                          : ErrorKind::half_softplus;
      plan().error_scale = value_error_scale_;
      add_step(std::move(score), hidden, plan().error_vector);
    }
    (void)in_.convolution(width, 1);
  }

  KatagoStream in_;
  Model model_;
  int version_ = 0;
  double value_error_scale_ = 0.25;
  int trunk_channels_ = 0;
  int trunk_ = kNone;
  int pooled_blocks_ = 0;
  std::string block_words_;
  std::map<std::string, int> shared_maps_;
  std::map<std::string, int> shared_vectors_;
};

}  // namespace

Model katago_model(std::string_view bytes) { return KatagoBuilder(bytes).build(); }

}  // namespace rootward::net
