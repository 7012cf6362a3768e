// Enumerations and classes in the standard style: the steps of a case write the value.

extension JSON.StyledWriter<JSON.Standard> {
  /// Writes values that are composed from parts, each with a comma after it. See ``write(_:from:count:stride:at:)``.
  @inline(never)
  mutating func writeComposed(
    _ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int, at start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard let cases = unsafe table.cases else { return unsafe start }
    var cursor = unsafe start
    for number in 0..<count {
      unsafe cases.decomposedType.__decompose(valueAt: memory + number &* stride) { index, parts in
        let values = unsafe UnsafeRawPointer(parts.values)
        if let steps = unsafe cases.steps(of: index, beside: table.names) {
          unsafe cursor = writeStepsOfOthers(steps, from: values, at: cursor)
        } else {
          unsafe output.cursor = cursor
          unsafe writeParts(index, of: cases, table.names, from: values)
          unsafe cursor = output.cursor
        }
      }
    }
    return unsafe cursor
  }
}
