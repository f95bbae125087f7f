// For the layer check's own test: includes start at the repository's root.
#include "tree.h"
