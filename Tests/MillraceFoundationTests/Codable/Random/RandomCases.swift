import Foundation
import TestSupport

/// Random documents of the model types, with random settings.
struct RandomCases {
  static let types: [any Modeled.Type] = [
    Scalars.self, Person.self, Profile.self, SnakeProfile.self, Moments.self, Blobs.self, Amounts.self,
    IntegerKeys.self, Page<Person>.self, Collections.self, Dictionaries.self, Tree<Figure>.self, Wrappers.self,
    Figure.self, Palette.self, AnyDocument.self, Page<Message>.self, Car.self, Truck.self, Bicycle.self, Link.self,
    Wagon.self, Nested.self, Interleaved.self, Page<Coordinate>.self, Flattened.self, Lossy<Person>.self,
    Lossy<Measured>.self, Questions.self, Twice.self, Late.self, Lossy<Tree<Coordinate>>.self, Ticket.self,
    Page<Seat>.self, Lossy<Ticket>.self, Page<Folder>.self, Tree<Seat>.self,
  ]

  var random: SeededGenerator

  /// A document of the type with this number, damaged or not.
  mutating func decodingCase(_ index: Int) -> DecodingCase {
    let type = Self.types[index % Self.types.count]
    return decodingCase(of: type, index)
  }

  private mutating func decodingCase<Model: Modeled>(of type: Model.Type, _ index: Int) -> DecodingCase {
    let options = decodingOptions()
    let data = document(of: type, options)
    return DecodingCase("document \(index) of \(type)", type, data: data, options)
  }

  /// A value of the type with this number and settings for its output, or `nil` where the settings fit no document.
  mutating func encodingCase(_ index: Int) -> EncodingCase? {
    let type = Self.types[index % Self.types.count]
    return encodingCase(of: type, index)
  }

  private mutating func encodingCase<Model: Modeled>(of type: Model.Type, _ index: Int) -> EncodingCase? {
    let decoder = JSONDecoder()
    DecodingOptions.with { $0.floats = .convertFromString }.apply(to: decoder)
    let options = DecodingOptions.with { $0.floats = random.once(in: 4) ? .convertFromString : .throw }
    let data = Data(text(of: type, options, isDamaged: false).utf8)
    guard let value = try? decoder.decode(type, from: data) else { return nil }
    return EncodingCase("value \(index) of \(type), \(String(decoding: data, as: UTF8.self))", value, encodingOptions())
  }

  private mutating func decodingOptions() -> DecodingOptions {
    var options = DecodingOptions()
    options.dates = random.element(of: DecodingOptions.Dates.allCases)
    options.data = random.element(of: DecodingOptions.Bytes.allCases)
    options.floats = random.element(of: DecodingOptions.Floats.allCases)
    if random.once(in: 3) { options.keys = random.once(in: 2) ? .snakeCase : random.element(of: KeyRule.allCases) }
    options.assumesTopLevelDictionary = random.once(in: 30)
    options.unit = random.once(in: 3) ? "m" : nil
    return options
  }

  private mutating func encodingOptions() -> EncodingOptions {
    var options = EncodingOptions()
    for option in [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] as [JSONEncoder.OutputFormatting] {
      if random.once(in: 2) { options.formatting.insert(option) }
    }
    options.dates = random.element(of: DecodingOptions.Dates.allCases)
    options.data = random.element(of: EncodingOptions.Bytes.allCases)
    options.floats = random.element(of: DecodingOptions.Floats.allCases)
    if random.once(in: 3) { options.keys = random.element(of: KeyRule.allCases) }
    options.unit = random.once(in: 3) ? "m" : nil
    return options
  }

  private mutating func text(of type: any Modeled.Type, _ options: DecodingOptions, isDamaged: Bool) -> String {
    var shapes = RandomShapes(random: random, options: options)
    var node = shapes.node(of: type.shape)
    random = shapes.random
    if isDamaged {
      var damage = Damage(random: random)
      damage.damage(&node, keepsSyntax: options.allowsJSON5)
      random = damage.random
    }
    var text = ""
    node.write(to: &text, &random)
    return text
  }

  /// Half of the documents are as they should be. With JSON5 the syntax is left alone: some broken numbers, and some at
  /// the very end, stop Foundation's decoder and the process with it.
  private mutating func document(of type: any Modeled.Type, _ options: DecodingOptions) -> Data {
    let isDamaged = random.once(in: 2)
    let text = text(of: type, options, isDamaged: isDamaged && random.below(3) > 0)
    if options.allowsJSON5 { return Data((text + "\n").utf8) }
    var bytes = Array(text.utf8)
    if random.once(in: 12) {
      let encodings: [String.Encoding] = [
        .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
      ]
      bytes = Array(text.data(using: random.element(of: encodings)) ?? Data())
    } else if random.once(in: 20) {
      bytes.insert(contentsOf: "\u{FEFF}".utf8, at: 0)
    }
    if isDamaged, random.once(in: 2) {
      var damage = Damage(random: random)
      damage.damage(&bytes)
      random = damage.random
    }
    return Data(bytes)
  }
}
