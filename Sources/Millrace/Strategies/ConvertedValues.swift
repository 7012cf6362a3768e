// Strategies for types whose values can be converted to those of a strategy.

/// A type that strategies for another type can read and write: `Date` by strategies for ``Instant``, `Data` by those for bytes.
///
/// ```swift
/// @Serializable
/// struct Login {
///   @Field(using: UnixSeconds.self) var time: Date
/// }
/// ```
public protocol StrategyConvertible {
  /// The type of the strategies' values.
  associatedtype StrategyValue

  /// Creates a value from the value that a strategy has read.
  init(strategyValue: StrategyValue)

  /// The value for a strategy. Nil if it has no representation, such as a date that is not finite.
  var strategyValue: StrategyValue? { get }
}

/// A value that a strategy for another type reads and writes. It has the layout of the value.
@frozen
public struct __ConvertedStrategic<Strategy, Value> {
  @usableFromInline let value: Value

  @inlinable
  init(value: Value) { self.value = value }
}

extension __ConvertedStrategic: Writable
where Strategy: FieldStrategy, Value: StrategyConvertible, Strategy.Value == Value.StrategyValue {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    guard let converted = value.strategyValue else {
      writer.fail(.invalidValue(type: "\(Value.self)", found: "\(value)"))
      return writer.writeNull()
    }
    Strategy.write(Strategy.nearestValue(to: converted), to: &writer)
  }
}

extension __ConvertedStrategic: Readable
where Strategy: FieldStrategy, Value: StrategyConvertible, Strategy.Value == Value.StrategyValue {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    Self(value: Value(strategyValue: try Strategy.read(from: &reader)))
  }
}

/// Returns what writes a value with a strategy for its type.
@inlinable
public func __strategic<Strategy: FieldStrategy>(
  _ value: Strategy.Value, _ strategy: Strategy.Type
) -> Strategic<Strategy, Strategy.Value> {
  Strategic(value, strategy)
}

/// Returns what writes a value that is not nil with a strategy for its type.
@inlinable
public func __strategic<Strategy: FieldStrategy>(
  _ value: Strategy.Value?, _ strategy: Strategy.Type
) -> Strategic<Strategy, Strategy.Value>? {
  Strategic(value, strategy)
}

/// Returns what writes a value with a strategy for another type.
@inlinable
public func __strategic<Strategy: FieldStrategy, Value: StrategyConvertible>(
  _ value: Value, _ strategy: Strategy.Type
) -> __ConvertedStrategic<Strategy, Value> where Value.StrategyValue == Strategy.Value {
  __ConvertedStrategic(value: value)
}

/// Returns what writes a value that is not nil with a strategy for another type.
@inlinable
public func __strategic<Strategy: FieldStrategy, Value: StrategyConvertible>(
  _ value: Value?, _ strategy: Strategy.Type
) -> __ConvertedStrategic<Strategy, Value>? where Value.StrategyValue == Strategy.Value {
  value.map { __ConvertedStrategic(value: $0) }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Reads a value with a strategy for its type.
  @inlinable @inline(__always)
  public mutating func __read<Strategy: FieldStrategy>(
    _ type: Strategy.Value.Type, using strategy: Strategy.Type
  ) throws -> Strategy.Value {
    try Strategy.read(from: &self)
  }

  /// Reads a value with a strategy for another type.
  @inlinable @inline(__always)
  public mutating func __read<Strategy: FieldStrategy, Value: StrategyConvertible>(
    _ type: Value.Type, using strategy: Strategy.Type
  ) throws -> Value where Value.StrategyValue == Strategy.Value {
    Value(strategyValue: try Strategy.read(from: &self))
  }
}
