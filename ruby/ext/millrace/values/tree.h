#ifndef MILLRACE_TREE_H
#define MILLRACE_TREE_H

#include "guards/definition_trace.h"
#include "values/leaf.h"

/*
 * The fallback path for values with methods of their own: it builds the tree of hashes and arrays that Active Support
 * builds before it writes the text, without a Ruby frame for each of them. A value whose methods are not known to be
 * untouched is sent `as_json`, once, in the same order.
 *
 * Such a method can do anything: redefine other methods, change the hash that is being iterated over, the options, or
 * strings that were visited before. So nothing but the tree is kept after such a call.
 */
enum { FOREIGN_CLASS_COUNT = 8 };

typedef struct {
  Inquiry inquiry;
  DefinitionTrace trace; /* from the first call of application code on */
  VALUE options; /* a copy of which as_json is given; nil: it is called without arguments */
  bool shares_options; /* as_json is given the frozen options themselves */
  MemberFilter filter;
  bool has_filter; /* the filter says what the options say */
  int depth;
  Leaves leaves;
  VALUE stock; /* an encoder of Active Support's */
  VALUE foreign_classes[FOREIGN_CLASS_COUNT]; /* of objects that were sent as_json: see tree_is_foreign */
  VALUE class_with_code, options_with_code; /* of the last record that needed application code; 0: none */
  Shape *shape; /* of this record, or NULL */
  VALUE shape_object;
  VALUE shape_options; /* what its options contained: see record_tree.c */
  VALUE row_names; /* of the last row; 0: there was none */
  long value_count, call_count; /* how many values were built, and how often application code ran */
  bool needs_trace; /* guards were asked that a trace makes faster: see tree_forget */
  bool is_unusual; /* something in the tree is not a value of JSON's */
  bool has_answers; /* something in the tree was returned by application code, and can be anything */
} TreeBuilder;

enum { MAXIMUM_TREE_DEPTH = 100 };

/* Defines Millrace::Native::Profile#as_json and #jsonify, and Millrace::Native.replace_leaves. */
void tree_define(VALUE native);

/* To be called before and after application code. */
void tree_expect_anything(TreeBuilder *builder);
void tree_forget(TreeBuilder *builder);

/*
 * Whether an object was found to have an as_json of the application, by its class. It can be sent as_json whatever has become of its
 * methods since: stock does the same.
 */
static inline bool tree_is_foreign(const TreeBuilder *builder, VALUE object) {
  VALUE class = RBASIC_CLASS(object);
  return builder->foreign_classes[(class >> 4) % FOREIGN_CLASS_COUNT] == class;
}

/* Sends as_json, which is application code. */
VALUE tree_send_as_json(TreeBuilder *builder, VALUE value);

/* Whether as_json returns a value without parts for this one, by known methods. */
bool tree_is_simple(TreeBuilder *builder, VALUE value);

/* The same as value.as_json with the builder's options; may be a leaf. */
VALUE tree_as_json(TreeBuilder *builder, VALUE value);

/* The same as the encoder's own jsonify(value); may be a leaf. */
VALUE tree_jsonify(TreeBuilder *builder, VALUE value);

/* Puts a value into a container of the tree. */
void tree_push(TreeBuilder *builder, VALUE array, VALUE value);
void tree_set(TreeBuilder *builder, VALUE hash, VALUE key, VALUE value);

/* The String that a key of a Hash becomes. */
VALUE tree_name_of_key(TreeBuilder *builder, VALUE key);

#endif
