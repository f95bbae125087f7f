// Tickets as JSON.
#include "experiments/cluster/tickets.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "lab/store/folder_layout.h"

namespace rootward::cluster {
namespace {

constexpr const char* kTicketSchema = "rootward.tickets/1";
constexpr const char* kJobSchema = "rootward.ticket_job/1";
constexpr std::uint64_t kMost = 20'000'000;

std::string job_path(const std::string& folder, std::uint32_t number) {
  return path_in(folder, fmt::format("cluster/tickets/{:04}.job", number));
}

Json ticket_json(const EvaluationTicket& ticket) {
  return {{"evaluation", ticket.key},
          {"params", ticket.params},
          {"seed", ticket.seed},
          {"games", ticket.games},
          {"first_pair", ticket.first_pair},
          {"shard", {ticket.shard.index, ticket.shard.count}}};
}

std::uint32_t ticket_count(const Json& object, const char* key) {
  return static_cast<std::uint32_t>(count_field(object, key, kMost));
}

EvaluationTicket ticket_of(const Json& object) {
  EvaluationTicket ticket{.key = text_field(object, "evaluation"),
                          .params = json_field(object, "params"),
                          .seed = count_field(object, "seed"),
                          .games = ticket_count(object, "games"),
                          .first_pair = ticket_count(object, "first_pair"),
                          .shard = {}};
  const Json& shard = json_field(object, "shard");
  if (!shard.is_array() || shard.size() != 2) throw UsageError("shard: is no pair of numbers");
  ticket.shard = {.index = static_cast<std::uint32_t>(json_count(shard[0], "shard", kMost)),
                  .count = static_cast<std::uint32_t>(json_count(shard[1], "shard", kMost))};
  if (ticket.shard.index < 1 || ticket.shard.index > ticket.shard.count) throw UsageError("shard: is not K of E");
  if (ticket.key.empty() || ticket.key.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw UsageError("evaluation: is no key");
  return ticket;
}

template <class Read>
auto read_at(const std::string& path, Read read) -> decltype(read(std::string())) {
  try {
    return read(read_whole_file(path));
  } catch (const UsageError& error) {
    throw RunError(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace

std::string ticket_place(std::uint32_t number) { return fmt::format("cluster/tickets/{:04}.json", number); }

TicketBook read_ticket_book(const std::string& file) {
  return read_at(file, [&](const std::string& text) {
    const Json object = parse_json_record(text, kTicketSchema);
    TicketBook book{.number = ticket_count(object, "number"), .tasks = {}};
    for (const Json& task : json_field(object, "tasks")) book.tasks.push_back(ticket_of(task));
    return book;
  });
}

std::vector<TicketBook> read_ticket_books(const std::string& folder) {
  std::vector<TicketBook> books;
  for (const std::string& file : list_folder(path_in(folder, "cluster/tickets"))) {
    if (!file.ends_with(".json")) continue;
    TicketBook book = read_ticket_book(file);
    const std::string job = job_path(folder, book.number);
    if (file_exists(job))
      book.job = read_at(
          job, [](const std::string& text) { return count_field(parse_json_record(text, kJobSchema), "array_job"); });
    books.push_back(std::move(book));
  }
  std::ranges::sort(books, {}, &TicketBook::number);
  return books;
}

void write_ticket_book(const std::string& folder, const TicketBook& book) {
  Json object;
  object["schema"] = kTicketSchema;
  object["number"] = book.number;
  object["tasks"] = Json::array();
  for (const EvaluationTicket& ticket : book.tasks) object["tasks"].push_back(ticket_json(ticket));
  make_folders(path_in(folder, "cluster/tickets"));
  write_file_atomically(path_in(folder, ticket_place(book.number)), dump_json(object) + "\n");
}

void write_ticket_job(const std::string& folder, std::uint32_t number, std::uint64_t job) {
  Json object;
  object["schema"] = kJobSchema;
  object["array_job"] = job;
  write_file_atomically(job_path(folder, number), dump_json(object) + "\n");
}

}  // namespace rootward::cluster
