// Fields whose members are missing.
//
// A nil has no references, so its bytes can be copied. Those of all optional fields are made when a member is first missing. Fields that
// follow one another are copied together: all stored properties are fields, so that nothing else is between them.

/// The bytes of the fields of a structure whose members are missing.
///
/// SAFETY: the memory is never released, and not changed after its initialization.
@safe
struct AbsentFields {
  /// The nils, each at the place of its field.
  let bytes: UnsafeMutableRawPointer
  /// The end of each nil.
  let ends: UnsafeMutablePointer<UInt32>
  /// A bit for each field that is nil, in words of 64 fields.
  let nils: UnsafeMutablePointer<UInt64>
  /// The bytes from the first field to the last nil.
  let all: Range<Int>

  init(of table: __Table) {
    unsafe ends = .allocate(capacity: table.count)
    let words = (table.count + 63) / 64
    unsafe nils = .allocate(capacity: max(words, 1))
    unsafe nils.initialize(repeating: 0, count: max(words, 1))
    var size = 0
    for index in 0..<table.count {
      let field = unsafe table.field(at: index)
      let nilSize = unsafe field.pointee.details.pointee.nilSize
      if nilSize != nil { unsafe nils[index / 64] |= 1 << UInt64(index % 64) }
      size = unsafe Int(field.pointee.offset) + (nilSize ?? 0)
      unsafe (ends + index).initialize(to: UInt32(size))
    }
    let start = unsafe table.count == 0 ? 0 : Int(table.field(at: 0).pointee.offset)
    all = start..<max(start, size)
    unsafe bytes = .allocate(byteCount: max(size, 1), alignment: 16)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    for index in 0..<table.count where unsafe nils[index / 64] & 1 << UInt64(index % 64) != 0 {
      let field = unsafe table.field(at: index)
      unsafe setNil(field, at: bytes + Int(field.pointee.offset))
    }
  }

  func deallocate() {
    unsafe bytes.deallocate()
    unsafe ends.deallocate()
    unsafe nils.deallocate()
  }
}

extension __Table {
  /// Initializes fields whose members are missing, of a type with at most 64.
  ///
  /// - Parameter fields: A bit for each of them.
  @usableFromInline @inline(never)
  func setAbsent(_ fields: UInt64, in memory: UnsafeMutableRawPointer) {
    let absent = absentFields
    let optionals = unsafe absent.nils[0]
    unsafe setDefaults(of: fields & ~optionals, from: 0, in: memory)
    var nils = fields & optionals
    while nils != 0 {
      let first = nils.trailingZeroBitCount
      // The carry of the addition goes to the bit after the last one of the run.
      let rest = nils & (nils &+ (1 &<< UInt64(first)))
      let last = 63 - (nils & ~rest).leadingZeroBitCount
      nils = rest
      let (start, end) = unsafe (Int(field(at: first).pointee.offset), Int(absent.ends[last]))
      unsafe (memory + start).copyMemory(from: absent.bytes + start, byteCount: end - start)
    }
  }

  private func setDefaults(of fields: UInt64, from base: Int, in memory: UnsafeMutableRawPointer) {
    var fields = fields
    while fields != 0 {
      let field = unsafe self.field(at: base + fields.trailingZeroBitCount)
      fields &= fields &- 1
      unsafe field.pointee.details.pointee.setDefault?.pointee(memory + Int(field.pointee.offset))
    }
  }

  /// Initializes all optional fields with nil, before members are read: of many fields most are usually missing, and one copy takes
  /// less time than one for each run of them.
  @usableFromInline
  func setNils(in memory: UnsafeMutableRawPointer) {
    let absent = absentFields
    unsafe (memory + absent.all.lowerBound).copyMemory(
      from: absent.bytes + absent.all.lowerBound, byteCount: absent.all.count)
  }

  @usableFromInline
  func firstRequired(missingIn found: WideFieldSet) -> Int? {
    guard let required = unsafe contents.pointee.requiredInWords else { return nil }
    for base in stride(from: 0, to: count, by: 64) {
      let missing = unsafe required[base / 64] & ~found.words[base / 64]
      if missing != 0 { return base + missing.trailingZeroBitCount }
    }
    return nil
  }

  /// Initializes all fields that are not, in memory in which nils are set.
  @usableFromInline
  func setAbsent(missingIn found: inout WideFieldSet, in memory: UnsafeMutableRawPointer) {
    let absent = absentFields
    for base in stride(from: 0, to: count, by: 64) {
      let all: UInt64 = count - base < 64 ? 1 << UInt64(count - base) - 1 : ~0
      unsafe setDefaults(of: all & ~found.words[base / 64] & ~absent.nils[base / 64], from: base, in: memory)
      unsafe found.words[base / 64] = all
    }
  }

  private var absentFields: AbsentFields {
    @inline(__always) get {
      if let made = unsafe contents.pointee.absent.memory { return unsafe made.pointee }
      return makeAbsentFields()
    }
  }

  @inline(never)
  private func makeAbsentFields() -> AbsentFields {
    let made = UnsafeMutablePointer<AbsentFields>.allocate(capacity: 1)
    unsafe made.initialize(to: AbsentFields(of: self))
    let kept = unsafe contents.pointee.absent.keep(made) { late in
      unsafe late.pointee.deallocate()
      unsafe late.deallocate()
    }
    return unsafe kept.pointee
  }
}

extension __TableField.Details {
  /// The size of the nil that stands for a missing member, in bytes, or nil if none does.
  fileprivate var nilSize: Int? {
    guard unsafe setDefault == nil, shape.isOptional else { return nil }
    return isOptionalReference ? MemoryLayout<Int>.size : optionalType?.size
  }
}

/// Initializes an optional field with nil.
@inlinable
func setNil(_ field: UnsafePointer<__TableField>, at place: UnsafeMutableRawPointer) {
  switch unsafe (field.pointee.details.pointee.shape, field.pointee.details.pointee.content) {
  case (.optional, .string): unsafe place.initializeMemory(as: String?.self, to: nil)
  case (.optional, .int): unsafe place.initializeMemory(as: Int?.self, to: nil)
  case (.optional, .double): unsafe place.initializeMemory(as: Double?.self, to: nil)
  case (.optional, .bool): unsafe place.initializeMemory(as: Bool?.self, to: nil)
  case (.optional, .table): unsafe field.pointee.details.pointee.tableType?.setNil(optionalAt: place)
  default:
    if unsafe field.pointee.details.pointee.isOptionalReference {
      unsafe place.storeBytes(of: nil, as: UnsafeRawPointer?.self)
    } else {
      unsafe field.pointee.details.pointee.optionalType?.setNil(at: place)
    }
  }
}
