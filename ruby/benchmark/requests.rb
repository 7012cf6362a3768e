# frozen_string_literal: true

require "action_controller"
require "rack/mock"
require "rails-html-sanitizer"
# Rails 7.1 and newer name it so; Debian 12 has an older sanitizer, which nothing here uses.
Rails::HTML4 = Rails::Html unless Rails.const_defined?(:HTML4)
require_relative "records"

# An application that serves the records.
module Records
  # GET /posts
  class PostsController < ActionController::API
    def index = render(json: Post.order(:id).limit(200))
  end

  ROUTES = ActionDispatch::Routing::RouteSet.new
  ROUTES.draw { get "/posts", to: PostsController.action(:index) }

  def self.request = Rack::MockRequest.new(ROUTES).get("/posts").tap { |response| raise response.body if response.status != 200 }

  REQUESTS = { "request: 200 records" => -> { request.body } }.freeze
end
