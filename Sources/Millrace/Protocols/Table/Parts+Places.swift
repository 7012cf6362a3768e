// The parts of a case that is written: each is borrowed, where the compiler puts it, and its reference counts do not change.

extension __Parts {
  /// The number of parts of which each can have a place of its own.
  static var mostPlaces: Int { 8 }

  @inlinable @inline(__always)
  public static func of<A, B>(
    _ a: A, _ b: B, _ index: Int,
    _ use: (Int, __Parts) -> Void
  ) {
    unsafe withUnsafePointer(to: a) { a in
      unsafe withUnsafePointer(to: b) { b in
        unsafe of(places: (UnsafeRawPointer(a), UnsafeRawPointer(b)), index, use)
      }
    }
  }

  @inlinable @inline(__always)
  public static func of<A, B, C>(
    _ a: A, _ b: B, _ c: C, _ index: Int,
    _ use: (Int, __Parts) -> Void
  ) {
    unsafe withUnsafePointer(to: a) { a in
      unsafe withUnsafePointer(to: b) { b in
        unsafe withUnsafePointer(to: c) { c in
          unsafe of(
            places: (UnsafeRawPointer(a), UnsafeRawPointer(b), UnsafeRawPointer(c)),
            index, use)
        }
      }
    }
  }

  @inlinable @inline(__always)
  public static func of<A, B, C, D>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ index: Int,
    _ use: (Int, __Parts) -> Void
  ) {
    unsafe withUnsafePointer(to: a) { a in
      unsafe withUnsafePointer(to: b) { b in
        unsafe withUnsafePointer(to: c) { c in
          unsafe withUnsafePointer(to: d) { d in
            unsafe of(
              places: (UnsafeRawPointer(a), UnsafeRawPointer(b), UnsafeRawPointer(c), UnsafeRawPointer(d)),
              index, use)
          }
        }
      }
    }
  }

  @inlinable @inline(__always)
  public static func of<A, B, C, D, E>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ index: Int,
    _ use: (Int, __Parts) -> Void
  ) {
    unsafe withUnsafePointer(to: a) { a in
      unsafe withUnsafePointer(to: b) { b in
        unsafe withUnsafePointer(to: c) { c in
          unsafe withUnsafePointer(to: d) { d in
            unsafe withUnsafePointer(to: e) { e in
              unsafe of(
                places: (
                  UnsafeRawPointer(a), UnsafeRawPointer(b), UnsafeRawPointer(c), UnsafeRawPointer(d),
                  UnsafeRawPointer(e)
                ),
                index, use)
            }
          }
        }
      }
    }
  }

  @inlinable @inline(__always)
  public static func of<A, B, C, D, E, F>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ index: Int,
    _ use: (Int, __Parts) -> Void
  ) {
    unsafe withUnsafePointer(to: a) { a in
      unsafe withUnsafePointer(to: b) { b in
        unsafe withUnsafePointer(to: c) { c in
          unsafe withUnsafePointer(to: d) { d in
            unsafe withUnsafePointer(to: e) { e in
              unsafe withUnsafePointer(to: f) { f in
                unsafe of(
                  places: (
                    UnsafeRawPointer(a), UnsafeRawPointer(b), UnsafeRawPointer(c), UnsafeRawPointer(d),
                    UnsafeRawPointer(e), UnsafeRawPointer(f)
                  ),
                  index, use)
              }
            }
          }
        }
      }
    }
  }

  @inlinable @inline(__always)
  public static func of<A, B, C, D, E, F, G>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ index: Int,
    _ use: (Int, __Parts) -> Void
  ) {
    unsafe withUnsafePointer(to: a) { a in
      unsafe withUnsafePointer(to: b) { b in
        unsafe withUnsafePointer(to: c) { c in
          unsafe withUnsafePointer(to: d) { d in
            unsafe withUnsafePointer(to: e) { e in
              unsafe withUnsafePointer(to: f) { f in
                unsafe withUnsafePointer(to: g) { g in
                  unsafe of(
                    places: (
                      UnsafeRawPointer(a), UnsafeRawPointer(b), UnsafeRawPointer(c), UnsafeRawPointer(d),
                      UnsafeRawPointer(e), UnsafeRawPointer(f), UnsafeRawPointer(g)
                    ),
                    index, use)
                }
              }
            }
          }
        }
      }
    }
  }

  @inlinable @inline(__always)
  public static func of<A, B, C, D, E, F, G, H>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ index: Int,
    _ use: (Int, __Parts) -> Void
  ) {
    unsafe withUnsafePointer(to: a) { a in
      unsafe withUnsafePointer(to: b) { b in
        unsafe withUnsafePointer(to: c) { c in
          unsafe withUnsafePointer(to: d) { d in
            unsafe withUnsafePointer(to: e) { e in
              unsafe withUnsafePointer(to: f) { f in
                unsafe withUnsafePointer(to: g) { g in
                  unsafe withUnsafePointer(to: h) { h in
                    unsafe of(
                      places: (
                        UnsafeRawPointer(a), UnsafeRawPointer(b), UnsafeRawPointer(c), UnsafeRawPointer(d),
                        UnsafeRawPointer(e), UnsafeRawPointer(f), UnsafeRawPointer(g), UnsafeRawPointer(h)
                      ),
                      index, use)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Calls a function with the places of parts.
  @inlinable @inline(__always)
  static func of<Places>(places: Places, _ index: Int, _ use: (Int, __Parts) -> Void) {
    unsafe withUnsafePointer(to: places) { places in
      let places = unsafe UnsafeMutableRawPointer(mutating: UnsafeRawPointer(places))
      unsafe use(index, __Parts(places, target: places))
    }
  }
}
