// A pool of threads that pull jobs of many batches; what comes out goes back to one thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <compare>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/source.h"
#include "lab/arena/seats.h"
#include "lab/arena/thread_team.h"

namespace rootward {

/// What every job carries beside what it is; the pool fills it in.
struct PoolJob {
  std::uint32_t batch = 0;
  std::uint32_t index = 0;     ///< within the batch, as its adder counts
  std::function<bool()> stop;  ///< true: the job is to end without a result
};

/// A job that waits. Those of the lowest priority number go first, then by batch and index.
struct Ticket {
  std::uint32_t priority = 0;
  std::uint32_t batch = 0;
  std::uint32_t index = 0;
  friend auto operator<=>(const Ticket&, const Ticket&) = default;  // NOLINT(modernize-use-nullptr): it compares to 0
};

/// What follows from a result.
enum class Verdict : std::uint8_t {
  done,
  once_more,  ///< the same thread does it again before all that wait
  end_batch   ///< as cancel()
};

/// What came out of the pool: a job's result, or the exception that ended a batch (told once).
template <class Result>
struct PoolEvent {
  std::uint32_t batch = 0;
  std::uint32_t index = 0;
  Verdict verdict = Verdict::done;
  std::optional<Result> result{};
  std::exception_ptr failure{};  ///< set where there is no result
};

/// Job is a PoolJob. One thread, the owner, may call its functions; wake() is for any.
template <class Job, class Result>
class Pool {
 public:
  using Feed = Source<Job, Result>;
  using Event = PoolEvent<Result>;
  /// What a thread does while jobs wait: takes them from the feed until there are no more. `share`: as many as it may
  /// expect. A job that its `stop` ended has no result: next() follows without finished().
  using Work = std::function<void(Feed& feed, std::size_t share)>;
  /// Makes a batch's job; any thread.
  using Make = std::function<Job(std::uint32_t index)>;
  /// Judges a result before its thread takes another job; one call at a time. It must not call the pool.
  using Review = std::function<Verdict(const Ticket& ticket, const Result& result)>;

  /// Whether the thread that takes the first job takes the second too, which comes next in order: what it remembers of
  /// one serves the other.
  using Company = std::function<bool(const Ticket& first, const Ticket& second)>;

