// For the layer check's own test: services must not know products.
#include "experiments/tuning/config.h"
