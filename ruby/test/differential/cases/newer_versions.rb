# frozen_string_literal: true

# Options of a call that newer versions of Active Support have and older ones ignore, and values of newer versions of json.
module Differential
  script = { "a" => "</script>", :b => ["<\u2028&", { 1 => "\u2029>" }], "t" => Time.at(0).utc }
  own = Class.new { def as_json(*) = { mine: "<\u2028>" } }

  options = [{ escape_html_entities: true }, { escape_html_entities: false }, { escape_html_entities: nil },
             { escape: false }, { escape: true }, { escape: nil }, { escape: false, escape_html_entities: true },
             { escape: true, escape_html_entities: false }, { escape: false, only: "a" },
             { escape_html_entities: true, except: [:b] }, { "escape" => false }, { escape_js_separators: false }]
  [true, false].each do |setting|
    options.each do |option|
      define("the options #{option} where HTML is #{setting ? "" : "not "}escaped") do |t|
        ActiveSupport.escape_html_entities_in_json = setting
        t.encode(script, option)
        t.encode("</script>\u2028", option)
        t.encode([script, own.new], option)
        t.encode(script, option.dup.freeze)
        t.note script.to_json(option)
        t.note ActiveSupport::JSON.encode(script)
      end
    end
  end
  define("separators that are not escaped") do |t|
    next t.note(:no_such_setting) unless ActiveSupport.respond_to?(:escape_js_separators_in_json=)

    [true, false].product([true, false]).each do |separators, html|
      ActiveSupport.escape_js_separators_in_json = separators
      ActiveSupport.escape_html_entities_in_json = html
      [nil, { escape_html_entities: true }, { escape: false }].each { |option| t.encode([script, own.new], option) }
      t.encode(script)
    end
  end
  define("encoders without options are used again") do |t|
    3.times { |i| t.encode({ a: i, "<" => own.new }) }
    Array.new(4) { Thread.new { ActiveSupport::JSON.encode(script) } }.map(&:value).uniq.each { |json| t.note json }
  end

  if defined?(::JSON::Fragment)
    fragment = ->(json) { ::JSON::Fragment.new(json) }
    ['{"a":1}', "[1, 2]", "", "17", '"<\u2028>&"', "{\"é\": \"<b>\"}", "not JSON", "\"\xff\"", "x" * 5000].each do |json|
      define("a fragment #{json[0, 20].inspect}") do |t|
        t.encode(fragment.(json))
        t.encode([fragment.(json), { "k" => fragment.(json), s: [fragment.(json)] }])
        t.encode([1, fragment.(json), "<"], escape_html_entities: false)
        t.encode([fragment.(json)], escape: false)
        t.encode({ a: fragment.(json), b: 2 }, only: :a)
        t.encode([fragment.(json), own.new])
        t.encode(Class.new { define_method(:as_json) { |*| fragment.(json) } }.new)
        t.encode([Class.new { define_method(:as_json) { |*| { f: fragment.(json) } } }.new])
      end
    end
    define("a fragment's text that changes") do |t|
      text = +"[1]"
      value = [fragment.(text), text]
      t.encode(value)
      text.replace("[2]")
      t.encode(value)
    end
    define("a fragment with methods of its own", isolated: true) do |t|
      special = Class.new(::JSON::Fragment) { def to_json(*) = "[0]" }
      t.encode([special.new("[1]"), fragment.("[2]")])
      single = fragment.("[3]")
      def single.to_json(*) = "[4]"
      t.encode([single])
      ::JSON::Fragment.class_eval { def to_json(*) = "[5]" }
      t.encode([fragment.("[6]")])
      ::JSON::Fragment.class_eval { def as_json(*) = "seven" }
      t.encode([fragment.("[7]")])
    end
  end
end
