#ifndef MILLRACE_INQUIRY_H
#define MILLRACE_INQUIRY_H

#include "records/model.h"
#include "guards/profile.h"

/*
 * What one call has determined about the methods that it depends on. It holds until other people's code runs, and has to
 * be forgotten then.
 *
 * An inquiry lives in a C frame: the classes in it are therefore neither freed nor moved.
 */
enum { CLASS_CACHE_SIZE = 8 };

enum { MAXIMUM_TIME_VARIABLES = 8 };

/* What an instance variable of a TimeWithZone contains. */
typedef enum { VARIABLE_CONSTANT, VARIABLE_UTC, VARIABLE_PERIOD, VARIABLE_IS_UTC } TimeVariable;

/* The settings for times of records, which depend on the thread. */
typedef struct {
  bool is_known;
  bool is_database_utc; /* times in the database are in UTC */
  VALUE zone; /* nil: times are written in UTC */
  /* The instance variables of a TimeWithZone in this zone. They are the same as long as its methods are trusted. */
  struct {
    ID name;
    TimeVariable kind;
    VALUE value; /* of a constant */
  } variables[MAXIMUM_TIME_VARIABLES];
  int variable_count; /* 0: not known yet; -1: only `new` makes times */
} RecordTimes;

typedef struct {
  Profile *profile;
  uint64_t state; /* a number that changes when the results are forgotten */
  uint64_t period; /* of a trace of definitions, or 0: see definition_trace.h */
  bool is_light; /* stock has not sent as_json to anything around the values that are being written */
  bool may_call_as_json; /* values of the application are sent as_json while the text is written */
  uint64_t trusted; /* kinds that were asked for: one bit each */
  uint64_t distrusted;
  uint64_t trusted_lightly, trusted_fully; /* in this mode, and in the other one */
  struct {
    VALUE class;
    Kind kind;
  } class_cache[CLASS_CACHE_SIZE];
  RecordTimes record_times;
} Inquiry;

void inquiry_init(Inquiry *inquiry, Profile *profile);
void inquiry_forget(Inquiry *inquiry);

/* From now on as_json is sent to all values, in stock. */
void inquiry_leave_light_mode(Inquiry *inquiry);

/* The values that as_json was sent to are complete. */
void inquiry_return_to_light_mode(Inquiry *inquiry);

/* Whether the methods of this kind are untouched. */
bool inquiry_ask(Inquiry *inquiry, Kind kind);

/* How a value of a class that need not be Ruby's own is encoded. The family is what it is if its class changes
 * nothing. */
Kind inquiry_find(Inquiry *inquiry, VALUE value, Kind family);

/* The model of a value of KIND_MODEL, whose methods are untouched. */
VALUE inquiry_model(Inquiry *inquiry, VALUE value);

static inline bool inquiry_trusts(Inquiry *inquiry, Kind kind) {
  return inquiry->trusted & (uint64_t)1 << kind || inquiry_ask(inquiry, kind);
}

static inline Kind inquiry_kind(Inquiry *inquiry, VALUE value, Kind family) {
  VALUE class = CLASS_OF(value);
  size_t slot = (class >> 4) % CLASS_CACHE_SIZE;
  if (inquiry->class_cache[slot].class == class) return inquiry->class_cache[slot].kind;
  Kind kind = inquiry_find(inquiry, value, family);
  inquiry->class_cache[slot].class = class;
  inquiry->class_cache[slot].kind = kind;
  return kind;
}

#endif
