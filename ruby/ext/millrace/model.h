#ifndef MILLRACE_MODEL_H
#define MILLRACE_MODEL_H

#include "method_guard.h"

/*
 * What is known of a class of records, relations or associations: Active Record's and Active Model's own methods, and
 * those that were generated for the class, answer its messages. Ruby code finds that out and adds guards (see
 * lib/millrace/rails/models.rb); the model is stale as soon as a guard does not hold any more, and is made anew.
 *
 * A model belongs to its class, in a variable that Ruby code does not see, and is freed with it.
 */
typedef enum { ROLE_NONE, ROLE_RECORD, ROLE_RELATION, ROLE_COLLECTION, ROLE_ASSOCIATION } Role;

/* How a type of an attribute makes a Ruby value of a database value. */
typedef enum {
  TYPE_UNKNOWN, /* with code of its own */
  TYPE_CALLED,  /* by Ruby code that is known: type.deserialize(value) */
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

typedef struct {
  VALUE class;
  Role role;
  bool is_trusted;
  bool is_stale;
  uint64_t verified; /* the state of affairs in which all guards held */
  VALUE root;        /* what a record is wrapped in unless the options say otherwise: a name, or false */
  VALUE root_name;   /* what it is wrapped in for `root: true`: a name, or nil if only Ruby knows */
  bool reads_all;    /* all attributes are read, whether they are written or not */
  VALUE readers;     /* Hash: names of attributes, associations => whether the method of this name is known */
  VALUE types;       /* Hash by identity: types => TypeKind */
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

/* Whether the methods are still the same; `state` numbers a time during which no other code runs. */
bool model_holds(Model *model, uint64_t state);

/* Whether the method that reads an attribute or association is Active Record's. `models` is asked once for a name. */
bool model_knows_reader(VALUE models, VALUE model, VALUE name);
TypeKind model_type(VALUE models, VALUE model, VALUE type);

#endif
