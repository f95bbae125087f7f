// For the layer check's own test: a header for all games must not bring one of them.
#include "games/hex.h"
