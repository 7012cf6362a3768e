#ifndef MILLRACE_METHOD_GUARD_H
#define MILLRACE_METHOD_GUARD_H

#include "guards/method_entry.h"
#include "guards/method_watch.h"

/* A method that is reached by `super`: what Ruby finds it by, and the place in the chain of ancestors from where it looks. */
typedef struct {
  VALUE place;
  const void *entry;
} SuperLink;

enum { MAXIMUM_LINKS = 2 };

/*
 * A guard remembers which method an object answered a message with when the library was loaded, and tells later whether
 * it still does: whether the method was not redefined, no one has prepended a module to its class, removed it or made it
 * private.
 */
typedef struct {
  VALUE receiver;
  ID name;
  VALUE chain; /* the Method of then, and those after it that it reaches by `super`: an Array */
  VALUE owners; /* the modules that these are in, where looking them up is slow: an Array */
  MethodEntry entries[1 + MAXIMUM_LINKS]; /* of these, as far as they are known */
  const void *entry; /* what Ruby found it by, where that can be asked */
  SuperLink links[MAXIMUM_LINKS]; /* the same of the methods after it */
  int link_count; /* -1: the chain has to be compared */
  bool is_basic; /* a method that Ruby has defined when it started, which Ruby itself keeps track of */
  bool is_watched; /* a method of a class that reports changes */
  MethodWatch watch;
  bool is_private;
  uint64_t period; /* of a trace of definitions, in which the guard has held */
  int hiding_count; /* how many of the methods hide another one, as far as known in this period */
  bool is_hiding_known;
  bool is_free; /* see profile.h */
  bool is_inherited; /* objects of other classes must answer with the same method */
} MethodGuard;

/* Whether Ruby lets an extension look methods up in its cache. */
#ifdef HAVE_RB_CALLABLE_METHOD_ENTRY
enum { METHOD_GUARDS_ARE_FAST = 1 };
#else
enum { METHOD_GUARDS_ARE_FAST = 0 };
#endif

/* A chain of no methods is guarded against there being one. */
void method_guard_init(MethodGuard *guard, VALUE receiver, ID name, int chain_length);
void method_guard_mark(const MethodGuard *guard);

/* `period` is that of a trace of definitions (see definition_trace.h), or 0. May allocate. Runs no code but Ruby's own. */
bool method_guard_holds(MethodGuard *guard, uint64_t period);

/* Whether `object` answers the message with the same method as the guard's receiver, which may be of another class. */
bool method_guard_covers(const MethodGuard *guard, VALUE object);

#endif
