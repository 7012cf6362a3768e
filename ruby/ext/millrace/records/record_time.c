#include "records/record_time.h"

#include "text/zone_period.h"

/*
 * Reads dates and times as databases write them: 2024-01-31, and 2024-01-31 12:00:00 with up to six fractional digits.
 * All other text, and days that do not exist, are left to Active Model's types.
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
  if (!read_digits(text, 4, &day->year) || text[4] != '-' || !read_digits(text + 5, 2, &day->month) || text[7] != '-' ||
      !read_digits(text + 8, 2, &day->day)) {
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

/* Ruby uses the Julian calendar for a Date before this year. */
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

static const RecordTimes *record_times(Inquiry *inquiry) {
  RecordTimes *times = &inquiry->record_times;
  if (!times->is_known) {
    VALUE models = inquiry->profile->models;
    times->is_database_utc = RTEST(rb_funcall(models, rb_intern("database_utc?"), 0));
    VALUE zone = rb_funcall(models, rb_intern("time_zone"), 0);
    if (zone != times->zone) times->variable_count = 0;
    times->zone = zone;
    times->is_known = true;
  }
  return times;
}

typedef struct {
  Inquiry *inquiry;
  VALUE utc;
  bool has_utc;
  bool is_unknown; /* a variable contains something else */
} VariableReading;

static bool is_period(Inquiry *inquiry, VALUE value) {
  if (RB_SPECIAL_CONST_P(value)) return false;
  Kind kind = inquiry_kind(inquiry, value, KIND_NONE);
  return kind == KIND_OFFSET_PERIOD || kind == KIND_TRANSITIONS_PERIOD;
}

static int read_variable(ID name, VALUE value, st_data_t argument) {
  VariableReading *reading = (VariableReading *)argument;
  RecordTimes *times = &reading->inquiry->record_times;
  TimeVariable kind = VARIABLE_CONSTANT;
  if (value == reading->utc) {
    kind = VARIABLE_UTC;
    reading->has_utc = true;
  } else if ((value == Qtrue || value == Qfalse) && name == rb_intern("@is_utc")) {
    kind = VARIABLE_IS_UTC;
  } else if (is_period(reading->inquiry, value)) {
    kind = VARIABLE_PERIOD;
  } else if (!NIL_P(value) && value != times->zone) {
    reading->is_unknown = true;
  }
  if (times->variable_count == MAXIMUM_TIME_VARIABLES) reading->is_unknown = true;
  if (reading->is_unknown) return ST_STOP;
  times->variables[times->variable_count].name = name;
  times->variables[times->variable_count].kind = kind;
  times->variables[times->variable_count].value = value;
  times->variable_count++;
  return ST_CONTINUE;
}

static VALUE new_time(Inquiry *inquiry, VALUE utc) {
  VALUE class = inquiry->profile->trusts[KIND_TIME_WITH_ZONE].class;
  return rb_funcall(class, rb_intern("new"), 2, utc, inquiry->record_times.zone);
}

/* Makes the first time with `new`; the others get the same instance variables. */
static VALUE make_first_time(Inquiry *inquiry, VALUE utc) {
  VALUE time = new_time(inquiry, utc);
  VariableReading reading = {.inquiry = inquiry, .utc = utc};
  rb_ivar_foreach(time, read_variable, (st_data_t)&reading);
  if (!reading.has_utc || reading.is_unknown) inquiry->record_times.variable_count = -1;
  return time;
}

/*
 * A record keeps its times in the time zone in which they were read first, even if the time zone changes later. `period` is
 * that of the time in the zone, or NULL if it is not known.
 */
static VALUE make_time(Inquiry *inquiry, VALUE zone, int64_t seconds, long nanoseconds, const ZonePeriod *period) {
  VALUE utc = time_in_utc(seconds, nanoseconds);
  if (NIL_P(zone)) return utc;
  RecordTimes *times = &inquiry->record_times;
  if (times->variable_count == 0) return make_first_time(inquiry, utc);
  if (times->variable_count < 0 || period == NULL) return new_time(inquiry, utc);
  VALUE time = rb_obj_alloc(inquiry->profile->trusts[KIND_TIME_WITH_ZONE].class);
  for (int i = 0; i < times->variable_count; i++) {
    VALUE value = times->variables[i].value;
    switch (times->variables[i].kind) {
      case VARIABLE_CONSTANT: break;
      case VARIABLE_UTC: value = utc; break;
      case VARIABLE_PERIOD: value = period->object; break;
      case VARIABLE_IS_UTC: value = period->is_utc ? Qtrue : Qfalse; break;
    }
    rb_ivar_set(time, times->variables[i].name, value);
  }
  return time;
}

/* The time zone that a time is written in, or nil; Qundef if Ruby has to read it. */
static VALUE zone_of(Inquiry *inquiry, const AttributeValue *value) {
  const RecordTimes *times = record_times(inquiry);
  if (!times->is_database_utc) return Qundef;
  VALUE zone = value->kind == TYPE_ZONED_TIME ? times->zone : Qnil;
  return inquiry_trusts(inquiry, NIL_P(zone) ? KIND_TIME : KIND_TIME_WITH_ZONE) ? zone : Qundef;
}

VALUE record_time_cast(Inquiry *inquiry, const AttributeValue *value) {
  int64_t seconds;
  long nanoseconds;
  VALUE zone = zone_of(inquiry, value);
  if (zone == Qundef || CLASS_OF(value->value) != rb_cString || !read_time(value->value, &seconds, &nanoseconds)) {
    return Qundef;
  }
  ZonePeriod period;
  bool has_period = !NIL_P(zone) && zone_period_find(inquiry, zone, seconds, &period);
  return make_time(inquiry, zone, seconds, nanoseconds, has_period ? &period : NULL);
}

RecordTimeResult write_record_time(Writer *writer, VALUE name, const AttributeValue *value) {
  Inquiry *inquiry = &writer->inquiry;
  int64_t seconds;
  long nanoseconds;
  VALUE zone = zone_of(inquiry, value);
  if (zone == Qundef || !read_time(value->value, &seconds, &nanoseconds)) return RECORD_TIME_UNUSUAL;
  ZonePeriod period = {.is_utc = true};
  if (!NIL_P(zone) && !zone_period_find(inquiry, zone, seconds, &period)) return RECORD_TIME_UNUSUAL;
  if (!write_clock_time(writer, seconds + period.seconds, nanoseconds, period.seconds, period.is_utc)) {
    return RECORD_TIME_REFUSED;
  }
  attribute_cache_value(value, name, make_time(inquiry, zone, seconds, nanoseconds, &period));
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
