// Tickets: which games of which evaluations the tasks of one array play, DIR/cluster/tickets/0007.json, and the job
// that was given them, 0007.job. Neither is ever changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tuning/config.h"
#include "experiments/tuning/evaluation.h"
#include "lab/store/shard.h"

namespace rootward::cluster {

/// What one task of the array plays.
struct EvaluationTicket {
  std::string key;  ///< of the evaluation
  Json params;
  std::uint64_t seed = 0;
  std::uint32_t games = 0;       ///< of the evaluation
  std::uint32_t first_pair = 0;  ///< those before it are played
  Shard shard;                   ///< of its pairs
};

struct TicketBook {
  std::uint32_t number = 1;
  std::vector<EvaluationTicket> tasks;  ///< the array's task i + 1 has tasks[i]
  std::optional<std::uint64_t> job{};   ///< the array; nothing: whoever wrote it ended before it was told
};

/// From the folder: "cluster/tickets/0007.json".
std::string ticket_place(std::uint32_t number);
/// Throws RunError.
std::vector<TicketBook> read_ticket_books(const std::string& folder);
TicketBook read_ticket_book(const std::string& file);
void write_ticket_book(const std::string& folder, const TicketBook& book);
void write_ticket_job(const std::string& folder, std::uint32_t number, std::uint64_t job);

}  // namespace rootward::cluster
