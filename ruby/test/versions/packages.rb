# frozen_string_literal: true

require "digest"
require "fileutils"

module Versions
  # Debian packages of later releases, downloaded from the mirror that apt is configured with and unpacked into folders.
  # Nothing is installed.
  module Packages
    LIST = File.join(__dir__, "packages.txt")
    FOLDER = File.expand_path("../../tmp/versions", __dir__)
    APT_HELPER = "/usr/lib/apt/apt-helper"

    Package = Struct.new(:folder, :digest, :path) do
      def file = File.join(FOLDER, "downloads", File.basename(path))
      def downloaded? = File.file?(file) && Digest::SHA256.file(file).hexdigest == digest
    end

    # @return [String, nil] the root of the unpacked packages of this name, nil if the mirror does not have all of them
    def self.folder(name)
      @folders ||= Hash.new { |folders, key| folders[key] = unpack(key) }
      @folders[name]
    end

    # @return [String, nil] the reason why a folder is missing
    def self.problem(name) = @problems&.fetch(name, nil)

    def self.unpack(name)
      packages = File.readlines(LIST, chomp: true).grep_v(/\A(#|\z)/).map { |line| Package.new(*line.split) }
      packages.select! { |package| package.folder == name }
      missing = packages.reject { |package| package.downloaded? || download(package) }
      return note(name, missing.map { |package| File.basename(package.path) }) if packages.empty? || missing.any?

      root = File.join(FOLDER, name)
      stamp = File.join(root, ".unpacked")
      digests = packages.map(&:digest).join("\n")
      unless File.file?(stamp) && File.read(stamp) == digests
        FileUtils.rm_rf(root)
        FileUtils.mkdir_p(root)
        packages.each { |package| system("dpkg-deb", "--extract", package.file, root, exception: true) }
        File.write(stamp, digests)
      end
      root
    end
    private_class_method :unpack

    def self.note(name, files)
      (@problems ||= {})[name] = "the mirror does not have #{files.join(", ")}"
      nil
    end
    private_class_method :note

    def self.download(package)
      FileUtils.mkdir_p(File.dirname(package.file))
      mirrors.any? do |mirror|
        system(APT_HELPER, "-qq", "download-file", "#{mirror}/pool/main/#{package.path}", package.file,
               "SHA256:#{package.digest}", out: File::NULL, err: File::NULL) && package.downloaded?
      end
    end
    private_class_method :download

    # The mirrors of Debian's main archive that this machine is configured with.
    def self.mirrors
      return [] unless File.executable?(APT_HELPER) && `dpkg --print-architecture`.strip == "amd64"

      @mirrors ||= `apt-get indextargets --format '$(ORIGIN) $(SITE)'`.lines(chomp: true).uniq
                     .filter_map { |line| line[/\ADebian (.+)\z/, 1] }
                     .reject { |site| site.end_with?("-security") }
    end
    private_class_method :mirrors
  end
end
