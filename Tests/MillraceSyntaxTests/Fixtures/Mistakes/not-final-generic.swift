import Millrace

@Serializable
class Box<Item> {  // !
  var item: Item
}
