// The pool: order, batches that end early, exceptions, threads that cannot be had.
#include "lab/arena/pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <latch>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "lab/arena/parallel_for.h"

namespace rootward {
namespace {

struct Sum : PoolJob {
  int a = 0;
  int b = 0;
};
using SumPool = Pool<Sum, int>;

constexpr std::chrono::milliseconds kPatience{20};

void add_up(SumPool::Feed& feed, std::size_t) {
  while (const std::optional<Sum> job = feed.next(0)) feed.finished(0, job->a + job->b);
}

Sum sum_of(int a, std::uint32_t index) {
  Sum job;
  job.a = a;
  job.b = static_cast<int>(index);
  return job;
}

/// Everything that comes out until the pool is done.
std::vector<SumPool::Event> all_of(SumPool& pool) {
  std::vector<SumPool::Event> all;
  while (!pool.is_done())
    for (SumPool::Event& event : pool.collect(kPatience)) all.push_back(std::move(event));
  return all;
}

TEST(Pool, ServesTheLowestPriorityNumberFirstAndTellsBatchAndIndex) {
  SumPool pool(1, add_up);
  for (const std::uint32_t batch : {7U, 3U})
    pool.open(batch, [batch](std::uint32_t index) { return sum_of(static_cast<int>(10 * batch), index); });
  const std::vector<Ticket> tickets = {{2, 7, 0}, {1, 7, 1}, {2, 3, 0}, {1, 3, 5}, {1, 99, 0}};
  pool.add(tickets);
  std::vector<std::tuple<std::uint32_t, std::uint32_t, int>> order;
  for (const SumPool::Event& event : all_of(pool)) order.emplace_back(event.batch, event.index, event.result.value());
  const std::vector<std::tuple<std::uint32_t, std::uint32_t, int>> wanted = {
      {3, 5, 35}, {7, 1, 71}, {3, 0, 30}, {7, 0, 70}};
  EXPECT_EQ(order, wanted);
}

TEST(Pool, WithdrawnJobsAreNotDoneAndThoseThatHaveBegunAre) {
  std::latch has_begun(1);
  std::latch may_go_on(1);
  SumPool pool(1, [&](SumPool::Feed& feed, std::size_t) {
    while (const std::optional<Sum> job = feed.next(0)) {
      if (job->index == 0) {
        has_begun.count_down();
        may_go_on.wait();
      }
      feed.finished(0, job->a + job->b);
    }
  });
  pool.open(7, [](std::uint32_t index) { return sum_of(70, index); });
  pool.add(std::vector<Ticket>{{0, 7, 0}, {1, 7, 1}, {1, 7, 2}, {2, 7, 3}});
  has_begun.wait();
  pool.withdraw({{7, 0}, {7, 1}, {7, 2}, {9, 1}});
  may_go_on.count_down();
  std::vector<int> results;
  for (const SumPool::Event& event : all_of(pool)) results.push_back(event.result.value());
  EXPECT_EQ(results, (std::vector<int>{70, 73}));
}

TEST(Pool, AThreadTakesCompanyAndThenHelpsTheOthers) {
  constexpr int kOthers = 5;
  std::latch are_done(kOthers);
  std::mutex mutex;
  std::vector<std::uint32_t> order;
  SumPool pool(
      2,
      [&](SumPool::Feed& feed, std::size_t) {
        while (const std::optional<Sum> job = feed.next(0)) {
          if (job->index == 0) {
            are_done.wait();
          } else {
            const std::lock_guard lock(mutex);
            order.push_back(job->index);
            are_done.count_down();
          }
          feed.finished(0, job->b);
        }
      },
      {}, [](const Ticket& first, const Ticket& second) { return first.priority == second.priority; });
  pool.open(0, [](std::uint32_t index) { return sum_of(0, index); });
  pool.add(std::vector<Ticket>{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {1, 0, 3}, {1, 0, 4}, {1, 0, 5}});
  EXPECT_EQ(all_of(pool).size(), 6U);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{3, 4, 5, 2, 1})) << "its own, then the last that the other has";
}

