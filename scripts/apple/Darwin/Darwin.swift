// What Apple's Swift overlay of the C library adds to Darwin.h: variadic functions and macros, as far as Millrace uses them.

@_exported import Darwin

public var errno: Int32 {
  get { unsafe __error().pointee }
  set { unsafe __error().pointee = newValue }
}

public var stdin: UnsafeMutablePointer<FILE> {
  get { unsafe __stdinp }
  set { unsafe __stdinp = newValue }
}

public var stdout: UnsafeMutablePointer<FILE> {
  get { unsafe __stdoutp }
  set { unsafe __stdoutp = newValue }
}

public var stderr: UnsafeMutablePointer<FILE> {
  get { unsafe __stderrp }
  set { unsafe __stderrp = newValue }
}

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { fatalError() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }

public var SIG_DFL: (@convention(c) (Int32) -> Void)? { nil }
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { fatalError() }

public var MAP_FAILED: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }
