# Game records in SGF, relative to experiments/.
set(SGF_SOURCES sgf/game_sgf.cpp sgf/records.cpp sgf/sgf_moves.cpp sgf/sgf_text.cpp)
