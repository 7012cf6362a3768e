import Millrace

@Serializable
class Box<Item> {  // ! fix
  var item: Item
}
