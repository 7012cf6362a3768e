import Millrace

/// Structures of arrays: the rows of a table, stored by column.
///
/// A ``Table`` is made of any values, or of any format, by a ``Writer``, and read like any format by a ``Reader``:
///
/// ```swift
/// let films = try Columns.decode([Film].self, from: bytes)
/// let names = films["name"]?.strings
/// ```
///
/// The layout in memory is that of Apache Arrow: numbers are one after the other, texts are one buffer of bytes and
/// their offsets in it, and what is absent is a bit, with a zero or an empty text in its place.
public enum Columns {}
