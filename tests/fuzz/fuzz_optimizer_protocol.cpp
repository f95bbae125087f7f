// Fuzz target: a conversation with the optimizer, and its state; every line gets one reply that is JSON.
#include <nlohmann/json.hpp>
#include <string>

#include "core/errors.h"
#include "optimizer/session.h"
#include "optimizer/state_file.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  using rootward::optimizer::Session;
  Session session({.seed = 1});
  for (int lines = 0; lines < 8 && !text.empty(); ++lines) {
    const std::size_t end = text.find('\n');
    const std::string reply = session.reply(text.substr(0, end));
    require(reply.find('\n') == std::string::npos, "a reply is one line");
    require(nlohmann::json::parse(reply).is_object(), "a reply is an object");
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  try {
    const auto optimizer = optimizer::read_state(text, "fuzz");
    require(!optimizer::state_text(optimizer).empty(), "a state that was read can be written");
  } catch (const UsageError&) {
    return;
  }
}
