#include <ruby.h>

#include "guards/definition_trace.h"
#include "encoder.h"
#include "values/leaf.h"
#include "guards/method_entry.h"
#include "guards/method_watch.h"
#include "records/model.h"
#include "guards/profile.h"
#include "records/relation.h"
#include "values/tree.h"
#include "values/writer.h"

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
