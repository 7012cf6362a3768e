import Millrace

@propertyWrapper struct Field {
  var wrappedValue: String

  init(wrappedValue: String, key: String) { self.wrappedValue = wrappedValue }
}

@Serializable
struct Film {
  @Field(key: "title") var title: String = ""  // !
}
