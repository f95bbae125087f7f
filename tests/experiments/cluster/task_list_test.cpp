// Numbers of tasks as schedulers write them.
#include "experiments/cluster/task_list.h"

#include <gtest/gtest.h>

namespace rootward::cluster {
namespace {

TEST(TaskList, JoinsNeighbours) {
  EXPECT_EQ(task_list({}), "");
  EXPECT_EQ(task_list({3}), "3");
  EXPECT_EQ(task_list({3, 17, 40, 41, 42, 43, 44}), "3,17,40-44");
  EXPECT_EQ(task_list({1, 2}), "1-2");
  EXPECT_EQ(task_list({1, 2, 3, 9}), "1-3,9");
  EXPECT_EQ(task_list({1, 3, 5, 6}), "1,3,5-6");
}

}  // namespace
}  // namespace rootward::cluster
