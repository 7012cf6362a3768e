import Millrace

extension Schema {
  /// Adds the schema of other values at the same location.
  ///
  /// New fields are added after existing ones.
  ///
  /// - Parameter other: The schema of the other values.
  public mutating func merge(_ other: Schema) {
    for example in other.examples where examples.count < Self.maximumExampleCount && !examples.contains(example) {
      examples.append(example)
    }
    count += other.count
    nullCount += other.nullCount
    kinds.formUnion(other.kinds)
    textForms.formIntersection(other.textForms)
    extremes.formUnion(other.extremes)
    if other.hasLocalTimes { hasLocalTimes = true }
    if let form = other.instantForm { instantForm.add(form) }
    if let others = other.instants {
      instants =
        instants.map { min($0.lowerBound, others.lowerBound)...max($0.upperBound, others.upperBound) } ?? others
    }
    Self.merge(&elementSchema, other.elementSchema)

    if other.isDictionary { becomeDictionary() }
    if isDictionary {
      Self.merge(&valueSchema, other.valueSchema)
      for field in other.fields { Self.merge(&valueSchema, [field.value]) }
    } else {
      merge(other.fields)
    }
    objectCount += other.objectCount
  }

  private mutating func merge(_ others: Fields) {
    for (expected, field) in others.enumerated() {
      let position = field.key.withSpan { fields.position(of: $0, from: expected) } ?? fields.add(field.key)
      fields.fields[position].count += field.count
      fields.fields[position].value.merge(field.value)
    }
    if fields.count > Self.maximumFieldCount { becomeDictionary() }
  }

  private static func merge(_ schema: inout [Schema], _ other: [Schema]) {
    guard let other = other.first else { return }
    if schema.isEmpty { schema = [other] } else { schema[0].merge(other) }
  }

  /// Stops distinguishing the keys of the objects.
  mutating func becomeDictionary() {
    guard !isDictionary else { return }
    isDictionary = true
    for field in fields { Self.merge(&valueSchema, [field.value]) }
    fields = Fields()
  }
}
