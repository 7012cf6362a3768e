/// The protocol conformance records of an image, by the types that conform.
///
/// A record is a relative pointer to a conformance descriptor, which points to the descriptor of a type, which has its
/// name (`swift/ABI/Metadata.h`). Stripped binaries contain all of this, too.
struct Conformances {
  /// A conforming type, as far as it is known.
  enum ConformingType: Hashable {
    /// One of this image, by the address of its descriptor.
    case own(UInt64)
    /// One of another image, by the descriptor's symbol.
    case imported(String)
    case objectiveC
    case unknown
  }

  /// The number of records.
  private(set) var count = 0
  /// The number of records of each type.
  private(set) var countByType: [ConformingType: Int] = [:]

  init(of image: Image) {
    for section in image.conformanceSections {
      let records = section.contents.count / 4
      count += Int(records)
      for record in 0..<records {
        let type = Self.type(recordAt: section.address &+ record * 4, in: image)
        countByType[type, default: 0] += 1
      }
    }
  }

  private static func type(recordAt address: UInt64, in image: Image) -> ConformingType {
    guard case .address(let descriptor)? = image.target(ofRelativeAt: address),
      let flags = image.memory.integer(UInt32.self, at: descriptor &+ 12)
    else { return .unknown }
    let kind = flags >> 3 & 0x7
    switch kind {
    case 0, 1:
      switch image.target(ofRelativeAt: descriptor &+ 4, isIndirect: kind == 1) {
      case .address(let type): return .own(type)
      case .symbol(let name): return .imported(name.text)
      case nil: return .unknown
      }
    case 2, 3: return .objectiveC
    default: return .unknown
    }
  }
}
