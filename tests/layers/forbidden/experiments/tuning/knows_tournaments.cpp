// For the layer check's own test: a product must not know another.
#include "experiments/tournament/schedule.h"
