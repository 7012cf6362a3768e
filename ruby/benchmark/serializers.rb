# frozen_string_literal: true

require_relative "records"

# The workloads with records for gems whose users list the attributes in a class of their own, instead of calling as_json.
# The values are those of stock, but some gems write some of them in another way.
module Serializers
  NAMES = Records::Post.column_names.map(&:to_sym).freeze
  COMMENT_NAMES = Records::Comment.column_names.map(&:to_sym).freeze

  # The attributes for each workload, and whether the comments are in it.
  WORKLOADS = { "200 records" => [NAMES, false], "1,000 records" => [NAMES, false], "1 record" => [NAMES, false],
                "1,000 records, only:" => [%i[id title created_at], false],
                "1,000 records, include:" => [NAMES, true] }.freeze

  # @return [Proc, nil] what makes JSON of a workload's records; nil if the gem does not take part in it
  def self.find(gem, workload)
    names, has_comments = WORKLOADS[workload]
    names && send(gem, names, has_comments)
  end

  def self.alba(names, has_comments)
    comment = Class.new { include Alba::Resource }
    comment.attributes(*COMMENT_NAMES)
    post = Class.new { include Alba::Resource }
    post.attributes(*names)
    post.many(:comments, resource: comment) if has_comments
    ->(records) { post.new(records).serialize }
  end
  private_class_method :alba

  def self.panko(names, has_comments)
    comment = Class.new(Panko::Serializer)
    comment.attributes(*COMMENT_NAMES)
    post = Class.new(Panko::Serializer)
    post.attributes(*names)
    post.has_many(:comments, serializer: comment) if has_comments
    lambda do |records|
      next post.new.serialize_to_json(records) unless records.is_a?(Array)

      Panko::ArraySerializer.new(records, each_serializer: post).to_json
    end
  end
  private_class_method :panko
end
