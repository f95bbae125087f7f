// rootward.status/1: what is known of any folder, and of its tasks where it has some.
#include "core/json.h"
#include "experiments/watch/folder_watch.h"

namespace rootward::watch {

std::string look_json(const Look& look, const Body* body) {
  Json object = look.tasks_json.empty() ? Json::object() : parse_json(look.tasks_json);
  object["schema"] = "rootward.status/1";
  object["folder"] = look.folder;
  if (look.tasks_json.empty() || !look.kind.empty()) object["kind"] = look.kind.empty() ? Json() : Json(look.kind);
  object["alive"] = look.alive ? parse_json(look.alive->text) : Json(nullptr);
  object["done"] = look.standing.done;
  object["wanted"] = look.standing.wanted ? Json(*look.standing.wanted) : Json(nullptr);
  object["complete"] = look.is_complete();
  object["seconds_left"] = look.seconds_left ? Json(*look.seconds_left) : Json(nullptr);
  if (look.silent) object["last_sign_of_life"] = parse_json(look.silent->text);
  if (!look.problem.empty()) object["problem"] = look.problem;
  const std::string table = body != nullptr ? body->table_json() : "";
  object["table"] = table.empty() ? Json(nullptr) : parse_json(table);
  return dump_json(object);
}

}  // namespace rootward::watch
