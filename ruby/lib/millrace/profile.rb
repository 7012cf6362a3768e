# frozen_string_literal: true

require "millrace/native"

module Millrace
  # What may be encoded natively at the moment. Methods that were redefined, and classes that are loaded only after
  # this, are noticed when a value cannot be encoded natively.
  class Profile
    # @!attribute class_name [String] the class of the kind's values; there is no such kind until it is loaded
    # @!attribute groups [Array] objects that stand for all of their class, made when they are needed, and what is
    #   expected of their methods: for each name a Proc that is given the Method, or nil if there must not be one.
    #   Values of a subclass are of the kind if they inherit the methods of the first group.
    Kind = Struct.new(:class_name, :groups) do
      def loaded?
        class_name.split("::").inject(Object) do |scope, name|
          return false if scope.autoload?(name) || !scope.const_defined?(name, false)

          scope.const_get(name)
        end
        true
      end

      def type = class_name.split("::").inject(Object) { |scope, name| scope.const_get(name) }
    end

    # The methods become arrays, so that looking at them again does not depend on Hash#each, which may be what changed.
    def self.kind(class_name, *groups) = Kind.new(class_name, groups.map { |object, methods| [object, methods.to_a] })

    # @return [String] a module's name, without its own methods
    def self.name_of(owner) = NAME.bind_call(owner) || TO_S.bind_call(owner)

    NAME = Module.instance_method(:name)
    TO_S = Kernel.instance_method(:to_s)
    private_constant :NAME, :TO_S

    # Where a Method comes from: written in C, or a part of Ruby. Every C extension writes its methods in C, so of those
    # only the ones that were there first are trusted: see {#original?}.
    NATIVE = ->(method) { method.source_location.nil? || method.source_location.first.start_with?("<internal:") }

    # The files of Ruby's own library that define methods of Time and Set. Other files may have the same names.
    LIBRARY_FILES = $LOAD_PATH.map(&:to_s).select { |folder| File.file?(File.join(folder, "English.rb")) }
      .flat_map { |folder| [File.join(folder, "time.rb"), File.join(folder, "set.rb")] }.freeze
    STANDARD_LIBRARY = lambda do |method|
      NATIVE.(method) || LIBRARY_FILES.include?(method.source_location.first)
    end

    # The methods that are not called from outside.
    PRIVATE = %i[initialize jsonify stringify respond_to_missing? attributes default_attribute initialize_dup].freeze

    # The methods that may call the method after them in the chain of ancestors.
    CALLING_SUPER = %i[to_json to_s].freeze

    # Kinds that are left to Active Support, and why: the name of each, and a sentence.
    attr_reader :reasons

    # @return [Native::Profile]
    attr_reader :native

    # Names that Ruby itself has given to methods of other names.
    ALIASES = %i[to_s inspect map collect to_a values].freeze
    private_constant :ALIASES

    # @param kinds [Hash{Symbol => Kind}]
    # @param free [Hash{Symbol => Array<Symbol>}] for kinds: the methods that stock does not call as long as it sends as_json to
    #   nothing around the value
    # @param callers [Proc] whether a Method is one that may be in front of the expected one and call it by super
    # @yieldparam native [Native::Profile] to be set up further
    def initialize(kinds, free: {}, callers: ->(_) { false })
      @kinds = kinds
      @free = free
      @callers = callers
      @reasons = {}
      @originals = {}
      @native = Native::Profile.new
      @missing = kinds.keys
      yield @native if block_given?
      add_loaded_kinds
    end

    # Calls the block after kinds of values were added because their classes were loaded.
    #
    # @yieldparam kinds [Array<Symbol>]
    def on_loaded(&block)
      @on_loaded = block
    end

    # From now on nothing is encoded natively.
    #
    # @param reason [String]
    def disable(reason)
      @kinds.each_key { |name| @native.trust(name, Object, false, false) }
      @missing = []
      @reasons = { encoder: reason }
    end

    # @return [Array<Symbol>] the kinds of values that are encoded natively at the moment
    def trusted
      refresh
      @reasons.key?(:encoder) ? [] : @kinds.keys - @missing - @reasons.keys
    end

    # The settings are one argument, because the YJIT of Ruby 3.3 aborts the process in some calls of C functions with five or more
    # parameters that pass on `...` or a splat.
    #
    # @param settings [Array] whether <, > and & are escaped, whether U+2028 and U+2029 are, whether times are in the standard
    #   format, and the digits of a second's fraction
    # @return [String, nil, false] nil if some values need code of their own, false if all should be left to Active
    #   Support; nothing has happened then
    def encode(value, options, settings)
      json = @native.encode(value, options, settings)
      !json && refresh ? @native.encode(value, options, settings) : json
    end

    # @param models [Models] what is asked for the models of classes
    def models=(models)
      @native.models = models
    end

    # @param shares_options [Boolean] whether as_json is given the options themselves, and not copies of them
    # @return [Array(Object, Array, Boolean, Boolean, Boolean)] value.as_json(options), the leaves that are in it, false, whether
    #   stock takes less time, and whether the tree has values of JSON's only
    def as_json(value, options, shares_options) = @native.as_json(value, options, shares_options)

    # @param stock [Object] an encoder of Active Support's
    # @return [Array(Object, Array, Boolean)] stock.jsonify(value), the leaves that are in it, and whether there is
    #   something in it that only Active Support can write
    def jsonify(value, stock) = @native.jsonify(value, stock)

    # Looks at the methods that have changed, and at classes that were loaded.
    #
    # @return [Boolean] whether there was something
    def refresh
      stale = @native.stale
      stale.each { |name| add(name) }
      stale.any? | add_loaded_kinds
    end

    private

    def add_loaded_kinds
      loaded, @missing = @missing.partition { |name| @kinds[name].loaded? }
      loaded.each { |name| add(name) }
      @on_loaded&.call(loaded) if loaded.any?
      loaded.any?
    end

    Guard = Struct.new(:receiver, :method, :length, :is_inherited, :is_free, :problem)
    private_constant :Guard

    def add(name)
      kind = @kinds[name]
      guards = kind.groups.each_with_index.flat_map do |(receiver, methods), index|
        object = receiver.call
        methods.map { |method, expectation| guard(object, method, index.zero?, expectation, [name, index, method]) }
      end
      problems, others = guards.select(&:problem).partition(&:is_free)
      reason = (others + problems).first&.problem
      reason ? @reasons[name] = reason : @reasons.delete(name)
      @native.trust(name, kind.type, reason.nil?, others.empty?)
      guards.each { |guard| @native.guard(name, *guard.first(5)) }
    rescue StandardError => error
      # A method of Ruby that this code calls was redefined.
      @native.trust(name, Object, false, false)
      @reasons[name] = "#{error.class}: #{error.message}"
    end

    # @param place [Array] identifies the guard
    def guard(object, method, is_inherited, expectation, place)
      chain = chain(object, method)
      is_untouched = expectation.nil? ? chain.empty? : expected?(chain, expectation) && original?(chain.last, place)
      is_free = @free.fetch(place.first, []).include?(method)
      Guard.new(object, method, chain.length, is_inherited, is_free, (describe(method, chain) unless is_untouched))
    end

    def describe(name, chain)
      return "#{name} is missing, or private" if chain.empty?

      location = chain.last.source_location
      "#{name} is #{location ? "the" : "a"} method of #{Profile.name_of(chain.last.owner)}#{" (#{location.join(":")})" if location}"
    end

    # The method that answers, and those that it reaches by super; none if there is none.
    def chain(receiver, name)
      chain = [METHOD.bind_call(receiver, name)]
      if CALLING_SUPER.include?(name)
        chain << chain.last.super_method while @callers.(chain.last) && chain.last.super_method
      end
      chain
    rescue NameError
      []
    end

    def expected?(chain, expectation)
      *callers, last = chain
      return false if last.nil? || (!PRIVATE.include?(last.name) && !public?(last))

      expectation.(last) && callers.all?(&@callers)
    end

    # Whether a method that is written in C is the first one that was in its place, and was not put there under another name.
    # That of another extension has no other mark.
    def original?(method, place)
      return true if method.source_location

      names = [method.name, method.original_name]
      return false unless names.uniq.length == 1 || (names - ALIASES).empty?

      definition = method.unbind
      (@originals[place] ||= definition) == definition
    end

    def public?(method)
      PUBLIC_METHOD.bind_call(method.receiver, method.name)
      true
    rescue NameError
      false
    end

    METHOD = Kernel.instance_method(:method)
    PUBLIC_METHOD = Kernel.instance_method(:public_method)
    private_constant :METHOD, :PUBLIC_METHOD
  end
end
