/// What a request may be like.
struct Limits {
  /// Bytes of a request's line and fields.
  var headSize: Int
  /// Bytes of a body, without what chunks add.
  var bodySize: Int

  var headTooLarge: Refusal { Refusal(.fieldsTooLarge, "the fields have more than \(headSize) bytes") }
  var bodyTooLarge: Refusal { Refusal(.contentTooLarge, "the body has more than \(bodySize) bytes") }
}
