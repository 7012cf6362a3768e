/// What happens to an element of a stream that cannot be read.
///
/// ```swift
/// let options = JSON.StreamOptions(onBadElement: .report { error in print(error) })
/// ```
///
/// A stream can continue only if the beginning of the next element is known: the next line, record or row.
public enum BadElementPolicy: Sendable {
  /// The stream ends with the error.
  case stop
  /// The element is skipped.
  case skip
  /// The element is skipped, and its error, with the location in the stream, is passed to a function.
  case report(@Sendable (FormatError) -> Void)
}
