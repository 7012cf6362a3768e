# frozen_string_literal: true

require "active_record"

# A blog in a database in memory. Every process makes the same rows.
module Records
  ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
  ActiveRecord::Base.time_zone_aware_attributes = true
  ActiveRecord::Base.logger = nil
  ActiveRecord::Schema.verbose = false
  ActiveRecord::Schema.define do
    create_table(:posts) do |t|
      t.string :title
      t.text :body
      t.integer :views
      t.boolean :published
      t.float :score
      t.decimal :price, precision: 10, scale: 2
      t.date :released_on
      t.references :author
      t.datetime :created_at, precision: 6
      t.datetime :updated_at, precision: 6
    end
    create_table(:comments) do |t|
      t.references :post
      t.string :text
      t.datetime :created_at, precision: 6
    end
  end
  Time.zone = "America/New_York"

  class Post < ActiveRecord::Base
    self.table_name = "posts"
    has_many :comments, class_name: "Records::Comment", foreign_key: :post_id

    def summary = "#{title} (#{views})"
  end

  class Comment < ActiveRecord::Base
    self.table_name = "comments"
  end

  COUNT = 1000

  def self.insert
    insert_into("posts", COUNT) do |i|
      [i, "Title number #{i}", "A body <with> some text & more, number #{i}. " * 3, i * 7, i % 2, i / 8.0, i / 100.0,
       (Date.new(2020) + i).iso8601, i % 17, *Array.new(2) { |j| stamp((i * 86_399) + j) }]
    end
    insert_into("comments", COUNT * 2) { |i| [i, 1 + (i % COUNT), "comment <#{i}>", stamp(i * 3_601)] }
  end

  # Rows from 1 on; all values in the order of the columns.
  def self.insert_into(table, count)
    connection = ActiveRecord::Base.connection
    (1..count).each_slice(100) do |slice|
      rows = slice.map { |i| "(#{yield(i).map { |value| connection.quote(value) }.join(", ")})" }
      connection.execute("INSERT INTO #{table} VALUES #{rows.join(", ")}")
    end
  end

  def self.stamp(seconds) = Time.at(1_600_000_000 + seconds, 123_456, :usec).utc.strftime("%F %T.%6N")
  private_class_method :insert_into, :stamp
  insert

  # Records as they come from the database, made anew for each encode, because they remember what was read.
  def self.posts(count, preloaded = []) = Post.order(:id).limit(count).includes(preloaded).to_a

  # Name => [what makes the value, options].
  ALL = {
    "200 records" => [-> { posts(200) }, nil],
    "1,000 records" => [-> { posts(1000) }, nil],
    "1,000 records, only:" => [-> { posts(1000) }, { only: %i[id title created_at] }],
    "1,000 records, include:" => [-> { posts(1000, :comments) }, { include: :comments }],
    "1,000 records, a reader in methods:" => [-> { posts(1000) }, { except: :author_id, methods: :author_id }],
    "1,000 records, a method in methods:" => [-> { posts(1000) }, { methods: :summary }],
    "1 record" => [-> { posts(1).first }, nil],
    "1 record, only:" => [-> { posts(1).first }, { only: :id }],
  }.freeze
end
