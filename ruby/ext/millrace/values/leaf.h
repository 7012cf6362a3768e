#ifndef MILLRACE_LEAF_H
#define MILLRACE_LEAF_H

#include "encode.h"

/*
 * In the fallback path, records that need no application code are leaves of the tree: their JSON is written at once.
 * Before application code runs, which could change such a record, all leaves are replaced with the results of `as_json`,
 * which stock's tree contains from the start.
 */
typedef struct {
  VALUE profile;
  VALUE leaves; /* an Array: the container, the index or key in it, and the leaf, one after the other */
  VALUE rows; /* the same of rows, which stay in the tree while application code runs */
  bool has_settings;
  TextSettings settings;
} Leaves;

void leaf_define(VALUE native);

void leaves_init(Leaves *leaves, VALUE profile);

/* The value's JSON by the settings of now, or nil or false as Profile#encode. */
VALUE leaf_text(Leaves *leaves, Inquiry *inquiry, VALUE value, VALUE options, int depth);

/* A leaf for the value, or 0 if it needs application code. `options` are those of as_json, or nil. */
VALUE leaf_new(Leaves *leaves, Inquiry *inquiry, VALUE value, VALUE options, int depth);

bool is_leaf(VALUE value);

/*
 * A row is a Hash of the tree that has not been made: an Array of a class of its own with the names, which many rows share, and then
 * the values, which have no parts. The values are what as_json has returned, so nothing but their own text depends on code that
 * runs later.
 */
/* Makes a row of an Array with the values from its second element on. */
VALUE row_finish(VALUE values, VALUE names);
bool is_row(VALUE value);
VALUE row_hash(VALUE row);

/* Notes where a leaf or row was put: an Array and an Integer, a Hash and a key, or nil for the root of the tree. Other values need
 * no note. */
void leaves_add(Leaves *leaves, VALUE container, VALUE key, VALUE leaf);

/* All that was noted and not replaced. */
VALUE leaves_list(const Leaves *leaves);

/* Replaces all leaves. To be called before application code runs. */
void leaves_replace(Leaves *leaves);

bool write_leaf(Writer *writer, VALUE leaf);

#endif
