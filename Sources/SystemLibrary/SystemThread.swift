/// A thread of the system, with a stack that is large enough for documents as deep as on the main thread.
///
/// SAFETY: the caller joins the thread exactly once.
@safe
package struct SystemThread {
  private let thread: pthread_t

  /// Starts a thread. Returns nil if the system has no resources for it.
  package init?(_ body: @escaping () -> Void) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    // The thread owns the body from its start on.
    let context = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
    #if canImport(Darwin)
      var created: pthread_t?
      let code = unsafe pthread_create(
        &created, &attributes,
        { context in
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context)
      guard code == 0, let created = unsafe created else {
        unsafe Unmanaged<Body>.fromOpaque(context).release()
        return nil
      }
      unsafe thread = created
    #else
      var created = pthread_t()
      let code = unsafe pthread_create(
        &created, &attributes,
        { context in
          if let context = unsafe context { unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        }, unsafe context)
      guard code == 0 else {
        unsafe Unmanaged<Body>.fromOpaque(context).release()
        return nil
      }
      thread = created
    #endif
  }

  /// Waits for the end of the thread. To be called once.
  package func join() {
    #if canImport(Darwin)
      unsafe pthread_join(thread, nil)
    #else
      pthread_join(thread, nil)
    #endif
  }
}

private final class Body {
  let run: () -> Void
  init(run: @escaping () -> Void) { self.run = run }
}
