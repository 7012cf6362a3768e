# frozen_string_literal: true

module Differential
  # Encodes records as they usually are, before something is changed, after it, and with everything loaded anew. Only new
  # ones if Active Model has changed: Millrace does not keep all values that it has written, as reading them does.
  def self.encode_records(recorder, is_inside)
    load = -> { Post.includes(:comments, :person).order(:id).limit(3).to_a }
    before = load.call
    recorder.encode(before, include: :comments)
    yield before
    unless is_inside
      recorder.encode(before)
      recorder.encode(before, include: %i[comments person], except: :body)
    end
    after = load.call
    recorder.encode(after)
    recorder.encode(after, only: %i[id title created_at], include: { comments: { only: :text } })
    recorder.encode({ posts: after, one: after.first, form: Form.new(name: "x", count: "4") })
  end

  # Each case in a separate process, with its redefinitions.
  changes = {
    "nothing" => ->(_) {},
    "as_json of a model" => ->(_) { Post.class_eval { def as_json(*) = { mine: id } } },
    "as_json of a model, by a module before it" => ->(_) { Post.prepend(Module.new { def as_json(*) = { mine: super } }) },
    "as_json of all models" => ->(_) { ActiveRecord::Base.class_eval { def as_json(*) = "everyone" } },
    "as_json of one record" => ->(records) { def (records.first).as_json(*) = "single" },
    "as_json of Active Model" => ->(_) { ActiveModel::Serializers::JSON.class_eval { def as_json(*) = "model" } },
    "serializable_hash of a model" => ->(_) { Comment.class_eval { def serializable_hash(*) = { "c" => id } } },
    "serializable_hash of Active Record" =>
      ->(_) { ActiveRecord::Serialization.prepend(Module.new { def serializable_hash(*) = super.merge("x" => 1) }) },
    "serializable_hash of Active Model" =>
      ->(_) { ActiveModel::Serialization.prepend(Module.new { def serializable_hash(*) = super.merge("y" => 1) }) },
    "read_attribute_for_serialization" =>
      ->(_) { Post.class_eval { private def read_attribute_for_serialization(name) = "read #{name}" } },
    "serializable_attributes" => ->(_) { Post.class_eval { private def serializable_attributes(*) = { "only" => 1 } } },
    "attribute_names_for_serialization" =>
      ->(_) { Post.class_eval { private def attribute_names_for_serialization = %w[id title] } },
    "attributes" => ->(_) { Post.class_eval { def attributes = { "id" => 1 } } },
    "attribute_names" => ->(_) { Post.class_eval { def attribute_names = %w[title] } },
    "an attribute's method" => ->(_) { Post.class_eval { def title = "mine" } },
    "an attribute's method, by super" => ->(_) { Post.class_eval { def title = super.to_s * 2 } },
    "an attribute's method, by a module" => ->(_) { Post.include(Module.new { def title = "below" }) },
    "an attribute's method, by a module before it" => ->(_) { Post.prepend(Module.new { def title = "before" }) },
    "an attribute's method of one record" => ->(records) { def (records.last).views = -7 },
    "an attribute's method, made private" => ->(_) { Post.class_eval { private def title = "private" } },
    "id" => ->(_) { Post.class_eval { def id = "<id>" } },
    "_read_attribute" => ->(_) { Post.class_eval { def _read_attribute(name) = "_#{name}" } },
    "read_attribute" => ->(_) { Post.class_eval { def read_attribute(name) = "r#{name}" } },
    "an association's method" => ->(_) { Post.class_eval { def comments = super.to_a.last(1) } },
    "an association's method that returns a list" => ->(_) { Post.class_eval { def comments = [Form.new(name: "c")] } },
    "association" => ->(_) { Post.class_eval { def association(name) = Differential.note(:association, name) || super } },
    "send" => ->(_) { Post.class_eval { def send(*) = "sent" } },
    "method_missing" => ->(_) { Post.class_eval { def method_missing(name, *) = "missing #{name}" } },
    "to_hash" => ->(_) { Post.class_eval { def to_hash = { hash: id } } },
    "include_root_in_json" => ->(_) { Post.include_root_in_json = true },
    "include_root_in_json of all" => ->(_) { ActiveRecord::Base.include_root_in_json = true },
    "include_root_in_json of an instance" => ->(_) { Post.class_eval { def include_root_in_json = "mine" } },
    "model_name" => ->(_) { Post.include_root_in_json = true; Post.define_singleton_method(:model_name) { Label.model_name } },
    "inheritance_column" => ->(_) { Post.inheritance_column = "missing" },
    "inheritance_column, by a method" => ->(_) { Post.define_singleton_method(:inheritance_column) { "missing" } },
    "the time zone" => ->(_) { Time.zone = "Asia/Tokyo" },
    "no time zone" => ->(_) { Time.zone = nil },
    "Time.zone itself" => ->(_) { Time.define_singleton_method(:zone) { ActiveSupport::TimeZone["Hawaii"] } },
    "as_json of times with zones" => ->(_) { ActiveSupport::TimeWithZone.class_eval { def as_json(*) = "zoned" } },
    "as_json of times" => ->(_) { Time.class_eval { def as_json(*) = "time" } },
    "as_json of dates" => ->(_) { Date.class_eval { def as_json(*) = "date" } },
    "as_json of strings" => ->(_) { String.class_eval { def as_json(*) = reverse } },
    "as_json of numbers" => ->(_) { Integer.class_eval { def as_json(*) = to_s } },
    "as_json of BigDecimal" => ->(_) { BigDecimal.class_eval { def as_json(*) = to_f } },
    "as_json of hashes" => ->(_) { Hash.prepend(Module.new { def as_json(*) = super.merge("h" => 1) }) },
    "as_json of true" => ->(_) { TrueClass.class_eval { def as_json(*) = "yes" } },
    "xmlschema of times with zones" => ->(_) { ActiveSupport::TimeWithZone.class_eval { def xmlschema(*) = "xml" } },
    "the type String" => ->(_) { ActiveModel::Type::String.class_eval { private def cast_value(value) = value.sub("x", "cast") } },
    "the type Integer" => ->(_) { ActiveModel::Type::Integer.class_eval { def deserialize(value) = value.to_s } },
    "the type Boolean" => ->(_) { ActiveModel::Type::Boolean.class_eval { def deserialize(value) = value ? "on" : "off" } },
    "the type Decimal" => ->(_) { ActiveModel::Type::Decimal.prepend(Module.new { def deserialize(value) = "#{super}€" }) },
    "the type DateTime" => ->(_) { ActiveRecord::Type::DateTime.class_eval { def deserialize(value) = "at #{value}" } },
    "the type Date" => ->(_) { ActiveRecord::Type::Date.class_eval { def deserialize(value) = "on #{value}" } },
    "the type of everything" => ->(_) { ActiveModel::Type::Value.class_eval { def deserialize(value) = value.is_a?(Float) ? value.inspect : cast(value) } },
    "the attribute sets" => ->(_) { ActiveModel::AttributeSet.class_eval { def fetch_value(name) = "f #{name}" } },
    "the lazy attribute sets" => ->(_) { ActiveModel::LazyAttributeSet.class_eval { def fetch_value(name) = "l #{name}" } },
    "the keys of attribute sets" => ->(_) { ActiveModel::LazyAttributeSet.class_eval { def keys = %w[id] } },
    "the values of attributes" => ->(_) { ActiveModel::Attribute.prepend(Module.new { def value = super == "plain" ? "v" : super }) },
    "what relations are encoded by" => ->(_) { ActiveRecord::Relation.class_eval { def as_json(*) = "relation" } },
    "the records of relations" => ->(_) { ActiveRecord::Relation.class_eval { def records = [] } },
    "the readers of associations" =>
      ->(_) { ActiveRecord::Associations::SingularAssociation.class_eval { def reader = nil } },
    "the targets of associations" =>
      ->(_) { ActiveRecord::Associations::CollectionAssociation.class_eval { def load_target = [] } },
    "a foreign key" => ->(records) { records.each { |record| record.person_id = 2 } },
    "a default" => ->(_) { Post.attribute(:extra, :string, default: "<extra>") },
    "a type of an attribute" => ->(_) { Post.attribute(:title, ShoutingType.new) },
    "an attribute in place" => ->(records) { records.each { |record| record.title&.concat(" in place <") } },
    "an attribute" => ->(records) { records.each { |record| record.title = :"a symbol" } },
    "a column's name" => ->(_) { Post.alias_attribute(:heading, :title) },
    "the database's time zone" =>
      ->(_) { (ActiveRecord.respond_to?(:default_timezone=) ? ActiveRecord : ActiveRecord::Base).default_timezone = :local },
  }
  changes.each do |name, change|
    define("records: #{name} is changed", isolated: true) do |t|
      Differential.encode_records(t, name.match?(/the (type|values of attributes)/), &change)
    end
  end

  # One record of which `only` names one or two attributes: not all versions encode it natively.
  changes.each do |name, change|
    define("records: #{name} is changed, one record with only:", isolated: true) do |t|
      load = -> { Post.order(:id).first }
      t.encode(load.call, only: :title)
      record = load.call
      change.call([record])
      t.encode(record, only: %i[id title]) unless name.match?(/the (type|values of attributes)/)
      t.encode([load.call], only: %w[title created_at])
      t.encode(load.call, only: :title, methods: :views)
      t.encode(load.call, only: :title, escape_html_entities: false)
      t.encode(load.call, only: :title, escape: false)
    end
  end

  # The same for a change in the middle of one call, by code of the application's that runs in it.
  ["as_json of a model", "an attribute's method", "the type String", "an attribute in place", "as_json of strings",
   "include_root_in_json", "the time zone"].each do |name|
    define("records: #{name} is changed in the middle", isolated: true) do |t|
      records = Post.includes(:comments).order(:id).limit(3).to_a
      acting = Object.new
      acting.define_singleton_method(:as_json) { |*| changes.fetch(name).call(records) && 1 || 1 }
      t.encode([records.first, acting, *records, { posts: Post.order(:id).limit(2) }])
      t.encode(records)
    end
  end

  # A method that only read an attribute is changed between two records, and between two calls.
  define("records: a method of the option methods is changed", isolated: true) do |t|
    options = { only: :id, methods: %i[type views] }
    load = -> { Post.order(:id).limit(3).to_a }
    t.encode(load.call, options)
    changing = load.call
    acting = Object.new
    acting.define_singleton_method(:as_json) { |*| Post.class_eval { def views = Differential.note(:views, id) || "mine" } && 1 || 1 }
    t.encode([changing.first, acting, *changing], options)
    t.encode(load.call, options)
    Post.class_eval { remove_method :views }
    t.encode(load.call, options)
  end

  # What a method that the option `methods` names can do before the next record is encoded. It has the options.
  text = +"<text"
  wait_for_ractor = ->(ractor) { ractor.respond_to?(:value) ? ractor.value : ractor.take }
  in_a_method = changes.slice("as_json of a model", "as_json of all models", "serializable_hash of a model",
                              "read_attribute_for_serialization", "attributes", "an attribute's method", "id", "_read_attribute", "send",
                              "method_missing", "include_root_in_json", "inheritance_column", "the time zone", "no time zone",
                              "as_json of times with zones", "as_json of dates", "as_json of strings", "as_json of numbers",
                              "as_json of BigDecimal", "as_json of hashes", "as_json of true", "xmlschema of times with zones",
                              "the type Date", "the type DateTime", "an attribute", "an attribute in place", "a default")
                       .transform_values { |change| ->(records, _) { change.call(records) && nil } }
  in_a_method.update(
    "the list of methods" => ->(_, options) { options[:methods] << :type },
    "the list of attributes" => ->(_, options) { options[:only]&.delete(:views) },
    "a name in the list" => ->(_, options) { options[:only]&.grep(String)&.each { |name| name.replace("body") } },
    "the default of the options" => ->(_, options) { options.default = [:id] },
    "the options" => ->(_, options) { options[:except] = %i[title] },
    "the method itself" => ->(_, _) { Post.class_eval { def changing = "again" } },
    "the method itself, which is removed" => ->(_, _) { Post.class_eval { remove_method :changing } },
    "the method itself, made private" => ->(_, _) { Post.class_eval { private :changing } },
    "the method itself, by an alias" => ->(_, _) { Post.class_eval { alias_method :changing, :summary } },
    "a text that all records share" => ->(_, _) { text << "." },
    "an object" => ->(_, _) { Label.first },
    "an object with as_json" => ->(_, _) { Object.new.tap { |it| it.define_singleton_method(:as_json) { |*| { of: [1.0, :it] } } } },
    "a missing value" => ->(_, _) { Float::NAN },
    "the escapes" => ->(_, _) { ActiveSupport.escape_html_entities_in_json = !ActiveSupport.escape_html_entities_in_json },
    "the precision of times" => ->(_, _) { ActiveSupport::JSON::Encoding.time_precision = 0 },
    "an error" => ->(_, _) { raise ArgumentError, "in a method" },
    # Another method answers then, or none.
    "as_json of strings, which is removed" => ->(_, _) { String.remove_method(:as_json) && nil },
    "_read_attribute, made private" => ->(_, _) { ActiveRecord::AttributeMethods::Read.send(:private, :_read_attribute) && nil },
    "as_json of strings, by a module" => ->(_, _) { String.prepend(Module.new { def as_json(*) = "prepended" }) && nil },
    "as_json of BigDecimal, which is removed" => ->(_, _) { BigDecimal.remove_method(:as_json) && nil },
    "as_json of times with zones, which is removed" => ->(_, _) { ActiveSupport::TimeWithZone.remove_method(:as_json) && nil },
    "serializable_hash of Active Record, which is removed" =>
      ->(_, _) { ActiveRecord::Serialization.remove_method(:serializable_hash) && nil },
    "serializable_hash of Active Model, made private" =>
      ->(_, _) { ActiveModel::Serialization.send(:private, :serializable_hash) && nil },
    "a generated reader, which is removed" => ->(_, _) { Post.instance_method(:views).owner.remove_method(:views) && nil },
    "the text of an earlier record" => ->(records, _) { (records.first.title || records.first.body || +"") << " changed" },
    "the text of an earlier record, which becomes invalid" => ->(records, _) { (records.first.title || +"") << "\xFF" && nil },
    "the type Integer, whose method is removed" => ->(_, _) { ActiveModel::Type::Integer.remove_method(:deserialize) && nil },
    "the type Date, by a module in its superclass" =>
      ->(_, _) { ActiveModel::Type::Value.include(Module.new { def deserialize(value) = "below #{value}" }) && nil },
    "as_json of dates, in another thread" => ->(_, _) { Thread.new { Date.class_eval { def as_json(*) = "thread" } }.join && nil },
    "as_json of dates, in a new Ractor" =>
      ->(_, _) { wait_for_ractor.call(Ractor.new { Date.class_eval { def as_json(*) = "Ractor" } }) && nil },
    "as_json of dates, by a method of the same name twice" => lambda do |_, _|
      2.times { |i| Date.define_method(:as_json) { |*| "date #{i}" } && Date.remove_method(:as_json) } && nil
    end,
  )
  in_a_method.each do |name, change|
    [{}, { only: [:id, "title", :views, :created_at] }, { root: true }].each do |others|
      define("records: a method changes #{name}, with #{others.inspect}", isolated: true) do |t|
        options = { methods: [:changing, "views"], **others.transform_values { |value| value.is_a?(Array) ? value.map(&:dup) : value } }
        records = Post.order(:id).limit(4).to_a
        count = 0
        Warning[:experimental] = false
        Post.define_method(:changing) do
          t.note [:changing, attributes.keys, self.changes.keys, title]
          (count += 1) == 2 ? change.call(records, options) : text
        end
        t.encode(records, options)
        t.note records.map(&:changes)
      end
    end
  end

  # Changes by code that Ruby has run before, and by a Ractor that was there before.
  define("records: a method removes what another one has defined, again and again", isolated: true) do |t|
    owners = [String, Integer, Date, BigDecimal, ActiveModel::Serializers::JSON, ActiveRecord::Serialization]
    names = %i[as_json as_json as_json as_json as_json serializable_hash]
    count = 0
    Post.define_method(:changing) do
      owner, name = [owners, names].map { |list| list[(count += 1) / 4 % list.length] }
      next owner.remove_method(name).name if count % 4 == 2

      owner.define_method(name) { |*| "changed #{count}" } if count % 4 == 0
      owner.name
    end
    8.times { t.encode(Post.order(:id).limit(6).to_a, methods: %i[changing summary], only: %i[id title price released_on]) }
  end
  define("records: a Ractor changes a method between two records", isolated: true) do |t|
    Warning[:experimental] = false
    ractor = Ractor.new { Ractor.receive && Date.class_eval { def as_json(*) = "Ractor" } }
    count = 0
    Post.define_method(:changing) { ractor.send(1).then { wait_for_ractor.call(ractor) } && nil if (count += 1) == 3 }
    t.encode(Post.order(:id).limit(5).to_a, methods: :changing)
  end

  # Attributes that need application code, at each place and with each option.
  [ReadingPost, TypedPost, SerializingPost, ChangingPost, FailingPost, NormalizingPost, EncryptingPost].each do |model|
    [nil, { only: %i[views title id] }, { except: %i[title views] }, { methods: :summary }, { include: :person },
     { include: { comments: { only: :text } }, except: :score }, { root: true }].each do |options|
      define("records: #{model.name.demodulize} with #{options.inspect}", isolated: true) do |t|
        load = -> { model.order(:id).limit(3).to_a }
        [load, -> { load.call.first }, -> { { "posts" => load.call, n: 1 } }, -> { [Label.first, *load.call, Label.last] },
         -> { load.call.each { |post| post.title = " assigned " } }, -> { [model.new(title: " new ", views: "7")] },
         -> { model.order(:id).limit(2) }].each do |make|
          value = make.call
          t.encode(value, options)
          t.note([value].flatten.map { |post| post.try(:changes) })
        end
      end
    end
  end

  # The option `methods` with names of attributes.
  [:type, "type", %i[type], %i[views title views], [:title, "title"], [:person_id, :summary], %i[id type], :missing, [:name_was],
   ["\xFF"], "", [nil], false, [[:title]], :title?, :headline, %i[comments type]].each do |names|
    [{}, { only: :id }, { only: %i[views id] }, { except: %i[title views id] }, { include: :comments, only: :type },
     { root: true, except: :type }].each do |options|
      define("records: methods #{names.inspect} with #{options.inspect}") do |t|
        [Post, EnumPost, ReadingPost, TypedPost, AliasedPost, Note].each do |model|
          load = ->(query = model) { query.order(:id).limit(3).to_a }
          [load, -> { load.call.first }, -> { { "posts" => load.call } }, -> { [model.new(title: "<new>").tap { |post| post.type = "Post" }] },
           -> { load.call(model.select(:id, :type)) }, -> { load.call(model.select("id, views, 'x' AS title, title AS headline")) },
           -> { load.call.each { |post| post.title = :"in <place>" } }, -> { load.call.each(&:title).each { |post| post.extend(Enumerable) } }].each do |make|
            value = make.call
            t.encode(value, options.merge(methods: names))
            t.note([value].flatten.map { |post| post.try(:changes) })
          end
        end
        t.encode([Form.new(name: "x", count: "4")], options.merge(methods: names))
        t.encode([Form.new(name: "x", count: "4")], options.merge(methods: :name, except: :name))
      end
    end
  end

  define("records: settings of the text") do |t|
    posts = Post.order(:id).limit(2)
    [{ escape_html_entities: true }, { escape_html_entities: false }, { escape: false }].each do |options|
      [true, false].each do |setting|
        ActiveSupport.escape_html_entities_in_json = setting
        t.encode(posts, options)
        t.encode({ posts: posts.to_a, "<" => "\u2028" }, options)
      end
    end
  end
  define("records: to_json of a record, a relation and a collection") do |t|
    post = Post.includes(:comments).order(:id).first
    [post, Post.order(:id).limit(2), post.comments, Post.none].each do |value|
      t.note value.to_json(only: :id).b
      t.note({ "<" => value }.to_json.b)
    end
  end
  define("records: deeper than JSON goes") do |t|
    [95, 98, 99, 100, 101].each do |depth|
      relation = Post.order(:id).limit(1)
      [relation, relation.to_a, relation.to_a.first].each do |innermost|
        t.encode((1..depth).inject(innermost) { |inner, _| [inner] })
        t.encode((1..depth).inject(innermost) { |inner, _| [inner] }, include: :comments)
      end
    end
  end
  define("records: a thousand names that only queries have") do |t|
    1100.times { |i| t.encode(Label.select("id, #{i} AS n#{i}").limit(1).to_a) }
  end
  define("records: classes that are defined while others are encoded") do |t|
    40.times do |i|
      type = Class.new(Label) { define_singleton_method(:name) { "Differential::Label" } }
      t.encode(type.order(:id).limit(2).to_a, root: i.even?)
    end
  end

  # Information about the database is loaded once, before the processes fork.
  encode_records(Recorder.new, false) {}
end
