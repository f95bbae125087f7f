// For the layer check's own test: what every game is compiled with.
#include "evaluators/knows_a_game.h"
