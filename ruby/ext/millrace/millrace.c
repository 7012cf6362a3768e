#include <ruby.h>

#include "definition_trace.h"
#include "encoder.h"
#include "leaf.h"
#include "method_entry.h"
#include "method_watch.h"
#include "model.h"
#include "profile.h"
#include "relation.h"
#include "tree.h"
#include "writer.h"

RUBY_FUNC_EXPORTED void Init_millrace(void) {
  VALUE native = rb_define_module_under(rb_define_module("Millrace"), "Native");
  definition_trace_init();
  method_entry_init();
  string_init();
  attribute_set_init();
  relation_init();
  model_define(native);
  shape_define(native);
  method_watch_define(native);
  profile_define(native);
  encode_define(native);
  leaf_define(native);
  tree_define(native);
  encoder_define(native);
}
