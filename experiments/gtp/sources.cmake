# The Go Text Protocol, relative to experiments/.
set(GTP_SOURCES
  gtp/analysis_commands.cpp
  gtp/board_commands.cpp
  gtp/engine_kinds.cpp
  gtp/engine_player.cpp
  gtp/gtp_client.cpp
  gtp/gtp_clock.cpp
  gtp/gtp_engine.cpp
  gtp/gtp_input.cpp
  gtp/gtp_session.cpp
  gtp/gtp_text.cpp
  gtp/gtp_vertex.cpp
  gtp/handicap.cpp
  gtp/play_commands.cpp
  gtp/rules_commands.cpp)
