# The statistics' sources, relative to core/.
set(STATISTICS_SOURCES
    statistics/beta.cpp
    statistics/binomial.cpp
    statistics/bootstrap.cpp
    statistics/bradley_terry.cpp
    statistics/elo.cpp
    statistics/match_score.cpp
    statistics/multiplicity.cpp
    statistics/normal.cpp
    statistics/planning.cpp
    statistics/sprt.cpp
    statistics/sprt_length.cpp
    statistics/two_proportions.cpp)
