import HTTPServer
import Tasks

/// What tells representations apart (RFC 9110, section 8.8.3). The same tag always stands for the same bytes: tags are strong.
///
/// That of a list is made of the state of all tasks, and of the target and the origin of the request. That of a task is made
/// of the task alone, so that it stays when others are changed.
struct EntityTag {
  let text: String

  /// The tag of a list.
  ///
  /// - Parameter acceptsGzip: whether the list may be compressed, and so has other bytes.
  init(_ revision: Revision, _ request: Request, acceptsGzip: Bool) {
    var hash = Hash()
    hash.add(revision.store)
    hash.add(acceptsGzip ? 1 : 0)
    hash.add(request.origin)
    hash.add(request.path)
    hash.add(request.query ?? "")
    text = Self.text(UInt64(bitPattern: Int64(revision.number)), hash.value)
  }

  /// The tag of a task. It differs in every process, and an attacker cannot create two tasks with the same tag: the hash is
  /// SipHash with a random key.
  init(_ task: TodoTask, origin: String) {
    func hash(_ seed: Int) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(seed)
      hasher.combine(task.id)
      var title = task.title.text
      hasher.combine(title.utf8.count)
      title.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(task.completed)
      hasher.combine(task.order)
      hasher.combine(origin)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    text = Self.text(hash(0), hash(1))
  }

  /// The tag of bytes that do not change.
  init(contents: [UInt8]) {
    var hash = Hash()
    for byte in contents { hash.add(byte) }
    text = Self.text(UInt64(contents.count), hash.value)
  }

  /// Two numbers in quotes, in hexadecimal.
  private static func text(_ first: UInt64, _ second: UInt64) -> String {
    String(unsafeUninitializedCapacity: 35) { text in
      text[0] = UInt8(ascii: "\"")
      write(first, to: text, at: 1)
      text[17] = UInt8(ascii: "-")
      write(second, to: text, at: 18)
      text[34] = UInt8(ascii: "\"")
      return 35
    }
  }

  private static func write(_ number: UInt64, to text: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
    for index in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index)) & 0xF
      text[start + index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
  }
}

/// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo) of 64 bits.
private struct Hash {
  var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  mutating func add(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { for byte in $0 { add(byte) } }
  }

  /// Adds a text and its end.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF as UInt8)
  }
}
