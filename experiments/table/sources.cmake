# The result tables' sources, relative to experiments/.
set(TABLE_SOURCES
    table/checkpoint.cpp
    table/facts.cpp
    table/grids.cpp
    table/grid.cpp
    table/join.cpp
    table/number_text.cpp
    table/opening_key.cpp
    table/pairing_rows.cpp
    table/player_rows.cpp
    table/rating.cpp
    table/render.cpp
    table/render_csv.cpp
    table/render_json.cpp
    table/render_pages.cpp
    table/result_table.cpp
    table/summary.cpp)
