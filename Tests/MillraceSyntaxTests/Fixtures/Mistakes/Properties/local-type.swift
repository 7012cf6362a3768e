import Millrace

func f() {
  @Serializable
  struct Film { var title: String }  // !
}
