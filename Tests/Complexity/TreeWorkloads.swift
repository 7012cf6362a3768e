import CountedWork
import Foundation
import Millrace

// Trees: what is read as one, changed, compared and looked up.

let treeWorkloads: [Workload] = [
  Workload(name: "a tree") { size in
    let document = [UInt8](array(size) { "{\"id\":\($0),\"a\":[1.5,null,\"x\"]}" })
    return {
      let tree = try JSON.decode(JSON.Value.self, from: document)
      check(try JSON.encode(tree) == document)
    }
  },
  Workload(name: "nested arrays") { size in
    // Many towers of 200 levels.
    let document = [UInt8](
      array(size / 50) { _ in String(repeating: "[", count: 200) + String(repeating: "]", count: 200) })
    return { check(try JSON.encode(try JSON.decode(JSON.Value.self, from: document)) == document) }
  },
  Workload(name: "members of a wide object, looked up") { size in
    let tree = try JSON.decode(JSON.Object.self, from: wide(size))
    return {
      var sum = 0
      for number in 0..<size { sum += tree[key(number)]?.int ?? 0 }
      check(sum == size * (size - 1) / 2)
    }
  },
  Workload(name: "members that are added one by one") { size in
    return {
      var members = JSON.Object()
      for number in 0..<size { members[key(number)] = .init(number) }
      check(members.count == size)
    }
  },
  Workload(name: "two equal trees") { size in
    let trees = try (0..<2).map { _ in try JSON.decode(JSON.Value.self, from: wide(size)) }
    return { check(trees[0] == trees[1] && Set(trees).count == 1) }
  },
  Workload(name: "differences") { size in
    let first = try JSON.decode(JSON.Value.self, from: wide(size))
    let second = try JSON.decode(
      JSON.Value.self, from: [UInt8](object(size) { "\"\(key($0 % 2 == 0 ? $0 : $0 + 1_000_000))\":1" }))
    return { check(Array(second.differences(to: first)).count >= size - 1) }
  },
  Workload(name: "a merge patch") { size in
    let patch = try JSON.decode(JSON.Value.self, from: [UInt8](object(size) { "\"\(key($0))\":null" }))
    let document = try JSON.decode(JSON.Value.self, from: wide(size))
    return {
      var patched = document
      patched.mergePatch(patch)
      check(patched.object?.isEmpty == true)
    }
  },
  Workload(name: "a patch of many operations") { size in
    let patch = try JSON.decode(
      JSON.Patch.self,
      from: [UInt8](array(size) { "{\"op\":\"replace\",\"path\":\"/\(key($0))\",\"value\":[\($0)]}" }))
    let document = try JSON.decode(JSON.Value.self, from: wide(size))
    return {
      var patched = document
      try patched.apply(patch)
      check(patched.object?.count == size)
    }
  },
  Workload(name: "a patch that removes members") { size in
    let document = try JSON.decode(JSON.Value.self, from: wide(size))
    let patch = try JSON.decode(
      JSON.Patch.self,
      from: [UInt8](
        array(size) { number in
          number % 2 == 0
            ? "{\"op\":\"remove\",\"path\":\"/\(key(number))\"}"
            : "{\"op\":\"replace\",\"path\":\"/\(key(number))\",\"value\":0}"
        }))
    return {
      var patched = document
      try patched.apply(patch)
      check(patched.object?.count == size / 2)
    }
  },
  Workload(name: "a pointer of many tokens") { size in
    let text = String(repeating: "/a~1b", count: size)
    return { check(JSON.Pointer(text)?.tokens.count == size) }
  },
]

private func key(_ number: Int) -> String { "the same\(10_000_000 + number)the same" }

private func wide(_ size: Int) -> [UInt8] { [UInt8](object(size) { "\"\(key($0))\":\($0)" }) }
