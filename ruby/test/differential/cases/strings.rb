# frozen_string_literal: true

module Differential
  (0x00..0x7f).each_slice(8) do |codes|
    define("ASCII #{codes.first}..#{codes.last}") do |t|
      codes.each { |code| t.encode(code.chr) }
      t.encode(codes.map(&:chr).join)
    end
  end

  ["é", "ß漢", "😀", "\u2027", "\u2028", "\u2029", "\u202a", "\ufeff", "\u{10ffff}", "\u0080", "\ud7ff", "\ue000",
   "a\u0300", "</script>", "<!--", "]]>", "&amp;", "\\u2028", "\"\\\"", "/", "//", "\0", "\x7f"].each do |text|
    define("the text #{text.inspect}") do |t|
      [true, false].each do |escape|
        ActiveSupport.escape_html_entities_in_json = escape
        t.encode(text)
        t.encode(text => text)
        t.encode(text.to_sym => [text.to_sym])
        (0..33).each { |length| t.encode("x" * length + text + "y" * (33 - length)) }
      end
    end
  end

  (0..70).each_slice(10) do |lengths|
    define("strings of #{lengths.first} to #{lengths.last} bytes, with an escape at each place") do |t|
      lengths.each do |length|
        t.encode("a" * length)
        length.times { |at| ["\"", "<", "\n",
            "\u2028"].each { |char| t.encode("a" * at + char + "a" * (length - at)) } }
      end
    end
  end

  {
    "broken at its end" => "abc\xE2\x80", "broken in the middle" => "a\xffb", "a lone surrogate" => "\xED\xA0\x80",
    "overlong" => "\xC0\xAF", "above U+10FFFF" => "\xF5\x80\x80\x80",
  }.each do |name, text|
    define("UTF-8 that is #{name}") do |t|
      t.encode(text)
      t.encode([1, text])
      t.encode(text => 1)
      t.encode(a: { b: text })
      t.encode(text.b)
      t.encode(text.to_sym) if text.valid_encoding?
    end
  end

  %w[ASCII-8BIT US-ASCII ISO-8859-1 ISO-8859-15 Windows-1252 Shift_JIS EUC-JP GBK Big5 KOI8-R UTF-16LE UTF-16BE UTF-32LE
     UTF-8-MAC ISO-2022-JP UTF-7 CP949 IBM437].each do |encoding|
    define("strings that are declared to be #{encoding}") do |t|
      ["", "plain", "a\\b<>&\"", "caf\xe9", "\x83\x5c", "\xe3\x81\x82", "\xff\xfe", "~\\"].each do |bytes|
        text = bytes.b.force_encoding(encoding)
        t.encode(text)
        t.encode([text])
        t.encode(text => 1)
        t.encode("a" => 1, text => 2) if text.valid_encoding?
      end
      t.encode("あé".encode(encoding)) rescue t.note(:not_encodable)
    end
  end

  # json 2.21.1 itself crashes at such symbols.
  define("symbols of other encodings", isolated: true) do |t|
    t.encode("caf\xe9".dup.force_encoding("ISO-8859-1").to_sym)
    t.encode("caf\xe9".dup.force_encoding("ISO-8859-1").to_sym => 1)
    t.encode("あ".encode("EUC-JP").to_sym)
    t.encode("\xff".b.to_sym)
  end

  define("a string of five megabytes") { |t| t.encode("abcdefghij <é" * 400_000) }
  define("a string of megabytes that are all escapes") { |t| t.encode("<\u2028\"" * 300_000) }
  define("frozen, shared and substring strings") do |t|
    long = "0123456789<" * 20
    t.encode([long[3..], long[5, 90], long[0, 3], long.freeze, -"a<b"])
  end
  define("a string whose code range is not known yet") { |t| t.encode(["é<".b.force_encoding("UTF-8"), [97,
      98].pack("C*")]) }
  define("a subclass of String") { |t| t.encode([Class.new(String).new("a<é"),
      { k: Class.new(String).new("\u2028") }]) }
  define("a subclass of String as a key") { |t| t.encode(Class.new(String).new("a<é") => 1, "a<é" => 2) }
  define("a subclass of String with as_json") do |t|
    type = Class.new(String) { def as_json(*) = "other <#{self}>" }
    t.encode(type.new("a"))
    t.encode([type.new("a"), { type.new("k") => type.new("v") }])
  end
  define("a subclass of String with to_s") { |t| t.encode(Class.new(String) { def to_s = "mine" }.new("a") => 1) }
  define("a subclass of String with to_json") { |t| t.encode([Class.new(String) { def to_json(*) = "mine" }.new("a")]) }
  define("a string with a singleton method as_json") do |t|
    text = +"a"
    def text.as_json(*) = [1, "<"]
    t.encode([text, "b"])
    t.encode(text)
  end
  define("a string with a singleton method of no interest") do |t|
    text = +"a<"
    def text.shout = upcase
    t.encode([text, { text => text }])
  end
  define("a string with instance variables") { |t| t.encode((+"a").tap { |text| text.instance_variable_set(:@a, 1) }) }
  define("SafeBuffer") { |t| t.encode(["<b>".html_safe, { "<i>".html_safe => "<u>".html_safe }]) }
  define("StringInquirer and ArrayInquirer") do |t|
    t.encode(["production".inquiry, ActiveSupport::ArrayInquirer.new(%w[a b])])
  end
end
