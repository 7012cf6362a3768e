import Millrace

extension Schema {
  /// Whether the keys of the objects seem to be data, such as numbers of customers, rather than names of fields.
  ///
  /// So they are if there were too many to distinguish, if each of them is a number or an identifier of 128 bits
  /// (RFC 9562), or if there are many, each in few of the objects only. Of an object that never had a member nothing is
  /// known, which counts as a dictionary, too.
  public var keysAreData: Bool {
    if isDictionary { return true }
    guard objectCount > 0 else { return false }
    if fields.allSatisfy({ $0.isNamedByNumber }) { return true }
    let uses = fields.reduce(0) { $0 + $1.count }
    return fields.count >= 32 && uses * 8 < fields.count * objectCount
  }

  /// What is known of the values of all members taken together.
  public var allValues: Schema {
    var copy = self
    copy.becomeDictionary()
    return copy.values ?? Schema()
  }
}

extension Schema.Field {
  fileprivate var isNamedByNumber: Bool {
    guard !key.isEmpty else { return false }
    if key.allSatisfy({ ASCII.isDigit($0) }) { return true }
    return key.count == 36
      && key.indices.allSatisfy { position in
        let isHyphen = position == 8 || position == 13 || position == 18 || position == 23
        return isHyphen ? key[position] == ASCII.minus : ASCII.hexadecimalValue(key[position]) != nil
      }
  }
}
