import Foundation
import Testing

@testable import Millrace

@Suite("Binary data")
struct BinaryTests {
  /// Bytes as a value, by whatever strategy the style has.
  private struct Blob: Serializable, Equatable {
    var bytes: [UInt8]
    static func read<R: FormatReader & ~Copyable & ~Escapable>(from reader: inout R) throws -> Blob {
      Blob(bytes: try reader.readBytes())
    }
    func write<W: FormatWriter & ~Copyable>(to writer: inout W) { writer.write(bytes: bytes) }
  }

  private enum ForURLs: JSON.Style { typealias Binary = Base64URL }
  private enum Numbers: JSON.Style { typealias Binary = ArrayOfBytes }

  @Test func `Base64 is what Foundation makes of bytes of every length`() throws {
    var random = SeededGenerator()
    for count in 0...300 {
      let blob = Blob(bytes: (0..<count).map { _ in random.byte() })
      let theirs = Data(blob.bytes).base64EncodedString()
      #expect(try JSON.encode(blob, as: String.self) == "\"\(theirs)\"", "\(SeededGenerator.note)")
      #expect(try JSON.decode(Blob.self, from: "\"\(theirs)\"") == blob)
      let forURLs = theirs.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      #expect(try JSON.encode(blob, as: String.self, style: ForURLs.self) == "\"\(forURLs)\"")
      #expect(try JSON.decode(Blob.self, from: "\"\(forURLs)\"", style: ForURLs.self) == blob)
      let numbers = try JSON.encode(blob, as: String.self, style: Numbers.self)
      #expect(try JSON.encode(blob.bytes, as: String.self) == numbers)
      #expect(try JSON.decode(Blob.self, from: numbers, style: Numbers.self) == blob)
    }
  }

  @Test func `a field of native bytes is what the style says`() throws {
    let picture = Picture(pixels: [0, 255, 62])
    #expect(try JSON.encode(picture, as: String.self) == #"{"pixels":"AP8+"}"#)
    #expect(try JSON.encode(picture, as: String.self, style: ForURLs.self) == #"{"pixels":"AP8-"}"#)
    #expect(try JSON.encode(picture, as: String.self, style: Numbers.self) == #"{"pixels":[0,255,62]}"#)
    #expect(try JSON.decode(Picture.self, from: #"{"pixels":"AP8-"}"#, style: ForURLs.self).pixels == picture.pixels)
    // The other way round, a type that reads an array of numbers does not take text.
    #expect(throws: FormatError.self) { try JSON.decode([UInt8].self, from: "\"AP8+\"") }
  }

  @Test(arguments: [
    "=", "A", "AA", "AAA", "A===", "AA=A", "AAAA=", "AAAAA===", "AA==AA==", "QQ", "QR==", "QUJ=", "QQ==\\n", " QQ==",
    "Q-==", "Q_==", "QQ=", "====", "é===",
  ])
  func `invalid Base64 is rejected`(_ text: String) {
    let error = #expect(throws: FormatError.self) { try JSON.decode([Blob].self, from: "[\"\(text)\"]") }
    #expect(error?.place.path == "/0")
  }

  @Test(arguments: ["Q", "QR", "QQ==", "Q+", "Q/", "QUJ", "AAAAA"])
  func `invalid Base64 for URLs is rejected`(_ text: String) {
    #expect(throws: FormatError.self) { try JSON.decode(Blob.self, from: "\"\(text)\"", style: ForURLs.self) }
  }
}

@Serializable
private struct Picture {
  @Field(using: NativeBytes.self) var pixels: [UInt8]
}
