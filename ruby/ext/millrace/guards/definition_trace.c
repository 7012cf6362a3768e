#include "guards/definition_trace.h"

#include <ruby/debug.h>
#include <ruby/ractor.h>

#include "guards/method_guard.h"

/* Only threads that hold Ruby's lock come here. */
static VALUE tracepoint = Qnil; /* nil: definitions are not noticed */
static VALUE ractor_count; /* the Method of before application code could replace it */
static int trace_count; /* of those that are running */
static uint64_t definition_count;
static uint64_t last_period;

/*
 * Ruby stores each method in an internal object. The bits after the flags of all objects tell its type. The types that are used for
 * methods are determined by defining some: one bit for each type.
 */
static uint32_t definition_types, types_seen;

static uint32_t internal_type(VALUE object) {
  return (uint32_t)1 << ((RBASIC(object)->flags >> RUBY_FL_USHIFT) & 15);
}

/* Another Ractor can define methods without a report. */
static bool is_definition(VALUE object) {
  switch (RB_BUILTIN_TYPE(object)) {
    case T_IMEMO: types_seen |= internal_type(object); return (definition_types & internal_type(object)) != 0;
    case T_ICLASS: return true;
    case T_DATA: return RBASIC_CLASS(object) == rb_cRactor;
    default: return false;
  }
}

/* Must not allocate. */
static void notice(VALUE event, void *data) {
  if (is_definition(rb_tracearg_object(rb_tracearg_from_tracepoint(event)))) definition_count++;
}

static VALUE scratch_method(VALUE self) {
  return self;
}

static VALUE prepend_features(VALUE module, VALUE target) {
  return rb_funcall(module, rb_intern("prepend_features"), 1, target);
}

static void define(int step, VALUE class, VALUE module) {
  VALUE a = ID2SYM(rb_intern("a"));
  switch (step) {
    case 0:
    case 1: rb_define_method(class, "a", scratch_method, 0); break;
    case 2: rb_define_alias(class, "b", "a"); break;
    case 3:
      rb_funcall(
          class, rb_intern("define_method"), 2, ID2SYM(rb_intern("c")), rb_funcall(class, rb_intern("instance_method"), 1, a));
      break;
    case 4: rb_undef_method(class, "b"); break;
    case 5: rb_funcall(class, rb_intern("private"), 1, ID2SYM(rb_intern("to_s"))); break;
    case 6: rb_funcall(class, rb_intern("attr_reader"), 1, a); break;
    case 7: rb_include_module(class, module); break;
    case 8: prepend_features(rb_module_new(), class); break;
  }
}

enum { STEPS = 9 };

/* Whether each kind of definition is noticed, and strings and the like are not. */
static VALUE test_notices(VALUE argument) {
  VALUE class = rb_class_new(rb_cObject);
  VALUE module = rb_module_new();
  for (int step = 0; step < STEPS; step++) {
    uint64_t before = definition_count;
    define(step, class, module);
    if (step == 0) types_seen = 0; /* Ruby's caches are allocated the first time only */
    if (step == 1) definition_types = types_seen;
    if (step > 1 && definition_count == before) return Qfalse;
  }
  uint64_t before = definition_count;
  rb_str_new_cstr("a string");
  rb_hash_aset(rb_hash_new(), rb_ary_new(), rb_obj_alloc(rb_cObject));
  RB_GC_GUARD(class);
  RB_GC_GUARD(module);
  return definition_count == before ? Qtrue : Qfalse;
}

void definition_trace_init(void) {
  if (METHOD_GUARDS_ARE_FAST) return;
  rb_gc_register_address(&tracepoint);
  rb_gc_register_address(&ractor_count);
  ractor_count = rb_obj_method(rb_cRactor, ID2SYM(rb_intern("count")));
  tracepoint = rb_tracepoint_new(Qnil, RUBY_INTERNAL_EVENT_NEWOBJ, notice, NULL);
  rb_tracepoint_enable(tracepoint);
  int state;
  VALUE is_noticed = rb_protect(test_notices, Qnil, &state);
  rb_tracepoint_disable(tracepoint);
  if (state != 0) rb_set_errinfo(Qnil);
  if (state != 0 || !RTEST(is_noticed)) tracepoint = Qnil;
}

static bool is_only_ractor(void) {
  return rb_method_call(0, NULL, ractor_count) == INT2FIX(1);
}

uint64_t definition_trace_period(DefinitionTrace *trace) {
  if (trace->is_impossible) return 0;
  if (trace->is_running && trace->count == definition_count) return trace->period;
  trace->is_impossible = NIL_P(tracepoint) || !is_only_ractor();
  if (trace->is_impossible) {
    definition_trace_stop(trace);
    return 0;
  }
  if (!trace->is_running) {
    trace->is_running = true;
    if (trace_count++ == 0) rb_tracepoint_enable(tracepoint);
  }
  trace->count = definition_count;
  trace->period = ++last_period;
  return trace->period;
}

void definition_trace_stop(DefinitionTrace *trace) {
  if (!trace->is_running) return;
  trace->is_running = false;
  if (--trace_count == 0) rb_tracepoint_disable(tracepoint);
}
