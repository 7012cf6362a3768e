#ifndef MILLRACE_MODEL_H
#define MILLRACE_MODEL_H

#include "guards/method_guard.h"

/*
 * What is known about a class of records, relations or associations: whether its methods are those of Active Record and
 * Active Model, and those that were generated for the class. Ruby code finds this out and adds guards (see
 * lib/millrace/rails/models.rb). When a guard no longer holds, the model is stale and is replaced.
 *
 * A model is stored in its class, in a variable that Ruby code cannot access, and is freed with it.
 */
typedef enum { ROLE_NONE, ROLE_RECORD, ROLE_RELATION, ROLE_COLLECTION, ROLE_ASSOCIATION } Role;

/* How an attribute's type converts a value from the database to a Ruby value. */
typedef enum {
  TYPE_UNKNOWN, /* by application code */
  TYPE_CALLED, /* by a known method: type.deserialize(value) */
  TYPE_IDENTITY,
  TYPE_STRING,
  TYPE_INTEGER,
  TYPE_FLOAT,
  TYPE_BOOLEAN,
  TYPE_DATE,
  TYPE_TIME,
  TYPE_ZONED_TIME,
  TYPE_COUNT
} TypeKind;

/* What is known of the method with an attribute's or association's name. */
typedef enum {
  READER_UNKNOWN,
  READER_GENERATED,
  READER_PRIMARY_KEY /* it reads the record's primary key, which is "id" unless the record has another one */
} Reader;

/* The value of an attribute of the class that is assigned without a method being redefined. */
typedef struct {
  VALUE receiver;
  ID name;
  VALUE value;
} Watch;

enum { MAXIMUM_WATCHES = 4 };

typedef struct {
  VALUE class;
  Role role;
  bool is_trusted;
  bool is_stale;
  uint64_t verified; /* the state of an inquiry in which all guards held */
  VALUE root; /* the default root: a name, or false */
  VALUE root_name; /* the name for `root: true`, or nil if only Ruby knows it */
  bool reads_all; /* stock reads all attributes, also those that are not written */
  bool has_inheritance_column; /* it is a class of Active Record */
  bool orders_only; /* stock writes attributes in the order of the option `only` */
  VALUE readers; /* Hash: names of attributes, associations => a Reader */
  VALUE types; /* Hash by identity: types => TypeKind */
  Watch watches[MAXIMUM_WATCHES];
  int watch_count;
  MethodGuard *guards;
  int guard_count, guard_capacity;
} Model;

/* Defines Millrace::Native::Model. */
void model_define(VALUE native);

/* The object's model; NULL for an object that is none. */
Model *model_get(VALUE object);

/* The class's model, or nil if it has not been looked for, or false if it has none. */
VALUE model_of_class(VALUE class);
void model_set_for_class(VALUE class, VALUE model);

/*
 * Whether the methods are still the same. `state` is that of an inquiry: no application code runs while it is the same. `period` is
 * that of a trace, or 0.
 */
bool model_holds(Model *model, uint64_t state, uint64_t period);

/* The reader of an attribute (a String) or association (a Symbol). `models` is asked once. */
Reader model_reader(VALUE models, VALUE model, VALUE name);
/* How a type converts values from the database. */
TypeKind model_type(VALUE models, VALUE model, VALUE type);
/* The same for values that were assigned: unknown if application code casts them. */
TypeKind model_type_of_assigned(VALUE models, VALUE model, VALUE type);

#endif
