/// Pointers of Swift's metadata (`swift/Basic/RelativePointer.h`): 32-bit distances from their own location, either
/// to the target or to a slot with its address. The lowest bit distinguishes them where both are possible.
extension Image {
  /// Returns the target of the relative pointer at an address; nil if it is null or cannot be followed.
  ///
  /// - Parameter isIndirect: Whether its target is a slot; nil if its lowest bit tells.
  func target(ofRelativeAt address: UInt64, isIndirect: Bool? = false) -> Reference.Target? {
    let direct: UInt64
    if let reference = references[address] {
      guard case .address(let target) = reference.target, !reference.isThroughSlot else { return reference.target }
      direct = target
    } else {
      guard let distance = memory.integer(Int32.self, at: address), distance != 0 else { return nil }
      direct = address &+ UInt64(bitPattern: Int64(distance))
    }
    return isIndirect ?? (direct & 1 == 1) ? target(ofPointerAt: direct & ~1) : .address(direct)
  }

  private func target(ofPointerAt address: UInt64) -> Reference.Target? {
    if let reference = references[address] { return reference.target }
    guard let target = memory.word(at: address), target != 0 else { return nil }
    return .address(target)
  }
}
