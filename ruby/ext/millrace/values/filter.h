#ifndef MILLRACE_FILTER_H
#define MILLRACE_FILTER_H

#include <ruby.h>
#include <stdbool.h>

enum { MAXIMUM_FILTER_NAMES = 32 };
/* Which members of objects are written: the options `only` and `except`. */
typedef struct {
  enum { FILTER_NONE, FILTER_ONLY, FILTER_EXCEPT } mode;
  int count;
  VALUE names[MAXIMUM_FILTER_NAMES]; /* symbols and strings, each once */
} MemberFilter;

/* Reads the options. Returns whether they mean what they mean to an ordinary Hash, and are few enough. */
bool filter_init(MemberFilter *filter, VALUE options);

bool filter_excludes(const MemberFilter *filter, VALUE name);

#endif
