import Foundation
import Millrace
import Testing

@Serializable
private struct Movie: Equatable {
  @Field("title", aliases: "name", "original_title") var title: String
  @Field("tags", .lossy, .nullAsDefault) var tags: [String] = []
  @Field(aliases: "colour") var color: String?
}

@Serializable
private struct Located: Equatable {
  @Field(at: "meta/ids/imdb") var imdb: String
  var title: String = ""
  @Field(at: "meta/year") var year: Int?
  @Field(at: "meta/ids/tmdb") var tmdb: Int = 7
  @Field(at: "stats/a~1b/~0") var odd: Int?
}

@Serializable
private struct Size: Equatable {
  var width: Int
  var height: Int?
}

@Serializable
private struct Sheet: Equatable {
  var number: Int
  @Field(.flattened) var size: Size
  @Field(.flattened) var rest: [String: Int]
}

@Serializable
private struct Letter: Equatable {
  @Field(.flattened) var sheet: Sheet
  @Field(.flattened) var rest: JSON.Object
  var text: String = ""
}

@Serializable
private struct Anything: Equatable {
  @Field(.flattened) var members: JSON.Value
}

@Serializable
private struct Lenient: Equatable {
  @Field(.lossy) var numbers: [Int]
  @Field(.lossy) var names: Set<String>?
  @Field(.lossy) var ranks: [Int: Bool] = [1: true]
  var counted: Lossy<[Int]> = Lossy()
}

@Serializable
private struct Timed: Equatable {
  @Field(using: Minutes.self) var length: Duration
  @Field("pause", aliases: "break", using: Minutes.self) var pause: Duration?
  @Field(.omittedWhenDefault, using: Minutes.self) var wait: Duration = .seconds(120)
  @Field(at: "more/delay", using: Minutes.self) var delay: Duration? = .seconds(60)
}

@Serializable
private struct Absent: Equatable {
  @Field(.nullAsDefault) var a: Int = 1
  @Field(.omittedWhenDefault) var b: [Int] = [2]
  @Field(.nilAsNull) var c: Int?
  @Field(.nullAsDefault, .omittedWhenDefault) var d: Int? = 4
  var e: Int? = 5
}

