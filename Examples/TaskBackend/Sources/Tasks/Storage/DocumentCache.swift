/// The texts of lists in one state of the database, so that the text of unchanged tasks is not made anew at each request.
///
/// The cache is exact: the reader knows of the commits of this process at each request, and asks SQLite for its data version
/// when more has been read from a connection. The data version is another one after every commit by whatever process. A new version empties the
/// cache. It is bounded: at most 1 MiB, for each loop.
struct DocumentCache {
  private struct Key: Hashable {
    let origin: String
    let filter: TaskFilter
    let acceptsGzip: Bool
  }

  private static var maximumByteCount: Int { 1 << 20 }
  private var version: Version?

  /// What the documents are of.
  private struct Version {
    var data: Int
    var readNumber: Int
    var commits: Int
  }
  private var documents: [Key: ListDocument] = [:]
  private var byteCount = 0

  /// The document of a list; nil if it is not there.
  ///
  /// - Parameter dataVersion: asks SQLite.
  mutating func document(
    _ filter: TaskFilter, origin: String, acceptsGzip: Bool, readNumber: Int, commits: Int,
    dataVersion: () throws -> Int
  ) rethrows -> ListDocument? {
    if version?.readNumber != readNumber || version?.commits != commits {
      let data = try dataVersion()
      if version?.data != data { removeAll() }
      version = Version(data: data, readNumber: readNumber, commits: commits)
    }
    return documents[Key(origin: origin, filter: filter, acceptsGzip: acceptsGzip)]
  }

  /// Keeps a document that was made after the version was asked for. If something has changed in between, the next
  /// request finds another version.
  mutating func keep(_ document: ListDocument, _ filter: TaskFilter, origin: String, acceptsGzip: Bool) {
    let size = document.text.count + 256
    guard size <= Self.maximumByteCount else { return }
    if byteCount + size > Self.maximumByteCount { removeAll() }
    byteCount += size
    documents[Key(origin: origin, filter: filter, acceptsGzip: acceptsGzip)] = document
  }

  private mutating func removeAll() {
    documents.removeAll(keepingCapacity: true)
    byteCount = 0
  }
}
