#include "guards/method_entry.h"

#include "guards/method_guard.h"

static bool is_possible; /* entries are known, and are marked when their methods change */

/* Those that do not belong to the garbage collector. */
static VALUE marks(VALUE entry) {
  return RBASIC(entry)->flags & ~(((VALUE)1 << RUBY_FL_USHIFT) - 1);
}

bool method_entry_holds(MethodEntry entry) {
  return entry.object != 0 && marks(entry.object) == entry.marks;
}

#ifdef HAVE_RB_OBJSPACE_REACHABLE_OBJECTS_FROM
void rb_objspace_reachable_objects_from(VALUE object, void (*visit)(VALUE object, void *data), void *data);

static void keep_internal_object(VALUE object, void *data) {
  VALUE *found = data;
  if (RB_SPECIAL_CONST_P(object) || RB_BUILTIN_TYPE(object) != T_IMEMO) return;
  *found = *found == 0 || *found == object ? object : Qundef;
}

/* A Method refers to one internal object. */
static VALUE internal_object(VALUE method) {
  VALUE found = 0;
  rb_objspace_reachable_objects_from(method, keep_internal_object, &found);
  return found == Qundef ? 0 : found;
}
#else
static VALUE internal_object(VALUE method) {
  return 0;
}
#endif

MethodEntry method_entry_find(VALUE method) {
  VALUE object = is_possible ? internal_object(method) : 0;
  return (MethodEntry){.object = object, .marks = object ? marks(object) : 0};
}

static VALUE scratch_method(VALUE self) {
  return self;
}

/* Whether the entry of a method is marked when a method of the owner is changed. */
static bool is_marked(VALUE receiver, VALUE owner, const char *name, const char *change) {
  rb_define_method(owner, name, scratch_method, 0);
  VALUE symbol = ID2SYM(rb_intern(name));
  VALUE method = rb_obj_method(receiver, symbol);
  MethodEntry entry = method_entry_find(method);
  bool holds = method_entry_holds(entry);
  rb_funcall(receiver, rb_intern(name), 0);
  holds = holds && method_entry_holds(entry);
  if (strcmp(change, "define_method") == 0) {
    rb_define_method(owner, name, scratch_method, 0);
  } else {
    rb_funcall(owner, rb_intern(change), 1, symbol);
  }
  RB_GC_GUARD(method);
  return holds && !method_entry_holds(entry);
}

static VALUE test_marks(VALUE argument) {
  static const char *const names[] = {"millrace_scratch", "to_s"}; /* the second one hides another method */
  static const char *const changes[] = {"remove_method", "private", "undef_method", "define_method"};
  VALUE module = rb_module_new();
  VALUE class = rb_class_new(rb_cObject);
  rb_include_module(class, module);
  VALUE subclass = rb_class_new(class);
  VALUE receivers[] = {rb_obj_alloc(class), rb_obj_alloc(subclass), rb_obj_alloc(subclass), rb_obj_alloc(subclass)};
  VALUE owners[] = {module, module, class, class};
  bool result = true;
  for (int i = 0; i < 4; i++) {
    if (i == 3) rb_prepend_module(class, rb_module_new());
    for (int name = 0; name < 2; name++) {
      for (int change = 0; change < 4; change++) {
        result = result && is_marked(receivers[i], owners[i], names[name], changes[change]);
        rb_define_method(owners[i], names[name], scratch_method, 0);
        rb_funcall(owners[i], rb_intern("remove_method"), 1, ID2SYM(rb_intern(names[name])));
      }
    }
  }
  RB_GC_GUARD(subclass);
  return result ? Qtrue : Qfalse;
}

void method_entry_init(void) {
  if (METHOD_GUARDS_ARE_FAST) return;
  is_possible = true;
  int state;
  VALUE result = rb_protect(test_marks, Qnil, &state);
  if (state != 0) rb_set_errinfo(Qnil);
  is_possible = state == 0 && RTEST(result);
}
