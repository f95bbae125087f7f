# Figures as SVG and CSV.
set(PLOT_SOURCES
    plot/figure_csv.cpp
    plot/figure_svg.cpp
    plot/palette.cpp
    plot/panel_svg.cpp
    plot/svg_text.cpp
    plot/ticks.cpp)
