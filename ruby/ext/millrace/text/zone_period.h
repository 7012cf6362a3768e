#ifndef MILLRACE_ZONE_PERIOD_H
#define MILLRACE_ZONE_PERIOD_H

#include "inquiry.h"

/*
 * Finds the offset of a time zone at an instant, in seconds since 1970. Active Support needs longer for this than for all
 * other steps of writing a time, so the profile caches a few periods of the last time zone.
 *
 * Returns false if the zone is not a plain ActiveSupport::TimeZone.
 */
bool zone_period_find(Inquiry *inquiry, VALUE zone, int64_t seconds, ZonePeriod *period);

/* A Time in UTC. */
VALUE time_in_utc(int64_t seconds, long nanoseconds);

/* Whether Active Support writes times of a zone with this abbreviation with a Z. */
bool zone_name_is_utc(VALUE name);

#endif
