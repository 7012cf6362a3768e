#include "writer.h"

/*
 * Dates and times as databases write them: 2024-01-31, and 2024-01-31 12:00:00 with up to six digits of a fraction.
 * Everything else, and days that there are not, is the business of Active Model's types.
 */
static bool read_digits(const char *text, int count, int *number) {
  *number = 0;
  for (int i = 0; i < count; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    *number = *number * 10 + (text[i] - '0');
  }
  return true;
}

static int days_in_month(int year, int month) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool is_leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && is_leap_year ? 29 : days[month - 1];
}

typedef struct {
  int year, month, day;
} Day;

static bool read_day(const char *text, Day *day) {
  if (!read_digits(text, 4, &day->year) || text[4] != '-' || !read_digits(text + 5, 2, &day->month) ||
      text[7] != '-' || !read_digits(text + 8, 2, &day->day)) {
    return false;
  }
  return day->month >= 1 && day->month <= 12 && day->day >= 1 && day->day <= days_in_month(day->year, day->month);
}

/* Days from 1970-01-01 on; the inverse of calendar_day in time.c. */
static int64_t days_since_1970(Day day) {
  int64_t year = day.month <= 2 ? day.year - 1 : day.year;
  int64_t era = (year >= 0 ? year : year - 399) / 400;
  int64_t year_of_era = year - era * 400;
  int64_t day_of_year = (153 * (day.month + (day.month > 2 ? -3 : 9)) + 2) / 5 + day.day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

/* Before this year a Date is one of the Julian calendar. */
enum { FIRST_GREGORIAN_YEAR = 1583 };

enum { DAY_LENGTH = 10, TIME_LENGTH = 19, LONGEST_FRACTION = 6, NANOSECONDS_IN_LAST_PLACE = 1000 };

static bool read_time_of_day(const char *text, int64_t *second) {
  int hours, minutes, seconds;
  if (!read_digits(text, 2, &hours) || text[2] != ':' || !read_digits(text + 3, 2, &minutes) || text[5] != ':' ||
      !read_digits(text + 6, 2, &seconds)) {
    return false;
  }
  *second = hours * 3600 + minutes * 60 + seconds;
  return hours < 24 && minutes < 60 && seconds < 60;
}

static bool read_fraction(const char *text, long count, long *nanoseconds) {
  *nanoseconds = 0;
  if (count == 0) return true;
  int fraction;
  int digits = (int)count - 1;
  if (text[0] != '.' || digits < 1 || digits > LONGEST_FRACTION || !read_digits(text + 1, digits, &fraction)) {
    return false;
  }
  for (int i = digits; i < LONGEST_FRACTION; i++) fraction *= 10;
  *nanoseconds = (long)fraction * NANOSECONDS_IN_LAST_PLACE;
  return true;
}

static bool read_time(VALUE text, int64_t *seconds, long *nanoseconds) {
  const char *bytes;
  long count;
  RSTRING_GETMEM(text, bytes, count);
  Day day;
  int64_t second_of_day;
  if (count < TIME_LENGTH || !read_day(bytes, &day) || bytes[DAY_LENGTH] != ' ' ||
      !read_time_of_day(bytes + DAY_LENGTH + 1, &second_of_day) ||
      !read_fraction(bytes + TIME_LENGTH, count - TIME_LENGTH, nanoseconds)) {
    return false;
  }
  *seconds = days_since_1970(day) * 86400 + second_of_day;
  return true;
}

/* How times are read and shown at the moment: asked once, since that is a setting of the thread. */
static const RecordTimes *record_times(Writer *writer) {
  RecordTimes *times = &writer->record_times;
  if (!times->is_known) {
    VALUE models = writer->inquiry.profile->models;
    times->is_database_utc = RTEST(rb_funcall(models, rb_intern("database_utc?"), 0));
    times->zone = rb_funcall(models, rb_intern("time_zone"), 0);
    times->is_known = true;
  }
  return times;
}

static VALUE utc_time(int64_t seconds, long nanoseconds) {
  struct timespec instant = {.tv_sec = (time_t)seconds, .tv_nsec = nanoseconds};
  return rb_time_timespec_new(&instant, INT_MAX - 1); /* in UTC */
}

static VALUE transition_time(VALUE period, const char *name, VALUE missing) {
  VALUE transition = rb_funcall(period, rb_intern(name), 0);
  return NIL_P(transition) ? missing : rb_funcall(transition, rb_intern("timestamp_value"), 0);
}

/* Asks the time zone for the period that a time is in. */
static bool find_period(Writer *writer, int64_t seconds, ZonePeriod *found) {
  VALUE zone = writer->record_times.zone;
  if (writer_kind(writer, zone, KIND_NONE) != KIND_TIME_ZONE) return false;
  VALUE period = rb_funcall(zone, rb_intern("period_for_utc"), 1, utc_time(seconds, 0));
  if (RB_SPECIAL_CONST_P(period)) return false;

  *found = (ZonePeriod){.from = INT64_MIN, .until = INT64_MAX};
  switch (writer_kind(writer, period, KIND_NONE)) {
    case KIND_OFFSET_PERIOD:
      break;
    case KIND_TRANSITIONS_PERIOD: {
      VALUE from = transition_time(period, "start_transition", LL2NUM(INT64_MIN));
      VALUE until = transition_time(period, "end_transition", LL2NUM(INT64_MAX));
      if (!RB_INTEGER_TYPE_P(from) || !RB_INTEGER_TYPE_P(until)) return false;
      found->from = NUM2LL(from);
      found->until = NUM2LL(until);
      break;
    }
    default:
      return false;
  }
  VALUE offset = rb_funcall(period, rb_intern("observed_utc_offset"), 0);
  VALUE name = rb_funcall(period, rb_intern("abbreviation"), 0);
  if (!FIXNUM_P(offset) || !RB_TYPE_P(name, T_STRING)) return false;
  found->seconds = FIX2INT(offset);
  found->is_utc = zone_name_is_utc(name);
  return true;
}

static const ZonePeriod *zone_period(Writer *writer, int64_t seconds) {
  RecordTimes *times = &writer->record_times;
  for (int i = 0; i < times->period_count; i++) {
    if (times->periods[i].from <= seconds && seconds < times->periods[i].until) return &times->periods[i];
  }
  ZonePeriod period;
  if (!find_period(writer, seconds, &period)) return NULL;
  ZonePeriod *kept = &times->periods[times->next_period];
  *kept = period;
  times->next_period = (times->next_period + 1) % MAXIMUM_ZONE_PERIODS;
  if (times->period_count < MAXIMUM_ZONE_PERIODS) times->period_count++;
  return kept;
}

/*
 * A record keeps its times in the time zone in which they were read first, whatever the time zone is later. So the record
 * gets the value that it would have got by being read.
 */
static void keep_time(Writer *writer, VALUE name, const AttributeValue *value, VALUE zone, VALUE time) {
  if (!NIL_P(zone)) {
    VALUE class = writer->inquiry.profile->trusts[KIND_TIME_WITH_ZONE].class;
    time = rb_funcall(class, rb_intern("new"), 2, time, zone);
  }
  attribute_cache_value(value, name, time);
}

RecordTimeResult write_record_time(Writer *writer, VALUE name, const AttributeValue *value) {
  int64_t seconds;
  long nanoseconds;
  if (!record_times(writer)->is_database_utc || !read_time(value->value, &seconds, &nanoseconds)) {
    return RECORD_TIME_UNUSUAL;
  }
  VALUE zone = value->kind == TYPE_ZONED_TIME ? writer->record_times.zone : Qnil;
  ZonePeriod utc = {.is_utc = true};
  const ZonePeriod *period = &utc;
  if (!writer_trusts(writer, NIL_P(zone) ? KIND_TIME : KIND_TIME_WITH_ZONE)) return RECORD_TIME_REFUSED;
  if (!NIL_P(zone)) period = zone_period(writer, seconds);
  if (period == NULL) return RECORD_TIME_UNUSUAL;
  if (!write_clock_time(writer, seconds + period->seconds, nanoseconds, period->seconds, period->is_utc)) {
    return RECORD_TIME_REFUSED;
  }
  keep_time(writer, name, value, zone, utc_time(seconds, nanoseconds));
  return RECORD_TIME_WRITTEN;
}

RecordTimeResult write_record_date(Writer *writer, VALUE text) {
  const char *bytes;
  long count;
  RSTRING_GETMEM(text, bytes, count);
  Day day;
  if (count != DAY_LENGTH || !read_day(bytes, &day) || day.year < FIRST_GREGORIAN_YEAR) return RECORD_TIME_UNUSUAL;
  if (!writer_trusts(writer, KIND_DATE)) return RECORD_TIME_REFUSED;
  return write_calendar_day(writer, day.year, day.month, day.day) ? RECORD_TIME_WRITTEN : RECORD_TIME_REFUSED;
}
