import MillraceCommandLine

/// The error for a column that no row has.
///
/// - Parameters:
///   - names: all columns.
///   - input: The name of the input in messages.
func missingColumn(_ name: String, among names: [String], in input: String) -> CommandError {
  let nearest = nearestNames(to: name, among: names)
  let list = nearest.joined(separator: ", ") + (nearest.count < names.count ? ", …" : "")
  return .usage(
    "unknown column '\(name)' in \(input)",
    hint: names.isEmpty ? "there are no columns" : "the nearest columns are \(list)")
}
