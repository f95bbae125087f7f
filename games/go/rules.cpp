// Parameters of Go and the rules they resolve to.
#include "games/go/rules.h"

#include <cmath>

namespace rootward {
namespace {

ParamSpec size_spec() {
  ParamSpec spec;
  spec.key = "size";
  spec.help = "Lines of the board a side.";
  spec.type = ParamType::integer;
  spec.fallback = std::int64_t{9};
  spec.low = kMinGoSize;
  spec.high = kMaxGoSize;
  return spec;
}

ParamSpec komi_spec() {
  ParamSpec spec;
  spec.key = "komi";
  spec.help = "Points that White receives for moving second, a multiple of 0.5; a whole number allows draws.";
  spec.type = ParamType::real;
  spec.fallback = 7.5;
  spec.low = -361;
  spec.high = 361;
  return spec;
}

ParamSpec suicide_spec() {
  ParamSpec spec;
  spec.key = "suicide";
  spec.help = "Whether a chain of several stones may take its own last liberty (never a single stone).";
  spec.type = ParamType::boolean;
  spec.fallback = false;
  spec.source = "Tromp & Taylor, The logical rules of Go, rule 7";
  return spec;
}

ParamSpec ko_spec() {
  ParamSpec spec;
  spec.key = "ko";
  spec.help = "positional: no earlier board position of the game may recur; simple: no immediate recapture in a ko.";
  spec.type = ParamType::choice;
  spec.fallback = std::string("positional");
  spec.choices = {"positional", "simple"};
  spec.source = "Tromp & Taylor, The logical rules of Go, rule 6";
  return spec;
}

ParamSpec move_limit_spec() {
  ParamSpec spec;
  spec.key = "move_limit";
  spec.help = "Plies, passes included, after which the game is scored as it stands; 3 x size^2 unless given.";
  spec.type = ParamType::integer;
  spec.low = 1;
  spec.high = 1000000;
  spec.source = "ours";
  return spec;
}

}  // namespace

const Described& go_description() {
  static const Described description{
      .name = "go",
      .help = "Go with area scoring: two passes end the game, positional superko unless chosen otherwise.",
      .source = "Tromp & Taylor, The logical rules of Go",
      .parameters = {size_spec(), komi_spec(), suicide_spec(), ko_spec(), move_limit_spec()}};
  return description;
}

GoRules make_go_rules(const Params& params) {
  GoRules rules;
  rules.size = static_cast<int>(params.integer("size"));
  rules.komi = params.real("komi");
  if (rules.komi * 2 != std::floor(rules.komi * 2))
    throw ParamError("komi", param_text(rules.komi) + " is not allowed; allowed: a multiple of 0.5 in [-361, 361]");
  rules.suicide = params.boolean("suicide");
  rules.ko = params.text("ko") == "simple" ? KoRule::simple : KoRule::positional;
  rules.move_limit =
      params.has("move_limit") ? static_cast<int>(params.integer("move_limit")) : 3 * rules.size * rules.size;
  return rules;
}

}  // namespace rootward
