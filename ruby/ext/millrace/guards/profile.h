#ifndef MILLRACE_PROFILE_H
#define MILLRACE_PROFILE_H

#include "text/float.h"
#include "guards/method_guard.h"

/*
 * A profile says which kinds of values may be written without asking Ruby, and which methods must be as they were for
 * that. It is filled in by Ruby code (see lib/millrace/profile.rb); a kind that is not in it is never written
 * natively.
 */
typedef enum {
  KIND_NONE,
  KIND_ENCODER, /* no value: what every call depends on */
  KIND_NIL,
  KIND_TRUE,
  KIND_FALSE,
  KIND_INTEGER,
  KIND_FLOAT,
  KIND_STRING,
  KIND_SYMBOL,
  KIND_SYMBOL_KEY, /* no value: a name of a hash's member */
  KIND_ARRAY,
  KIND_HASH,
  KIND_STRUCT,
  KIND_OBJECT, /* by its instance variables */
  KIND_BIG_DECIMAL, /* from here on only values of exactly the class */
  KIND_TIME,
  KIND_DATE,
  KIND_DATE_TIME,
  KIND_TIME_WITH_ZONE,
  KIND_DURATION,
  KIND_SET,
  KIND_FRAGMENT, /* JSON in a string, for versions of Active Support that write it as it is */
  KIND_TIME_ZONE, /* this and what follows are not values, but what a time with a zone consists of */
  KIND_OFFSET_PERIOD,
  KIND_TRANSITIONS_PERIOD,
  KIND_ZONE_OFFSET,
  KIND_ATTRIBUTE_SET, /* from here on what a record consists of */
  KIND_LAZY_ATTRIBUTE_SET,
  KIND_FROM_DATABASE_ATTRIBUTE,
  KIND_FROM_USER_ATTRIBUTE,
  KIND_CAST_VALUE_ATTRIBUTE,
  KIND_DEFAULT_ATTRIBUTE,
  KIND_UNINITIALIZED_ATTRIBUTE,
  KIND_INDEXED_ROW,
  KIND_COUNT,
  KIND_MODEL, /* a value whose class has a Model */
  KIND_FIRST_EXACT = KIND_BIG_DECIMAL
} Kind;

enum { MAXIMUM_GUARDS = 24 };

typedef struct {
  VALUE class; /* 0: not in the profile */
  bool is_trusted; /* the methods were untouched when the guards were put up */
  bool is_trusted_lightly; /* those that are not free */
  bool is_stale; /* a guard did not hold any more */
  MethodGuard guards[MAXIMUM_GUARDS];
  int guard_count;
} Trust;

/* A stretch of time in which a time zone's offset is the same. */
typedef struct {
  VALUE object; /* TZInfo's */
  int64_t from, until;
  int seconds;
  bool is_utc;
} ZonePeriod;

enum { MAXIMUM_ZONE_PERIODS = 16 };

/* See zone_period.h. */
typedef struct {
  VALUE zone;
  ZonePeriod periods[MAXIMUM_ZONE_PERIODS];
  int count, next;
} ZonePeriods;

typedef struct {
  Trust trusts[KIND_COUNT];
  ZonePeriods zone_periods;
  VALUE models; /* what makes models for classes, or nil */
  FloatStyle float_style;
  uint64_t unguarded; /* kinds that no code can make untrusted where they are trusted lightly: one bit each */
  VALUE coder; /* the json gem's coder that stock writes with, or nil */
} Profile;

/* Defines Millrace::Native::Profile under this module. */
void profile_define(VALUE native);

Profile *profile_get(VALUE object);

/* Whether all guards of the kind hold, or those that are not free. `period` is that of a trace, or 0. */
bool profile_trusts(Profile *profile, Kind kind, bool is_light, uint64_t period);

/* Whether the object is encoded by the same methods as the kind's own class, though it is of another class. */
bool profile_covers(const Profile *profile, Kind kind, VALUE object);

#endif
