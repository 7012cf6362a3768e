#ifndef MILLRACE_SHAPE_H
#define MILLRACE_SHAPE_H

#include "model.h"

/*
 * Which members a record of one class is written with under the same options: the options `only`, `except`, `include`
 * and `root`, read once, and for each attribute in its order what its name and type mean. Records of one query have the
 * same attributes, so that after the first one a name is compared with the expected one by its address.
 *
 * A shape lives as long as nobody's code runs.
 */
typedef struct {
  VALUE name;
  VALUE type;
  TypeKind kind;
  bool is_written; /* by the options */
  bool is_known;   /* the method that reads it is Active Record's */
} Slot;

typedef struct {
  VALUE name;    /* a Symbol */
  VALUE options; /* of the records in it: a Hash, or nil */
} Inclusion;

enum { MAXIMUM_SHAPE_NAMES = 64, MAXIMUM_INCLUSIONS = 8 };

typedef struct {
  VALUE object; /* the Ruby object that this is in */
  VALUE models;
  VALUE class;
  VALUE options;
  VALUE model_object;
  Model *model;
  bool is_supported;  /* otherwise the options need Ruby code */
  bool needs_methods; /* the option `methods` */

  VALUE root; /* false, or the name of the object around each record */
  enum { SHAPE_ALL, SHAPE_ONLY, SHAPE_EXCEPT } mode;
  VALUE names[MAXIMUM_SHAPE_NAMES]; /* Strings */
  int name_count;
  Inclusion inclusions[MAXIMUM_INCLUSIONS];
  int inclusion_count;

  VALUE types, additional_types; /* those that the slots were made with */
  Slot *slots;
  long slot_count, slot_capacity;
  Slot extra_slot;
  VALUE rest;       /* an Array: names of attributes of the class without a value from the database */
  long value_count; /* of records with this rest; -1: not known */
} Shape;

void shape_define(VALUE native);

/* The shape of the model's records under these options (a Hash of class Hash, or nil). */
Shape *shape_new(VALUE models, VALUE model, VALUE options);

/* The slot of an attribute; `position` is where it is expected. The types are those of the record. */
const Slot *shape_slot(Shape *shape, long position, VALUE name, VALUE types, VALUE additional_types);

#endif
