# frozen_string_literal: true

module Millrace
  module Rails
    # Determines what a method does that Active Record or Active Model has generated: which messages it sends.
    #
    # The modules that contain the generated readers also contain `price_was`, aliases, and whatever an affix of the
    # application makes of an attribute's name. Where a method is defined does not tell which attribute it reads. So the
    # method is bound to an object that only records the messages it receives. Generated methods have no branches.
    module GeneratedMethod
      # Records every message. The answer to each is another such object, which has a number.
      class Recorder < BasicObject
        attr_reader :__number__

        def initialize(messages, number)
          @messages = messages
          @__number__ = number
        end

        def method_missing(name, *arguments)
          arguments.map! { |argument| Recorder === argument ? argument.__number__ : argument }
          @messages << [@__number__, name, *arguments]
          Recorder.new(@messages, @messages.length)
        end

        def respond_to_missing?(*) = true
      end
      private_constant :Recorder

      # @param method [Method] one that a library has generated
      # @return [Array<Array>] the messages that it sends: the number of the receiver, the name, the arguments. 0 is the
      #   object itself, and n the answer to the n-th message. Empty if the method does not return the last answer
      def self.messages(method)
        messages = []
        result = method.unbind.bind_call(Recorder.new(messages, 0))
        Recorder === result && result.__number__ == messages.length ? messages : []
      rescue StandardError
        []
      end
    end
  end
end
