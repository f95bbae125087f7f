// Who sits, and who asks.
#include "lab/arena/seats.h"

#include <chrono>

namespace rootward {

bool Seats::begin(std::size_t run, const std::function<bool()>& stop) {
  constexpr std::chrono::milliseconds kPatience{50};  // between two looks for a stop
  std::unique_lock lock(mutex_);
  while (!is_closed_ && !stop()) {
    if (next_ == run && taken_ < count_ && busy_.empty()) {
      ++next_;
      under_way_.insert(run);
      busy_.insert(run);
      return true;
    }
    news_.wait_for(lock, kPatience);
  }
  return false;
}

void Seats::end(std::size_t run) {
  const std::lock_guard lock(mutex_);
  under_way_.erase(run);
  busy_.erase(run);
  ask_no_more(run);
  news_.notify_all();
}

void Seats::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  news_.notify_all();
}

void Seats::tell_work(std::size_t run, bool is_there) {
  const std::lock_guard lock(mutex_);
  if (is_there) {
    busy_.insert(run);
    return;
  }
  busy_.erase(run);
  ask_no_more(run);
  news_.notify_all();
}

bool Seats::sit(std::size_t run) {
  const std::lock_guard lock(mutex_);
  const bool is_free = taken_ < count_ && (asking_.empty() || *asking_.begin() >= run);
  if (is_free) {
    ++taken_;
    ask_no_more(run);
  } else if (asking_.insert(run).second) {
    first_asking_ = *asking_.begin();
  }
  return is_free;
}

void Seats::rise() {
  const std::lock_guard lock(mutex_);
  --taken_;
  news_.notify_all();
}

bool Seats::is_first(std::size_t run) const {
  const std::lock_guard lock(mutex_);
  return under_way_.empty() || *under_way_.begin() >= run;
}

void Seats::ask_no_more(std::size_t run) {
  asking_.erase(run);
  first_asking_ = asking_.empty() ? ~std::size_t{0} : *asking_.begin();
}

}  // namespace rootward
