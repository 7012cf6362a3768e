/// What happens with an element of a stream that cannot be read.
///
/// A stream can continue after it only if the place where the next element begins is certain: the next line, record or row.
public enum BadElementPolicy: Sendable {
  /// The stream ends with the error.
  case stop
  /// The element is skipped.
  case skip
  /// The element is skipped, and its error, with the place in the stream, is passed to a function.
  case report(@Sendable (FormatError) -> Void)
}
