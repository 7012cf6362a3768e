#ifndef MILLRACE_LEAF_H
#define MILLRACE_LEAF_H

#include "encode.h"

/*
 * In the way round, records that need no code of the application's are leaves of the tree: their JSON is made at once,
 * as long as nothing can happen before the text is made of the whole tree. Before other people's code runs, which could
 * change what a leaf was made of, all leaves become what `as_json` gives, as they are in stock's tree from the start.
 */
typedef struct {
  VALUE profile;
  VALUE leaves; /* an Array: the container, the index or key in it, and the leaf, one after the other */
  bool has_settings;
  TextSettings settings;
} Leaves;

void leaf_define(VALUE native);

void leaves_init(Leaves *leaves, VALUE profile);

/* The value's JSON by the settings of now, or nil or false as Profile#encode. */
VALUE leaf_text(Leaves *leaves, Inquiry *inquiry, VALUE value, VALUE options, int depth);

/* A leaf for the value, or 0 if it takes code of the application's. `options` are those of as_json, or nil. */
VALUE leaf_new(Leaves *leaves, Inquiry *inquiry, VALUE value, VALUE options, int depth);

bool is_leaf(VALUE value);

/* Notes where a leaf was put: an Array and an Integer, a Hash and a key, or nil for the root of the tree. */
void leaves_add(Leaves *leaves, VALUE container, VALUE key, VALUE leaf);

/* Replaces all leaves. To be called before other people's code runs. */
void leaves_replace(Leaves *leaves);

bool write_leaf(Writer *writer, VALUE leaf);

#endif
