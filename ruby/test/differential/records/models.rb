# frozen_string_literal: true

require_relative "schema"

# Models without code of their own, and models with code in each place where there can be some. That code reports its
# calls to the recorder of the moment.
module Differential
  class << self
    attr_accessor :recorder

    # @return [nil] so that methods can report their call and go on: note(:name) || super
    def note(*what)
      recorder&.note(what)
      nil
    end
  end

  IS_OLD = ActiveRecord.version < Gem::Version.new("7.0")

  module Defining
    def define_enum(name, values) = IS_OLD ? enum(name => values) : enum(name, values)
    def serialize_with(name, coder) = IS_OLD ? serialize(name, coder) : serialize(name, coder: coder)
  end

  class Record < ActiveRecord::Base
    extend Defining
    self.abstract_class = true
  end

  class Person < Record
    has_many :comments, class_name: "Differential::Comment"
    has_many :posts, class_name: "Differential::Post"
  end

  class Author < Person; end

  class Editor < Person
    def as_json(*) = Differential.note(:editor) || { editor: name }
  end

  # The posts' table, with its associations.
  class Post < Record
    self.table_name = "posts"

    # A subclass reads all rows as its own, although their type does not name it.
    def self.finder_needs_type_condition? = false

    def self.discriminate_class_for_record(record)
      self == Post ? super : self
    end
    private_class_method :discriminate_class_for_record

    belongs_to :person, class_name: "Differential::Person", optional: true
    has_many :comments, -> { order(:id) }, class_name: "Differential::Comment", foreign_key: :post_id
    has_one :first_comment, -> { order(:id) }, class_name: "Differential::Comment", foreign_key: :post_id
    has_many :labelings, class_name: "Differential::Labeling", foreign_key: :post_id
    has_many :labels, through: :labelings

    def summary = "#{title} (#{views})"
    def touched = Differential.note(:touched, id) || { at: Time.at(0).utc, "n" => 1.5 }
    private def secret = :secret
  end

  class Note < Post; end

  class EnumPost < Post
    define_enum :status, { draft: 0, public_now: 1, "<odd>" => 2 }
    attribute :title, :immutable_string
    attribute :virtual, :integer, default: 7
    attribute :computed, :string, default: -> { Differential.note(:default) || "computed" }
  end

  class PlainDefaultPost < Post
    attribute :virtual, :datetime, default: "2024-01-01 10:00:00"
    attribute :tags, default: ["<a>"]
    self.ignored_columns = ["body"]
  end

  class SerializingPost < Post
    serialize_with :settings, JSON
    after_find { Differential.note(:found, id) }
  end

  # A type of the application's.
  class ShoutingType < ActiveRecord::Type::String
    def deserialize(value) = Differential.note(:deserialize, value) || super&.upcase
  end

  class TypedPost < Post
    attribute :title, ShoutingType.new
  end

  class ReadingPost < Post
    def title = Differential.note(:title) || super&.reverse
    def person = Differential.note(:person) || super
  end

  # Readers that change what stock has read before them, and what it reads after them.
  class ChangingPost < Post
    def views
      Differential.note(:views, attributes.keys.length)
      title&.concat(" seen") unless title.frozen?
      self.body = "body of #{id}"
      self.score = (score || 0) + 1
      super
    end

    def price = Differential.note(:price) || (self.views = 5) && super&.to_s
    def updated_at = Differential.note(:updated_at) || reload && super
  end

  class FailingPost < Post
    def score = Differential.note(:score, id) || (id.to_i > 2 ? raise(ArgumentError, "no score") : super)
  end

  # Assigned values are cast by code of the application, those from the database are not.
  class NormalizingPost < Post
    if respond_to?(:normalizes)
      normalizes :title, :views, :read_at, with: ->(value) { Differential.note(:normalize, value.class) || value }
    end
  end

  if defined?(ActiveRecord::Encryption)
    ActiveRecord::Encryption.configure(
      primary_key: "p" * 32, deterministic_key: "d" * 32, key_derivation_salt: "s" * 32, support_unencrypted_data: true
    )
  end

  class EncryptingPost < Post
    encrypts :body, :title if respond_to?(:encrypts)
    after_find { self.body = "written <#{id}>" if id.to_i.odd? }
  end

  class ExtendedPost < Post
    has_many :comments, class_name: "Differential::Comment", foreign_key: :post_id do
      def to_ary = super.reverse
    end
  end

  class HashPost < Post
    def serializable_hash(options = nil) = Differential.note(:serializable_hash, options) || super.merge("mine" => 1)
  end

  class SuperPost < Post
    def as_json(options = nil) = super((options || {}).merge(only: %i[id title], methods: :summary))
  end

  class AttributesPost < Post
    def attributes = super.merge("more" => 1)
    def attribute_names = super - ["title"]
  end

  class RootPost < Post
    self.include_root_in_json = true
  end

  class NamedRootPost < Post
    self.include_root_in_json = :entry
  end

  class ScopedPost < Post
    default_scope { Differential.note(:scope) || where("posts.id < 20").order(id: :desc) }
  end

  class AliasedPost < Post
    alias_attribute :headline, :title
    self.inheritance_column = nil
  end

  class Comment < Record
    belongs_to :post, class_name: "Differential::Post", optional: true
    belongs_to :person, class_name: "Differential::Person", optional: true
    belongs_to :subject, polymorphic: true, optional: true
  end

  class Labeling < Record
    belongs_to :post, class_name: "Differential::Post"
    belongs_to :label, class_name: "Differential::Label"
  end

  class Label < Record; end

  class OddKey < Record
    self.primary_key = "code"
    alias_attribute :id_text, :id_card
  end

  # Attributes without a table.
  class Form
    include ActiveModel::Model
    include ActiveModel::Attributes
    include ActiveModel::Serializers::JSON
    attribute :name, :string
    attribute :count, :integer, default: 3
    attribute :on, :date
    attribute :anything
    attribute :made, :string, default: -> { Differential.note(:made) || "made" }
  end

  class PlainForm
    include ActiveModel::Serializers::JSON
    attr_accessor :name

    def initialize(name) = @name = name
    def attributes = Differential.note(:attributes) || { "name" => name }
  end

  POSTS = [Post, Post, Post, Note, EnumPost, PlainDefaultPost, SerializingPost, TypedPost, ReadingPost, ChangingPost,
           FailingPost, NormalizingPost, EncryptingPost, ExtendedPost, HashPost, SuperPost, AttributesPost, RootPost,
           NamedRootPost, ScopedPost, AliasedPost].freeze
end
