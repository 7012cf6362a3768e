import Millrace
import Testing

@Serializable
private struct KindFilm {
  var name: String
  var year: Int8?
}

@Suite("Kinds of errors")
struct ErrorKindTests {
  private static func kind(_ text: String, _ options: JSON.ReadingOptions = JSON.ReadingOptions()) -> FormatError.Kind?
  {
    do {
      _ = try JSON.decode(KindFilm.self, from: text, options: options)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func `the same problem has the same kind, whatever its details are`() {
    #expect(Self.kind(#"{"name":"Alien"}"#) == nil)
    for text in ["", "{", #"{"name":"Ali"#] { #expect(Self.kind(text) == .unexpectedEnd, "\(text)") }
    for text in ["{}", #"{"year":1}"#] { #expect(Self.kind(text) == .missingField, "\(text)") }
    for text in [#"{"name":1}"#, #"{"name":null}"#, "[]"] { #expect(Self.kind(text) == .mismatch, "\(text)") }
    #expect(Self.kind(#"{"name":"Alien","year":1979}"#) == .numberOutOfRange)
    #expect(Self.kind(#"{"name":"Alien","year":1.5}"#) == .notAnInteger)
    #expect(Self.kind(#"{"name":"Alien"} x"#) == .trailingContent)
    #expect(Self.kind("{\"name\":\"A\nlien\"}") == .controlCharacter)
    #expect(Self.kind(#"{"name":"\ud800"}"#) == .loneSurrogate)
    #expect(Self.kind(#"{"name":"\x"}"#) == .invalidEscape)
    let rejecting = JSON.ReadingOptions(duplicateKeys: .rejected)
    #expect(Self.kind(#"{"name":"Alien","name":"Aliens"}"#, rejecting) == .duplicateKey)
  }

  @Test func `categories tell a malformed document from a value of another type`() {
    #expect(Self.kind("{")?.category == .syntax)
    #expect(Self.kind("{}")?.category == .value)
    #expect(FormatError(.nestedTooDeep(limit: 512)).kind.category == .limit)
    #expect(FormatError(.noSuchPath("/a")).kind.category == .path)
    #expect(FormatError(.custom(SystemError(code: 2, action: "cannot read"))).kind.category == .system)
  }

  @Test func `an error of a type's own code can have a kind of its own`() throws {
    struct Unknown: Error {}
    struct TooOld: FormatProblem {
      var kind: FormatError.Kind { FormatError.Kind("tooOld", .value) }
    }
    #expect(FormatError(.custom(Unknown())).kind == .custom)
    #expect(FormatError(.custom(TooOld())).kind == FormatError.Kind("tooOld", .value))
    #expect(FormatError(.custom(TooOld())).kind != FormatError.Kind("tooOld", .limit))
  }

  @Test func `an error is caught by its kind`() {
    func name(_ text: String) -> String? {
      do { return try JSON.decode(KindFilm.self, from: text).name } catch  where error.kind == .missingField {
        return "unnamed"
      } catch {
        return nil
      }
    }
    #expect(name("{}") == "unnamed")
    #expect(name("{") == nil)
  }
}
