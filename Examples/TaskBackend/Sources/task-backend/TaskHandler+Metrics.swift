import HTTPServer
import Tasks

// The text format of Prometheus, version 0.0.4.

extension TaskHandler {
  func handleMetrics(_ request: Request, on connection: Connection) {
    guard isRead(request, connection) else { return }
    do {
      var text = MetricsText()
      text.append(observation())
      text.begin("tasks", "gauge", "Tasks that are stored.")
      text.sample("tasks", try reader.count())
      if case .database(let committer) = writes { text.append(committer.statistics.withLock { $0 }) }
      let bytes = Array(text.text.utf8)
      connection.reply(.ok, type: "text/plain; version=0.0.4; charset=utf-8", body: bytes.span)
    } catch {
      refuse(error, connection)
    }
  }
}

/// Metrics as text.
struct MetricsText {
  private(set) var text = ""

  mutating func begin(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// - Parameter labels: such as `method="GET",status="200"`.
  mutating func sample(_ name: String, labels: String = "", _ value: some CustomStringConvertible) {
    text += labels.isEmpty ? "\(name) \(value.description)\n" : "\(name){\(labels)} \(value.description)\n"
  }

  /// - Parameters:
  ///   - bounds: the upper bounds of the buckets, as they are to be written.
  ///   - counts: how many there are in each bucket, and in one more after the last.
  mutating func histogram(
    _ name: String, _ help: String, bounds: [String], counts: [Int], sum: some CustomStringConvertible
  ) {
    begin(name, "histogram", help)
    var count = 0
    for (bound, more) in zip(bounds + ["+Inf"], counts) {
      count += more
      sample("\(name)_bucket", labels: "le=\"\(bound)\"", count)
    }
    sample("\(name)_sum", sum)
    sample("\(name)_count", count)
  }

  mutating func append(_ statistics: CommitStatistics) {
    begin("tasks_commits_total", "counter", "Transactions that were committed.")
    sample("tasks_commits_total", statistics.commits.reduce(0, +))
    histogram(
      "tasks_writes_per_commit", "Writes in a transaction.", bounds: CommitStatistics.bounds.map(\.description),
      counts: statistics.commits, sum: statistics.writes)
  }

  mutating func append(_ traffic: Traffic) {
    begin("http_requests_total", "counter", "Requests that were answered.")
    for (kind, count) in traffic.requests.sorted(by: {
      ($0.key.method.rawValue, $0.key.status) < ($1.key.method.rawValue, $1.key.status)
    }) {
      sample("http_requests_total", labels: "method=\"\(kind.method.rawValue)\",status=\"\(kind.status)\"", count)
    }
    histogram(
      "http_request_duration_seconds", "From the last byte of a request to its answer.",
      bounds: Traffic.durationBounds.map { "\(Double($0) / 1e9)" }, counts: traffic.durations,
      sum: Double(traffic.nanoseconds) / 1e9)
    begin("http_connections", "gauge", "Open connections.")
    sample("http_connections", traffic.openConnections)
    begin("http_received_bytes_total", "counter", "Bytes that were received.")
    sample("http_received_bytes_total", traffic.bytesIn)
    begin("http_sent_bytes_total", "counter", "Bytes that were sent.")
    sample("http_sent_bytes_total", traffic.bytesOut)
  }
}
