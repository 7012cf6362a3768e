extension Server {
  /// How a server listens, and what it puts up with.
  public struct Configuration: Sendable {
    /// A number such as `127.0.0.1` or `::1`.
    public var address = "127.0.0.1"
    /// 0 for any that is free.
    public var port: UInt16 = 0
    /// The loops, each of which has a thread.
    public var loops = 1
    /// Bytes of the body of a request.
    public var maximumBodySize = 1 << 20
    /// Bytes of the line and the fields of a request.
    public var maximumHeadSize = 16 << 10
    public var maximumConnections = 10_000
    /// Bytes of requests and answers that wait in all connections of all loops. The slowest clients lose their connections
    /// when there are more.
    public var maximumWaitingBytes = 12 << 20
    /// How long a request may take to arrive, a connection may be unused, and a client may read nothing.
    public var timeout = Duration.seconds(30)
    /// How long a stop waits for what is in flight.
    public var grace = Duration.seconds(3)
    /// The proxies whose fields `X-Forwarded-Proto` and `X-Forwarded-Host` count.
    public var trustedProxies: [AddressRange] = []
    /// Fields of every response.
    public var commonFields: [(name: StaticString, value: String)] = []

    public init() {}
  }
}

extension Server.Configuration {
  /// The share of a loop: always enough for a few of the largest requests.
  var maximumWaitingBytesOfLoop: Int {
    max(maximumWaitingBytes / max(1, loops), 4 * (maximumBodySize + maximumHeadSize))
  }
}
