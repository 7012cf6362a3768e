import Foundation
import MillraceFoundation

// Decodes documents by the usual lossy and probing types, with Foundation's decoder and with ours, and compares.
//
// On standard input there are documents, each with its number of bytes in front, as four bytes with the lowest first. For
// each difference a line is printed, and the exit code is 1. Whoever starts this kills it when it takes too long: the
// last line on standard error says which document it was at.

func outcome<Value: Pattern>(_ type: Value.Type, _ decoder: JSONDecoder, _ document: Data) -> String {
  do { return try decoder.decode(type, from: document).text } catch { return "error" }
}

let input = FileHandle.standardInput.readDataToEndOfFile()
let (foundations, ours) = (JSONDecoder(), FastJSONDecoder())
var position = input.startIndex
var count = 0
var differences = 0
while position < input.endIndex {
  let length = input[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  let document = Data(input[position + 4..<position + 4 + length])
  position += 4 + length
  FileHandle.standardError.write(Data("\(count)\n".utf8))
  for pattern in patterns {
    let (expected, found) = (outcome(pattern, foundations, document), outcome(pattern, ours, document))
    if expected == found { continue }
    differences += 1
    let text = String(decoding: document, as: UTF8.self).debugDescription
    print("\(pattern) of \(text): found \(found), expected \(expected)")
  }
  count += 1
}
print("\(count) documents, \(differences) differences")
exit(differences == 0 ? 0 : 1)
