public import Foundation
public import Millrace
public import MillraceFoundation

// Every other kind of value.

@Serializable
public struct Integers: Codable {
  public var int8: Int8, int16: Int16, int32: Int32, int64: Int64, int: Int
  public var uint8: UInt8, uint16: UInt16, uint32: UInt32
  public var maybe: Int?
  public var all: [Int]
}

@Serializable
public struct WideIntegers: Codable {
  public var uint64: UInt64, uint: UInt
  public var int128: Int128, uint128: UInt128
}

@Serializable
public struct Fractions: Codable {
  public var double: Double, float: Float
  public var maybe: Double?
  public var all: [Double], floats: [Float]
}

@Serializable
public struct Booleans: Codable {
  public var bool: Bool
  public var maybe: Bool?
  public var all: [Bool]
}

@Serializable
public enum Level: Int, Codable {
  case low = -1
  case high = 10
}

@Serializable
public struct RawValues: Codable {
  public var letter: Letter
  public var level: Level
  public var maybe: Letter?
  public var all: [Level]
  public var range: ClosedRange<Int>
}

@Serializable
public struct Times {
  public var instant: Instant
  public var maybe: Instant?
  public var date: Date
  @Field(using: UnixSeconds.self) public var seconds: Instant
  @Field(using: UnixMilliseconds.self) public var milliseconds: Instant
}

@Serializable
public struct Binaries {
  public var data: Data
  public var maybe: Data?
  @Field(using: Base64.self) public var bytes: [UInt8]
  @Field(using: Base64URL.self) public var url: [UInt8]
  @Field(using: ArrayOfBytes.self) public var numbers: [UInt8]
}

@Serializable
public struct FoundationValues: Codable {
  public var uuid: UUID
  public var url: URL
}

@Serializable
public struct Decimals {
  public var decimal: Decimal
  public var number: JSON.Number
}
