// A library of two functions. `show` is not inlined, so the module of the caller must know what `bytes` depends on.

public struct Writer<Unused> {
  public init() {}

  @inlinable @inline(never)
  public func write(_ value: String) { show(value.utf8.span) }
}

@inline(never)
public func show(_ bytes: Span<UInt8>) {
  print(String(decoding: bytes.withUnsafeBufferPointer { Array($0) }, as: UTF8.self))
}
