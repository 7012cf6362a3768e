public import Millrace

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Types with tables are read without code for each type: these functions are not inlinable.

extension JSON {
  /// Reads a value from a JSON document. See `JSON.decode(_:from:options:)` for bytes.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __ReadByTable>(
    _ type: Value.Type = Value.self, from data: Data, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try unsafe initialized(Value.self) { (memory) throws(FormatError) in
      try data.withSpan { bytes throws(FormatError) in
        try unsafe read(Value.__fields, into: memory, from: bytes, options)
      }
    }
  }

  /// Reads an array from a JSON document. See `JSON.decode(_:from:options:)` for bytes.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __ReadByTable>(
    _ type: [Value].Type = [Value].self, from data: Data, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> [Value] {
    try unsafe initialized([Value].self) { (memory) throws(FormatError) in
      try data.withSpan { bytes throws(FormatError) in
        try unsafe readArray(of: Value.self, into: memory, from: bytes, options)
      }
    }
  }
}
