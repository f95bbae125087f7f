// `rootward check`: whatever a command would need of a configuration is read, built and validated; nothing is played.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "backup/registry.h"
#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/set_options.h"
#include "core/json.h"
#include "core/note.h"
#include "experiments/discovery/config.h"
#include "experiments/estimates/config.h"
#include "experiments/selfplay/config.h"
#include "experiments/selfplay/play_generation.h"
#include "experiments/study/members.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/measured_adjudication.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/setup.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/evaluation_service.h"
#include "lab/config/head_reader.h"
#include "lab/config/named_files.h"
#include "lab/config/yaml_scalar.h"
#include "lab/engines/gtp/engine_player.h"
#include "lab/play/engine_kinds.h"
#include "lab/play/network_view.h"

namespace rootward {
namespace {

constexpr int kShortGame = 10;  // plies

/// A resolved value as JSON: a scalar is what it reads as.
Json json_of_node(const config::YamlNode& node) {
  if (node.is_map()) {
    Json object = Json::object();
    for (const config::YamlEntry& entry : node.entries) object[entry.key] = json_of_node(entry.value);
    return object;
  }
  if (node.is_sequence()) {
    Json list = Json::array();
    for (const config::YamlNode& item : node.items) list.push_back(json_of_node(item));
    return list;
  }
  if (const std::optional<std::uint64_t> count = node.is_quoted ? std::nullopt : config::unsigned_value(node))
    return *count;
  const ParamValue value = config::scalar_value(node);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

void print_json(const Json& object) { fmt::print("{}\n", dump_json(object, 2)); }

/// The run, and what its networks see of the board: `shape`, and `plane_count` beside each `planes`. `origin`: of its
/// own games.
Json training_json(const selfplay::TrainingConfig& config) {
  Json object = json_of_node(selfplay::resolved_tree(config));
  const std::unique_ptr<Game> game = make_game(config.game);
  const auto shape_of = [&](const std::string& planes) { return make_network_view(*game, planes)->shape(); };
  const NetworkShape shape = shape_of(config.network.planes);
  object["shape"] = {{"lines", shape.lines}, {"columns", shape.columns}, {"actions", shape.actions}};
  const selfplay::Origin origin = selfplay::games_origin(config);
  object["origin"] = {{"path", origin.path}, {"licence", origin.licence}};
  if (!config.start.empty()) object["start"] = selfplay::start_path(config);
  object["network"]["plane_count"] = shape.planes;
  for (const selfplay::Companion& companion : config.companions)
    object["companions"][companion.name]["plane_count"] = shape_of(companion.planes).planes;
  return object;
}

void print_engines(const std::vector<std::string>& engines) {
  for (const std::string& engine : engines) print_shown("engine {}; {} plies played\n", engine, kShortGame);
}

void print_openings(Openings& openings) {
  openings.prepare(1, 1, [] { return false; });
  const std::optional<std::size_t> available = openings.available();
  fmt::print("openings: {}\n", available ? fmt::format("{} different ones", *available) : "very many");
}

void warn_of(const std::string& player, const NamedParams& backup, const OperatorContext& context) {
  for (const std::string& warning : backup_warnings(backup, context)) note("warning: {}: {}", player, warning);
}

/// What is odd about a searching player's operator.
void warn_of(const PlayerSpec& player, const Game& game) {
  if (player.kind == "search") warn_of(player.name, player.search.backup, operator_context(game, player.search));
}

/// What games that were played out say of the rule that ends this tournament's; refused where they do not allow it.
std::string adjudication_text(const tournament::TournamentConfig& config, const std::string& folder) {
  const tournament::StoredResults measured = tournament::read_results(folder, Detail::scores);
  const tournament::AdjudicationCount count = tournament::require_measured(config, measured);
  return fmt::format(
      "adjudication: allowed by {}: of games played out it would have ended {}, {} otherwise ({:.2f} %), and "
      "{:.1f} % of all plies sooner\n",
      folder, count.games, count.other_results, 100 * count.error(), 100 * count.share_of_plies());
}

void check_tournament(const std::string& file, const std::vector<Override>& overrides,
                      const std::optional<std::string>& adjudication) {
  const tournament::TournamentConfig config = tournament::read_tournament(file, overrides);
  tournament::TournamentSetup setup(config, {});
  const std::string allowed = adjudication ? adjudication_text(config, *adjudication) : "";
  const std::vector<std::string> engines = setup.rehearse_engines(kShortGame);
  const std::size_t matches = tournament::make_pairings(config).size();
  fmt::print("{}: in order; a tournament, for rootward run\n", config.file);
  print_engines(engines);
  fmt::print("{} players, {} matches of {} pairs, {} games\n", config.players.size(), matches, config.schedule.pairs,
             matches * 2 * config.schedule.pairs);
  print_openings(setup.openings());
  if (const std::string warning = setup.openings_warning(); !warning.empty()) note("warning: {}", warning);
  const std::unique_ptr<Game> game = make_game(draw_game(config.game, config.seed));
  for (const PlayerSpec& player : config.players) warn_of(player, *game);
  fmt::print("{}", allowed);
  fmt::print("configuration hash: {}\n", config_hash(config));
}

void check_tuning(const std::string& file, const std::vector<Override>& overrides) {
  const tuning::TuningConfig config = tuning::read_tuning(file, overrides);
  const std::unique_ptr<Game> game = make_game(draw_game(config.game, config.seed));
  const std::unique_ptr<Openings> openings = tuning::check_parts(config, *game);
  std::vector<std::string> engines;
  std::vector<std::string> opponents;
  for (const tuning::TuningOpponent& opponent : config.opponents) {
    opponents.push_back(opponent.player.name);
    if (is_engine(opponent.player))
      engines.push_back(opponent.player.name + ": " + rehearse_engine(opponent.player, *game, kShortGame));
  }
  std::size_t numbers = 0;
  for (const tuning::TunedParameter& parameter : config.parameters) numbers += parameter.coordinates();
  fmt::print("{}: in order; a tuning, for rootward run and rootward tune\n", config.file);
  print_engines(engines);
  fmt::print("{} parameters with {} numbers; {} games an evaluation, {} of the test at the end\n",
             config.parameters.size(), numbers, config.games, config.test_games);
  fmt::print("meets: {}\n", fmt::join(opponents, ", "));
  print_openings(*openings);
  warn_of(config.candidate, *game);
  for (const tuning::TuningOpponent& opponent : config.opponents) warn_of(opponent.player, *game);
  fmt::print("configuration hash: {}\n", config_hash(config));
}

/// The operators of a study's arms; what depends on the game is the first one's.
void warn_of(const estimates::EstimatesConfig& config) {
  const std::unique_ptr<Game> game = make_game(draw_game(config.games.front().id, config.seed));
  for (const estimates::Arm& arm : config.arms) {
    const OperatorContext context = operator_context(*game, arm.search);
    warn_of(arm.name, arm.search.backup, context);
    for (const NamedParams& shadow : arm.search.shadows) warn_of(arm.name, shadow, context);
  }
}

void check_estimates(const std::string& file, const std::vector<Override>& overrides) {
  const estimates::EstimatesConfig config = estimates::read_estimates(file, overrides);
  config::check_named_files(config.named_files);
  const std::uint64_t searches =
      std::uint64_t{config.games.size()} * config.instances * config.arms.size() * config.repeats;
  fmt::print("{}: in order; an estimates study, for rootward run\n", config.file);
  fmt::print(
      "{} games, {} instances of each, {} variants, {} repeats: {} searches of {} simulations, measured {} times\n",
      config.games.size(), config.instances, config.arms.size(), config.repeats, searches, config.checkpoints.back(),
      config.checkpoints.size());
  warn_of(config);
  fmt::print("configuration hash: {}\n", config_hash(config));
}

void check_study_file(const std::string& file, const std::vector<Override>& overrides) {
  const study::StudyConfig config = study::read_study(file, overrides);
  fmt::print("{}: in order; a study, for rootward run\n", file);
  for (const study::StudyStep& step : config.steps) {
    if (!is_run(step.kind)) {
      fmt::print("{}: a table\n", step.name);
      continue;
    }
    const std::size_t runs = step.members.size();
    fmt::print("{}: {} of kind {}{}\n", step.name, runs == 1 ? "a run" : fmt::format("{} runs", runs),
               study::step_key(step.kind),
               step.kind == study::StepKind::tuning ? fmt::format(", {} evaluations each", step.evaluations) : "");
  }
}

void check_discovery_file(const std::string& file, const std::vector<Override>& overrides) {
  const discovery::DiscoveryConfig config = discovery::read_discovery(file, overrides);
  fmt::print("{}: in order; a discovery, for rootward run\n", file);
  fmt::print("{} generations of {} formulas on {} domains, {} survivors confirmed on {} others\n",
             config.search.generations, config.search.formulas, config.portfolio.size(), config.tuning.survivors,
             config.held_out.size());
}

void check_training(const std::string& file, const std::vector<Override>& overrides) {
  const selfplay::TrainingConfig config = selfplay::read_training(file, overrides);
  (void)selfplay::start_path(config);
  std::uint64_t games = 0;
  for (const selfplay::Phase& phase : config.phases) games += phase.games;
  fmt::print("{}: in order; a training run, for rootward run\n", file);
  fmt::print("{} games in {} phases, a network each {}; {} companions\n", games, config.phases.size(),
             config.training.generation, config.companions.size());
}

/// The resolved configuration, and nothing else.
void print_resolved(config::FileKind kind, const std::string& file, const std::vector<Override>& overrides) {
  switch (kind) {
    case config::FileKind::tournament:
      return print_json(json_of_node(tournament::resolved_tree(tournament::read_tournament(file, overrides))));
    case config::FileKind::tuning:
      return print_json(json_of_node(tuning::resolved_tree(tuning::read_tuning(file, overrides))));
    case config::FileKind::estimates:
      return print_json(json_of_node(estimates::resolved_tree(estimates::read_estimates(file, overrides))));
    case config::FileKind::training:
      return print_json(training_json(selfplay::read_training(file, overrides)));
    case config::FileKind::study:
      return print_json(json_of_node(study::read_study(file, overrides).tree));
    case config::FileKind::discovery:
      throw UsageError(file + ": --json is for configurations of games, searches and training");
  }
}

void check(const CLI::App& command) {
  const auto file = command.get_option("CONFIG")->as<std::string>();
  const std::vector<Override> overrides = given_overrides(command);
  const config::FileKind kind = config::kind_of_file(file);
  std::optional<std::string> adjudication;
  if (command.count("--adjudication") > 0) adjudication = command.get_option("--adjudication")->as<std::string>();
  if (adjudication && kind != config::FileKind::tournament)
    throw UsageError(file + ": --adjudication is for tournaments alone");
  if (command.count("--json") > 0) return print_resolved(kind, file, overrides);
  switch (kind) {
    case config::FileKind::tournament:
      return check_tournament(file, overrides, adjudication);
    case config::FileKind::tuning:
      return check_tuning(file, overrides);
    case config::FileKind::estimates:
      return check_estimates(file, overrides);
    case config::FileKind::study:
      return check_study_file(file, overrides);
    case config::FileKind::training:
      return check_training(file, overrides);
    case config::FileKind::discovery:
      return check_discovery_file(file, overrides);
  }
}

}  // namespace

void declare_check(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("check", "Validate a configuration of any kind; say what it is and would do");
  command
      ->add_option("CONFIG",
                   "The YAML file of a tournament, a tuning, an estimates study, a study, a discovery or "
                   "a training run")
      ->required()
      ->transform(configuration_path())
      ->type_name("FILE");
  command->add_option("--adjudication")
      ->description(
          fmt::format("A tournament's folder whose games were played out under this one's rule `adjudicate`: refused "
                      "unless {} or more different ones were, by the same searches and networks, and at most {:.1f} % "
                      "of those that it "
                      "would have ended did so otherwise",
                      tournament::kGamesPlayedOut, 100 * tournament::kMostOtherResults))
      ->type_name("DIR");
  command->add_flag("--json")->description("Print the resolved configuration as one JSON object instead");
  add_set_option(*command);
  command->footer("Example: rootward check configs/quickstart.yaml --set schedule.pairs=50");
  command->callback([command] { check(*command); });
}

}  // namespace rootward
