// Names, first and last lines, and how far an attempt's lines can be trusted.
#include "lab/store/attempt_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "core/errors.h"
#include "core/escape.h"
#include "core/json_record.h"
#include "core/number_text.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"
#include "lab/store/refused_attempt.h"
#include "lab/store/session_json.h"

namespace rootward {
namespace {

constexpr const char* kHeadSchema = "rootward.attempt/1";
constexpr const char* kEndSchema = "rootward.attempt_end/1";
constexpr std::chrono::seconds kAttemptSync{30};

bool has_schema(std::string_view line, std::string_view schema) {
  constexpr std::string_view kStart = R"({"schema":")";
  return line.starts_with(kStart) && line.substr(kStart.size()).starts_with(schema);
}

bool take_word(std::string_view& text, std::string_view word) {
  const bool is_there = text.starts_with(word);
  if (is_there) text.remove_prefix(word.size());
  return is_there;
}

/// A number that the batch system gave the job; "0" where there is none.
std::string job_number(const char* variable) {
  const char* value = std::getenv(variable);
  const std::string text = value != nullptr ? value : "";
  const bool is_number = !text.empty() && text.size() < 20 && text.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? text : "0";
}

std::string job_of_attempt() { return job_number("SLURM_JOB_ID"); }
/// Of which the shard is the task of the same number; "0" where it is none.
std::string array_job_of_attempt(const Shard& shard) {
  return job_number("SLURM_ARRAY_TASK_ID") == std::to_string(shard.index) ? job_number("SLURM_ARRAY_JOB_ID") : "0";
}
std::string restart_of_attempt() { return job_number("SLURM_RESTART_COUNT"); }

std::string new_attempt_path(const std::string& folder, const Shard& shard) {
  std::uint64_t random = 0;
  while (::getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random))
    if (errno != EINTR) throw RunError(file_error_text(folder, "cannot name a file by random digits", errno));
  return fmt::format("{}/{}-of-{}.{}.{}.{:016x}.jsonl", folder, shard.index, shard.count, job_of_attempt(),
                     restart_of_attempt(), random);
}

std::string node_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string head_line(const AttemptFacts& facts) {
  Json object;
  const Shard& shard = *facts.session.shard;
  object["schema"] = kHeadSchema;
  object["shard"] = {shard.index, shard.count};
  object["config_hash"] = facts.config_hash;
  object["session"] = session_json(facts.session);
  object["node"] = node_name();
  object["job"] = job_of_attempt();
  object["array_job"] = array_job_of_attempt(shard);
  object["restart"] = restart_of_attempt();
  object["pairs"] = facts.pairs;
  object["threads"] = facts.threads;
  object["signature"] = facts.signature;
  object["book"] = facts.inputs.book_hash;
  object["networks"] = facts.inputs.networks;
  return dump_json(object);
}

/// Throws UsageError saying what is wrong.
AttemptFacts facts_of(const std::string& line, const Shard& named) {
  const Json object = parse_json_record(line, kHeadSchema);
  AttemptFacts facts;
  facts.config_hash = text_field(object, "config_hash");
  facts.session = session_of_json(json_field(object, "session"));
  facts.pairs = count_field(object, "pairs");
  facts.threads = count_field(object, "threads");
  facts.signature = text_field(object, "signature");
  facts.node = text_field(object, "node");
  facts.job = text_field(object, "job");
  if (object.contains("array_job")) facts.array_job = text_field(object, "array_job");
  facts.restart = text_field(object, "restart");
  facts.inputs.networks = json_texts_by_name(json_field(object, "networks"), "networks");
  if (object.contains("book")) facts.inputs.book_hash = text_field(object, "book");
  if (facts.session.shard != named || json_field(object, "shard") != Json({named.index, named.count}))
    throw UsageError("its shard is not that of the file's name");
  return facts;
}

/// The digits before the name's ending, which no other attempt has.
std::string random_of_attempt(std::string_view file) {
  std::string_view name = file.substr(0, file.rfind(".jsonl"));
  return std::string(name.substr(name.rfind('.') + 1));
}

/// Threads times wall clock.
double core_seconds_of(const AttemptFacts& facts) {
  const std::optional<double> seconds = seconds_between(facts.session.started, facts.session.ended);
  return seconds.value_or(0) * static_cast<double>(facts.threads);
}

struct AttemptEnd {
  std::uint64_t games = 0;
  std::uint64_t voids = 0;
  std::string sha256;
  std::string reason;
  std::string ended;
};

constexpr auto kEndFields = [](auto& end, const auto& field) {
  field("games", end.games);
  field("voids", end.voids);
  field("sha256", end.sha256);
  field("reason", end.reason);
  field("ended", end.ended);
};

