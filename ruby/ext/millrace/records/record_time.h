#ifndef MILLRACE_RECORD_TIME_H
#define MILLRACE_RECORD_TIME_H

#include "values/writer.h"

/* Dates, and times in UTC, as text from the database. Times are written in the time zone of records. UNUSUAL: only Active
 * Model's types can read the text. */
typedef enum { RECORD_TIME_WRITTEN, RECORD_TIME_REFUSED, RECORD_TIME_UNUSUAL } RecordTimeResult;

RecordTimeResult write_record_time(Writer *writer, VALUE name, const AttributeValue *value);
RecordTimeResult write_record_date(Writer *writer, VALUE text);

/* The Time or TimeWithZone that the type would return, or Qundef if the text is unusual. */
VALUE record_time_cast(Inquiry *inquiry, const AttributeValue *value);

#endif