@Suite("What @Field can say")
struct FieldTests {
  @Test func `aliases are read and the name is written`() throws {
    let movie = Movie(title: "Ran", tags: ["a"], color: "red")
    try expectRoundTrip(movie, #"{"title":"Ran","tags":["a"],"color":"red"}"#)
    for text in [
      #"{"name":"Ran","tags":["a"],"colour":"red"}"#, #"{"colour":"red","tags":[1,"a",null],"original_title":"Ran"}"#,
    ] {
      #expect(try JSON.decode(Movie.self, from: text) == movie)
    }
    #expect(try JSON.decode(Movie.self, from: #"{"name":"Ran","tags":null}"#) == Movie(title: "Ran"))
    expectRefusal(Movie.self, #"{"tags":[]}"#)
  }

  @Test func `paths lead through objects, which are shared when written`() throws {
    try expectRoundTrip(
      Located(imdb: "tt0089881", title: "Ran", year: 1985, odd: 3),
      #"{"meta":{"ids":{"imdb":"tt0089881","tmdb":7},"year":1985},"title":"Ran","stats":{"a/b":{"~":3}}}"#)
    try expectRoundTrip(
      Located(imdb: "x"), #"{"meta":{"ids":{"imdb":"x","tmdb":7}},"title":""}"#)
    let other = #"{"stats":null,"meta":{"x":[{}],"year":null,"ids":{"tmdb":1,"imdb":"x"},"y":1},"meta2":{}}"#
    #expect(try JSON.decode(Located.self, from: other) == Located(imdb: "x", tmdb: 1))
    let error = #expect(throws: FormatError.self) { try JSON.decode(Located.self, from: #"{"meta":null}"#) }
    #expect(error?.description.contains("meta/ids/imdb") == true)
    expectRefusal(Located.self, #"{"meta":[]}"#)
    expectRefusal(Located.self, #"{"meta":{"ids":{"imdb":"x"},"year":"y"}}"#)
  }

  @Test func `members of flattened values are in the object, and the rest takes the others`() throws {
    try expectRoundTrip(
      Sheet(number: 1, size: Size(width: 210, height: 297), rest: ["margin": 20]),
      #"{"number":1,"width":210,"height":297,"margin":20}"#)
    let letter = Letter(
      sheet: Sheet(number: 1, size: Size(width: 2), rest: [:]), rest: ["a": [1, 2], "b": nil], text: "t")
    // The inner rest takes all that is not the sheet's, numbers that is, and so does the outer.
    #expect(
      try JSON.encode(letter, as: String.self) == #"{"text":"t","number":1,"width":2,"a":[1,2],"b":null}"#)
    #expect(
      try JSON.encode(letter, style: JSON.Pretty.self)
        == Array(
          "{\n  \"text\": \"t\",\n  \"number\": 1,\n  \"width\": 2,\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": null\n}"
            .utf8))
    try expectRoundTrip(Anything(members: ["x": 1, "y": [true]]), #"{"x":1,"y":[true]}"#)
    #expect(
      try JSON.decode(Sheet.self, from: #"{"m":1,"height":3,"width":2,"number":1,"n":2}"#)
        == Sheet(number: 1, size: Size(width: 2, height: 3), rest: ["m": 1, "n": 2]))
    for text in [#"{"number":1}"#, #"{"width":1}"#, #"{"number":1,"width":1,"x":"y"}"#, "[]"] {
      expectRefusal(Sheet.self, text)
    }
    let missing = #expect(throws: FormatError.self) { try JSON.decode([Sheet].self, from: #"[{"number":1}]"#) }
    #expect(missing?.place.path == "/0")
  }

  @Test func `the rest keeps the value of a duplicate key that the option selects`() throws {
    let text = #"{"number":1,"width":1,"x":1,"x":2}"#
    #expect(try JSON.decode(Sheet.self, from: text).rest == ["x": 2])
    let first = JSON.ReadingOptions(duplicateKeys: .firstWins)
    #expect(try JSON.decode(Sheet.self, from: text, options: first).rest == ["x": 1])
  }

  @Test func `lossy collections drop what cannot be read`() throws {
    let text = #"""
      {"numbers":[1,"2",{"a":[{}]},3,null,1e400,4.5],"names":[1,"b",["c"],"b"],"ranks":{"1":true,"x":true,"2":3},
      "counted":[[1],[1,"x",[[]]],[],{}]}
      """#
    let lenient = try JSON.decode(Lenient.self, from: text)
    let numbers = try JSONSerialization.jsonObject(with: Data(#"[1,"2",{"a":[{}]},3]"#.utf8)) as? [Any]
    #expect(lenient.numbers == numbers?.compactMap { $0 as? Int })
    #expect(lenient.names == ["b"])
    #expect(lenient.ranks == [1: true])
    #expect(lenient.counted == Lossy([[1], []], dropped: 2))
    #expect(try JSON.encode(lenient.counted, as: String.self) == "[[1],[]]")
    #expect(try JSON.decode(Lenient.self, from: #"{"numbers":[],"names":null}"#).ranks == [1: true])
    for text in [#"{"numbers":[1,x]}"#, #"{"numbers":[[1,}]}"#, #"{"numbers":{}}"#, #"{"numbers":["\uD800"]}"#] {
      expectRefusal(Lenient.self, text)
    }
  }

  @Test func `strategies read and write single fields`() throws {
    try expectRoundTrip(
      Timed(length: .seconds(9720), pause: .seconds(900), wait: .seconds(60), delay: nil),
      #"{"length":162,"pause":15,"wait":1,"more":{"delay":null}}"#)
    #expect(try JSON.decode(Timed.self, from: #"{"break":2,"length":1}"#).pause == .seconds(120))
    #expect(try JSON.decode(Timed.self, from: #"{"length":1,"pause":null}"#) == Timed(length: .seconds(60)))
    #expect(
      try JSON.encode(Timed(length: .seconds(60)), as: String.self) == #"{"length":1,"more":{"delay":1}}"#)
    expectRefusal(Timed.self, #"{"length":null}"#)
  }

  @Test func `what is absent, null or the default is kept apart`() throws {
    let defaults = try JSON.decode(Absent.self, from: "{}")
    #expect(defaults == Absent(a: 1, b: [2], c: nil, d: 4, e: 5))
    #expect(try JSON.encode(defaults, as: String.self) == #"{"a":1,"c":null,"e":5}"#)
    #expect(try JSON.decode(Absent.self, from: #"{"a":null,"c":null,"d":null,"e":null}"#) == Absent(e: nil))
    try expectRoundTrip(Absent(a: 2, b: [], c: 1, d: 3, e: nil), #"{"a":2,"b":[],"c":1,"d":3,"e":null}"#)
    #expect(try JSON.encode(Absent(d: nil), as: String.self) == #"{"a":1,"c":null,"d":null,"e":5}"#)
    expectRefusal(Absent.self, #"{"b":null}"#)
  }
}

@Suite("Raw JSON")
struct RawTests {
  @Test func `the text of a value stays as it is`() throws {
    let text = #"{"b" : [1.0, 1e2,"\u0041"],  "a":{ },"a":null}"#
    let raw = try JSON.Raw("  \(text)\n")
    #expect(raw.text == text)
    #expect(try JSON.encode(["x": [raw, raw]], as: String.self) == #"{"x":[\#(text),\#(text)]}"#)
    #expect(try JSON.decode([JSON.Raw].self, from: "[\(text) , 1 ,\"x\"]").map(\.text) == [text, "1", #""x""#])
    #expect(try raw.decode([String: JSON.Raw].self)["b"]?.text == #"[1.0, 1e2,"\u0041"]"#)
  }

  @Test func `through another format it is forwarded`() throws {
    let raw = try JSON.Raw(#"{"b" : [1.0, 1e2,"\u0041"]}"#)
    #expect(try JSON.Value.encode(raw).description == #"{"b":[1.0,1e2,"A"]}"#)
    #expect(try JSON.Value.encode(raw).decode(JSON.Raw.self).text == #"{"b":[1.0,1e2,"A"]}"#)
    #expect(String(decoding: try JSON.encode([raw], style: JSON.Pretty.self), as: UTF8.self).contains("    \"b\": [\n"))
  }

  @Test(arguments: ["", "x", "{", "[1,]", #""\x""#, "1 2", "01", "\"\u{1}\""])
  func `raw text that is not JSON is rejected`(_ text: String) {
    #expect(throws: FormatError.self) { try JSON.Raw(text) }
  }

  @Test func `what was read up to an inaccessible page is the same bytes`() throws {
    let memory = GuardedMemory(capacity: 1 << 16)
    var generator = RandomJSON(SeededGenerator())
    var mismatches = Mismatches()
    for index in 0..<Scale.count(1_000) {
      let document = generator.document(of: 1 + index % 60)
      let raw = try memory.decode(JSON.Raw.self, from: document)
      let text = String(decoding: document, as: UTF8.self)
      mismatches.expect(raw.text, text.trimmingCharacters(in: .whitespaces.union(.newlines)), "raw")
    }
    mismatches.report()
  }
}
