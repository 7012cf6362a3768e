# frozen_string_literal: true

require "rbconfig"
require_relative "later_ruby"
require_relative "packages"
require_relative "stand_in"

module Versions
  # A Ruby with a version of Rails and of json, none of which need be installed.
  #
  # @!attribute rails [String, nil] the folder of the Rails packages, nil for the installed one
  # @!attribute json [String, nil] the folder of the json package, nil for the one that the Ruby finds by itself
  # @!attribute json_library [String, nil] a folder that has `json.rb` and its compiled extensions, nil for the package
  # @!attribute ruby [String, nil] the folder of the Ruby packages, nil for the Ruby that runs this
  # @!attribute gems [String, nil] the folder of other packages with gems, which count before those of the Ruby
  # @!attribute sources [String, nil] a folder with the sources of Rails, nil for the packages
  # @!attribute yjit [Boolean, nil] whether Ruby's compiler YJIT is used
  # @!attribute stand_in [String, nil] the version whose interface replaces that of Active Support: see StandIn
  Configuration = Struct.new(:name, :rails, :json, :json_library, :ruby, :gems, :sources, :yjit, :stand_in, keyword_init: true) do
    # @param sources [String] a folder
    # @param json_library [String, nil] json 2.9.1 if it is nil
    def self.of_sources(sources, json_library:, ruby:)
      path = Dir["#{sources}/activesupport{,-[0-9]*}/lib/active_support/gem_version.rb"].first
      abort "MILLRACE_RAILS: there is no Active Support in #{sources}" unless path

      new(name: "Rails in #{sources}, json #{json_library ? "in #{json_library}" : "2.9.1"}, Ruby 3.3", ruby: ruby,
          sources: sources, json: json_library ? nil : "json-2.9.1", json_library: json_library,
          # From 8.0 on Active Record needs SQLite's gem 2. Ruby 3.3 comes with 1.7.3.
          gems: ("sqlite3-2.9.6" if File.read(path)[/MAJOR = (\d+)/, 1].to_i >= 8))
    end

    def with_yjit = self.class.new(**to_h, name: "#{name}, YJIT", yjit: true)

    # @return [Array<String>] why the configuration cannot be run; empty if it can
    def problems
      missing = folders.reject { |folder| Packages.folder(folder) }.map { |folder| "#{folder}: #{Packages.problem(folder)}" }
      missing.empty? && yjit && !runs_yjit? ? ["this Ruby has no YJIT"] : missing
    end

    # @return [Array<String>] the program to run and its first arguments
    def command = [executable, *(ruby ? ["-I#{build}"] : []), "-Ilib", "-Itest"]

    # @return [Hash{String => String}] the environment for all processes of the configuration
    def environment
      variables = { "RUBYLIB" => libraries.join(":"), "MILLRACE_RUBY" => executable }
      variables["RUBY_YJIT_ENABLE"] = "1" if yjit
      variables["MILLRACE_GEM_PATH"] = gem_folders.join(":") if gems
      ruby ? variables.merge("MILLRACE_BUILD" => build) : variables
    end

    private

    def runs_yjit?
      system(environment, executable, "-e", "exit RubyVM::YJIT.enabled?", out: File::NULL, err: File::NULL)
    end

    def executable = ruby ? LaterRuby.executable(Packages.folder(ruby)) : RbConfig.ruby
    def build = LaterRuby.extension(Packages.folder(ruby))

    def folders = [rails, json, gems, ruby].compact
    def gem_folders = Dir["#{Packages.folder(gems)}/usr/{lib/*,share}/rubygems-integration/{[0-9.]*,all}"]

    def libraries
      paths = [rails, json].compact.flat_map { |folder| gem_paths(Packages.folder(folder)) }
      paths = source_paths + paths if sources
      paths = [json_library] + paths if json_library
      return paths unless stand_in

      [StandIn.folder(stand_in, paths.find { |path| path.include?("/activesupport-") })] + paths
    end

    # Of the parts in the repository of Rails, or of the unpacked gems.
    def source_paths
      Dir["#{sources}/{active{support,model,record,job},action{pack,view},railties}{,-[0-9]*}/lib"]
    end

    def gem_paths(root)
      Dir["#{root}/usr/**/rubygems-integration/**/gems/*/lib"] +
        Dir["#{root}/usr/**/rubygems-integration/**/extensions/*/*/*"].select { |path| File.directory?(path) }
    end
  end
end
