#ifndef MILLRACE_RECORD_TIME_H
#define MILLRACE_RECORD_TIME_H

#include "writer.h"

/* Text of the database that says a date, or a time in UTC that is shown in the time zone of records. `UNUSUAL` is what
 * only Active Model's types can read. */
typedef enum { RECORD_TIME_WRITTEN, RECORD_TIME_REFUSED, RECORD_TIME_UNUSUAL } RecordTimeResult;

RecordTimeResult write_record_time(Writer *writer, VALUE name, const AttributeValue *value);
RecordTimeResult write_record_date(Writer *writer, VALUE text);

/* The Time or TimeWithZone that the type would make, or Qundef for what is unusual. */
VALUE record_time_cast(Inquiry *inquiry, const AttributeValue *value);

#endif
