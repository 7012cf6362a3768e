import Testing

@Suite("Memory between inaccessible pages")
struct GuardedMemoryTests {
  @Test func `its bytes can be read`() {
    let memory = GuardedMemory(capacity: 10_000)
    #expect(Array(memory.copy([1, 2, 3])) == [1, 2, 3])
    #expect(memory.last(10_000).count == 10_000)
    memory.last(memory.capacity).update(repeating: 7)
    #expect(memory.last(memory.capacity).allSatisfy { $0 == 7 })
  }

  @Test func `a read after its end stops the process`() async {
    await #expect(processExitsWith: .failure) {
      let bytes = GuardedMemory(capacity: 100).copy([1, 2, 3])
      print(bytes.baseAddress.unsafelyUnwrapped[3])
    }
  }
}
