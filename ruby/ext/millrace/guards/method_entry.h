#ifndef MILLRACE_METHOD_ENTRY_H
#define MILLRACE_METHOD_ENTRY_H

#include <ruby.h>
#include <stdbool.h>

/*
 * The internal object that Ruby has found a method by, for Rubies without a fast look-up. Calls are cached with it, so Ruby
 * marks it when the method is redefined, removed or given another visibility. It does not do so for methods of a class without
 * subclasses that are found for the class's own objects.
 */
typedef struct {
  VALUE object; /* 0: not known. To be kept alive and in its place. */
  VALUE marks;
} MethodEntry;

/* Has to be called once, before other functions. */
void method_entry_init(void);

/* The entry of a new Method. */
MethodEntry method_entry_find(VALUE method);

/* Whether the method is certain to be as it was; but not whether another one has been defined in front of it. */
bool method_entry_holds(MethodEntry entry);

#endif
