#include "text/zone_period.h"

#include <limits.h>
#include <time.h>

VALUE time_in_utc(int64_t seconds, long nanoseconds) {
  struct timespec instant = {.tv_sec = (time_t)seconds, .tv_nsec = nanoseconds};
  return rb_time_timespec_new(&instant, INT_MAX - 1);
}

bool zone_name_is_utc(VALUE name) {
  if (RSTRING_LEN(name) != 3) return false;
  return memcmp(RSTRING_PTR(name), "UTC", 3) == 0 || memcmp(RSTRING_PTR(name), "UCT", 3) == 0;
}

/* When a period begins or ends: nil for never. */
static bool read_transition(VALUE period, const char *name, int64_t *seconds) {
  VALUE transition = rb_funcall(period, rb_intern(name), 0);
  if (NIL_P(transition)) return true;
  VALUE value = rb_funcall(transition, rb_intern("timestamp_value"), 0);
  if (!FIXNUM_P(value)) return false;
  *seconds = FIX2LONG(value);
  return true;
}

static bool ask(Inquiry *inquiry, VALUE zone, int64_t seconds, ZonePeriod *found) {
  VALUE period = rb_funcall(zone, rb_intern("period_for_utc"), 1, time_in_utc(seconds, 0));
  if (RB_SPECIAL_CONST_P(period)) return false;

  *found = (ZonePeriod){.object = period, .from = INT64_MIN, .until = INT64_MAX};
  switch (inquiry_kind(inquiry, period, KIND_NONE)) {
    case KIND_OFFSET_PERIOD: break;
    case KIND_TRANSITIONS_PERIOD:
      if (!read_transition(period, "start_transition", &found->from)) return false;
      if (!read_transition(period, "end_transition", &found->until)) return false;
      break;
    default: return false;
  }
  VALUE offset = rb_funcall(period, rb_intern("observed_utc_offset"), 0);
  VALUE name = rb_funcall(period, rb_intern("abbreviation"), 0);
  if (!FIXNUM_P(offset) || !RB_TYPE_P(name, T_STRING)) return false;
  found->seconds = FIX2INT(offset);
  found->is_utc = zone_name_is_utc(name);
  return true;
}

/* The periods of a zone do not change, but another thread may use another zone in the meantime. */
static void keep(ZonePeriods *periods, VALUE zone, ZonePeriod period) {
  if (periods->zone != zone) {
    periods->zone = zone;
    periods->count = periods->next = 0;
  }
  periods->periods[periods->next] = period;
  periods->next = (periods->next + 1) % MAXIMUM_ZONE_PERIODS;
  if (periods->count < MAXIMUM_ZONE_PERIODS) periods->count++;
}

bool zone_period_find(Inquiry *inquiry, VALUE zone, int64_t seconds, ZonePeriod *period) {
  if (RB_SPECIAL_CONST_P(zone) || inquiry_kind(inquiry, zone, KIND_NONE) != KIND_TIME_ZONE) return false;
  if (!inquiry_trusts(inquiry, KIND_OFFSET_PERIOD) || !inquiry_trusts(inquiry, KIND_TRANSITIONS_PERIOD) ||
      !inquiry_trusts(inquiry, KIND_ZONE_OFFSET)) {
    return false;
  }
  ZonePeriods *periods = &inquiry->profile->zone_periods;
  for (int i = 0; periods->zone == zone && i < periods->count; i++) {
    *period = periods->periods[i];
    if (period->from <= seconds && seconds < period->until) return true;
  }
  if (!ask(inquiry, zone, seconds, period)) return false;
  keep(periods, zone, *period);
  return true;
}
