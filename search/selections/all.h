// Every selection rule.
#pragma once

#include "search/selections/boltzmann.h"
#include "search/selections/gaussian.h"
#include "search/selections/improved_policy.h"
#include "search/selections/polynomial.h"
#include "search/selections/puct.h"
#include "search/selections/regularized.h"
#include "search/selections/thompson.h"
#include "search/selections/ucb1.h"
#include "search/selections/uct.h"
#include "search/selections/uct_scaled.h"
#include "search/selections/uniform.h"
