# frozen_string_literal: true

require "millrace/native"

module Millrace
  # Reports changes of a class's instance methods, or of a module's own methods, to the native code, by way of the methods that
  # Ruby calls after each. Modules that are put into the chain of ancestors, and methods that are made private, are noticed by
  # the native code itself.
  #
  # Only classes of Rails and the json gem are watched, and only where Ruby has no fast way to look up a method.
  module MethodWatch
    INSTANCE = %i[method_added method_removed method_undefined].freeze
    # These are also called when the reporting methods are replaced.
    SINGLETON = %i[singleton_method_added singleton_method_removed singleton_method_undefined].freeze
    REPORTS = (INSTANCE + SINGLETON).freeze
    private_constant :INSTANCE, :SINGLETON, :REPORTS

    # @param owner [Class, Module]
    # @return [Boolean] whether it is watched from now on
    def self.add(owner)
      singleton = owner.singleton_class
      return false if owner.frozen? || REPORTS.any? { |name| defined_in?(singleton, name) }

      if owner.is_a?(Class)
        INSTANCE.each { |name| define_report(singleton, name, "::Millrace::Native::MethodWatch.report") }
        SINGLETON.each { |name| define_report(singleton, name, "::Millrace::MethodWatch.changed(self, name)") }
      else
        SINGLETON.each { |name| define_report(singleton, name, "::Millrace::MethodWatch.changed(singleton_class, name)") }
      end
      Native::MethodWatch.add(owner.is_a?(Class) ? owner : singleton)
      true
    end

    # Called when a method of the owner itself was changed.
    def self.changed(watched, name)
      if REPORTS.include?(name) then Native::MethodWatch.remove(watched)
      else Native::MethodWatch.report
      end
    end

    def self.defined_in?(singleton, name)
      singleton.method_defined?(name, false) || singleton.private_method_defined?(name, false)
    end
    private_class_method :defined_in?

    def self.define_report(singleton, name, report)
      singleton.class_eval(<<~RUBY, __FILE__, __LINE__ + 1)
        private def #{name}(name)
          #{report}
          super
        end
      RUBY
    end
    private_class_method :define_report
  end
end
