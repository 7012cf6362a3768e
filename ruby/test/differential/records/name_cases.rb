# frozen_string_literal: true

require_relative "models"

# Methods with the names of attributes that read something else, and what encoding leaves behind in a record.
module Differential
  # A table with these columns and rows, and a model for it. Both are gone at the end of the process of the case.
  def self.drawn(columns, *rows, &body)
    connection = ActiveRecord::Base.connection
    connection.create_table("named", force: true) { |t| columns.each { |name, type| t.column(name, type) } }
    connection.schema_cache.clear!
    rows.each do |row|
      values = row.map { |value| connection.quote(value) }.join(", ")
      connection.execute("INSERT INTO named (#{columns.keys.map { |name| connection.quote_column_name(name) }.join(", ")}) VALUES (#{values})")
    end
    Class.new(Record) do
      define_singleton_method(:name) { "Differential::Named" }
      define_singleton_method(:dangerous_attribute_method?) { |_| false }
      self.table_name = "named"
      class_exec(&body) if body
    end
  end

  def self.names(name, columns, *rows, model: nil, select: nil, options: [nil])
    define("names: #{name}", isolated: true) do |t|
      type = Differential.drawn(columns, *rows, &model)
      relation = select ? type.select(*select) : type.all
      options.each { |option| t.encode(relation.order(:id).to_a, option) }
      relation.order(:id).each { |record| t.encode(record) }
      t.encode(type.new)
    end
  end

  text = ->(*names) { names.to_h { |name| [name, :string] } }
  names("an alias of another column", text.("email", "public_email"), [nil, nil], ["hidden", "shown"], ["h", nil],
        model: -> { alias_attribute :email, :public_email })
  names("an alias of a column of another type", { "at" => :datetime, "on" => :date }, ["2024-01-01 10:00:00", "2024-05-05"],
        model: -> { alias_attribute :at, :on })
  names("an alias whose column a query leaves out", text.("email", "public_email"), [nil, nil], ["hidden", "shown"],
        model: -> { alias_attribute :mail, :public_email }, select: [:id, "'x' AS mail"])
  AFFIXED = %w[price_was price_change price_changed? price_in_database price_before_type_cast price_before_last_save
               saved_change_to_price will_save_change_to_price? price_previously_was restore_price! price_came_from_user?
               clear_price_change price_will_change! price_previous_change price_for_database].freeze
  AFFIXED.each do |column|
    names("the columns price and #{column}", text.("price", column), [nil, nil], %w[new old])
    names("the columns #{column} and price", text.(column, "price"), [nil, nil], %w[old new])
    names("#{column} in a query", text.("price"), [nil], ["new"], select: [:id, :price, "'old' AS \"#{column}\""])
    names("#{column} in a query without its attribute", text.("price"), [nil], ["new"], select: [:id, "'old' AS \"#{column}\""])
  end
  ["name?", "name=", "id_value", "id_was", "id?", "has_x", "odd name", "a\nb", "format", "class", "send", "method_missing",
   "attribute", "attributes", "_read_attribute", "association", "errors", "é"].each do |name|
    names("#{name.inspect} in a query", text.("name"), [nil], ["n"], select: [:id, :name, "'added' AS \"#{name}\""],
          options: [nil, { only: name }, { except: "name" }])
  end
  names("a suffix of the application", text.("name", "name_blurb"), [nil, nil], %w[n b], model: lambda do
    attribute_method_suffix "_blurb"
    private def attribute_blurb(name) = "blurb of #{name}"
  end)
  names("a suffix of the application in a query", text.("name"), [nil], ["n"], select: [:id, "1 AS x", "'b' AS x_blurb"],
        model: lambda do
          attribute_method_suffix "_blurb"
          private def attribute_blurb(name) = "blurb of #{name}"
        end)
  names("a prefix of the application that is defined last", text.("name", "shout_name"), [nil, nil], %w[n s], model: lambda do
    define_attribute_methods
    attribute_method_prefix "shout_"
    private def shout_attribute(name) = "shout of #{name}"
  end)
  names("a reader that is defined in the module of generated methods", text.("name"), [nil], ["n"],
        model: -> { define_attribute_methods; generated_attribute_methods.define_method(:name) { nil } })
  names("an enumeration and a default", { "status" => :integer, "status_was" => :integer }, [nil, nil], [0, 1],
        model: -> { define_enum :status, { draft: 0, shown: 1 } })

  define("names: an affix that is added after names of queries were encoded", isolated: true) do |t|
    type = Differential.drawn({ "name" => :string }, ["n"])
    query = type.select(:id, "1 AS x", "'b' AS x_blurb")
    t.encode(query.to_a)
    type.class_eval { private def attribute_blurb(name) = "blurb of #{name}" }
    [Record, ActiveRecord::Base, type].each do |receiver|
      receiver.attribute_method_suffix(receiver.equal?(type) ? "_blurb" : "_other")
      t.encode(query.to_a)
    end
  end
  define("names: an alias that is added after the column was encoded", isolated: true) do |t|
    type = Differential.drawn({ "email" => :string, "public_email" => :string }, [nil, nil], %w[hidden shown])
    t.encode(type.all.to_a)
    type.alias_attribute(:email, :public_email)
    t.encode(type.all.to_a)
  end
  define("names: the primary key is changed", isolated: true) do |t|
    type = Differential.drawn({ "code" => :string }, ["c"], ["d"])
    before = type.all.to_a
    t.encode(before)
    type.primary_key = "code"
    t.encode(before)
    t.encode(type.all.to_a)
    t.encode(type.all.to_a, only: :code)
  end
  define("names: the root is switched on and off", isolated: true) do |t|
    type = Differential.drawn({ "code" => :string }, ["c"])
    [true, false, "entry", true, :entry, false].each do |root|
      type.include_root_in_json = root
      t.encode(type.all.to_a)
      ActiveRecord::Base.include_root_in_json = root
      t.encode(Label.order(:id).limit(1))
    end
  end
  define("names: forms", isolated: true) do |t|
    form = Class.new do
      define_singleton_method(:name) { "Differential::NamedForm" }
      include ActiveModel::Model
      include ActiveModel::Attributes
      include ActiveModel::Dirty
      include ActiveModel::Serializers::JSON
      attribute_method_suffix "_blurb"
      %w[price price_was price_change email public_email name name_blurb].each { |name| attribute(name, :string) }
      alias_attribute :email, :public_email
      private def attribute_blurb(name) = "blurb of #{name}"
    end
    [{}, { price: "new", public_email: "shown" }, { price_was: "old", email: "x" }, { name: "n", name_blurb: "b" }].each do |values|
      made = form.new(values)
      t.encode(made)
      t.encode(made, only: %i[price_was email])
      made.clear_changes_information
      made.price = "newer"
      t.encode(made)
      t.note made.attributes
    end
  end
  define("names: associations with the names of methods of others", isolated: true) do |t|
    type = Class.new(Post) do
      define_singleton_method(:name) { "Differential::Post" }
      self.inheritance_column = nil
      has_many :reload_person, class_name: "Differential::Comment", foreign_key: :post_id
      belongs_to :comment_ids, class_name: "Differential::Person", foreign_key: :person_id, optional: true
      belongs_to :person, class_name: "Differential::Person", optional: true
      has_many :comments, -> { order(:id) }, class_name: "Differential::Comment", foreign_key: :post_id
    end
    posts = type.order(:id).limit(4).includes(:reload_person, :comment_ids, :person, :comments).to_a
    %i[reload_person comment_ids person comments].each { |name| t.encode(posts, include: name, only: :id) }
  end

  define("names: an association that is deprecated", isolated: true) do |t|
    type = Class.new(Post) do
      define_singleton_method(:name) { "Differential::Post" }
      self.inheritance_column = nil
      has_many :remarks, class_name: "Differential::Comment", foreign_key: :post_id, deprecated: true
    rescue ArgumentError
      t.note :not_in_this_version
    end
    next unless type.reflect_on_association(:remarks)

    ActiveSupport::Notifications.subscribe("deprecated_association.active_record") { |*, payload| t.note payload[:message][/is deprecated.*?(?= \()/] }
    ActiveRecord.deprecated_associations_options = { mode: :notify }
    posts = type.order(:id).limit(2).includes(:remarks).to_a
    2.times { t.encode(posts, include: :remarks, only: :id) }
  end

  # What encoding leaves behind.
  states = { keys: ->(post) { post.attributes.keys }, json: ->(post) { post.as_json }, names: ->(post) { post.attribute_names },
             changed: ->(post) { post.changed }, saved: ->(post) { post.saved_changes.keys }, to_json: ->(post) { post.to_json } }
  changes = {
    "update!" => ->(post) { post.update!(views: 7) }, "touch" => ->(post) { post.touch(time: Time.at(0)) },
    "an assignment" => ->(post) { post.views = 7 }, "reload" => ->(post) { post.reload }, "dup" => ->(post) { post.dup },
    "becomes" => ->(post) { post.becomes(Note) }, "freeze" => ->(post) { post.freeze }, "a clone" => ->(post) { post.clone },
    "write_attribute" => ->(post) { post[:views] = 8 }, "increment!" => ->(post) { post.increment!(:views) },
    "restore" => ->(post) { post.views = 1; post.restore_attributes; post.save! },
    "a marshalled copy" => ->(post) { Marshal.load(Marshal.dump(post)) },
  }
  changes.each do |name, change|
    define("state: #{name} after an encode", isolated: true) do |t|
      ActiveRecord::Base.record_timestamps = false
      [nil, { only: :title }, { methods: :summary }, { include: :comments }].each do |options|
        [Post.order(:id), Post.order(:id).select(:title, :id, :views, :updated_at, "1 AS more")].each do |posts|
          states.each do |state, look|
            post = posts.offset(3).first
            t.encode([post], options)
            changed = change.call(post)
            [post, changed].grep(Record).each { |record| t.note [state, look.call(record)] }
            t.encode(post)
          end
        end
      end
    end
  end
  define("state: the time zone is changed between encodes of different columns", isolated: true) do |t|
    [Post.order(:id).limit(3), Post.order(:id).limit(3).map { |post| post.tap { post.views = 1 } }].each do |posts|
      Time.zone = "America/New_York"
      t.encode(posts, only: :created_at)
      Time.zone = "Asia/Tokyo"
      t.encode(posts, only: :updated_at)
      t.encode(posts)
    end
    Time.zone = "UTC"
    posts = Post.order(:id).limit(3).to_a
    form = Form.new(on: "2024-01-01")
    t.encode([posts, form], methods: :id, only: :title)
    Time.zone = "Asia/Tokyo"
    posts.each { |post| t.note post.created_at.inspect }
  end
  define("state: text that is a number in the database", isolated: true) do |t|
    Rows.send(:insert_into, "posts", title: 5, body: 1.5, published: 2)
    posts = Post.order(:id).last(1)
    [{ only: :id }, { only: :title }, nil].each do |options|
      t.encode(posts, options)
      t.note posts.first.changed
    end
  end
end
