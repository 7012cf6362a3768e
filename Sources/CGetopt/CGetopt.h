// Swift's own modules for C libraries leave this header out on Linux.
#include <getopt.h>