AttemptEnd end_of(const std::string& line) {
  return record_of_json<AttemptEnd>(parse_json_record(line, kEndSchema), kEndFields);
}

/// "" where the line can be read and, if it is the first, is an attempt's.
std::string line_trouble(const StoredLine& line, const Shard& shard) {
  if (std::string damage = line.damage(); !damage.empty()) return damage;
  if (line.checksum == Checksum::none) return "it has no checksum";
  try {
    if (line.number == 1) (void)facts_of(line.text, shard);
    if (has_schema(line.text, kEndSchema)) (void)end_of(line.text);
    return "";
  } catch (const UsageError& error) {
    return fmt::format("no attempt {} so: {}", line.number == 1 ? "begins" : "ends", error.what());
  }
}

/// The end of a plain file, so that finished attempts cost little however long they are.
std::string file_tail(const std::string& file) {
  constexpr off_t kTail = off_t{1} << 14;
  const FileDescriptor fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  const off_t size = fd.is_open() ? ::lseek(fd.get(), 0, SEEK_END) : -1;
  if (size < 0) throw RunError(file_error_text(file, "cannot read", errno));
  std::string text(static_cast<std::size_t>(std::min(size, kTail)), '\0');
  const ssize_t got = ::pread(fd.get(), text.data(), text.size(), size - static_cast<off_t>(text.size()));
  if (got < 0) throw RunError(file_error_text(file, "cannot read", errno));
  text.resize(static_cast<std::size_t>(got));
  return text;
}

/// The last line of a file whose first was read; its number is not told.
StoredLine last_line(LineFileReader& reader) {
  StoredLine line;
  if (plain_name(reader.file()) != reader.file()) {
    while (reader.next(line)) continue;
    return line;
  }
  std::string text = file_tail(reader.file());
  line.has_end = text.ends_with('\n');
  if (line.has_end) text.pop_back();
  const std::size_t start = text.rfind('\n');
  line.text = start == std::string::npos ? text : text.substr(start + 1);
  line.checksum = take_checksum(line.text);
  return line;
}

/// How far an attempt's lines count.
struct Trust {
  std::size_t lines = 0;   // the first among them
  std::size_t others = 0;  // of them: records of another schema
};

/// What else is there is told in `warning`.
Trust trust_of(const std::string& file, const Shard& shard, std::string_view schema, std::string& warning) {
  LineFileReader reader(file);
  StoredLine line;
  Sha256 hash;
  Trust trust;
  while (reader.next(line)) {
    if (const std::string trouble = line_trouble(line, shard); !trouble.empty()) {
      warning = fmt::format("{}:{}: {}; this line and all behind it are left out, and what they held is played again",
                            reader.file(), line.number, trouble);
      return trust;
    }
    if (has_schema(line.text, kEndSchema)) {
      const AttemptEnd end = end_of(line.text);
      if (line.is_last && end.sha256 == hash.hex() && end.games + end.voids + 1 == trust.lines) return trust;
      warning =
          fmt::format("{}: its last line does not fit what stands before it; all of it is left out", reader.file());
      return {};
    }
    ++trust.lines;
    if (line.number == 1) continue;
    if (!has_schema(line.text, schema)) ++trust.others;
    hash.add(std::string_view(line.text).substr(0, line.text.size() - 1));
    hash.add(line.ending);
    hash.add("\n");
  }
  return trust;
}

}  // namespace

std::optional<Shard> shard_of_attempt(std::string_view file) {
  std::string_view name = plain_name(file.substr(file.rfind('/') + 1));
  const std::optional<std::uint32_t> index = take_number<std::uint32_t>(name);
  if (!index || !take_word(name, "-of-")) return std::nullopt;
  const std::optional<std::uint32_t> count = take_number<std::uint32_t>(name);
  if (!count || *index < 1 || *index > *count || !name.starts_with('.') || !name.ends_with(".jsonl"))
    return std::nullopt;
  return Shard{.index = *index, .count = *count};
}

std::string attempts_place(const std::string& folder, const Shard& shard) {
  constexpr std::uint32_t kMostInOne = 5000;
  constexpr std::uint32_t kParts = 100;
  const std::string place = path_in(folder, "shards");
  return shard.count <= kMostInOne ? place : fmt::format("{}/{:02}", place, shard.index % kParts);
}

std::vector<std::string> list_shards(const std::string& folder) {
  const auto is_part = [](const std::string& path) {
    const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
    return name.size() == 2 && name.find_first_not_of("0123456789") == std::string_view::npos;
  };
  std::vector<std::string> files;
  for (std::string& path : list_folder(path_in(folder, "shards"))) {
    if (!is_part(path)) {
      files.push_back(std::move(path));
      continue;
    }
    std::vector<std::string> part = list_folder(path);
    std::move(part.begin(), part.end(), std::back_inserter(files));
  }
  return files;
}

