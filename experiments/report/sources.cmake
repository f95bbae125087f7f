# Reports as HTML pages.
set(REPORT_SOURCES
  report/html.cpp
  report/plots.cpp
  report/report.cpp
  report/sweep_figure.cpp
  report/tournament_section.cpp)
