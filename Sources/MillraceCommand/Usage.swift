/// What `--help` says.
enum Usage {
  static let overview = """
    millrace moves data between formats, streaming, with every digit kept.

    usage: millrace VERB [OPTION…] FILE…

      convert   read one format and write another
      check     say whether files are well-formed, and where they are not
      help      say more about a verb
      version   name the version

    A FILE of - is standard input or output.
    Exit status: 0 done, 1 the data is bad, 2 the call is wrong.

    """

  static let convert = """
    usage: millrace convert [OPTION…] INPUT [OUTPUT]
           millrace convert [OPTION…] INPUT… --output OUTPUT

    Reads INPUT and writes it in another format to OUTPUT, or to standard output. Numbers keep all their digits and
    objects their order. OUTPUT appears under its name when it is whole, and not at all if INPUT is bad. Files may be
    larger than memory. Several INPUTs are converted one after another to a single array, or to lines.

      -o, --output FILE OUTPUT, with any number of INPUTs
      --from FORMAT     the format of all INPUTs; otherwise by their names' endings
      --to FORMAT       the format of OUTPUT; otherwise by its name's ending, or json
      --at POINTER      take what stands at this JSON Pointer, such as /response/docs
      --limit N         take the first N elements or lines only
      --gunzip          INPUTs are compressed by gzip, as those are whose names end in .gz
      --gzip            compress OUTPUT by gzip, as is done if its name ends in .gz
      --on-bad-line WHAT
                        what becomes of a line of INPUT that is no document: stop (with an error), skip (pass over it),
                        report=FILE (pass over it, and write a line to FILE that says where and why)
      --pretty          indent JSON by two spaces
      --sort-keys       write the members of all objects in the order of their keys
      --help            this text

    FORMAT is json (one document) or jsonl (a document on each line; also ndjson). An array becomes a line for each
    element, and lines become an array.

    """

  static let check = """
    usage: millrace check [OPTION…] FILE…

    Says of each FILE whether it is well-formed, strictly by RFC 8259, and where it is not.

      --from FORMAT     the format of all FILEs; otherwise by their names' endings
      --quiet           say nothing of files that are in order
      --help            this text

    """

  static func text(for verb: String?) throws(CommandError) -> String {
    switch verb {
    case nil: overview
    case "convert": convert
    case "check": check
    case let verb?: throw .usage("there is no verb '\(verb)'", hint: "millrace --help lists them")
    }
  }
}
