#include "values/writer.h"

#include "text/zone_period.h"

/* The longest: 2007-01-31T12:00:00.123456789+00:00 with two quotes and a comma. */
enum { LONGEST_TIME = 40 };
enum { SECONDS_PER_DAY = 86400 };

typedef struct {
  int year, month, day;
} CalendarDay;

/* Days from 1970-01-01 on. */
static const int64_t FIRST_DAY = -719528; /* 0000-01-01 */
static const int64_t LAST_DAY = 2932896; /* 9999-12-31 */

/* The Gregorian date of a day, counted from 1970-01-01, in a year from 0 to 9999. */
static CalendarDay calendar_day(int64_t days) {
  /* Years are counted from March on, so that the leap day is the last one of a year. */
  uint32_t from_march_0000 = (uint32_t)(days + 719468 + 146097); /* one era more, so that it is not negative */
  uint32_t era = from_march_0000 / 146097;
  uint32_t day_of_era = from_march_0000 % 146097;
  uint32_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  uint32_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  uint32_t month_from_march = (5 * day_of_year + 2) / 153;
  CalendarDay result;
  result.day = (int)(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  result.month = (int)(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  result.year = (int)(year_of_era + era * 400) - 400 + (result.month <= 2);
  return result;
}

static char *format_2(char *text, int number) {
  text[0] = (char)('0' + number / 10);
  text[1] = (char)('0' + number % 10);
  return text + 2;
}

static char *format_day(char *text, CalendarDay day, char separator) {
  text = format_2(text, day.year / 100);
  text = format_2(text, day.year % 100);
  *text++ = separator;
  text = format_2(text, day.month);
  *text++ = separator;
  return format_2(text, day.day);
}

static char *format_clock(char *text, int second_of_day) {
  text = format_2(text, second_of_day / 3600);
  *text++ = ':';
  text = format_2(text, second_of_day / 60 % 60);
  *text++ = ':';
  return format_2(text, second_of_day % 60);
}

/* Digits that are not asked for are cut off, not rounded. */
static char *format_fraction(char *text, uint32_t nanoseconds, int digits) {
  static const uint32_t units[] = {1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1};
  if (digits == 0) return text;
  *text++ = '.';
  uint32_t fraction = nanoseconds / units[digits];
  for (int i = digits - 1; i >= 0; i--, fraction /= 10) text[i] = (char)('0' + fraction % 10);
  return text + digits;
}

static char *format_offset(char *text, int seconds, bool has_colon) {
  *text++ = seconds < 0 ? '-' : '+';
  int minutes = (seconds < 0 ? -seconds : seconds) / 60;
  text = format_2(text, minutes / 60);
  if (has_colon) *text++ = ':';
  return format_2(text, minutes % 60);
}

/* Writes an instant as a place's clocks show it: `seconds` from 1970-01-01 00:00 there. */
bool write_clock_time(Writer *writer, int64_t seconds, long nanoseconds, int offset, bool is_utc) {
  const TimeSettings *settings = writer_time_settings(writer);
  if (settings->is_standard && settings->precision < 0) return false;
  if (offset % 60 != 0 || offset <= -SECONDS_PER_DAY || offset >= SECONDS_PER_DAY) return false;
  int64_t days = seconds / SECONDS_PER_DAY;
  int second_of_day = (int)(seconds % SECONDS_PER_DAY);
  if (second_of_day < 0) {
    second_of_day += SECONDS_PER_DAY;
    days--;
  }
  if (days < FIRST_DAY || days > LAST_DAY) return false;

  Buffer *buffer = &writer->buffer;
  buffer_reserve(buffer, LONGEST_TIME);
  char *text = buffer->end;
  *text++ = '"';
  if (settings->is_standard) {
    text = format_day(text, calendar_day(days), '-');
    *text++ = 'T';
    text = format_clock(text, second_of_day);
    text = format_fraction(text, (uint32_t)nanoseconds, settings->precision);
    if (is_utc) {
      *text++ = 'Z';
    } else {
      text = format_offset(text, offset, true);
    }
  } else {
    text = format_day(text, calendar_day(days), '/');
    *text++ = ' ';
    text = format_clock(text, second_of_day);
    *text++ = ' ';
    text = format_offset(text, offset, false);
  }
  *text++ = '"';
  *text++ = ',';
  buffer->end = text;
  return true;
}

typedef struct {
  VALUE time;
  struct timespec instant;
} TimeReading;

static VALUE read_instant(VALUE argument) {
  TimeReading *reading = (TimeReading *)argument;
  reading->instant = rb_time_timespec(reading->time);
  return Qtrue;
}

static VALUE is_too_far(VALUE argument, VALUE error) {
  return Qfalse;
}

/* Reads seconds and nanoseconds from 1970 on in UTC. Returns false for a time so far away that a time_t does not reach it:
 * then Active Support says what becomes of it. */
static bool read_time(VALUE time, struct timespec *instant) {
  TimeReading reading = {.time = time};
  VALUE argument = (VALUE)&reading;
  if (!RTEST(rb_rescue2(read_instant, argument, is_too_far, argument, rb_eArgError, rb_eRangeError, (VALUE)0))) return false;
  *instant = reading.instant;
  return true;
}

static bool is_utc(VALUE time) {
  return RTEST(rb_funcall(time, rb_intern("utc?"), 0));
}

bool write_time(Writer *writer, VALUE time) {
  struct timespec instant;
  if (!read_time(time, &instant)) return false;
  VALUE offset = rb_time_utc_offset(time);
  if (!FIXNUM_P(offset)) return false;
  int seconds = FIX2INT(offset);
  bool has_z = seconds == 0 && is_utc(time);
  return write_clock_time(writer, (int64_t)instant.tv_sec + seconds, instant.tv_nsec, seconds, has_z);
}

bool write_date(Writer *writer, VALUE date) {
  VALUE year = rb_funcall(date, rb_intern("year"), 0);
  if (!FIXNUM_P(year) || FIX2LONG(year) < 0 || FIX2LONG(year) > 9999) return false;
  return write_calendar_day(
      writer, FIX2INT(year), NUM2INT(rb_funcall(date, rb_intern("month"), 0)), NUM2INT(rb_funcall(date, rb_intern("mday"), 0)));
}

bool write_calendar_day(Writer *writer, int year, int month, int day_of_month) {
  CalendarDay day = {.year = year, .month = month, .day = day_of_month};
  buffer_reserve(&writer->buffer, LONGEST_TIME);
  char *text = writer->buffer.end;
  *text++ = '"';
  text = format_day(text, day, writer_time_settings(writer)->is_standard ? '-' : '/');
  *text++ = '"';
  *text++ = ',';
  writer->buffer.end = text;
  return true;
}

bool write_date_time(Writer *writer, VALUE date_time) {
  VALUE text = rb_funcall(date_time, rb_intern("as_json"), 0);
  return RB_TYPE_P(text, T_STRING) && write_string(writer, text, ',');
}

/* What `time_zone` of Active Support says about the offset, remembered for the times that follow. */
static bool find_zone_offset(Writer *writer, VALUE time) {
  VALUE period = rb_ivar_get(time, rb_intern("@period"));
  if (NIL_P(period)) {
    VALUE zone = rb_ivar_get(time, rb_intern("@time_zone"));
    if (RB_SPECIAL_CONST_P(zone) || writer_kind(writer, zone, KIND_NONE) != KIND_TIME_ZONE) return false;
    period = rb_funcall(time, rb_intern("period"), 0);
  }
  if (RB_SPECIAL_CONST_P(period)) return false;
  Kind kind = writer_kind(writer, period, KIND_NONE);
  if (kind != KIND_OFFSET_PERIOD && kind != KIND_TRANSITIONS_PERIOD) return false;

  VALUE offset = rb_ivar_get(period, rb_intern("@offset"));
  if (offset == writer->zone_offset) return true;
  if (RB_SPECIAL_CONST_P(offset) || writer_kind(writer, offset, KIND_NONE) != KIND_ZONE_OFFSET) return false;
  VALUE seconds = rb_funcall(offset, rb_intern("observed_utc_offset"), 0);
  VALUE name = rb_funcall(offset, rb_intern("abbreviation"), 0);
  if (!FIXNUM_P(seconds) || !RB_TYPE_P(name, T_STRING)) return false;
  writer->zone_seconds = FIX2INT(seconds);
  writer->zone_is_utc = zone_name_is_utc(name);
  writer->zone_offset = offset;
  return true;
}

static bool is_plain_utc_time(Writer *writer, VALUE time) {
  if (RB_SPECIAL_CONST_P(time) || !RB_TYPE_P(time, T_DATA)) return false;
  return writer_kind(writer, time, KIND_NONE) == KIND_TIME && is_utc(time);
}

/* Writes a time whose period is not known yet, from its zone and the time in UTC. */
static bool write_time_in_zone(Writer *writer, VALUE time, VALUE utc) {
  ZonePeriod period;
  if (!is_plain_utc_time(writer, utc)) return false;
  struct timespec instant;
  if (!read_time(utc, &instant)) return false;
  VALUE zone = rb_ivar_get(time, rb_intern("@time_zone"));
  if (!zone_period_find(&writer->inquiry, zone, instant.tv_sec, &period)) return false;
  /* Active Support stores the period in the same variable. */
  if (!RB_OBJ_FROZEN(time)) rb_ivar_set(time, rb_intern("@period"), period.object);
  return write_clock_time(writer, instant.tv_sec + period.seconds, instant.tv_nsec, period.seconds, period.is_utc);
}

bool write_time_with_zone(Writer *writer, VALUE time) {
  VALUE local = rb_ivar_get(time, rb_intern("@time"));
  VALUE utc = rb_ivar_get(time, rb_intern("@utc"));
  if (!RTEST(local) && NIL_P(rb_ivar_get(time, rb_intern("@period")))) return write_time_in_zone(writer, time, utc);

  if (!find_zone_offset(writer, time)) return false;
  int64_t shift = RTEST(local) ? 0 : writer->zone_seconds;
  VALUE known = RTEST(local) ? local : utc;
  if (!is_plain_utc_time(writer, known)) return false;
  struct timespec instant;
  if (!read_time(known, &instant)) return false;
  return write_clock_time(writer, instant.tv_sec + shift, instant.tv_nsec, writer->zone_seconds, writer->zone_is_utc);
}

bool write_duration(Writer *writer, VALUE duration) {
  VALUE seconds = rb_ivar_get(duration, rb_intern("@value"));
  if (!FIXNUM_P(seconds) || !writer_trusts(writer, KIND_INTEGER)) return false;
  write_integer(writer, FIX2LONG(seconds));
  return true;
}
