#ifndef MILLRACE_DEFINITION_TRACE_H
#define MILLRACE_DEFINITION_TRACE_H

#include <ruby.h>
#include <stdbool.h>

/*
 * Notices that methods were defined while application code ran, for Rubies in which looking every method up again is slow.
 *
 * Ruby allocates an object for each method that it defines, aliases, undefines or makes private in a subclass, and for each
 * module that it includes or prepends. It reports allocations to extensions (RUBY_INTERNAL_EVENT_NEWOBJ). It does not report
 * two changes: a method that is removed, and one that is made private in its own class. Whoever relies on a trace has to look
 * for these (see method_guard.c).
 *
 * A trace is divided into periods, in each of which nothing was defined. It reports what all threads of this Ractor do.
 */
typedef struct {
  bool is_running;
  bool is_impossible;
  uint64_t period; /* the number of the period, which no other period of any trace has */
  uint64_t count; /* of definitions, up to this period */
} DefinitionTrace;

/* Has to be called once, before other functions. */
void definition_trace_init(void);

/* Starts the trace if it is not running. Returns the number of the current period, or 0 if there is no trace. */
uint64_t definition_trace_period(DefinitionTrace *trace);

void definition_trace_stop(DefinitionTrace *trace);

#endif