TEST(Pool, WithdrawnAndCancelledJobsGoFromWhatIsSetAsideToo) {
  std::latch has_begun(1);
  std::latch may_go_on(1);
  SumPool pool(
      1,
      [&](SumPool::Feed& feed, std::size_t) {
        while (const std::optional<Sum> job = feed.next(0)) {
          if (job->index == 0) {
            has_begun.count_down();
            may_go_on.wait();
          }
          feed.finished(0, job->b);
        }
      },
      {}, [](const Ticket&, const Ticket&) { return true; });
  for (const std::uint32_t batch : {7U, 8U}) pool.open(batch, [](std::uint32_t index) { return sum_of(0, index); });
  pool.add(std::vector<Ticket>{{0, 7, 0}, {0, 7, 1}, {0, 8, 2}, {0, 8, 3}, {1, 7, 4}});
  has_begun.wait();
  pool.withdraw({{7, 1}});
  pool.cancel(8);
  may_go_on.count_down();
  std::vector<int> results;
  for (const SumPool::Event& event : all_of(pool)) results.push_back(event.result.value());
  EXPECT_EQ(results, (std::vector<int>{0, 4}));
}

TEST(Pool, DoesEveryJobOnceOnAnyNumberOfThreads) {
  constexpr std::uint32_t kJobs = 500;
  std::vector<Ticket> tickets;
  for (std::uint32_t i = 0; i < kJobs; ++i) tickets.push_back({0, 0, i});
  for (const std::size_t threads : {1U, 3U, 8U}) {
    SumPool pool(threads, add_up);
    pool.open(0, [](std::uint32_t index) { return sum_of(0, index); });
    pool.add(tickets);
    std::vector<int> seen(kJobs, 0);
    for (const SumPool::Event& event : all_of(pool)) ++seen.at(static_cast<std::size_t>(event.result.value()));
    EXPECT_EQ(seen, std::vector<int>(kJobs, 1)) << threads << " threads";
  }
}

TEST(Pool, ACancelledBatchEndsAndTheOthersGoOn) {
  std::latch has_begun(1);
  SumPool pool(1, [&](SumPool::Feed& feed, std::size_t) {
    while (const std::optional<Sum> job = feed.next(0)) {
      if (job->batch == 1) {
        has_begun.count_down();
        while (!job->stop()) std::this_thread::yield();
        continue;
      }
      feed.finished(0, job->b);
    }
  });
  for (const std::uint32_t batch : {1U, 2U}) pool.open(batch, [](std::uint32_t index) { return sum_of(0, index); });
  const std::vector<Ticket> tickets = {{1, 1, 0}, {1, 1, 1}, {2, 2, 4}};
  pool.add(tickets);
  has_begun.wait();
  EXPECT_FALSE(pool.is_done());
  pool.cancel(1);
  const std::vector<SumPool::Event> events = all_of(pool);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].batch, 2U);
  EXPECT_EQ(events[0].result, 4);
}

TEST(Pool, StartsNoMoreThenDropsWhatIsUnderWay) {
  std::latch has_begun(1);
  SumPool pool(1, [&](SumPool::Feed& feed, std::size_t) {
    while (const std::optional<Sum> job = feed.next(0)) {
      has_begun.count_down();
      while (!job->stop()) std::this_thread::yield();
    }
  });
  pool.open(0, [](std::uint32_t index) { return sum_of(0, index); });
  const std::vector<Ticket> tickets = {{0, 0, 0}, {0, 0, 1}};
  pool.add(tickets);
  has_begun.wait();
  const StopRequest stop{.is_made = [] { return true; }, .grace = kPatience};
  int results = 0;
  serve_pool(
      pool, stop, [&](SumPool::Event&) { ++results; }, [] {});
  EXPECT_EQ(results, 0);
  EXPECT_TRUE(pool.is_idle());
}

/// Where the end is near, what is under way may be finished, for a while.
TEST(Pool, WindsDownWithMorePatienceThanAStopHas) {
  using namespace std::chrono_literals;
  for (const bool is_in_time : {true, false}) {
    std::atomic<bool> has_begun = false;
    SumPool pool(1, [&](SumPool::Feed& feed, std::size_t) {
      while (const std::optional<Sum> job = feed.next(0)) {
        has_begun = true;
        const auto start = std::chrono::steady_clock::now();
        while (!job->stop() && std::chrono::steady_clock::now() - start < 300ms) std::this_thread::yield();
        if (!job->stop()) feed.finished(0, 1);
      }
    });
    pool.open(0, [](std::uint32_t index) { return sum_of(0, index); });
    const std::vector<Ticket> tickets = {{0, 0, 0}, {0, 0, 1}};
    pool.add(tickets);
    const StopRequest stop{.is_made = [] { return false; },
                           .grace = 0ms,
                           .is_near = [&has_begun] { return has_begun.load(); },
                           .wind_down = is_in_time ? 20s : 0s};
    int results = 0;
    serve_pool(
        pool, stop, [&](SumPool::Event&) { ++results; }, [] {});
    EXPECT_EQ(results, is_in_time ? 1 : 0);
  }
}

