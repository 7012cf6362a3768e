#include "CAtomicPointer.h"
