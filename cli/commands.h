// The sub-commands, one small file each. A declare function adds its sub-command with options, help and an example; the
// sub-command's callback stores the process exit code in `exit_code` (untouched = done).
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace rootward {

void declare_run(CLI::App& app, int& exit_code);
void declare_check(CLI::App& app, int& exit_code);
void declare_plan(CLI::App& app, int& exit_code);
void declare_table(CLI::App& app, int& exit_code);
void declare_report(CLI::App& app, int& exit_code);
void declare_merge(CLI::App& app, int& exit_code);
void declare_status(CLI::App& app, int& exit_code);
void declare_space(CLI::App& app, int& exit_code);
void declare_objective(CLI::App& app, int& exit_code);
void declare_serve(CLI::App& app, int& exit_code);
void declare_search(CLI::App& app, int& exit_code);
void declare_explore(CLI::App& app, int& exit_code);
void declare_evaluate(CLI::App& app, int& exit_code);
void declare_backup(CLI::App& app, int& exit_code);
void declare_book(CLI::App& app, int& exit_code);
void declare_new_game(CLI::App& app, int& exit_code);
void declare_perft(CLI::App& app, int& exit_code);
void declare_data(CLI::App& app, int& exit_code);
void declare_net(CLI::App& app, int& exit_code);
void declare_list(CLI::App& app, int& exit_code);
void declare_bench(CLI::App& app, int& exit_code);
void declare_gtp(CLI::App& app, int& exit_code);
void declare_play(CLI::App& app, int& exit_code);
void declare_verify(CLI::App& app, int& exit_code);
void declare_completion(CLI::App& app, int& exit_code);
/// Options of `verify`, and what it does where --replay is given; returns the exit code. Throws UsageError.
void add_replay_options(CLI::App& command);
int replay_folders(const CLI::App& command);
/// A sub-command of `data`.
void declare_data_journal(CLI::App& data);
/// A sub-command of `net`.
void declare_net_card(CLI::App& net, int& exit_code);
/// What `list` takes.
std::vector<std::string> list_kinds();

}  // namespace rootward