TEST(Pool, AReviewedResultCanBeDoneOnceMoreOrEndItsBatch) {
  int times = 0;
  SumPool pool(1, add_up, [&](const Ticket& ticket, const int&) {
    if (ticket.index != 0) return Verdict::done;
    return ++times < 3 ? Verdict::once_more : Verdict::end_batch;
  });
  pool.open(0, [](std::uint32_t index) { return sum_of(0, index); });
  const std::vector<Ticket> tickets = {{1, 0, 0}, {2, 0, 1}};
  pool.add(tickets);
  const std::vector<SumPool::Event> events = all_of(pool);
  ASSERT_EQ(events.size(), 3U) << "job 1 is of a batch that has ended";
  EXPECT_EQ(events.back().verdict, Verdict::end_batch);
}

TEST(Pool, AnExceptionEndsItsBatchAndIsToldOnce) {
  SumPool pool(2, [](SumPool::Feed& feed, std::size_t) {
    while (const std::optional<Sum> job = feed.next(0)) {
      if (job->batch == 1) throw std::runtime_error("broken");
      feed.finished(0, job->b);
    }
  });
  for (const std::uint32_t batch : {1U, 2U}) pool.open(batch, [](std::uint32_t index) { return sum_of(0, index); });
  std::vector<Ticket> tickets;
  for (std::uint32_t i = 0; i < 20; ++i) {
    tickets.push_back({i, 1, i});
    tickets.push_back({i, 2, i});
  }
  pool.add(tickets);
  int failures = 0;
  int results = 0;
  for (const SumPool::Event& event : all_of(pool)) {
    results += event.result ? 1 : 0;
    if (!event.failure) continue;
    ++failures;
    EXPECT_EQ(event.batch, 1U);
    EXPECT_THROW(std::rethrow_exception(event.failure), std::runtime_error);
  }
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(results, 20);
}

TEST(Pool, AnExceptionOfNoBatchIsThrownToTheOwner) {
  SumPool pool(1, [](SumPool::Feed&, std::size_t) { throw std::runtime_error("no evaluator"); });
  pool.open(0, [](std::uint32_t index) { return sum_of(0, index); });
  const std::vector<Ticket> tickets = {{0, 0, 0}};
  pool.add(tickets);
  EXPECT_THROW((void)all_of(pool), std::runtime_error);
}

/// Runs `body` in a process that may have a few threads more and no memory for others, and ends with its answer.
template <class Body>
[[noreturn]] void exit_with_little_room(Body body) {
  std::size_t pages = 0;
  std::FILE* statm = std::fopen("/proc/self/statm", "r");
  const bool is_read = statm != nullptr && std::fscanf(statm, "%zu", &pages) == 1;
  constexpr rlim_t kRoom = rlim_t{100} << 20U;  // a thread's stack takes 8 MiB
  const rlim_t limit = pages * 4096 + kRoom;
  const rlimit room{.rlim_cur = limit, .rlim_max = limit};
  if (!is_read || ::setrlimit(RLIMIT_AS, &room) != 0) std::_Exit(9);
  std::_Exit(body() ? 0 : 1);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Pool, GoesOnWithTheThreadsThatCouldBeStarted) {
  EXPECT_EXIT(exit_with_little_room([] {
                SumPool pool(200, add_up);
                pool.open(0, [](std::uint32_t index) { return sum_of(0, index); });
                const std::vector<Ticket> tickets = {{0, 0, 1}, {0, 0, 2}};
                pool.add(tickets);
                return all_of(pool).size() == 2 && pool.threads() > 0 && pool.threads() < 200 &&
                       pool.shortage().find("of 200 threads could be started") != std::string::npos;
              }),
              ::testing::ExitedWithCode(0), "");
}

TEST(ParallelFor, GoesOnWithTheThreadsThatCouldBeStarted) {
  EXPECT_EXIT(exit_with_little_room([] {
                std::atomic<int> done{0};
                parallel_for(
                    500, 200, [] { return 0; }, [&](int, std::size_t) { ++done; });
                return done == 500;
              }),
              ::testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace rootward
