import Testing

@testable import Millrace
@testable import MillraceCodable

@Suite("Objects that wait to be used again")
struct ObjectPoolTests {
  private final class Counter: @unchecked Sendable { var count = 0 }

  @Test func `an object has at most one owner`() {
    let pool = ObjectPool<Counter>()
    #expect(pool.take() == nil)
    let counters = (0..<20).map { _ in Counter() }
    for counter in counters { pool.recycle(counter) }
    var taken: [Counter] = []
    while let counter = pool.take() { taken.append(counter) }
    #expect(Set(taken.map(ObjectIdentifier.init)).count == taken.count)
    #expect(taken.count == 8)
  }

  @Test func `threads never have the same one`() async {
    let pool = ObjectPool<Counter>()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10_000 {
            let counter = pool.take() ?? Counter()
            counter.count += 1
            #expect(counter.count == 1)
            counter.count -= 1
            pool.recycle(counter)
          }
        }
      }
    }
  }
}