  /// Starts the threads, or as many as can be had. Throws RunError where there is none. Without `review` every result
  /// is done. Without `company` jobs are taken one by one; with it, a thread that finds no more of them takes over the
  /// last that another has set aside. A thread works where it has a seat, and looks for one before it takes jobs and
  /// after each.
  explicit Pool(std::size_t threads, Work work, Review review = {}, Company company = {}, const SeatsOfRun& seats = {})
      : work_(std::move(work)),
        review_(std::move(review)),
        company_(std::move(company)),
        seats_(seats),
        team_(threads, [this] { run(); }) {
    if (team_.size() == 0) throw RunError(team_.shortage());
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  /// Drops the jobs under way.
  ~Pool() {
    drop();
    {
      const std::lock_guard lock(mutex_);
      is_ending_ = true;
    }
    has_work_.notify_all();
    team_.join();
  }

  /// A batch lives until it is cancelled or fails. Its number is used once.
  void open(std::uint32_t batch, Make make) {
    const std::lock_guard lock(mutex_);
    batches_[batch] = std::make_shared<Batch>(std::move(make));
  }
  /// Jobs of open batches; those of others are left out.
  void add(std::span<const Ticket> tickets) {
    const std::lock_guard lock(mutex_);
    for (const Ticket& ticket : tickets) queue(ticket);
    tell_work();
    has_work_.notify_all();
  }
  /// Starts no more jobs of the batch and stops those under way; a result may still come. Unknown numbers are ignored.
  void cancel(std::uint32_t batch) {
    const std::lock_guard lock(mutex_);
    forget(batch);
    tell_work();
  }
  /// Drops jobs, each a batch and an index, that have not begun.
  void withdraw(const std::set<std::pair<std::uint32_t, std::uint32_t>>& jobs) {
    const std::lock_guard lock(mutex_);
    const auto is_out = [&](const Ticket& ticket) {
      const auto found = batches_.find(ticket.batch);
      if (found == batches_.end()) return true;
      if (!jobs.contains({ticket.batch, ticket.index})) return false;
      --found->second->waiting;
      --waiting_;
      return true;
    };
    std::vector<Ticket> left;
    for (; !tickets_.empty(); tickets_.pop())
      if (!is_out(tickets_.top())) left.push_back(tickets_.top());
    for (const Ticket& ticket : left) tickets_.push(ticket);
    for (Aside& aside : set_aside_) std::erase_if(aside, is_out);
    tell_work();
    is_woken_ = true;  // the pool may be done now
    has_news_.notify_one();
  }
  /// Waits up to `patience` for events, until wake(), or until nothing is left to do. Throws an exception of a worker
  /// that belongs to no batch.
  std::vector<Event> collect(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    has_news_.wait_for(lock, patience, [this] { return !events_.empty() || is_woken_ || failure_; });
    is_woken_ = false;
    if (failure_ && events_.empty()) std::rethrow_exception(failure_);
    return std::exchange(events_, {});
  }
  void wake() {
    const std::lock_guard lock(mutex_);
    is_woken_ = true;
    has_news_.notify_one();
  }
  /// Starts no more jobs; those under way go on.
  void start_no_more() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    tell_work();
  }
  /// The same, and those under way end without a result.
  void drop() {
    start_no_more();
    *is_dropping_ = true;
  }
  /// No thread works.
  [[nodiscard]] bool is_idle() {
    const std::lock_guard lock(mutex_);
    return idle_ == team_.size();
  }
  /// No thread works, none will before the next add(), and everything was collected.
  [[nodiscard]] bool is_done() {
    const std::lock_guard lock(mutex_);
    return idle_ == team_.size() && (is_closed_ || waiting_ == 0) && events_.empty() && !failure_;
  }
  [[nodiscard]] std::size_t threads() const { return team_.size(); }
  /// See ThreadTeam.
  [[nodiscard]] const std::string& shortage() const { return team_.shortage(); }

 private:
  /// Tickets of one thread.
  using Aside = std::deque<Ticket>;

  struct Batch {
    explicit Batch(Make maker) : make(std::move(maker)) {}
    const Make make;
    std::size_t waiting = 0;
    std::atomic<bool> is_cancelled{false};
  };

  /// One thread's end of the pool.
  class Hand final : public Feed {
   public:
    Hand(Pool& pool, Aside& own) : pool_(pool), own_(own) {}
    std::optional<Job> next(std::size_t slot) override {
      let_go(slot);
      const auto taken = pool_.take(own_);
      if (!taken) return std::nullopt;
      const auto& [ticket, batch] = *taken;
      under_way_.insert_or_assign(slot, ticket);
      Job job = batch->make(ticket.index);
      job.batch = ticket.batch;
      job.index = ticket.index;
      job.stop = [is_dropping = pool_.is_dropping_, own = batch] {
        return is_dropping->load(std::memory_order_relaxed) || own->is_cancelled.load(std::memory_order_relaxed);
      };
      return job;
    }
    void finished(std::size_t slot, Result result) override {
      const Ticket ticket = under_way_.at(slot);
      let_go(slot);
      pool_.tell(ticket, std::move(result), own_);
    }
    [[nodiscard]] const std::map<std::size_t, Ticket>& under_way() const { return under_way_; }
    void let_go_all() {
      while (!under_way_.empty()) let_go(under_way_.begin()->first);
    }

   private:
    void let_go(std::size_t slot) {
      if (under_way_.erase(slot) > 0) pool_.let_go();
    }
    Pool& pool_;
    Aside& own_;
    std::map<std::size_t, Ticket> under_way_;  // by slot
  };

