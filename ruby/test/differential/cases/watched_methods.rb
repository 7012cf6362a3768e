# frozen_string_literal: true

# The methods that every call depends on, changed in all ways that Ruby has, between calls that make small documents.
module Differential
  # Stock's own encoder. It is in use in the process without Millrace.
  def self.encoders
    encoding = ActiveSupport::JSON::Encoding
    %i[JSONGemEncoder JSONGemCoderEncoder].select { |name| encoding.const_defined?(name) }.map { |name| encoding.const_get(name) }
  end

  # What is watched: modules with the name of the method that is called.
  def self.watched
    encoders.to_h { |type| [type.name, [type, :encode]] }.merge(
      "JSON" => [JSON.singleton_class, :generate], "JSON.state" => [JSON.state, :generate],
      "JSON::Coder" => (JSON.const_defined?(:Coder) ? [JSON::Coder, :dump] : nil)
    ).compact
  end

  def self.encode_small(recorder)
    [nil, 1, "a<\u2028", :b, 1.5, [1, "x"], { a: 1, "b" => [true] }].each do |value|
      recorder.note ActiveSupport::JSON.encode(value)
    rescue StandardError => error
      # Without the line of the encoder that Ruby shows.
      recorder.note [error.class.name, error.message.lines.first.gsub(/0x\h+/, "ADDRESS")]
    end
  end

  # What answers instead, as text.
  answer = ->(*) { +'"changed"' }
  changes = {
    "is redefined" => ->(owner, name) { owner.send(:define_method, name, &answer) },
    "is redefined by an alias" => lambda do |owner, name|
      owner.send(:define_method, :another, &answer)
      owner.send(:alias_method, name, :another)
    end,
    "is redefined by an accessor" => ->(owner, name) { owner.send(:attr_reader, name) },
    "is removed" => ->(owner, name) { owner.send(:remove_method, name) },
    "is undefined" => ->(owner, name) { owner.send(:undef_method, name) },
    "becomes private" => ->(owner, name) { owner.send(:private, name) },
    "is in a prepended module" => ->(owner, name) { owner.prepend(Module.new { define_method(name, &answer) }) },
    "is in a module that is prepended without the class being asked" => lambda do |owner, name|
      Module.new { define_method(name, &answer) }.send(:prepend_features, owner)
    end,
    "is in an included module" => ->(owner, name) { owner.include(Module.new { define_method(name, &answer) }) },
    "is redefined where nothing reports it" => lambda do |owner, name|
      owner.define_singleton_method(:method_added) { |*| }
      owner.define_singleton_method(:singleton_method_added) { |*| }
      owner.send(:define_method, name, &answer)
    end,
    "is redefined where a prepended module hides it" => lambda do |owner, name|
      owner.singleton_class.prepend(Module.new { def method_added(*) = nil; def singleton_method_added(*) = nil })
      owner.send(:define_method, name, &answer)
    end,
    "is redefined after the reports were removed" => lambda do |owner, name|
      %i[method_added singleton_method_added singleton_method_removed].each do |report|
        owner.singleton_class.send(:remove_method, report)
      rescue NameError
        nil
      end
      owner.send(:define_method, name, &answer)
    end,
    "is redefined with the same code" => ->(owner, name) { owner.send(:define_method, name, owner.instance_method(name)) },
    "has a neighbor" => ->(owner, _) { owner.send(:define_method, :unrelated) { 1 } },
  }
  watched.each do |place, (owner, name)|
    changes.each do |description, change|
      define("#{place}: #{name} #{description}", isolated: true) do |t|
        Differential.encode_small(t)
        change.call(owner, name)
        Differential.encode_small(t)
        Differential.encode_small(t)
      end
    end
    define("#{place}: #{name} in a module that was prepended before", isolated: true) do |t|
      added = Module.new
      owner.prepend(added)
      Differential.encode_small(t)
      Differential.encode_small(t)
      added.define_method(name, &answer)
      Differential.encode_small(t)
      added.remove_method(name)
      Differential.encode_small(t)
    end
    define("#{place}: #{name} redefined and put back", isolated: true) do |t|
      original = owner.instance_method(name)
      2.times do
        owner.send(:define_method, name, &answer)
        Differential.encode_small(t)
        owner.send(:define_method, name, original)
        Differential.encode_small(t)
      end
    end
    define("#{place}: #{name} changed by as_json", isolated: true) do |t|
      type = Class.new { define_method(:as_json) { |*| owner.send(:define_method, name, &answer); 1 } }
      Differential.encode_small(t)
      t.encode([1, "a" * 3000, type.new]) unless owner == JSON.singleton_class
      Differential.encode_small(t)
    end
  end

  define("JSON extended by a module, which its own method hides", isolated: true) do |t|
    Differential.encode_small(t)
    JSON.extend(Module.new { def generate(*) = +'"extended"' })
    Differential.encode_small(t)
    JSON.singleton_class.send(:remove_method, :generate)
    Differential.encode_small(t)
  end
  define("String#initialize and gsub! as private and public methods", isolated: true) do |t|
    Differential.encode_small(t)
    String.send(:private, :gsub!)
    Differential.encode_small(t)
    String.send(:public, :gsub!)
    String.send(:public, :initialize)
    Differential.encode_small(t)
  end

  # The settings are read only if the text depends on them.
  texts = ["plain", "<>&", "é", "\u2028", "<\u2029", { "<": "é" }, { "\u2028" => 1 }, ["a" * 5000, "<"], ["é" * 5000, "\u2028"]]
  settings = [true, false].product([true, false], [0, 3, 6, nil], [true, false])
  define("settings that change between any two documents") do |t|
    random = Random.new(46)
    500.times do
      html, js, precision, is_standard = settings.sample(random: random)
      ActiveSupport.escape_html_entities_in_json = html
      ActiveSupport.escape_js_separators_in_json = js if ActiveSupport.respond_to?(:escape_js_separators_in_json=)
      ActiveSupport.time_precision = precision
      ActiveSupport.use_standard_json_time_format = is_standard
      text = texts.sample(random: random)
      t.encode(text)
      t.encode([text, Time.at(1.5).utc, texts.sample(random: random)])
      t.encode({ at: Date.new(2000), text: text })
      t.encode(text, escape_html_entities: random.rand(2).zero?)
    end
  end
  define("a setting whose method is replaced", isolated: true) do |t|
    t.encode("<\u2028")
    ActiveSupport::JSON::Encoding.define_singleton_method(:escape_html_entities_in_json) { false }
    2.times { t.encode("<\u2028") }
    ActiveSupport::JSON::Encoding.define_singleton_method(:time_precision) { 5 }
    t.encode([Time.at(0).utc, "<"])
  end

  define("keys that are the same, equal, or alike") do |t|
    t.encode(Array.new(50) { |i| { a: i, b: { a: i }, "c" => i, "a\u2028<": i } })
    t.encode(Array.new(50) { |i| { "key #{i % 3}" => i, "key" => { "key 1" => 2 } } })
    t.encode(Array.new(200) { |i| { "#{i}": i, "x#{i % 40}": { a: 1, "s#{i % 50}" => 2 } } })
    t.encode(Array.new(3) { { "é" => 1, ("e" * 300) => 2, "\u0000" => 3, "" => 4, :"" => 5 } })
    t.encode(Array.new(20) { { "k" => { "k" => "k" } } }, only: %w[k])
    t.encode(Array.new(20) { |i| { 1 => i, 2 => { 1 => i } } })
    t.encode(Array.new(3000) { |i| { id: i, name: "n" * (i % 90) } })
  end
end
