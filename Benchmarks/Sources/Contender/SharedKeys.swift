import Millrace

/// Objects of unknown keys that share them: each has nothing of its own but its values.
struct SharedKeyDictionaries: Serializable {
  private var objects: [SharedKeyDictionary] = []

  @inline(__always)
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    var dictionaries = Self()
    guard try reader.beginArray() else { return dictionaries }
    var keys = SharedKeys([])
    repeat {
      dictionaries.objects.append(try SharedKeyDictionary(from: &reader, sharing: &keys))
    } while try reader.nextElement()
    return dictionaries
  }

  static func readJSON(from reader: inout JSON.Reader) throws -> Self { try read(from: &reader) }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.beginArray()
    for object in objects {
      writer.beginMap()
      for (name, value) in zip(object.keys.names, object.values) {
        writer.writeKey(name)
        writer.write(value: value)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}

/// The keys of objects, in their order.
private final class SharedKeys {
  let names: [String]
  init(_ names: [String]) { self.names = names }
}

private struct SharedKeyDictionary {
  let keys: SharedKeys
  let values: [JSON.Value]

  /// - Parameter keys: those of the object before, which are this one's if they are the same; otherwise replaced.
  @inline(__always)
  init<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader, sharing keys: inout SharedKeys) throws
  {
    var values: [JSON.Value] = []
    // The names of an object that has others than those before.
    var names: [String]?
    values.reserveCapacity(keys.names.count)
    if try reader.beginMap() {
      repeat {
        let name = try reader.readKey()
        let index = values.count
        if names != nil {
          names?.append(name)
        } else if index >= keys.names.count || keys.names[index] != name {
          names = keys.names[..<index] + [name]
        }
        values.append(try reader.read(JSON.Value.self))
      } while try reader.nextMember()
    }
    if names != nil || values.count < keys.names.count {
      keys = SharedKeys(names ?? [String](keys.names[..<values.count]))
    }
    self.keys = keys
    self.values = values
  }
}
