// Connect Four, all of it: the rules and the two board classes; fits_small(rules) says which one to take.
#pragma once

#include "games/connect4_large.h"
#include "games/connect4_rules.h"
#include "games/connect4_small.h"
