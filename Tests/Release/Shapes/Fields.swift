public import Millrace

// Strings as fields. The names of the properties say nothing: `scripts/stages/release_tests/shapes.py` has a document for each type.

@Serializable
public struct Required: Codable {
  public var text: String
}

@Serializable
public struct Several: Codable {
  public let first: String
  public var number: Int
  public let second: String
  public let third: String
}

@Serializable
public struct Optionals: Codable {
  public var text: String?
  public var other: String?
}

@Serializable
public struct Nulls {
  @Field(.nilAsNull) public var text: String?
  @Field(.nullAsDefault) public var other = "short"
}

@Serializable
public struct Defaults: Codable {
  public var id: Int
  public var text = "a default of 22 bytes"
  public var other: String? = "short"
}

@Serializable
public struct Omitted {
  public var id: Int
  @Field(.omittedWhenDefault) public var text = ""
}

@Serializable(names: .snakeCase)
public struct Renamed: Codable {
  public var firstText: String
  @Field("größe \"1\"") public var second: String
  @Field("third", aliases: "3", "alias") public var third: String
}

@Serializable
public struct Paths {
  @Field(at: "meta/ids/first") public var first: String
  @Field(at: "meta/second") public var second: String?
  public var third: String
}

@Serializable(.inlined)
public struct Inlined: Codable {
  public var text: String
  public var other: String?
  public var texts: [String]
}

@Serializable(unknownFields: .rejected)
public struct Strict: Codable {
  public var text: String
  public var number: Double
}

/// Writes the bytes of a string with a mark in front.
public enum Marked: FieldStrategy {
  public static func read<R: FormatReader & ~Copyable & ~Escapable>(from reader: inout R) throws -> String {
    String(try reader.readString().dropFirst())
  }

  public static func write<W: FormatWriter & ~Copyable>(_ value: borrowing String, to writer: inout W) {
    writer.write("*\(copy value)")
  }
}

@Serializable
public struct Strategies {
  @Field(using: Marked.self) public var text: String
  @Field("renamed", using: Marked.self) public var other: String?
}

/// More fields than the macro reads into locals.
@Serializable
public struct Many: Codable {
  public var a01: String, a02: String, a03: String, a04: String, a05: String, a06: String, a07: String, a08: String
  public var b01: String?, b02: String?, b03: String?, b04: String?, b05: String?, b06: String?, b07: String?
  public var c01 = "", c02 = "short", c03: String, c04: [String], c05: String
}

@Serializable
public struct Parts: Codable {
  public var text: String
}

@Serializable
public struct Nested: Codable {
  public var inner: Parts
  public var maybe: Parts?
  public var all: [Parts]
}

@Serializable
public struct Flattened {
  public var id: Int
  @Field(.flattened) public var inner: Parts
  @Field(.flattened) public var rest: [String: String]
}

@Serializable
public struct Generic<Item> {
  public var item: Item
  public var more: Item?
  public var items: [Item]
}

@Serializable
public final class Instance: Codable {
  public let text: String
  public var next: Instance?
}

@Serializable
public class Base: Codable {
  public var text: String
}

@Serializable
public final class Derived: Base {
  public var other: String
}

/// A string that is not stored as one.
@Serializable(.transparent)
public struct Wrapper: Codable {
  public var text: String
}

@Serializable
public struct Wrapped: Codable {
  public var wrapper: Wrapper
  public var maybe: Wrapper?
  public var all: [Wrapper]
}

@Serializable
public struct Slices {
  public var text: Substring
  public var other: Substring?
  public var character: Character
}
