import Millrace

extension Schema {
  /// Whether the keys of the objects are probably data, such as customer numbers, instead of field names.
  ///
  /// This is the case if there were too many different keys, if each key is a number or a UUID (RFC 9562), or if there
  /// are many keys and each of them occurs in few objects. Objects without any members are also treated as
  /// dictionaries.
  public var keysAreData: Bool {
    if isDictionary { return true }
    guard objectCount > 0 else { return false }
    if fields.allSatisfy({ $0.isNamedByNumber }) { return true }
    let uses = fields.reduce(0) { $0 + $1.count }
    return fields.count >= 32 && uses * 8 < fields.count * objectCount
  }

  /// The schema of the values of all members.
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
