// Types with tables are read without code for each type: these functions are not inlinable. What they call is not generic, because
// generic code looks for the metadata of closures' results at each call.

extension JSON {
  /// Reads the object of a document into the memory of a structure, which is initialized unless an error is thrown.
  @inline(never)
  package static func read(
    _ table: __Table, into memory: UnsafeMutableRawPointer, from bytes: Span<UInt8>, _ options: ReadingOptions
  ) throws(FormatError) {
    var isInitialized = false
    do throws(FormatError) {
      try read(from: bytes, options) { reader in
        try unsafe reader.__readFields(table, into: memory)
        isInitialized = true
      }
    } catch {
      if isInitialized { unsafe table.deinitializeValue(at: memory) }
      throw error
    }
  }

  /// Reads the array of a document into the memory of an array, which is initialized unless an error is thrown.
  package static func readArray<Value: __ReadByTable>(
    of type: Value.Type, into memory: UnsafeMutableRawPointer, from bytes: Span<UInt8>, _ options: ReadingOptions
  ) throws(FormatError) {
    let values = unsafe memory.assumingMemoryBound(to: [Value].self)
    var isInitialized = false
    do throws(FormatError) {
      try read(from: bytes, options) { reader in
        unsafe values.initialize(to: try reader.readValues(of: type, by: Value.__fields))
        isInitialized = true
      }
    } catch {
      if isInitialized { unsafe values.deinitialize(count: 1) }
      throw error
    }
  }

  /// Reads a value from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __ReadByTable>(
    _ type: Value.Type = Value.self, from bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try unsafe initialized(Value.self) { (memory) throws(FormatError) in
      try unsafe read(Value.__fields, into: memory, from: bytes, options)
    }
  }

  /// Reads a value from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __ReadByTable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try unsafe initialized(Value.self) { (memory) throws(FormatError) in
      try bytes.withSpan { bytes throws(FormatError) in
        try unsafe read(Value.__fields, into: memory, from: bytes, options)
      }
    }
  }

  /// Reads a value from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __ReadByTable>(
    _ type: Value.Type = Value.self, from text: String, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try unsafe initialized(Value.self) { (memory) throws(FormatError) in
      try text.withUTF8Span { bytes throws(FormatError) in
        try unsafe read(Value.__fields, into: memory, from: bytes, options)
      }
    }
  }

  /// Reads an array from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __ReadByTable>(
    _ type: [Value].Type = [Value].self, from bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> [Value] {
    try unsafe initialized([Value].self) { (memory) throws(FormatError) in
      try unsafe readArray(of: Value.self, into: memory, from: bytes, options)
    }
  }

  /// Reads an array from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __ReadByTable>(
    _ type: [Value].Type = [Value].self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> [Value] {
    try unsafe initialized([Value].self) { (memory) throws(FormatError) in
      try bytes.withSpan { bytes throws(FormatError) in
        try unsafe readArray(of: Value.self, into: memory, from: bytes, options)
      }
    }
  }

  /// Reads an array from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __ReadByTable>(
    _ type: [Value].Type = [Value].self, from text: String, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> [Value] {
    try unsafe initialized([Value].self) { (memory) throws(FormatError) in
      try text.withUTF8Span { bytes throws(FormatError) in
        try unsafe readArray(of: Value.self, into: memory, from: bytes, options)
      }
    }
  }
}
