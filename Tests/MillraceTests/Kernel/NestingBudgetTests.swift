import Testing

@testable import Millrace

@Suite("The budget for nesting")
struct NestingBudgetTests {
  /// Goes down until it is rejected, as readers do, and says how deep it came.
  private static func descend(_ budget: inout NestingBudget) -> (levels: Int, rejection: NestingBudget.Refill) {
    var levels = 0
    while true {
      budget.remaining -= 1
      if budget.remaining < 0 {
        let refill = budget.refill()
        if refill != .granted { return (levels, refill) }
      }
      levels += 1
      if budget.depth != levels { return (-1, .granted) }
    }
  }

  @Test func `exactly as many levels as the limit are granted`() {
    for limit in Array(0...70) + [512, 1_000] {
      var budget = NestingBudget(limit: limit)
      let (levels, rejection) = Self.descend(&budget)
      #expect(levels == limit && rejection == .limitReached, "limit \(limit)")
    }
    var budget = NestingBudget(limit: -1)
    #expect(Self.descend(&budget).levels == 0)
  }

  @Test func `levels that were left are granted again`() {
    var random = SeededGenerator()
    for limit in [1, 7, 8, 9, 20, 64] {
      var budget = NestingBudget(limit: limit)
      var depth = 0
      for _ in 0..<1_000 {
        if depth > 0, random.once(in: 2) {
          budget.remaining += 1
          depth -= 1
          continue
        }
        budget.remaining -= 1
        let isRefused = budget.remaining < 0 && budget.refill() != .granted
        #expect(isRefused == (depth == limit), "\(SeededGenerator.note)")
        if isRefused { budget.remaining += 1 } else { depth += 1 }
      }
    }
  }

  @Test func `a thread with little stack left is granted no more than the first levels`() {
    let (levels, rejection) = onThread(stackSize: 128 << 10) { () -> (Int, NestingBudget.Refill) in
      var budget = NestingBudget(limit: 512)
      return Self.descend(&budget)
    }
    #expect(levels == NestingBudget.assumedLevels && rejection == .stackExhausted)
    let (all, end) = onThread(stackSize: 4 << 20) { () -> (Int, NestingBudget.Refill) in
      var budget = NestingBudget(limit: 512)
      return Self.descend(&budget)
    }
    #expect(all == 512 && end == .limitReached)
  }
}
