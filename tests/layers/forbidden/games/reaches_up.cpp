// For the layer check's own test: games must not know the search.
#include "search/tree.h"
