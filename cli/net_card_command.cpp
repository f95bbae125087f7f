// `rootward tool net card`: how evaluators err against a long search, as a study of estimates that lies in a folder.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "evaluators/net/embedded.h"
#include "evaluators/net/model.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "experiments/selfplay/draw_positions.h"
#include "lab/config/parts.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_text.h"

namespace rootward {
namespace {

constexpr std::uint64_t kCardSimulations = 20'000;
constexpr const char* kPositionsFile = "positions.txt";

/// The study that DIR/study.yaml has.
struct CardStudy {
  std::string game;  ///< one line of YAML
  std::size_t positions = 0;
  std::uint64_t seed = 1;
  std::uint64_t simulations = kCardSimulations;
  std::string teacher;                                          ///< YAML of an evaluator
  std::vector<std::pair<std::string, std::string>> evaluators;  ///< name, YAML
};

std::string evaluator_yaml(const NamedParams& evaluator) {
  return config::flow_text(config::resolved_choice(evaluator));
}

/// What DIR has so far; nothing where it is new.
std::optional<CardStudy> stored_card(const std::string& path) {
  if (!file_exists(path)) return std::nullopt;
  const estimates::EstimatesConfig config = estimates::read_estimates(path);
  if (!config.asks_evaluators || config.games.size() != 1 ||
      config.truth.kind != estimates::TruthSettings::Kind::search)
    throw UsageError(path + ": is no study that net card wrote; rootward run runs it");
  CardStudy study{.game = game_yaml(config.games.front().id),
                  .positions = config.instances,
                  .seed = config.seed,
                  .simulations = config.truth.reference.budget.simulations,
                  .teacher = evaluator_yaml(config.truth.reference.evaluator),
                  .evaluators = {}};
  for (const estimates::Arm& arm : config.arms)
    study.evaluators.emplace_back(arm.name, evaluator_yaml(arm.search.evaluator));
  return study;
}

std::string study_text(const CardStudy& study) {
  std::string text = fmt::format(
      "# What rootward tool net card measures here; rootward run goes on with it, too, and does parts of it.\n"
      "name: evaluator-cards\n"
      "question: How do evaluators err against a search of {} simulations?\n"
      "seed: {}\n"
      "games: {{positions: {}}}\n"
      "opening: {{book: {}}}\n"
      "instances: {}\n"
      "truth: {{simulations: {}, search: {{evaluator: {}}}}}\n"
      "players:\n",
      study.simulations, study.seed, study.game, kPositionsFile, study.positions, study.simulations, study.teacher);
  for (const auto& [name, evaluator] : study.evaluators)
    text += fmt::format("  {}: {{search: {{evaluator: {}}}}}\n", name, evaluator);
  return text + "checkpoints: [1]\nevaluations: true\n";
}

/// A network's file as the study in the folder names it.
std::string file_from(const std::string& file, const std::string& folder) {
  namespace fs = std::filesystem;
  const std::string found = net::find_model_file(file, "");
  std::error_code ignored;
  if (net::is_embedded(file) || fs::path(file).is_absolute() || !fs::exists(file, ignored)) return file;
  return fs::relative(fs::absolute(found), fs::absolute(folder)).string();  // the folder may still be to come
}

/// "networks/00012.safetensors" -> "00012".
std::string name_of_network(const std::string& file) {
  if (net::is_embedded(file)) return file.substr(file.find(':') + 1);
  const std::string name = std::filesystem::path(file).filename().string();
  return name.substr(0, name.find('.'));
}

std::string network_yaml(const std::string& file, std::uint64_t cache) {
  return fmt::format("{{name: net, file: {}, cache: {}}}", config::yaml_text(file), cache);
}

void add_evaluator(CardStudy& study, const std::string& name, const std::string& yaml) {
  const std::string resolved = evaluator_yaml(parse_evaluator(yaml));
  const auto known = std::ranges::find(study.evaluators, name, &std::pair<std::string, std::string>::first);
  if (known == study.evaluators.end()) return study.evaluators.emplace_back(name, resolved), void();
  if (known->second != resolved)
    throw UsageError(fmt::format("two evaluators are called {}: {} and {}; --evaluator NAME=YAML names one", name,
                                 known->second, resolved));
}

void add_evaluators(const CLI::App& command, const std::string& out, CardStudy& study) {
  if (command.count("FILE") > 0)
    for (const auto& file : command.get_option("FILE")->as<std::vector<std::string>>())
      add_evaluator(study, name_of_network(file), network_yaml(file_from(file, out), 0));
  if (command.count("--evaluator") > 0) {
    for (const auto& text : command.get_option("--evaluator")->as<std::vector<std::string>>()) {
      const std::size_t mark = text.find('=');
      if (mark == std::string::npos)
        throw UsageError(fmt::format("--evaluator {}: allowed: NAME=YAML, such as noisy=playouts", text));
      add_evaluator(study, text.substr(0, mark), text.substr(mark + 1));
    }
  }
  if (study.evaluators.empty()) throw UsageError("no evaluator: name a network's file, or --evaluator NAME=YAML");
}

/// Draws positions into the folder, or holds those that are there against what would be drawn.
void draw_into(const CLI::App& command, const std::string& out, CardStudy& study) {
  selfplay::PositionRequest request{.paths = command.get_option("--positions")->as<std::vector<std::string>>()};
  request.game = given<std::string>(command, "--game").value_or("");
  if (!request.game.empty()) request.game = game_yaml(parse_game(request.game, {}, "--game"));
  request.count = given<std::size_t>(command, "--count").value_or(request.count);
  request.seed = study.seed;
  const selfplay::DrawnPositions drawn = selfplay::draw_positions(request);
  std::string text = fmt::format("# {} positions of {} games, after {} to {} plies\n", drawn.moves.size(), drawn.games,
                                 request.least_plies, request.most_plies);
  for (const std::vector<std::string>& moves : drawn.moves) text += fmt::format("{}\n", fmt::join(moves, " "));
  const std::string path = out + "/" + kPositionsFile;
  if (file_exists(path) && read_whole_file(path) != text)
    throw UsageError(fmt::format("{} holds other positions; leave --positions out, or choose another --out", path));
  if (drawn.moves.size() < request.count) note("{} positions are all that these games have", drawn.moves.size());
  study.game = drawn.game;
  study.positions = drawn.moves.size();
  make_folders(out);
  write_file_atomically(path, text);
}

/// Throws UsageError where the option says something else than the folder's study.
template <class T>
void set_once(const CLI::App& command, const char* option, const std::string& out, bool is_stored, T given, T& value) {
  if (command.count(option) == 0) return;
  if (is_stored && given != value)
    throw UsageError(fmt::format("{} {}: {} was begun with {}; choose another --out", option, given, out, value));
  value = std::move(given);
}

CardStudy card_study(const CLI::App& command, const std::string& out, const std::string& path) {
  std::optional<CardStudy> stored = stored_card(path);
  CardStudy study = stored.value_or(CardStudy{});
  set_once(command, "--simulations", out, stored.has_value(),
           given<std::uint64_t>(command, "--simulations").value_or(0), study.simulations);
  set_once(command, "--seed", out, stored.has_value(), given<std::uint64_t>(command, "--seed").value_or(0), study.seed);
  constexpr std::uint64_t kTeachersCache = 50'000;
  const std::string teacher = given<std::string>(command, "--teacher").value_or(net::default_network());
  const std::string yaml = evaluator_yaml(parse_evaluator(network_yaml(file_from(teacher, out), kTeachersCache)));
  if (!stored) study.teacher = yaml;
  set_once(command, "--teacher", out, stored.has_value(), yaml, study.teacher);
  if (command.count("--positions") > 0)
    draw_into(command, out, study);
  else if (!stored)
    throw UsageError("--positions: which? A run's folder, shards, or SGF files");
  add_evaluators(command, out, study);
  return study;
}

int net_card(const CLI::App& command) {
  const auto out = command.get_option("--out")->as<std::string>();
  const TableFormat format = parse_table_format(command.get_option("--format")->as<std::string>());
  const std::string path = out + "/study.yaml";
  const std::string text = study_text(card_study(command, out, path));
  const estimates::EstimatesConfig config = estimates::parse_estimates(text, path);
  write_file_atomically(path, text);
  const estimates::EstimatesRunReport report = estimates::run_estimates(config, given_settings<RunSettings>(command));
  if (!report.is_complete)
    return interrupted(fmt::format("{} of {} evaluations are stored in {}", report.done, report.wanted, out));
  estimates::write_estimates_files(report.estimates);
  print_results("{}", estimates::render_estimates(report.estimates, format));
  flush_results();
  return static_cast<int>(ExitCode::done);
}

}  // namespace

void declare_net_card(CLI::App& net, int& exit_code) {
  CLI::App* command =
      net.add_subcommand("card", "How evaluators err against a long search: bias, sd, siblings, policy; or go on");
  command->add_option("FILE", "Networks: files or builtin:NAME; called as the file")
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("FILE");
  command->add_option("--evaluator", "Any other evaluator, NAME=YAML; its files count from DIR, then $ROOTWARD_NETS")
      ->type_name("NAME=YAML")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--positions",
                   "Where positions come from: a run's folder or shards (its games held out from training), or SGF "
                   "files; kept in DIR")
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("PATH");
  command->add_option("--game", "The rules, where positions come from SGF files")
      ->needs(command->get_option("--positions"))
      ->type_name("GAME");
  command->add_option("--count", "How many positions; 500 unless given")
      ->needs(command->get_option("--positions"))
      ->transform(whole_number(2, 1'000'000))
      ->type_name("N");
  command->add_option("--teacher", "The network whose search is the truth; that inside the program unless given")
      ->type_name("FILE");
  command->add_option("--simulations", "Of the truth; 20000 unless given")
      ->transform(whole_number(2, 1'000'000'000))
      ->type_name("N");
  command->add_option("--seed", "Of positions and searches; 1 unless given")->check(seed_number())->type_name("S");
  command->add_option("--out", "The folder: truths are kept there, once for all evaluators")
      ->required()
      ->type_name("DIR");
  command->add_option("--format", "What is printed")->default_str("text")->type_name("text|md|csv|latex|json");
  add_threads_option(*command);
  command->add_flag("--quiet")->description("No progress; errors are still printed");
  command->footer(
      "Evaluators that DIR has already keep their cards; DIR/study.yaml is the study as rootward run reads it.\n"
      "Example: rootward tool net card runs/go9/networks/00010.safetensors builtin:go9-4x32 --positions runs/go9 --out "
      "results/cards");
  command->callback([command, &exit_code] { exit_code = net_card(*command); });
}

}  // namespace rootward
