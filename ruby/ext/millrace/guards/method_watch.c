#include "guards/method_watch.h"

/* Methods are also changed by other Ractors, of their own classes. Only those of watched classes are counted. */
static uint64_t change_count;

enum { MAXIMUM_WATCHED_CLASSES = 16 };

static VALUE watched_classes[MAXIMUM_WATCHED_CLASSES];
static int watched_count;

bool method_watch_init(MethodWatch *watch, VALUE class) {
  for (int i = 0; i < watched_count; i++) {
    if (watched_classes[i] != class) continue;
    *watch = (MethodWatch){.class = class,
        .next = rb_class_get_superclass(class),
        .next_singleton = rb_class_get_superclass(CLASS_OF(class)),
        .changes = change_count};
    return true;
  }
  return false;
}

bool method_watch_has_changed(const MethodWatch *watch) {
  return watch->changes != change_count || watch->next != rb_class_get_superclass(watch->class) ||
         watch->next_singleton != rb_class_get_superclass(CLASS_OF(watch->class));
}

/*
 * call-seq: add(class)
 *
 * From now on changes to this class are reported.
 */
static VALUE watch_add(VALUE self, VALUE class) {
  Check_Type(class, T_CLASS);
  if (watched_count == MAXIMUM_WATCHED_CLASSES) rb_raise(rb_eArgError, "too many watched classes");
  rb_gc_register_mark_object(class);
  watched_classes[watched_count++] = class;
  return self;
}

/*
 * call-seq: remove(class)
 *
 * Changes to this class may not be reported any more.
 */
static VALUE watch_remove(VALUE self, VALUE class) {
  change_count++;
  for (int i = 0; i < watched_count; i++) {
    if (watched_classes[i] == class) watched_classes[i] = watched_classes[--watched_count];
  }
  return self;
}

/*
 * call-seq: report
 *
 * A method of a watched class was defined, removed or undefined.
 */
static VALUE watch_report(VALUE self) {
  change_count++;
  return self;
}

void method_watch_define(VALUE native) {
  VALUE watch = rb_define_module_under(native, "MethodWatch");
  rb_define_singleton_method(watch, "add", watch_add, 1);
  rb_ext_ractor_safe(true);
  rb_define_singleton_method(watch, "remove", watch_remove, 1);
  rb_define_singleton_method(watch, "report", watch_report, 0);
  rb_ext_ractor_safe(false);
}
