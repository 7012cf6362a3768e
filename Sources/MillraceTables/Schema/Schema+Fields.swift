import Millrace

extension Schema {
  /// The fields of objects, in order of appearance.
  public struct Fields: RandomAccessCollection, Sendable {
    var fields: [Field] = []
    /// The position of each name; empty while there are few enough for a linear search.
    private var positions: [[UInt8]: Int] = [:]

    init(_ fields: [Field] = []) {
      for field in fields { self.fields[add(field.key)] = field }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { fields.count }
    public subscript(position: Int) -> Field { fields[position] }

    /// The field with a name, or nil if there is none.
    public subscript(name: String) -> Field? { name.withUTF8Span { position(of: $0, from: 0) }.map { fields[$0] } }

    /// Returns the position of a name. The search begins at the expected position.
    func position(of key: Span<UInt8>, from expected: Int) -> Int? {
      unsafe key.withUnsafeBufferPointer { key in
        if expected < fields.count, unsafe fields[expected].key.elementsEqual(key) { return expected }
        guard positions.isEmpty else { return unsafe positions[Array(key)] }
        return fields.firstIndex { unsafe $0.key.elementsEqual(key) }
      }
    }

    /// Adds a field with a new name.
    mutating func add(_ key: [UInt8]) -> Int {
      let position = fields.count
      fields.append(Field(key: key))
      if !positions.isEmpty {
        positions[key] = position
      } else if position == 16 {
        for (position, field) in fields.enumerated() { positions[field.key] = position }
      }
      return position
    }
  }
}
