#ifndef MILLRACE_METHOD_WATCH_H
#define MILLRACE_METHOD_WATCH_H

#include <ruby.h>
#include <stdbool.h>

/*
 * Classes whose own methods cannot change without notice. From Ruby 3.3 on there is no fast look-up of a method, so the
 * few methods of Rails' encoder and the json gem that every call depends on are watched: see lib/millrace/method_watch.rb.
 */
typedef struct {
  VALUE class;
  VALUE next; /* what follows in the chain of ancestors: a module that is prepended or included is put there */
  VALUE next_singleton; /* the same of the singleton class, where the reporting methods are */
  uint64_t changes; /* the count of changes up to which the class was looked at */
} MethodWatch;

void method_watch_define(VALUE native);

/* Whether changes to this class are reported. */
bool method_watch_init(MethodWatch *watch, VALUE class);

/* Whether the class may have another method than the last time: if a method of a watched class has changed since. */
bool method_watch_has_changed(const MethodWatch *watch);

#endif
