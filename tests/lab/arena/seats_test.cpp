// Runs that share threads: never more at work than seats, the earliest run first, nobody asleep beside a free seat.
#include "lab/arena/seats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <thread>

#include "lab/arena/parallel_for.h"
#include "lab/arena/pool.h"

namespace rootward {
namespace {

struct Nap : PoolJob {};
using NapPool = Pool<Nap, int>;

bool goes_on() { return false; }

/// A run of so many jobs, each of a millisecond, on two threads at most; counts who is at work.
struct Naps {
  std::atomic<int> at_work{0}, most{0};

  void run(const SeatsOfRun& seats, std::uint32_t jobs) {
    const auto work = [this](NapPool::Feed& feed, std::size_t) {
      while (feed.next(0)) {
        const int now = ++at_work;
        for (int known = most; known < now && !most.compare_exchange_weak(known, now);) continue;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        --at_work;
        feed.finished(0, 1);
      }
    };
    NapPool pool(2, work, {}, {}, seats);
    pool.open(0, [](std::uint32_t) { return Nap{}; });
    std::vector<Ticket> tickets;
    for (std::uint32_t i = 0; i < jobs; ++i) tickets.push_back({.index = i});
    pool.add(tickets);
    std::size_t done = 0;
    while (!pool.is_done()) done += pool.collect(std::chrono::milliseconds(20)).size();
    EXPECT_EQ(done, jobs);
  }
};

TEST(Seats, NoMoreWorkThanThereAreAndAllWorkIsDone) {
  for (const std::size_t count : {1U, 2U, 3U}) {
    Seats seats(count);
    Naps naps;
    parallel_for(
        6, 4, [] { return 0; },
        [&](int, std::size_t i) {
          const SeatedRun run(seats, i, goes_on);
          ASSERT_TRUE(run.has_begun());
          naps.run(run.seats(), i == 2 ? 0 : 21);
        });
    EXPECT_LE(naps.most, static_cast<int>(count));
  }
}

TEST(Seats, ALaterRunBeginsWhereAThreadIsIdleAndNotBefore) {
  Seats seats(2);
  const auto begins = [&] {
    int looks = 0;
    return seats.begin(1, [&] { return ++looks > 2; });
  };
  const SeatedRun first(seats, 0, goes_on);
  EXPECT_FALSE(begins()) << "the first is setting up";
  seats.tell_work(0, true);
  ASSERT_TRUE(seats.sit(0));
  EXPECT_FALSE(begins()) << "its second thread is to have the other seat";
  ASSERT_TRUE(seats.sit(0));
  seats.tell_work(0, false);
  EXPECT_FALSE(begins()) << "all seats are taken";
  seats.rise();
  ASSERT_TRUE(begins());
  EXPECT_TRUE(seats.is_first(0));
  EXPECT_FALSE(seats.is_first(1));
  EXPECT_TRUE(seats.sit(1));
  EXPECT_FALSE(seats.is_asked_for(1));
  seats.tell_work(0, true);
  EXPECT_FALSE(seats.sit(0)) << "both are taken";
  EXPECT_TRUE(seats.is_asked_for(1)) << "so the later run is to get up";
  EXPECT_FALSE(seats.is_asked_for(0));
  seats.rise();
  EXPECT_FALSE(seats.sit(1)) << "the earlier run asks";
  seats.tell_work(0, false);
  EXPECT_TRUE(seats.sit(1)) << "its work is gone";
  seats.end(1);
}

TEST(Seats, ALaterRunGetsUpForAnEarlierOne) {
  Seats seats(1);
  std::latch later_works(1);
  std::atomic<int> later_done{0};
  std::atomic<bool> is_earlier_done{false};
  const SeatedRun first(seats, 0, goes_on);
  seats.tell_work(0, false);
  std::thread later([&] {
    const SeatedRun second(seats, 1, goes_on);
    const auto work = [&](NapPool::Feed& feed, std::size_t) {
      while (feed.next(0)) {
        if (later_done == 0) later_works.count_down();
        while (later_done == 0 && !seats.is_asked_for(1)) std::this_thread::yield();
        EXPECT_TRUE(later_done == 0 || is_earlier_done) << "its second job waits for the earlier run";
        ++later_done;
        feed.finished(0, 1);
      }
    };
    NapPool pool(1, work, {}, {}, second.seats());
    pool.open(0, [](std::uint32_t) { return Nap{}; });
    pool.add(std::vector<Ticket>{{.index = 0}, {.index = 1}, {.index = 2}});
    while (!pool.is_done()) (void)pool.collect(std::chrono::milliseconds(20));
  });
  later_works.wait();
  {
    const auto work = [&](NapPool::Feed& feed, std::size_t) {
      while (feed.next(0)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        is_earlier_done = true;
        feed.finished(0, 1);
      }
    };
    NapPool pool(1, work, {}, {}, first.seats());
    pool.open(0, [](std::uint32_t) { return Nap{}; });
    pool.add(std::vector<Ticket>{{.index = 0}});
    while (!pool.is_done()) (void)pool.collect(std::chrono::milliseconds(20));
  }
  later.join();
  EXPECT_EQ(later_done, 3);
}

TEST(Seats, AStopEndsTheWaitAndThoseBehind) {
  Seats seats(1);
  std::atomic<bool> stops{false};
  const SeatedRun first(seats, 0, goes_on);
  std::atomic<int> begun{0};
  std::vector<std::thread> others;
  for (std::size_t run = 1; run < 4; ++run)
    others.emplace_back([&, run] { begun += SeatedRun(seats, run, [&] { return stops.load(); }).has_begun() ? 1 : 0; });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  stops = true;
  for (std::thread& other : others) other.join();
  EXPECT_EQ(begun, 0);
}

TEST(Seats, NoRunBeginsBehindOneThatFailed) {
  Seats seats(2);
  const SeatedRun first(seats, 0, goes_on);
  seats.tell_work(0, false);
  seats.close();
  EXPECT_FALSE(SeatedRun(seats, 1, goes_on).has_begun());
}

}  // namespace
}  // namespace rootward
