import Millrace
import Testing

@Serializable
private struct Order: Equatable {
  @Field("id", aliases: "number") var id: Int
  @Field(at: "customer/name") var name: String
  @Field(at: "customer/address/city") var city: String?
  @Field(.flattened) var total: Total
  var payment: Payment
  var note: Note

  @Serializable
  struct Total: Equatable { var amount: Double, currency: String }

  @Serializable(tag: "method")
  enum Payment: Equatable {
    case card(number: String, expires: Int)
    case transfer(iban: String)
  }

  @Serializable(.untagged)
  enum Note: Equatable {
    case text(String)
    case file(name: String, size: Int)
  }
}

@Suite("The order of members")
struct OrderTests {
  private var random = SeededGenerator("the order of members")
  private var noise = RandomJSON(SeededGenerator("unknown members"))

  /// An object of these members in any order, and with unknown members.
  private mutating func object(_ members: [String]) -> String {
    var members = members
    for index in 0..<random.below(4) {
      let value = noise.document(of: 1 + random.below(30))
      members.append("\"unknown \(index)\":\(String(decoding: value, as: UTF8.self))")
    }
    members.shuffle(using: &random)
    return "{" + members.joined(separator: random.once(in: 2) ? "," : " , ") + "}"
  }

  @Test mutating func `any order and any unknown members lead to the same value`() throws {
    let memory = GuardedMemory(capacity: 1 << 16)
    var mismatches = Mismatches()
    for index in 0..<Scale.count(2_000) {
      let isCard = random.once(in: 2)
      let isText = random.once(in: 2)
      let expected = Order(
        id: index, name: "n\(index)", city: random.once(in: 2) ? "c" : nil,
        total: .init(amount: 1.5, currency: "EUR"),
        payment: isCard ? .card(number: "4", expires: index) : .transfer(iban: "DE"),
        note: isText ? .text("t") : .file(name: "f", size: index))
      let address = object(expected.city.map { ["\"city\":\"\($0)\""] } ?? [])
      let customer = object(["\"name\":\"n\(index)\"", "\"address\":\(address)"])
      let payment = object(
        isCard
          ? [#""method":"card""#, #""number":"4""#, #""expires":\#(index)"#]
          : [#""method":"transfer""#, #""iban":"DE""#])
      let note = isText ? #""t""# : object([#""name":"f""#, #""size":\#(index)"#])
      let text = object([
        "\"\(random.once(in: 2) ? "id" : "number")\":\(index)", "\"customer\":\(customer)", "\"amount\":1.5",
        #""currency":"EUR""#, "\"payment\":\(payment)", "\"note\":\(note)",
      ])
      do {
        mismatches.expect(try memory.decode(Order.self, from: text.utf8), expected, text)
        mismatches.expect(try JSON.decode(JSON.Value.self, from: text).decode(Order.self), expected, text)
        mismatches.expect(try JSON.decode(Order.self, from: JSON.encode(expected)), expected, "written and read")
      } catch {
        mismatches.note("\(text): \(error)")
      }
    }
    mismatches.report()
  }
}
