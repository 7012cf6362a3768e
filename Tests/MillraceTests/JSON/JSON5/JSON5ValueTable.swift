/// JSON5 documents and the JSON that they are equal to, by the sections of the specification (https://spec.json5.org,
/// version 1.0.0).
enum JSON5ValueTable {
  struct Row {
    let section: String
    let text: String
    let json: String
  }

  static let all = examples + values + objects + identifiers + arrays + strings + escapes + numbers + comments + blanks

  private static func rows(_ section: String, _ pairs: [(text: String, json: String)]) -> [Row] {
    pairs.map { Row(section: section, text: $0.text, json: $0.json) }
  }

  /// The examples of the specification.
  private static let examples = rows(
    "examples",
    [
      (
        """
        {
          // comments
          unquoted: 'and you can quote me on that',
          singleQuotes: 'I can use "double quotes" here',
          lineBreaks: "Look, Mom! \\
        No \\\\n's!",
          hexadecimal: 0xdecaf,
          leadingDecimalPoint: .8675309, andTrailing: 8675309.,
          positiveSign: +1,
          trailingComma: 'in objects', andIn: ['arrays',],
          "backwardsCompatible": "with JSON",
        }
        """,
        #"""
        {"unquoted":"and you can quote me on that","singleQuotes":"I can use \"double quotes\" here",
        "lineBreaks":"Look, Mom! No \\n's!","hexadecimal":912559,"leadingDecimalPoint":0.8675309,"andTrailing":8675309,
        "positiveSign":1,"trailingComma":"in objects","andIn":["arrays"],"backwardsCompatible":"with JSON"}
        """#
      ),
      (
        "{image:{width:1920,height:1080,'aspect-ratio':'16:9',}}",
        #"{"image":{"width":1920,"height":1080,"aspect-ratio":"16:9"}}"#
      ),
      ("[{name:'Joe',age:27},{name:'Jane',age:32},]", #"[{"name":"Joe","age":27},{"name":"Jane","age":32}]"#),
      ("[[1,true,'three'],[4,\"five\",0x6],]", #"[[1,true,"three"],[4,"five",6]]"#),
      ("['\\x5C','\\u005C','\\\\']", #"["\\","\\","\\"]"#),
      ("'\\uD83C\\uDFBC'", #""🎼""#),
      (
        "'Lorem ipsum dolor sit amet, \\\nconsectetur adipiscing elit.'",
        #""Lorem ipsum dolor sit amet, consectetur adipiscing elit.""#
      ),
      ("'\\A\\C\\/\\D\\C'", #""AC/DC""#),
      (
        "{integer:123,withFractionPart:123.456,onlyFractionPart:.456,withExponent:123e-456}",
        #"{"integer":123,"withFractionPart":123.456,"onlyFractionPart":0.456,"withExponent":123e-456}"#
      ),
      ("{positiveHex:0xdecaf,negativeHex:-0xC0FFEE}", #"{"positiveHex":912559,"negativeHex":-12648430}"#),
    ])

  private static let values = rows(
    "2",
    [
      ("null", "null"), ("true", "true"), ("false", "false"), ("''", #""""#), ("0", "0"), ("{}", "{}"), ("[]", "[]"),
      ("[null,true,false]", "[null,true,false]"),
    ])

  private static let objects = rows(
    "3",
    [
      ("{a:1}", #"{"a":1}"#), ("{'a':1}", #"{"a":1}"#), ("{\"a\":1}", #"{"a":1}"#), ("{a:1,}", #"{"a":1}"#),
      ("{a:1,b:2}", #"{"a":1,"b":2}"#), ("{a:{},}", #"{"a":{}}"#), ("{a:{b:{c:{},},},}", #"{"a":{"b":{"c":{}}}}"#),
      ("{'':1}", #"{"":1}"#), ("{'a:b':1,\"c,}\":',}'}", #"{"a:b":1,"c,}":",}"}"#), ("{'\"':'\\''}", #"{"\"":"'"}"#),
      ("{'\\x41\\\n':1}", #"{"A":1}"#), ("{a:1,a:2}", #"{"a":1,"a":2}"#), ("{a:+1,b:-1}", #"{"a":1,"b":-1}"#),
      ("{a:'b',c:[],d:{}}", #"{"a":"b","c":[],"d":{}}"#), ("{ a : 1 , }", #"{"a":1}"#),
      ("{\na\n:\n1\n,\n}", #"{"a":1}"#),
    ])

  /// And ECMAScript 5.1, section 7.6.
  private static let identifiers = rows(
    "3, identifiers",
    [
      ("{$:1,_:2,$$:3,__:4,$a_1:5,A9:6}", #"{"$":1,"_":2,"$$":3,"__":4,"$a_1":5,"A9":6}"#),
      // Reserved words and the names of numbers.
      (
        "{null:1,true:2,false:3,class:4,NaN:5,Infinity:6}",
        #"{"null":1,"true":2,"false":3,"class":4,"NaN":5,"Infinity":6}"#
      ),
      ("{Infinity1:1,NaN_:2,truefalse:3,e1:4,x1F:5}", #"{"Infinity1":1,"NaN_":2,"truefalse":3,"e1":4,"x1F":5}"#),
      // Letters of all categories: Lu, Ll, Lt, Lm, Lo, Nl.
      (
        "{\u{C9}t\u{E9}:1,\u{1C5}:2,\u{2B0}:3,\u{540D}:4,\u{16EE}:5,\u{2160}:6}",
        "{\"\u{C9}t\u{E9}\":1,\"\u{1C5}\":2,\"\u{2B0}\":3,\"\u{540D}\":4,\"\u{16EE}\":5,\"\u{2160}\":6}"
      ),
      // U+2E2F is a letter by its category, though Unicode's ID_Start leaves it out.
      ("{\u{2E2F}:1,a\u{2E2F}:2}", "{\"\u{2E2F}\":1,\"a\u{2E2F}\":2}"),
      // After the first character: Mn, Mc, Nd, Pc, and the joiners.
      (
        "{a\u{300}:1,a\u{903}:2,a\u{660}:3,a\u{203F}:4,a\u{200C}\u{200D}b:5}",
        "{\"a\u{300}\":1,\"a\u{903}\":2,\"a\u{660}\":3,\"a\u{203F}\":4,\"a\u{200C}\u{200D}b\":5}"
      ),
      // Outside the Basic Multilingual Plane.
      ("{\u{10400}:1,a\u{1D7D8}:2,\u{20000}:3}", "{\"\u{10400}\":1,\"a\u{1D7D8}\":2,\"\u{20000}\":3}"),
      ("{\\u0061:1,a\\u0062c:2,\\u0024\\u005F\\u0031:3,a\\u0030:4}", #"{"a":1,"abc":2,"$_1":3,"a0":4}"#),
      ("{\\u00E9:1,e\\u0301:2,a\\u200c:3}", #"{"\u00E9":1,"e\u0301":2,"a\u200c":3}"#),
      ("{tru\\u0065:1,\\u004eaN:2}", #"{"true":1,"NaN":2}"#),
    ])

  private static let arrays = rows(
    "4",
    [
      ("[1]", "[1]"), ("[1,]", "[1]"), ("[1,2]", "[1,2]"), ("[[],]", "[[]]"), ("[[1,],[2,],]", "[[1],[2]]"),
      ("[{},{},]", "[{},{}]"), ("[ 1 , ]", "[1]"), ("['a','b',]", #"["a","b"]"#), ("[\n]", "[]"),
      ("[[[[]]]]", "[[[[]]]]"),
    ])

  private static let strings = rows(
    "5",
    [
      ("'a'", #""a""#), ("\"a\"", #""a""#), ("'\"'", #""\"""#), ("\"'\"", #""'""#), ("'a\"b\"c'", #""a\"b\"c""#),
      ("'\t'", #""\t""#), ("'\0'", #""\u0000""#), ("'\u{1}\u{B}\u{C}\u{1F}'", #""\u0001\u000b\u000c\u001f""#),
      ("'\u{7F}\u{85}'", "\"\u{7F}\u{85}\""),
      ("\"\t\u{1}\"", #""\t\u0001""#), ("'//'", #""//""#), ("'/* */'", #""/* */""#), ("\"//\"", #""//""#),
      ("'\u{E9}\u{540D}\u{1F600}'", "\"\u{E9}\u{540D}\u{1F600}\""),
      // Section 5.2.
      ("'\u{2028}\u{2029}'", "\"\u{2028}\u{2029}\""), ("\"\u{2028}\u{2029}\"", "\"\u{2028}\u{2029}\""),
      ("'[1,2,]'", #""[1,2,]""#), ("'{a:1,}'", #""{a:1,}""#), ("'\u{FEFF}\u{A0}'", "\"\u{FEFF}\u{A0}\""),
    ])

  private static let escapes = rows(
    "5.1",
    [
      (#"'\'\"\\\b\f\n\r\t\v\0'"#, #""'\"\\\b\f\n\r\t\u000b\u0000""#),
      (#""\'\"\\\b\f\n\r\t\v\0""#, #""'\"\\\b\f\n\r\t\u000b\u0000""#),
      (#"'\x00\x41\x7f\xe9\xFF\xaB'"#, #""\u0000A\u007f\u00e9\u00ff\u00ab""#),
      (#"'\u0041\u00e9\u540D\uABCD'"#, #""A\u00e9\u540d\uabcd""#),
      (#"'\x22\x5c\x27\u0022\u005C\u0027'"#, #""\"\\'\"\\'""#), (#"'\0a\0\x31\0'"#, #""\u0000a\u00001\u0000""#),
      (#"'\a\c\d\e\g\h\i\j\k\l\m\o\p\q\s\w\y\z'"#, #""acdeghijklmopqswyz""#),
      (#"'\A\B\F\N\R\T\U\V\X'"#, #""ABFNRTUVX""#),
      (#"'\U0041\X41'"#, #""U0041X41""#), (#"'\ \!\$\/\:\,\[\]\{\}\-\+\.'"#, #"" !$/:,[]{}-+.""#), (#"'\/'"#, #""/""#),
      ("'\\\u{E9}\\\u{540D}\\\u{1F600}'", "\"\u{E9}\u{540D}\u{1F600}\""), ("'\\\t\\\u{1}\\\0'", #""\t\u0001\u0000""#),
      ("'\\\u{7F}\\\u{85}\\\u{A0}\\\u{FEFF}'", "\"\u{7F}\u{85}\u{A0}\u{FEFF}\""),
      (#"'\uD83D\uDE00\ud83d\ude00'"#, #""😀😀""#), (#"'\\u0041'"#, #""\\u0041""#), (#"'\\\'\\'"#, #""\\'\\""#),
      (#"'\\'"#, #""\\""#),
      // Line continuations, also first and last, and between the halves of a surrogate pair.
      ("'\\\n'", #""""#), ("'\\\r'", #""""#), ("'\\\r\n'", #""""#), ("'\\\u{2028}'", #""""#), ("'\\\u{2029}'", #""""#),
      ("\"\\\na\\\r\nb\\\n\"", #""ab""#),
      ("'a\\\r\\\nb'", #""ab""#), ("'\\\n\\\n\\\n'", #""""#), ("'a\\\n  b'", #""a  b""#), ("'\\\n\\'\\\n'", #""'""#),
      ("'\\\n\"'", #""\"""#), ("\"\\\n'\"", #""'""#),
      ("'\\uD83D\\\n\\uDE00'", #""😀""#), ("'\\\r\\n'", #""\n""#), ("'\\\n\\x41'", #""A""#),
      ("{'a\\\nb':1}", #"{"ab":1}"#),
    ])

  /// And ECMAScript 5.1, section 7.8.3. The digits stay.
  private static let numbers = rows(
    "6",
    [
      ("[0,1,9,10,123]", "[0,1,9,10,123]"), ("[-0,-1,+0,+1,+123]", "[-0,-1,0,1,123]"),
      ("[1.5,-1.5,+1.5]", "[1.5,-1.5,1.5]"),
      ("[5.,-5.,+5.,0.,-0.,+0.]", "[5,-5,5,0,-0,0]"), ("[.5,-.5,+.5,.0,+.05]", "[0.5,-0.5,0.5,0.0,0.05]"),
      ("[5.e1,.5e1,5.5e1,5e1]", "[5e1,0.5e1,5.5e1,5e1]"),
      ("[1e1,1E1,1e+1,1e-1,1E+01,1e00]", "[1e1,1E1,1e+1,1e-1,1E+01,1e00]"),
      ("[0e0,-0e-0,+0.e+0,.0e0]", "[0e0,-0e-0,0e+0,0.0e0]"), ("[1e400,-1e-400]", "[1e400,-1e-400]"),
      ("[100000000000000000000000000000000000001.]", "[100000000000000000000000000000000000001]"),
      ("[0x0,0X0,0x1,0xf,0XF,0x10]", "[0,0,1,15,15,16]"),
      ("[0xdecaf,-0xdecaf,+0xdecaf,-0x0]", "[912559,-912559,912559,-0]"),
      ("[0x1e5,0xE,0x1E1]", "[485,14,481]"), ("[0x000F,0x00000000000000000000000000000000000000001]", "[15,1]"),
      ("[0xFFFFFFFFFFFFFFFF,0x10000000000000000]", "[18446744073709551615,18446744073709551616]"),
      (
        "[0xFFFFFFFFFFFFFFFFFFFF,-0xABCDEFabcdef0123456789]", "[1208925819614629174706175,-207698821434737221603518345]"
      ),
      ("[0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF]", "[340282366920938463463374607431768211455]"),
      ("0x100000000000000000000000000000000", "340282366920938463463374607431768211456"),
      ("0x" + String(repeating: "0", count: 1_000), "0"),
    ])

  private static let comments = rows(
    "7",
    [
      ("//\n1", "1"), ("// a\r1", "1"), ("// a\u{2028}1", "1"), ("// a\u{2029}1", "1"), ("1//", "1"), ("1// a", "1"),
      ("1 // a\n", "1"),
      ("/**/1", "1"), ("/***/1", "1"), ("/* * / */1", "1"), ("/*/*/1", "1"), ("/* /* */1", "1"), ("/*//*/1", "1"),
      ("//*\n1", "1"),
      ("/* \n\r\u{2028} */1/*\n*/", "1"), ("// \u{85}\u{B} x\n1", "1"), ("/*'*/'\"'/*\"*/", #""\"""#),
      ("{/*,*/a/*:*/:/*}*/1/*,*/,/*]*/}", #"{"a":1}"#), ("[/*]*/1/*,*/,/*[*/2//,\n,//]\n]", "[1,2]"), ("[/**/]", "[]"),
      ("{//\n}", "{}"),
      ("/*\u{E9}\u{1F600}\0*/1", "1"), ("/**//**//**/1/**//**/", "1"), ("'//'//'", #""//""#),
    ])

  private static let blanks = rows(
    "8",
    [
      ("\t\n\u{B}\u{C}\r 1\t\n\u{B}\u{C}\r ", "1"),
      ("\u{A0}\u{FEFF}\u{2028}\u{2029}1\u{A0}\u{FEFF}\u{2028}\u{2029}", "1"),
      (
        "\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}1\u{202F}\u{205F}\u{3000}",
        "1"
      ),
      ("\u{FEFF}{\u{A0}a\u{3000}:\u{B}1\u{C},\u{2003}}", #"{"a":1}"#), ("[\u{A0}]", "[]"),
      ("[\u{2028}1\u{2029},\u{FEFF}]", "[1]"),
    ])
}
