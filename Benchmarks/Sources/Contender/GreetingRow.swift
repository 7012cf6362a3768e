import Millrace

/// An element of `hi1m.json` as a type of the program's own, as the types of most programs are.
///
/// Of `Models.Greeting`, a type of another module, generated code is specialised for JSON, and for no other format.
@Serializable
struct GreetingRow {
  var hi: Int
  var there: Int
  var comment: String
}
