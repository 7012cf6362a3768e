import CountedWork
import Foundation
import Millrace
import MillraceTables

// Tables: CSV, columns and Arrow.

let tableWorkloads: [Workload] = [
  Workload(name: "quoted cells") { size in
    let table = Array(("a,b\n" + String(repeating: "\"x \"\"y\"\"\nz\",\"\"\n", count: size)).utf8)
    return { check(try CSV.decode([[String: String]].self, from: table).count == size) }
  },
  Workload(name: "one cell of many quotes") { size in
    let table = Array("a\n\"\(String(repeating: "\"\"", count: size))\"\n".utf8)
    return { check(try CSV.decode([[String: String]].self, from: table)[0]["a"]?.utf8.count == size) }
  },
  Workload(name: "bad rows") { size in
    let table = Array(("a,b\n" + (0..<size).map { $0 % 2 == 0 ? "1,2\n" : "1,\"x\"y\n" }.joined()).utf8)
    let options = CSV.ReadingOptions(onBadElement: .skip)
    return {
      var rows = try CSV.stream([String: Int].self, from: table, options: options)
      var count = 0
      while try rows.next() != nil { count += 1 }
      check(count == (size + 1) / 2)
    }
  },
  Workload(name: "a row of many cells") { size in
    let names = (0..<size).map { "c\($0)" }.joined(separator: ",")
    let table = Array("\(names)\n\(String(repeating: "1,", count: size - 1))1\n".utf8)
    return { check(try CSV.decode([[String: Int]].self, from: table)[0].count == size) }
  },
  Workload(name: "rows that are written") { size in
    let rows = (0..<size).map { ["a": "x,\($0)", "b": "\"\n"] }
    return { check(try CSV.encode(rows).count > 10 * size) }
  },
  Workload(name: "columns from lines") { size in
    let lines = [UInt8]((0..<size).map { "{\"id\":\($0),\"n\":\"x\",\"l\":[1,2]}\n" }.joined().utf8)
    return { check(try Columns.table(from: lines).count == size) }
  },
  Workload(name: "Arrow, written and read") { size in
    let lines = [UInt8]((0..<size).map { "{\"id\":\($0),\"n\":\"x\($0)\",\"s\":{\"w\":1.5}}\n" }.joined().utf8)
    let table = try Columns.table(from: lines)
    return {
      var rows = try Arrow.Rows(bytes: try Arrow.encode(table))
      var count = 0
      while try rows.next(JSON.Value.self) != nil { count += 1 }
      check(count == size)
    }
  },
]
