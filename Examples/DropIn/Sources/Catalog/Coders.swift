#if FAST_CODERS
  import MillraceFoundation

  typealias JSONDecoder = FastJSONDecoder
  typealias JSONEncoder = FastJSONEncoder
#endif