std::uint64_t restarts_of_attempt(std::string_view file) {
  std::string_view name = file.substr(file.rfind('/') + 1);
  for (int skipped = 0; skipped < 2; ++skipped) {  // K-of-N, JOB
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return 0;
    name.remove_prefix(dot + 1);
  }
  return take_number<std::uint32_t>(name).value_or(0);
}

std::optional<AttemptFacts> read_attempt_facts(const std::string& file) {
  const std::optional<Shard> shard = shard_of_attempt(file);
  LineFileReader reader(file);
  StoredLine line;
  if (!shard || !reader.next(line) || !line_trouble(line, *shard).empty()) return std::nullopt;
  AttemptFacts facts = facts_of(line.text, *shard);
  facts.session.attempts.emplace(random_of_attempt(file), 0);
  line = last_line(reader);
  if (!line_trouble(line, *shard).empty() || !has_schema(line.text, kEndSchema)) return facts;
  const AttemptEnd end = end_of(line.text);
  facts.session.ended = end.ended;
  facts.session.attempts.begin()->second = core_seconds_of(facts);
  facts.reason = end.reason;
  facts.games = end.games;
  facts.voids = end.voids;
  return facts;
}

bool AttemptFacts::has_told_nothing() const { return is_refusal(reason) && games + voids == 0; }

namespace {

[[noreturn]] void refuse_attempt(const std::string& file, std::string_view what, const std::string& here,
                                 const std::string& there) {
  throw UsageError(
      fmt::format("{}: is an attempt at something else than its folder's manifest names ({} is {}, there {}), so it "
                  "cannot be joined; move it out of the folder",
                  file, what, here, there));
}

}  // namespace

std::string file_and_node(const std::string& file) {
  if (!shard_of_attempt(file)) return file;
  const std::optional<AttemptFacts> facts = read_attempt_facts(file);
  return facts && !facts->node.empty() ? fmt::format("{} (node {})", file, terminal_token(facts->node, 64)) : file;
}

void check_attempt(const std::string& file, const AttemptFacts& facts, const Manifest& manifest) {
  if (facts.has_told_nothing()) return;
  const bool is_known = facts.config_hash == manifest.attempts_hash() ||
                        std::ranges::find(manifest.earlier_hashes, facts.config_hash) != manifest.earlier_hashes.end();
  if (!is_known) refuse_attempt(file, "config_hash", facts.config_hash, manifest.attempts_hash());
  check_inputs_of_attempt(file, facts, manifest);
}

void check_inputs_of_attempt(const std::string& file, const AttemptFacts& facts, const Manifest& manifest) {
  if (facts.has_told_nothing()) return;
  if (!facts.inputs.book_hash.empty() && facts.inputs.book_hash != manifest.inputs.book_hash)
    refuse_attempt(file, "book", facts.inputs.book_hash, manifest.inputs.book_hash);
  for (const auto& [player, network] : facts.inputs.networks) {
    const auto known = manifest.inputs.networks.find(player);
    if (known != manifest.inputs.networks.end() && known->second != network)
      refuse_attempt(file, "the network of " + player, network, known->second);
  }
}

LineFileState read_attempt(const std::string& file, std::string_view schema, const TakeLine& take) {
  LineFileState state;
  const Trust trust = trust_of(file, shard_of_attempt(file).value_or(Shard{}), schema, state.warning);
  state.others = trust.others;
  LineFileReader reader(file);
  StoredLine line;
  while (reader.next(line) && line.number <= trust.lines) {
    if (line.number == 1 || !has_schema(line.text, schema)) continue;
    try {
      take(line.text, line.number);
    } catch (const UsageError& error) {
      state.warning =
          fmt::format("{}:{}: {}; this line and all behind it are left out", reader.file(), line.number, error.what());
      break;
    }
  }
  return state;
}

AttemptWriter::AttemptWriter(const std::string& folder, const AttemptFacts& facts, std::string what)
    : lines_(new_attempt_path(folder, *facts.session.shard), std::move(what), kAttemptSync) {
  lines_.append(head_line(facts));
}

void AttemptWriter::append(std::string_view object, bool is_void) {
  lines_.append(object);
  hash_.add(with_checksum(object) + '\n');
  ++(is_void ? voids_ : games_);
}

void AttemptWriter::finish(std::string_view reason, std::string_view ended) {
  const AttemptEnd end{games_, voids_, hash_.hex(), std::string(reason), std::string(ended)};
  lines_.append(dump_json(json_of_record(kEndSchema, end, kEndFields)));
  lines_.close();
}

}  // namespace rootward
