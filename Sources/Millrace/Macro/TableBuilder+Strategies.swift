// Fields that a strategy reads and writes, and those whose elements may be dropped. Their content is a structure around the value, which
// has its layout.

extension __TableBuilder {
  /// Adds a field that a strategy for its type reads and writes.
  public mutating func add<Strategy: FieldStrategy>(
    _ key: StaticString, _ type: Strategy.Value.Type, using strategy: Strategy.Type, at offset: Int? = nil
  ) {
    typealias Content = Strategic<Strategy, Strategy.Value>
    append(__TableField.Details(key, Content.self, offset, readsItself: true))
  }
  public mutating func add<Strategy: FieldStrategy>(
    _ key: StaticString, _ type: Strategy.Value?.Type, using strategy: Strategy.Type, at offset: Int? = nil
  ) {
    typealias Content = Strategic<Strategy, Strategy.Value>
    append(
      __TableField.Details(key, Content.self, offset, optional: Content?.self, readsItself: true))
  }
  /// Adds a field that a strategy for another type reads and writes.
  public mutating func add<Strategy: FieldStrategy, Value: StrategyConvertible>(
    _ key: StaticString, _ type: Value.Type, using strategy: Strategy.Type, at offset: Int? = nil
  ) where Value.StrategyValue == Strategy.Value {
    typealias Content = __ConvertedStrategic<Strategy, Value>
    append(__TableField.Details(key, Content.self, offset, readsItself: true))
  }
  public mutating func add<Strategy: FieldStrategy, Value: StrategyConvertible>(
    _ key: StaticString, _ type: Value?.Type, using strategy: Strategy.Type, at offset: Int? = nil
  ) where Value.StrategyValue == Strategy.Value {
    typealias Content = __ConvertedStrategic<Strategy, Value>
    append(
      __TableField.Details(key, Content.self, offset, optional: Content?.self, readsItself: true))
  }

  /// Adds a field whose elements are dropped if they cannot be read.
  public mutating func addLossy<Value: LossyReadable & Writable>(
    _ key: StaticString, _ type: Value.Type, at offset: Int? = nil
  ) {
    append(__TableField.Details(key, LossyValue<Value>.self, offset, readsItself: true))
  }
  public mutating func addLossy<Value: LossyReadable & Writable>(
    _ key: StaticString, _ type: Value?.Type, at offset: Int? = nil
  ) {
    typealias Content = LossyValue<Value>
    append(
      __TableField.Details(key, Content.self, offset, optional: Content?.self, readsItself: true))
  }

  /// Adds a field to a type that is only read.
  public mutating func addLossyReadable<Value: LossyReadable>(
    _ key: StaticString, _ type: Value.Type, at offset: Int? = nil
  ) {
    appendReadable(key, LossyValue<Value>.self, at: offset, readsItself: true)
  }
  public mutating func addLossyReadable<Value: LossyReadable>(
    _ key: StaticString, _ type: Value?.Type, at offset: Int? = nil
  ) {
    typealias Content = LossyValue<Value>
    appendReadable(key, Content.self, at: offset, optional: Content?.self, readsItself: true)
  }
}
