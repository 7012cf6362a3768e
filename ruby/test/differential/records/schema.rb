# frozen_string_literal: true

require "active_record"
require "tmpdir"

# A database for random records, the same in every process. It is a file, because processes are forked.
folder = Dir.mktmpdir
at_exit { FileUtils.remove_entry(folder) }
ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: File.join(folder, "records.db"))
# Nothing has to survive a power failure.
["synchronous = OFF", "journal_mode = MEMORY"].each { |setting| ActiveRecord::Base.connection.execute("PRAGMA #{setting}") }
ActiveRecord::Base.time_zone_aware_attributes = true
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table(:posts) do |t|
    t.string :type
    t.string :title
    t.text :body
    t.integer :views, limit: 8
    t.integer :status
    t.boolean :published
    t.float :score
    t.decimal :price, precision: 10, scale: 2
    t.decimal :ratio
    t.date :released_on
    t.time :daily_at
    t.datetime :read_at, precision: 3
    t.datetime :seen_at, precision: 0
    t.binary :digest
    t.json :details
    t.text :settings
    t.references :person
    t.datetime :created_at, precision: 6
    t.datetime :updated_at, precision: 6
  end
  create_table(:comments) do |t|
    t.string :text
    t.references :post
    t.references :person
    t.references :subject, polymorphic: true
    t.datetime :created_at, precision: 6
  end
  create_table(:people) do |t|
    t.string :type
    t.string :name
    t.integer :age
  end
  create_table(:labels) { |t| t.string :name }
  create_table(:labelings) do |t|
    t.references :post
    t.references :label
  end
  create_table(:odd_keys, primary_key: :code, id: :string) { |t| t.string :id_card }
end

module Differential
  # Rows as a database would have them, some of them as no application would write them.
  module Rows
    TEXTS = ["", "plain", "<b>&\u2028", "é😀", "a \"quoted\" word\n", "x" * 40].freeze
    INSTANTS = ["2024-01-31 12:00:00", "2024-03-10 06:59:59.999999", "2024-03-10 07:00:00", "1970-01-01 00:00:00.5",
                "1883-11-18 17:00:01", "2024-11-03 05:30:00.120000", "0001-01-01 00:00:00", "9999-12-31 23:59:59.999999",
                "2024-02-31 00:00:00", "2024-01-01T00:00:00", "2024-01-01 10:20:30 +02:00", "2024-01-01 10:20:30Z",
                "2024-01-01 24:00:00", "2024-01-01", "yesterday", "", "2024-1-1 1:1:1", "2024-06-01 10:20:30.1234567",
                "2040-07-01 00:00:00.000001"].freeze
    DAYS = ["2024-01-31", "1582-10-10", "1500-02-29", "2024-02-30", "0000-01-01", "9999-12-31", "31 Jan 2024", "",
            "2024-01-31 10:00:00"].freeze

    # @param random [Random]
    def self.insert(random)
      pick = ->(values) { values[random.rand(values.length)] }
      maybe = ->(value) { random.rand(5).zero? ? nil : value }
      40.times do |i|
        insert_into(
          "posts", type: pick.([nil, nil, "Differential::Note"]), title: maybe.(pick.(TEXTS)), body: maybe.(pick.(TEXTS)),
          views: maybe.(pick.([0, 7, -1, 2**40, "12", "x", 1.5])), status: maybe.(pick.([0, 1, 2, 9])),
          published: maybe.(pick.([0, 1, "t", "f", "", 2])), score: maybe.(pick.([0.1, 1e16, -2.5, 3, "1.5", "NaN"])),
          price: maybe.(pick.([1.5, 10, "12.345", "x", 0.1 + 0.2])), ratio: maybe.(pick.([0.1, "1e-7", 3])),
          released_on: maybe.(pick.(DAYS)), daily_at: maybe.(pick.(["2000-01-01 10:00:00", "10:20:30", ""])),
          read_at: maybe.(pick.(INSTANTS)), seen_at: maybe.(pick.(INSTANTS)), created_at: maybe.(pick.(INSTANTS)),
          updated_at: maybe.(pick.(INSTANTS)), digest: maybe.(pick.(%w[abc <x>])),
          details: maybe.(pick.(['{"a":{"only":1,"title":"<"}}', "[1,2.5,null]", "17", "no json", '"text"'])),
          settings: maybe.(pick.(["--- 1\\n", "{}", '{"a":1}'])), person_id: maybe.(1 + (i % 6))
        )
      end
      60.times do |i|
        insert_into("comments", text: pick.(TEXTS), post_id: 1 + random.rand(40), person_id: maybe.(1 + random.rand(6)),
                                subject_type: pick.([nil, "Differential::Post", "Differential::Person"]),
                                subject_id: 1 + (i % 6), created_at: pick.(INSTANTS.first(5)))
      end
      6.times do |i|
        type = [nil, "Differential::Author", "Differential::Editor"][i % 3]
        insert_into("people", type: type, name: "Person #{i}", age: i * 9)
      end
      4.times { |i| insert_into("labels", name: "label <#{i}>") }
      50.times { |i| insert_into("labelings", post_id: 1 + (i % 40), label_id: 1 + random.rand(4)) }
      3.times { |i| insert_into("odd_keys", code: "c#{i}", id_card: "card #{i}") }
    end

    def self.insert_into(table, **row)
      connection = ActiveRecord::Base.connection
      values = row.values.map { |value| connection.quote(value) }
      connection.execute("INSERT INTO #{table} (#{row.keys.join(", ")}) VALUES (#{values.join(", ")})")
    end
    private_class_method :insert_into
  end
end
