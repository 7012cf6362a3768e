# frozen_string_literal: true

require "date"
require "millrace/profile"
require "time"

module Millrace
  # What is encoded natively where Active Support is not loaded.
  module Plain
    NATIVE = Profile::NATIVE
    LIBRARY = Profile::STANDARD_LIBRARY

    # Values with as_json, of their own class or inherited, are asked for it.
    NO_AS_JSON = { as_json: nil }.freeze

    def self.kind(class_name, object, methods) = Profile.kind(class_name, [object, methods])
    private_class_method :kind

    KINDS = {
      encoder: kind("Object", -> {}, {}),
      nil: kind("NilClass", -> {}, {}),
      true: kind("TrueClass", -> { true }, {}),
      false: kind("FalseClass", -> { false }, {}),
      integer: kind("Integer", -> { 0 }, { to_s: NATIVE }),
      float: kind("Float", -> { 0.0 }, { to_s: NATIVE }),
      string: kind("String", -> { "" }, NO_AS_JSON),
      symbol: kind("Symbol", -> { :a }, { to_s: NATIVE }),
      symbol_key: kind("Symbol", -> { :a }, { to_s: NATIVE }),
      array: kind("Array", -> { [] }, NO_AS_JSON),
      hash: kind("Hash", -> { {} }, NO_AS_JSON.merge(each: NATIVE)),
      struct: kind("Struct", -> { Struct.new(:a).new }, NO_AS_JSON.merge(to_h: NATIVE)),
      object: kind("Object", -> { Object.new }, NO_AS_JSON.merge(to_s: NATIVE, to_a: nil, respond_to_missing?: NATIVE)),
      time: kind("Time", -> { Time.at(0) }, NO_AS_JSON.merge(xmlschema: LIBRARY)),
      date: kind("Date", -> { Date.new }, NO_AS_JSON),
      set: kind("Set", -> { Set.new }, NO_AS_JSON.merge(to_a: LIBRARY)),
    }.freeze

    PROFILE = Profile.new(KINDS)
  end
end