  void run() {
    Aside& own = new_aside();
    Hand hand(*this, own);
    while (const std::size_t share = wait_for_jobs()) {
      try {
        work_(hand, share);
      } catch (...) {
        fail(hand);
      }
      hand.let_go_all();
      put_back(own);
      seats_.rise();
    }
  }

  /// What a thread that gets up has set aside is for whoever sits.
  void put_back(Aside& own) {
    const std::lock_guard lock(mutex_);
    for (const Ticket& ticket : own) tickets_.push(ticket);
    own.clear();
  }

  Aside& new_aside() {
    const std::lock_guard lock(mutex_);
    return set_aside_.emplace_back();
  }

  /// How many jobs a thread may expect; 0: it is to end.
  std::size_t wait_for_jobs() {
    std::unique_lock lock(mutex_);
    ++idle_;
    is_woken_ = true;  // somebody may wait for the last thread to be idle
    has_news_.notify_one();
    for (;;) {
      has_work_.wait(lock, [this] { return is_ending_ || has_jobs(); });
      if (is_ending_ || seats_.sit()) break;
      has_work_.wait_for(lock, kSeatPatience);
    }
    --idle_;
    if (is_ending_) return 0;
    return std::min(waiting_, (waiting_ + under_way_ + team_.size() - 1) / team_.size());
  }

  std::optional<std::pair<Ticket, std::shared_ptr<Batch>>> take(Aside& own) {
    if (seats_.is_asked_for()) return std::nullopt;
    const std::lock_guard lock(mutex_);
    while (!is_closed_ && waiting_ > 0) {
      const Ticket ticket = next_ticket(own);
      const auto found = batches_.find(ticket.batch);
      if (found == batches_.end()) continue;
      --found->second->waiting;
      --waiting_;
      ++under_way_;
      tell_work();
      return std::pair(ticket, found->second);
    }
    return std::nullopt;
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    --under_way_;
  }
  void tell(const Ticket& ticket, Result result, Aside& own) {
    const std::lock_guard lock(mutex_);
    Event event{.batch = ticket.batch, .index = ticket.index};
    if (review_) event.verdict = review_(ticket, result);
    if (event.verdict == Verdict::once_more && note_waiting(ticket)) own.push_front(ticket);
    if (event.verdict == Verdict::end_batch) forget(ticket.batch);
    event.result = std::move(result);
    events_.push_back(std::move(event));
    tell_work();
    has_news_.notify_one();
  }
  // To be called with the mutex held:
  [[nodiscard]] bool has_jobs() const { return !is_closed_ && waiting_ > 0; }
  void tell_work() {
    if (has_jobs() == has_told_work_) return;
    has_told_work_ = has_jobs();
    seats_.tell_work(has_told_work_);
  }
  void queue(const Ticket& ticket) {
    if (note_waiting(ticket)) tickets_.push(ticket);
  }
  /// False where the batch is gone.
  bool note_waiting(const Ticket& ticket) {
    const auto found = batches_.find(ticket.batch);
    if (found == batches_.end()) return false;
    ++found->second->waiting;
    ++waiting_;
    return true;
  }
  /// Some ticket waits, maybe one of a batch that is gone.
  Ticket next_ticket(Aside& own) {
    if (own.empty()) set_aside(own);
    if (!own.empty()) {
      const Ticket first = own.front();
      own.pop_front();
      return first;
    }
    Aside& longest = *std::ranges::max_element(set_aside_, {}, &Aside::size);
    const Ticket last = longest.back();
    longest.pop_back();
    return last;
  }
  /// The next ticket and its company.
  void set_aside(Aside& own) {
    while (!tickets_.empty() && (own.empty() || (company_ && company_(own.back(), tickets_.top())))) {
      own.push_back(tickets_.top());
      tickets_.pop();
    }
  }
  bool forget(std::uint32_t batch) {
    const auto found = batches_.find(batch);
    if (found == batches_.end()) return false;
    found->second->is_cancelled = true;
    waiting_ -= found->second->waiting;
    batches_.erase(found);
    return true;
  }
  /// The exception in flight ends the batches whose jobs this thread has; without any it is nobody's.
  void fail(const Hand& hand) {
    const std::lock_guard lock(mutex_);
    if (hand.under_way().empty()) {
      failure_ = std::current_exception();
      is_closed_ = true;
    }
    try {
      for (const auto& [unused, ticket] : hand.under_way())
        if (forget(ticket.batch))
          events_.push_back({.batch = ticket.batch, .index = ticket.index, .failure = std::current_exception()});
    } catch (...) {  // no memory left to tell with
      failure_ = std::current_exception();
      is_closed_ = true;
    }
    tell_work();
    has_news_.notify_one();
  }

