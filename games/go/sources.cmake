# Sources of Go, relative to games/.
set(GO_SOURCES go/chain_area.cpp go/chain_grid.cpp go/coordinates.cpp go/go.cpp go/go_lanes.cpp go/go_text.cpp
               go/lane_playout.cpp go/lane_playout_avx2.cpp go/lane_playout_avx512.cpp go/large_board.cpp
               go/large_playout.cpp go/patterns.cpp go/rules.cpp go/small_board.cpp go/small_playout.cpp
               go/tactical_playout.cpp)
