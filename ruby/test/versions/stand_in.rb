# frozen_string_literal: true

require "fileutils"
require_relative "packages"

module Versions
  # An unpacked Active Support in which the files of another version's interface replace its own.
  module StandIn
    FILES = File.join(__dir__, "stand_ins")

    # @param version [String] a folder of test/versions/stand_ins
    # @param library [String] the `lib` of an unpacked Active Support
    # @return [String] the `lib` of the stand-in
    def self.folder(version, library)
      folder = File.join(Packages::FOLDER, "stand-in-#{version}")
      FileUtils.rm_rf(folder)
      FileUtils.mkdir_p(Packages::FOLDER)
      FileUtils.cp_r(library, folder)
      FileUtils.cp_r(File.join(FILES, version, "."), folder)
      folder
    end
  end
end
