// Numbers of tasks, written and read.
#include "experiments/cluster/task_list.h"

#include <gtest/gtest.h>

#include "core/errors.h"

namespace rootward::cluster {
namespace {

TEST(TaskList, JoinsNeighbours) {
  EXPECT_EQ(task_list({}), "");
  EXPECT_EQ(task_list({3}), "3");
  EXPECT_EQ(task_list({3, 17, 40, 41, 42, 43, 44}), "3,17,40-44");
  EXPECT_EQ(task_list({1, 2}), "1-2");
}

TEST(TaskList, IsReadBack) {
  for (const TaskSet& tasks : {TaskSet{}, TaskSet{7}, TaskSet{1, 2, 3, 9}, TaskSet{1, 3, 5, 6}})
    EXPECT_EQ(parse_task_list(task_list(tasks)), tasks);
}

TEST(TaskList, RefusesWhatItDoesNotWrite) {
  for (const char* text : {"x", "3-", "5-3", "1,,2", "-4", "1 2", "1-99999999999"})
    EXPECT_THROW((void)parse_task_list(text), UsageError) << text;
}

}  // namespace
}  // namespace rootward::cluster
