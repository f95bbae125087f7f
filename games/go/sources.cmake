# Sources of Go, relative to games/.
set(GO_SOURCES go/coordinates.cpp go/go.cpp go/go_lanes.cpp go/go_text.cpp go/lane_playout.cpp go/lane_playout_avx2.cpp
               go/lane_playout_avx512.cpp go/large_board.cpp go/rules.cpp go/small_board.cpp
               go/small_playout.cpp)
