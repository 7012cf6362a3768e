#include "guards/method_guard.h"

/*
 * Ruby does not report when a method is redefined, so guards are asked once in every call of the encoder, and again when
 * other people's code has run in it.
 *
 * `rb_method_basic_definition_p` tells of a method that Ruby has defined when it started whether it is still that one: 10 ns.
 *
 * For others, what Ruby declares for extensions is `rb_obj_method`, which makes a Method to be compared with the first one:
 * 0.1 us. So the methods that every call depends on are watched (see method_watch.h). After application code, methods are compared
 * only if something was defined meanwhile (see definition_trace.h).
 *
 * Up to Ruby 3.2 libruby also exports `rb_callable_method_entry`, the look-up in the class's method cache: 6 ns. While
 * it returns the same entry, the method is the same. An entry's address cannot be used again by another one, because
 * `method_guard_mark` keeps the entry alive and in its place. A different entry proves nothing (Ruby makes new ones for
 * methods of modules now and then), so the methods are compared before a guard is discarded. A method that calls `super` is
 * guarded together with the next one, the one that `super` finds.
 */
#ifdef HAVE_RB_CALLABLE_METHOD_ENTRY
const void *rb_callable_method_entry(VALUE class, ID name);
#endif

static const void *find_entry(VALUE class, ID name) {
#ifdef HAVE_RB_CALLABLE_METHOD_ENTRY
  return class ? rb_callable_method_entry(class, name) : NULL;
#else
  return NULL;
#endif
}

/*
 * `super` looks for the next method from the place after the one where the method was found. The method was found at the last
 * place from where the look-up returns the same entry, because an entry belongs to one place.
 */
static void find_links(MethodGuard *guard) {
  guard->link_count = -1;
  int count = (int)RARRAY_LEN(guard->chain) - 1;
  if (guard->entry == NULL || count > MAXIMUM_LINKS) return;
  VALUE place = CLASS_OF(guard->receiver);
  const void *entry = guard->entry;
  for (int i = 0; i < count; i++) {
    VALUE next;
    while (find_entry(next = rb_class_get_superclass(place), guard->name) == entry) place = next;
    entry = find_entry(next, guard->name);
    if (entry == NULL) return;
    guard->links[i] = (SuperLink){.place = place, .entry = entry};
    place = next;
  }
  guard->link_count = count;
}

static bool links_hold(const MethodGuard *guard) {
  for (int i = 0; i < guard->link_count; i++) {
    const SuperLink *link = &guard->links[i];
    if (find_entry(rb_class_get_superclass(link->place), guard->name) != link->entry) return false;
  }
  return guard->link_count >= 0;
}

static VALUE super_method(VALUE method) {
  return rb_funcall(method, rb_intern("super_method"), 0);
}

static VALUE owner(VALUE method) {
  return rb_funcall(method, rb_intern("owner"), 0);
}

static VALUE find_owners(VALUE methods) {
  VALUE owners = rb_ary_new();
  for (long i = 0; i < RARRAY_LEN(methods); i++) rb_ary_push(owners, owner(RARRAY_AREF(methods, i)));
  return owners;
}

static bool responds(VALUE object, ID name, bool is_private) {
  return rb_method_boundp(CLASS_OF(object), name, !is_private);
}

void method_guard_init(MethodGuard *guard, VALUE receiver, ID name, int chain_length) {
  guard->receiver = receiver;
  guard->name = name;
  guard->is_private = !rb_method_boundp(CLASS_OF(receiver), name, 1);
  guard->chain = rb_ary_new();
  guard->owners = Qnil;
  memset(guard->entries, 0, sizeof guard->entries);
  guard->entry = find_entry(CLASS_OF(receiver), name);
  guard->link_count = -1;
  guard->is_basic = chain_length == 1 && rb_method_basic_definition_p(CLASS_OF(receiver), name);
  guard->is_watched = false;
  guard->period = 0;
  if (chain_length == 0) return;
  VALUE method = rb_obj_method(receiver, ID2SYM(name));
  for (int i = 0; i < chain_length; i++) {
    rb_ary_push(guard->chain, method);
    method = super_method(method);
  }
  if (!METHOD_GUARDS_ARE_FAST) guard->owners = find_owners(guard->chain);
  find_links(guard);
  VALUE class = CLASS_OF(receiver);
  guard->is_watched = !METHOD_GUARDS_ARE_FAST && chain_length == 1 && owner(RARRAY_AREF(guard->chain, 0)) == class &&
                      method_watch_init(&guard->watch, class);
}

void method_guard_mark(const MethodGuard *guard) {
  rb_gc_mark(guard->receiver);
  rb_gc_mark(guard->chain);
  rb_gc_mark(guard->owners);
  for (int i = 0; i <= MAXIMUM_LINKS; i++) rb_gc_mark(guard->entries[i].object);
  if (guard->entry != NULL) rb_gc_mark((VALUE)guard->entry);
  for (int i = 0; i < guard->link_count; i++) {
    rb_gc_mark(guard->links[i].place);
    rb_gc_mark((VALUE)guard->links[i].entry);
  }
}

