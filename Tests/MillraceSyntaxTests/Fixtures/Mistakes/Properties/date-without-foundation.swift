import Millrace

import Foundation

@Serializable
struct Film {
  var released: Date  // !
}
