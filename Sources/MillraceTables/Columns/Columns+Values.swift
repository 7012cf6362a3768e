import Millrace

extension Columns {
  /// The entries of a column, all of one type.
  public enum Values: Sendable, Equatable {
    /// Null entries only, so that the type is unknown.
    case unknown
    case booleans(Bitmap)
    case integers([Int64])
    case doubles([Double])
    case strings(Texts)
    case bytes(Texts)
    case instants([Instant])
    /// A column for each member, with the same length as this one.
    case structures([Column])
    /// The elements of all lists, one after the other: those of the list at `i` are from `offsets[i]` up to, not
    /// including, `offsets[i + 1]`. There is one offset more than there are lists. The column of the elements has no
    /// name.
    indirect case lists(offsets: [Int], elements: Column)

    /// The number of entries, or nil if only the column contains it: for entries of unknown type, and for structures
    /// without members.
    var count: Int? {
      switch self {
      case .unknown: nil
      case .booleans(let bits): bits.count
      case .integers(let numbers): numbers.count
      case .doubles(let numbers): numbers.count
      case .strings(let texts), .bytes(let texts): texts.count
      case .instants(let instants): instants.count
      case .structures(let columns): columns.first?.count
      case .lists(let offsets, _): offsets.count - 1
      }
    }
  }
}
