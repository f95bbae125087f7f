// games.done: what the joined file holds, so that nobody need read it all, nor the attempts whose lines are in it.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rootward {

struct RecordFiles;

/// By place: whether the joined file has that record.
using DonePlaces = std::vector<bool>;

/// Joined::meaning of places that this text fixes; never 0.
std::size_t meaning_of(std::string_view text);

/// What a merge has put into the joined file.
struct Joined {
  std::size_t meaning = 0;           ///< of places; 0 = they mean nothing
  DonePlaces places{};               ///< as GamePlaces counts
  std::set<std::string> attempts{};  ///< names of files in shards/ that had ended, and of which every line is there
};

/// "games.done" in the folder.
std::string done_path(const std::string& folder, const RecordFiles& files);
/// Nothing where there is none, or where the joined file has another size than the one it tells of: that and all
/// attempts are to be read then. What cannot be read counts as not there.
std::optional<Joined> read_joined(const std::string& folder, const RecordFiles& files);
/// Its places, where they mean this.
std::optional<DonePlaces> read_done_places(const std::string& folder, const RecordFiles& files, std::size_t meaning);
/// Of the joined file as it stands; atomic. Throws RunError.
void write_joined(const std::string& folder, const RecordFiles& files, const Joined& joined);

}  // namespace rootward
