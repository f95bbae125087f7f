// Moved to core/game_state.h.
#pragma once
#include "core/game_state.h"
