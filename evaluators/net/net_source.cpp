// Parameters of the evaluator `net`.
#include "evaluators/net/net_source.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "core/rng.h"
#include "evaluators/net/embedded.h"
#include "evaluators/net/model.h"
#include "evaluators/net/runner.h"

namespace rootward::net {
namespace {

ParamSpec choice(std::string key, std::string help, std::string fallback, std::vector<std::string> choices) {
  return {.key = std::move(key),
          .help = std::move(help),
          .type = ParamType::choice,
          .fallback = std::move(fallback),
          .choices = std::move(choices),
          .source = "ours"};
}

}  // namespace

Described describe_net() {
  return {
      .name = "net",
      .help =
          "a policy-value network: AlphaGo Zero residual nets (safetensors) or KataGo files; for Go and Connect Four",
      .source = "Silver et al. 2017; Wu 2019; docs/nets.md",
      .parameters = {
          {.key = "file",
           .help = "the network: builtin:NAME, inside the program, or a file; a relative name counts from the "
                   "configuration's folder, then from $ROOTWARD_NETS",
           .type = ParamType::text,
           .fallback = default_network(),
           .source = "ours"},
          choice("precision",
                 "how numbers are computed; auto = f32: f32-fma, or f32-plain where the processor has no fused "
                 "multiply-add; f32-winograd, in fewer products, needs AVX2 or 64-bit ARM; i16, in whole numbers, and "
                 "bf16, which is fast with AMX alone, have the same bits everywhere",
                 "auto", {"f32", "f32-fma", "f32-plain", "f32-winograd", "i16", "bf16", "auto"}),
          choice(
              "symmetry",
              "which of the board's symmetries the network sees: none, a random one at each visit, a random one that "
              "a position keeps for a pair of games, or for all games from one opening, all averaged",
              "none", {"none", "random", "by_position", "by_opening", "average"}),
          {.key = "cache",
           .help = "answers kept, a place each; 0 = none",
           .type = ParamType::integer,
           .fallback = std::int64_t{0},
           .low = 0,
           .high = 10'000'000,
           .source = "ours"}}};
}

NetSource net_source(const Params& params, const std::string& folder) {
  return {.path = find_model_file(params.text("file"), folder),
          .precision = params.text("precision"),
          .symmetry = params.text("symmetry"),
          .cache_entries = static_cast<std::size_t>(params.integer("cache"))};
}

std::string net_identity(const NetSource& source) {
  return fmt::format("{:016x} {}", hash_name(read_model_file(source.path)), path_name(choose_path(source.precision)));
}

void refuse_game(const NetSource& source) {
  throw UsageError(source.path + ": networks play Go, Connect Four and games by the C interface, not this one");
}

void refuse_answer(const std::string& file, const std::string& part) {
  throw RunError(fmt::format(
      "{}: this network's {} is no finite number in a position that it was asked for; allowed: finite values, "
      "errors and policies (large weights overflow in its sums)",
      file, part));
}

}  // namespace rootward::net
