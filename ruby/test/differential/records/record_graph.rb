# frozen_string_literal: true

require_relative "models"

module Differential
  # Records in the states that applications bring them into, under random options; the same for the same seed in every
  # process. The statements that the database gets are recorded as well.
  class RecordGraph
    # @return [Array<String>] what encoding the seed's records shows
    def self.record(seed)
      recorder = Recorder.new
      graph = new(seed, recorder)
      graph.settings
      2.times do
        Differential.recorder = nil
        value = graph.value
        options = graph.options
        Differential.recorder = recorder
        recorder.encode(value, options)
      end
      recorder.lines
    rescue StandardError => error
      # The value could not be made, and cannot be made in the other process either.
      recorder.lines + [[:failed, error.class, error.message].inspect]
    ensure
      Differential.recorder = nil
    end

    # Records that are loaded already and have no code of their own, for the collector: where it runs whenever an object is
    # made, everything else would take minutes.
    def self.record_loaded(seed)
      recorder = Recorder.new
      graph = new(seed, recorder)
      graph.settings
      records = Post.includes(:comments, :person).order(:id).offset(seed % 38).limit(2)
      options = [nil, { include: :comments }, { only: :title, include: :person }][seed % 3]
      2.times { ActiveSupport::JSON.encode(records.to_a, options) }
      recorder.encode(records.to_a, options)
      recorder.lines
    end

    def initialize(seed, recorder)
      @random = Random.new(seed)
      @recorder = recorder
    end

    def settings
      ActiveSupport.use_standard_json_time_format = @random.rand(8).positive?
      ActiveSupport.escape_html_entities_in_json = @random.rand(3).positive?
      ActiveSupport.time_precision = @random.rand(3).zero? ? @random.rand(0..9) : 3
      Time.zone = pick(["UTC", "America/New_York", "Asia/Kathmandu", "Europe/London", nil])
      set_database_time_zone(@random.rand(12).zero? ? :local : :utc)
    end

    def value
      case @random.rand(12)
      when 0 then record
      when 1 then record.then { |one| { "post" => one, meta: Model.new(@recorder, 1) } }
      when 2, 3 then posts
      when 4, 5 then posts.load
      when 6 then posts.to_a
      when 7 then { posts: posts, people: Person.order(:id).limit(3), meta: { at: Time.at(0).utc } }
      when 8 then [Model.new(@recorder, 1), *posts.to_a, Delegating.new(@recorder, record), record]
      when 9 then posts.first&.comments
      when 10 then Comment.order(:id).limit(4).includes(:post, :person).to_a + [form]
      else [form, OddKey.order(:code).to_a, PlainForm.new("<x>"), Label.order(:id).load]
      end
    end

    def options(depth = 2)
      options = {}
      case @random.rand(5)
      when 0 then options[:only] = some(COLUMNS)
      when 1 then options[:except] = some(COLUMNS)
      when 2 then options.merge!(only: one(COLUMNS), prefixes: ["x"])
      end
      case @random.rand(9)
      when 0 then options[:methods] = some(METHODS)
      when 1 then options[:methods] = some(READERS)
      when 2 then options[:methods] = pick(READERS)
      end
      options[:include] = inclusions(depth) if depth.positive? && @random.rand(3).zero?
      options[:root] = pick([true, false, "wrapped", :odd, nil]) if depth == 2 && @random.rand(8).zero?
      options.empty? && @random.rand(3).positive? ? nil : options
    end

    private

    COLUMNS = [:id, :title, "body", :views, "status", :published, :score, "price", :ratio, "released_on", :daily_at,
               :read_at, "seen_at", :digest, :details, :settings, :created_at, "updated_at", :type, :person_id, :virtual,
               :name, "text", :missing].freeze
    METHODS = [:summary, :touched, "summary", :id, :secret].freeze
    READERS = [:id, "title", :type, :person_id, :created_at, "price", :virtual, :headline, :name].freeze
    ASSOCIATIONS = %i[comments person first_comment labels].freeze
    private_constant :COLUMNS, :METHODS, :READERS, :ASSOCIATIONS

    def pick(list) = list[@random.rand(list.length)]
    def one(list) = pick(list)
    def some(list) = Array.new(@random.rand(5)) { pick(list) }

    # Names, lists of them, or names with options.
    def inclusions(depth)
      case @random.rand(5)
      when 0 then pick(ASSOCIATIONS)
      when 1 then some(ASSOCIATIONS).first(2)
      when 2 then { pick(ASSOCIATIONS) => nested_options(depth - 1) || {} }
      when 3 then [pick(ASSOCIATIONS), { pick(ASSOCIATIONS) => nested_options(depth - 1) }]
      else pick(ASSOCIATIONS).name
      end
    end

    def nested_options(depth)
      case @random.rand(4)
      when 0 then { only: some(%i[id text name created_at]) }
      when 1 then { except: some(%i[id text name]), include: (:person if depth.positive?) }.compact
      when 2 then {}
      end
    end

    def posts
      type = pick(POSTS)
      relation = type.unscoped.order(:id).offset(@random.rand(20)).limit(1 + @random.rand(4))
      relation = type.limit(3) if type == ScopedPost
      relation = relation.includes(*some(ASSOCIATIONS).uniq) if @random.rand(2).zero?
      select(relation)
    end

    def select(relation)
      case @random.rand(10)
      when 0 then relation.select(:id, :title)
      when 1 then relation.select("posts.*, 1 + views AS more, title AS label, created_at AS at")
      when 2 then relation.select("views, title AS format, 'x' AS name_was, 2 AS tag")
      when 3 then relation.select("title, title AS \"odd name\"")
      else relation
      end
    end

    # A single record: new, changed, read before, destroyed, extended or frozen.
    def record
      type = pick(POSTS)
      post = type.unscoped.order(:id).offset(@random.rand(30)).first || type.new
      case @random.rand(10)
      when 0 then type.new(title: pick(Rows::TEXTS), views: "12", created_at: "2024-05-05 10:00", published: "yes")
      when 1 then post.tap { |changed| changed.assign_attributes(title: "<changed>", seen_at: Time.at(1.5), price: "3.456") }
      when 2 then post.tap { |read| read.attributes && read.title }
      when 3 then post.tap { |loaded| loaded.comments.load && loaded.person }
      when 4 then post.tap { |built| built.comments.build(text: "built <&>") }
      when 5 then post.dup
      when 6 then post.clone.freeze
      when 7 then post.extend(Module.new { def title = "extended" })
      when 8 then post.becomes(Post)
      else post
      end
    end

    def form
      Form.new(name: pick([nil, "<form>", :symbol]), on: pick(["2024-01-31", nil, "nonsense"]),
               anything: pick([1, nil, "x", Time.at(0).utc, { a: [1] }, Model.new(@recorder, 2)]))
    end

    def set_database_time_zone(zone)
      (ActiveRecord.respond_to?(:default_timezone=) ? ActiveRecord : ActiveRecord::Base).default_timezone = zone
    end
  end

  ActiveSupport::Notifications.subscribe("sql.active_record") do |*, payload|
    Differential.note(:sql, payload[:sql]) unless payload[:name] == "SCHEMA"
  end
  Rows.insert(Random.new(20_240_131))
end
