#ifndef MILLRACE_ATTRIBUTE_SET_H
#define MILLRACE_ATTRIBUTE_SET_H

#include "inquiry.h"
#include "records/shape.h"

/* An attribute's value: either the Ruby value, or the value from the database. */
typedef struct {
  bool is_cast;
  VALUE value;
  TypeKind kind; /* of the value from the database */
  VALUE type;
  VALUE cache; /* where the Ruby value is stored: a Hash by names, or the Attribute */
} AttributeValue;

typedef struct {
  Inquiry *inquiry;
  Shape *shape;
  bool (*visit)(void *context, VALUE name, AttributeValue value);
  /* Is given the name of an attribute that needs application code, and the names of all that are visited after it. NULL: the
   * visit ends with such an attribute. */
  void (*leave)(void *context, VALUE name);
  void *context;
  int skipped; /* so many attributes at the beginning are not visited */
  struct Order *order; /* NULL; used by attribute_set.c */
} AttributeVisit;

void attribute_set_init(void);

/* Stores the Ruby value of an attribute in the record, as its reader does. */
void attribute_cache_value(const AttributeValue *value, VALUE name, VALUE cast);

/* The Ruby value of an attribute. */
VALUE attribute_cast_value(Inquiry *inquiry, const AttributeValue *value);

/* Does what reading an attribute that is not written does to the record. */
void attribute_read_unwritten(Inquiry *inquiry, VALUE name, const AttributeValue *value);

/*
 * Visits the attributes of a record that its shape selects, in Active Model's order. Returns false if a visit does, or if
 * reading one of them needs application code and it cannot be left.
 */
bool attribute_set_visit(const AttributeVisit *visit, VALUE record);

#endif