/* A module in front of the class's own methods can change without a report. So can a class with other reporting methods. */
static bool watch_holds(MethodGuard *guard) {
  if (!guard->is_watched) return false;
  MethodWatch before = guard->watch;
  if (!method_watch_has_changed(&before)) return true;
  MethodWatch *now = &guard->watch;
  guard->is_watched =
      method_watch_init(now, before.class) && now->next == before.next && now->next_singleton == before.next_singleton;
  return false;
}

/* Ruby's cache keeps an entry until it is marked, so it has to be found once. */
static void find_entry_of(MethodGuard *guard, long position, VALUE method) {
  bool has_place = position <= MAXIMUM_LINKS && RARRAY_AREF(guard->owners, position) != CLASS_OF(guard->receiver);
  if (has_place && !method_entry_holds(guard->entries[position])) guard->entries[position] = method_entry_find(method);
}

static bool chain_holds(MethodGuard *guard) {
  VALUE method = rb_obj_method(guard->receiver, ID2SYM(guard->name));
  for (long i = 0; i < RARRAY_LEN(guard->chain); i++) {
    if (NIL_P(method) || !RTEST(rb_equal(method, RARRAY_AREF(guard->chain, i)))) return false;
    if (!NIL_P(guard->owners)) find_entry_of(guard, i, method);
    if (i + 1 < RARRAY_LEN(guard->chain)) method = super_method(method);
  }
  return true;
}

/* Whether the class or module itself still has the method. Runs Ruby's own `method_defined?`. */
static bool has_method(VALUE owner, VALUE name, ID question) {
  VALUE arguments[] = {name, Qfalse};
  return RTEST(rb_funcallv(owner, question, 2, arguments));
}

/*
 * Which of the methods have to be looked for, because another one would answer if they were removed: all, or all but the last one.
 * -1 if the answers cannot be trusted.
 */
static int count_hiding_methods(const MethodGuard *guard, ID question) {
  int count = (int)RARRAY_LEN(guard->chain);
  for (int i = 0; i < count; i++) {
    if (!rb_method_basic_definition_p(CLASS_OF(RARRAY_AREF(guard->owners, i)), question)) return -1;
  }
  return NIL_P(super_method(RARRAY_AREF(guard->chain, count - 1))) ? count - 1 : count;
}

/* Whether the entries tell that nothing has become of the methods. */
static bool entries_hold(const MethodGuard *guard) {
  long count = RARRAY_LEN(guard->chain);
  if (count > 1 + MAXIMUM_LINKS) return false;
  for (long i = 0; i < count; i++) {
    if (!method_entry_holds(guard->entries[i])) return false;
  }
  return true;
}

/* In this period of a trace the methods were compared, and nothing was defined since. They can only have been removed or made private. */
static bool is_not_removed(MethodGuard *guard) {
  if (entries_hold(guard)) return true;
  ID question = guard->is_private ? rb_intern("private_method_defined?") : rb_intern("method_defined?");
  if (!guard->is_hiding_known) {
    guard->hiding_count = count_hiding_methods(guard, question);
    guard->is_hiding_known = true;
  }
  if (guard->hiding_count == 0) return responds(guard->receiver, guard->name, guard->is_private);
  for (int i = 0; i < guard->hiding_count; i++) {
    if (!has_method(RARRAY_AREF(guard->owners, i), ID2SYM(guard->name), question)) return false;
  }
  return guard->hiding_count > 0;
}

bool method_guard_holds(MethodGuard *guard, uint64_t period) {
  if (RARRAY_LEN(guard->chain) == 0) return !rb_method_boundp(CLASS_OF(guard->receiver), guard->name, 0);
  if (guard->period == period && period != 0 && is_not_removed(guard)) return true;
  if (!responds(guard->receiver, guard->name, guard->is_private)) return false;
  if (guard->is_basic) return rb_method_basic_definition_p(CLASS_OF(guard->receiver), guard->name);
  if (watch_holds(guard)) return true;
  const void *entry = find_entry(CLASS_OF(guard->receiver), guard->name);
  if (entry != NULL && entry == guard->entry && links_hold(guard)) return true;
  if (!chain_holds(guard)) return false;
  guard->entry = entry;
  find_links(guard);
  guard->period = period;
  guard->is_hiding_known = false;
  return true;
}

bool method_guard_covers(const MethodGuard *guard, VALUE object) {
  if (RARRAY_LEN(guard->chain) == 0) return !rb_method_boundp(CLASS_OF(object), guard->name, 0);
  if (!responds(object, guard->name, guard->is_private)) return false;
  return owner(rb_obj_method(object, ID2SYM(guard->name))) == owner(RARRAY_AREF(guard->chain, 0));
}
