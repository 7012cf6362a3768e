/// Returns the names that are most similar to another name, the nearest first.
///
/// - Parameters:
///   - name: a name that is not among them, perhaps a misspelled one.
///   - limit: the most names that are returned.
/// - Complexity: O(n · m) for a name of m characters and n characters in all names.
package func nearestNames(to name: String, among names: [String], limit: Int = 8) -> [String] {
  let distances = names.map { (name: $0, distance: editDistance(name.lowercased(), $0.lowercased())) }
  // The sort is stable by the position.
  let sorted = distances.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
  return sorted.prefix(limit).map(\.element.name)
}

/// Returns the name that was probably meant by another one; nil if none is similar.
///
/// - Parameter name: a name that is not among them.
package func nearestName(to name: String, among names: [String]) -> String? {
  nearestNames(to: name, among: names, limit: 1).first {
    editDistance(name.lowercased(), $0.lowercased()) <= max(1, name.count / 3)
  }
}

/// The number of characters to insert, delete or replace in order to make one text of another (Levenshtein).
///
/// Only the first 64 characters of each are compared.
private func editDistance(_ first: String, _ second: String) -> Int {
  let (first, second) = (Array(first.prefix(64)), Array(second.prefix(64)))
  var row = Array(0...second.count)
  for (index, character) in first.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in second.indices {
      let replaced = diagonal + (second[column] == character ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
    }
  }
  return row[second.count]
}
