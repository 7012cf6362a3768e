#ifndef MILLRACE_ZONE_PERIOD_H
#define MILLRACE_ZONE_PERIOD_H

#include "inquiry.h"

/*
 * The offset of a time zone at an instant, in seconds from 1970 on. Asking Active Support for it takes longer than all
 * else about a time, so a few periods of the last time zone are remembered in the profile.
 *
 * Returns false if the zone is not an ordinary one.
 */
bool zone_period_find(Inquiry *inquiry, VALUE zone, int64_t seconds, ZonePeriod *period);

/* A Time in UTC. */
VALUE time_in_utc(int64_t seconds, long nanoseconds);

/* Whether Active Support writes times of a zone with this abbreviation with a Z. */
bool zone_name_is_utc(VALUE name);

#endif
