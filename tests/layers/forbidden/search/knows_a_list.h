// A header that knows the list of the operators.
#include "search/roots/roots.def"
