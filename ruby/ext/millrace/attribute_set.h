#ifndef MILLRACE_ATTRIBUTE_SET_H
#define MILLRACE_ATTRIBUTE_SET_H

#include "inquiry.h"
#include "shape.h"

/* An attribute's value: either as Ruby code sees it, or as it came from the database. */
typedef struct {
  bool is_cast;
  VALUE value;
  TypeKind kind; /* of what came from the database */
  VALUE type;
  VALUE cache; /* what the Ruby value is kept in: a Hash by names, or the Attribute */
} AttributeValue;

typedef struct {
  Inquiry *inquiry;
  Shape *shape;
  bool (*visit)(void *context, VALUE name, AttributeValue value);
  void *context;
} AttributeVisit;

void attribute_set_init(void);

/* Keeps the Ruby value of an attribute, as reading it does. */
void attribute_cache_value(const AttributeValue *value, VALUE name, VALUE cast);

/* The set of attributes that a record has. */
VALUE record_attributes(VALUE record);

/*
 * Visits the attributes of a record that its shape lets through, in Active Model's order. Returns false if a visit
 * does, or if it takes other people's code to read one of them.
 */
bool attribute_set_visit(const AttributeVisit *visit, VALUE set);

#endif
