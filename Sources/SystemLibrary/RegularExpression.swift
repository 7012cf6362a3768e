/// A POSIX extended regular expression, compiled by the C library of the platform. Its characters are those of UTF-8.
///
/// Two characters are replaced in expressions and texts. A line feed becomes U+2028, a character of the same classes: in glibc 2.36
/// `(^b)` matches after a line feed, although only `REG_NEWLINE` allows that. A zero becomes U+FFFD, because it would end the text.
///
/// SAFETY: the compiled expression and the locale are in memory that this object owns and releases once. POSIX requires that threads can
/// use a compiled expression at the same time. The C library reads texts up to the zero after them.
@safe
package final class RegularExpression: @unchecked Sendable {
  private let compiled: UnsafeMutablePointer<regex_t>
  /// A locale with UTF-8; nil if the system has none, so that bytes are the characters.
  private let locale: locale_t?

  /// Why a text is not a regular expression, in the words of the C library.
  package struct Failure: Error {
    package let reason: String
  }

  /// - Throws: ``Failure`` if the text is not a regular expression.
  package init(_ text: String) throws(Failure) {
    let (compiled, locale) = unsafe (UnsafeMutablePointer<regex_t>.allocate(capacity: 1), Self.makeLocale())
    unsafe compiled.initialize(to: regex_t())
    let code = unsafe Self.with(locale) {
      unsafe regcomp(compiled, String(decoding: Self.replacing(text.utf8), as: UTF8.self), REG_EXTENDED | REG_NOSUB)
    }
    guard code == 0 else {
      var reason = [CChar](repeating: 0, count: 256)
      unsafe regerror(code, compiled, &reason, reason.count)
      unsafe compiled.deallocate()
      if let locale = unsafe locale { unsafe freelocale(locale) }
      throw Failure(
        reason: String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    unsafe self.compiled = compiled
    unsafe self.locale = locale
  }

  deinit {
    unsafe regfree(compiled)
    unsafe compiled.deallocate()
    if let locale = unsafe locale { unsafe freelocale(locale) }
  }

  /// Whether the expression matches a part of a text in UTF-8.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard unsafe !text.contains(where: Self.isReplaced) else { return matches(bytes: unsafe Self.replacing(text)) }
    return unsafe matches(bytes: text)
  }

  private static func isReplaced(_ byte: UInt8) -> Bool { byte == 0 || byte == 0x0A }

  private static func replacing(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in byte == 0 ? [0xEF, 0xBF, 0xBD] : byte == 0x0A ? [0xE2, 0x80, 0xA8] : [byte] }
  }

  private func matches(bytes: some Collection<UInt8>) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 1) { copy in
      _ = unsafe copy.initialize(from: bytes)
      unsafe copy.initializeElement(at: bytes.count, to: 0)
      return unsafe copy.withMemoryRebound(to: CChar.self) { text in
        guard let text = text.baseAddress else { return false }
        return unsafe Self.with(locale) { unsafe regexec(compiled, text, 0, nil, 0) } == 0
      }
    }
  }

  private static func makeLocale() -> locale_t? {
    for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] {
      if let locale = unsafe newlocale(LC_CTYPE_MASK, name, nil) { return unsafe locale }
    }
    return nil
  }

  /// Calls a function while this thread has another locale.
  private static func with(_ locale: locale_t?, _ body: () -> Int32) -> Int32 {
    guard let locale = unsafe locale else { return body() }
    let previous = unsafe uselocale(locale)
    defer { unsafe uselocale(previous) }
    return body()
  }
}
