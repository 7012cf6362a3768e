#ifndef MILLRACE_SHAPE_H
#define MILLRACE_SHAPE_H

#include "records/model.h"

/*
 * The members that records of one class are written with under the same options: the options `only`, `except`, `methods`,
 * `include` and `root`, which are read once, and a slot for each attribute with the meaning of its name and type. Records of one
 * query have the same attributes in the same order, so after the first record names are compared by address.
 *
 * A shape is used until application code runs, or after it as long as it is current.
 */
typedef struct {
  VALUE name;
  VALUE type;
  TypeKind kind;
  bool is_written; /* by the options */
  int position; /* among the attributes that are written after others: see attribute_set.c; or -1 */
  int method; /* its name's position in the option `methods`, or -1 */
  Reader reader; /* of an attribute that is written */
} Slot;

typedef struct {
  VALUE name; /* a Symbol */
  VALUE options; /* of the records in it: a Hash, or nil */
} Inclusion;

enum { MAXIMUM_SHAPE_NAMES = 64, MAXIMUM_SHAPE_METHODS = 16, MAXIMUM_INCLUSIONS = 8 };

typedef struct {
  VALUE object; /* the Ruby object that this is in */
  VALUE models;
  VALUE class;
  VALUE options;
  VALUE model_object;
  Model *model;
  bool is_supported; /* otherwise the options need Ruby code */
  bool needs_methods; /* the option `methods` names methods that do more than read an attribute */

  VALUE excluded; /* the attribute that is written only if `only` names it, or nil */
  VALUE root; /* false, or the name of the object around each record */
  enum { SHAPE_ALL, SHAPE_ONLY, SHAPE_EXCEPT } mode;
  VALUE names[MAXIMUM_SHAPE_NAMES]; /* Strings */
  int name_count;
  bool is_ordered; /* attributes are written in the order of the names */
  VALUE methods[MAXIMUM_SHAPE_METHODS]; /* Strings: attributes that the option `methods` names, written after the others */
  int method_count;
  Inclusion inclusions[MAXIMUM_INCLUSIONS];
  int inclusion_count;

  VALUE types, additional_types; /* those that the slots were made with */
  Slot *slots;
  long slot_count, slot_capacity;
  Slot extra_slot;
  VALUE rest; /* an Array: names of the class's attributes that are not in the row */
  VALUE all_names; /* a Hash: the names of the row and the rest => nil; or nil if it has to be built */
  long value_count; /* the number of values in a row with this rest, or -1 */
} Shape;

void shape_define(VALUE native);

/* The shape of the model's records under these options (a Hash of class Hash, or nil). */
Shape *shape_new(VALUE models, VALUE model, VALUE options);

/* Whether the options have a value for names that are not in them. */
bool shape_has_default(VALUE options);

/* Whether records of this model would get the same shape for the same options. */
bool shape_is_current(const Shape *shape, VALUE model);

/* From now on the option `methods` says what is called, also for methods that only read an attribute. */
void shape_call_methods(Shape *shape);

/* Has to be called when a row has other names than the one before. */
void shape_forget_names(Shape *shape);

/* The slot of an attribute; `position` is where it is expected. The types are those of the record. */
const Slot *shape_slot(Shape *shape, long position, VALUE name, VALUE types, VALUE additional_types);

#endif
