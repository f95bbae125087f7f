# Reports as HTML pages.
set(REPORT_SOURCES
  report/html.cpp
  report/report.cpp
  report/tournament_section.cpp)
