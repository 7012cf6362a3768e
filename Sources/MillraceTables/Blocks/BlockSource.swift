/// A text that is read as blocks of complete rows.
package protocol BlockSource: AnyObject {
  /// Returns the next rows, or nil after the last ones.
  ///
  /// - Throws: Errors of the source, after the rows before them.
  func nextBlock() throws -> RowBlock?

  /// Takes the last block back, and returns it again.
  func putBack(_ block: RowBlock)

  /// Sets the size of the following blocks in bytes. A larger block that was put back is split.
  func setSize(_ size: Int)

  /// Takes blocks whose bytes are no longer needed, to use their memory again.
  func recycle(_ used: [RowBlock])
}