  static constexpr std::chrono::milliseconds kSeatPatience{10};  // between two looks for a seat

  const Work work_;
  const Review review_;
  const Company company_;
  const SeatsOfRun seats_;
  const std::shared_ptr<std::atomic<bool>> is_dropping_ = std::make_shared<std::atomic<bool>>(false);
  std::mutex mutex_;  // guards what follows
  std::condition_variable has_work_;
  std::condition_variable has_news_;
  std::map<std::uint32_t, std::shared_ptr<Batch>> batches_;
  std::priority_queue<Ticket, std::vector<Ticket>, std::greater<>> tickets_;  // also of batches that are gone
  std::list<Aside> set_aside_;                                                // a thread each; of these, too
  std::vector<Event> events_;
  std::size_t waiting_ = 0;    // jobs of open batches
  std::size_t under_way_ = 0;  // jobs that threads have
  std::size_t idle_ = 0;       // threads
  std::exception_ptr failure_;
  bool is_closed_ = false;
  bool is_ending_ = false;
  bool is_woken_ = false;
  bool has_told_work_ = false;  // to the seats
  ThreadTeam team_;
};

/// Who may ask a run to end before its time.
struct StopRequest {
  std::function<bool()> is_made;          ///< true: start no more jobs
  std::chrono::milliseconds grace{2000};  ///< for jobs under way then; those that take longer are dropped
  std::function<bool()> is_near{};        ///< true: start no more jobs, with more patience for those under way
  std::chrono::milliseconds wind_down{0};
};

/// What a stop means for the pool, asked again and again.
class Stopping {
 public:
  explicit Stopping(const StopRequest& stop) : stop_(stop) {}
  void look() {
    const Clock::time_point now = Clock::now();
    if (!made_at_ && stop_.is_made()) made_at_ = now;
    if (!near_at_ && stop_.is_near && stop_.is_near()) near_at_ = now;
    has_begun_ = made_at_ || near_at_;
    is_over_ = (made_at_ && now - *made_at_ > stop_.grace) || (near_at_ && now - *near_at_ > stop_.wind_down);
  }
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  /// What is under way is to be dropped.
  [[nodiscard]] bool is_over() const { return is_over_; }

 private:
  using Clock = std::chrono::steady_clock;
  const StopRequest& stop_;
  std::optional<Clock::time_point> made_at_;
  std::optional<Clock::time_point> near_at_;
  bool has_begun_ = false;
  bool is_over_ = false;
};

/// Serves the pool until it is done: take(event) for each result, and look() many times a second. An exception of a
/// worker is thrown on, after the results before it.
template <class Job, class Result, class Take, class Look>
void serve_pool(Pool<Job, Result>& pool, const StopRequest& stop, Take take, Look look) {
  constexpr std::chrono::milliseconds kPatience{20};  // between two looks for a stop
  Stopping stopping(stop);
  while (!pool.is_done()) {
    for (PoolEvent<Result>& event : pool.collect(kPatience)) {
      if (event.failure) std::rethrow_exception(event.failure);
      take(event);
    }
    look();
    stopping.look();
    if (stopping.has_begun()) pool.start_no_more();
    if (stopping.is_over()) pool.drop();
  }
}

}  // namespace rootward
