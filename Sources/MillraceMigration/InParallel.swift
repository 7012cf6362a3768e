import Dispatch
import SystemLibrary

/// The results of a function for all elements, in their order, computed on all processors.
func inParallel<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ body: @Sendable (Element) -> Result
) -> [Result] {
  let results = Locked([Result?](repeating: nil, count: elements.count))
  DispatchQueue.concurrentPerform(iterations: elements.count) { index in
    let result = body(elements[index])
    results.withLock { $0[index] = result }
  }
  return results.withLock { $0.compactMap { $0 } }
}
