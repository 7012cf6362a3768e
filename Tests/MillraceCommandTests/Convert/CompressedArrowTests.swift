import Foundation
import TestSupport
import Testing

/// Arrow files with compressed buffers, which pyarrow has written.
@Suite("Compressed buffers of Arrow")
struct CompressedArrowTests {
  /// Writes random tables as files and streams with both codecs, and their rows as JSON lines.
  ///
  /// Short and random buffers do not become smaller, and are stored as they are.
  private let write = """
    import json, pyarrow as pa, random, sys
    folder, seed = sys.argv[1], int(sys.argv[2])
    rng = random.Random(seed)
    def orNull(value): return None if rng.random() < 0.2 else value
    for index in range(6):
        count = rng.choice([0, 1, 7, 500, 1500])
        word = lambda: "".join(rng.choice("abé\\"\\\\") for _ in range(rng.choice([0, 3, 40])))
        table = pa.table({
            "n": pa.array([orNull(rng.randint(-2**63, 2**63 - 1)) for _ in range(count)], pa.int64()),
            "same": pa.array([7] * count, pa.int32()),
            "x": pa.array([orNull(rng.uniform(-1e6, 1e6)) for _ in range(count)], pa.float64()),
            "b": pa.array([orNull(rng.random() < 0.5) for _ in range(count)], pa.bool_()),
            "s": pa.array([orNull(word()) for _ in range(count)], pa.string()),
            "large": pa.array([orNull(word()) for _ in range(count)], pa.large_string()),
            "list": pa.array([orNull([rng.randint(0, 9) for _ in range(rng.randint(0, 4))]) for _ in range(count)], pa.list_(pa.int16())),
            "o": pa.array([{"p": i, "q": word()} for i in range(count)], pa.struct([("p", pa.int64()), ("q", pa.string())])),
            "d": pa.array([orNull(rng.choice(["red", "green"])) for _ in range(count)], pa.string()).dictionary_encode(),
        })
        for codec in ["lz4", "zstd"]:
            options = pa.ipc.IpcWriteOptions(compression=codec)
            for kind, new in [("arrow", pa.ipc.new_file), ("arrows", pa.ipc.new_stream)]:
                with new(f"{folder}/{index}-{codec}.{kind}", table.schema, options=options) as writer:
                    writer.write_table(table, max_chunksize=rng.choice([3, 1000, 100000]))
        with open(f"{folder}/{index}.json", "w") as file: json.dump(table.to_pylist(), file)
    """

  /// Compares rows with those of pyarrow. A null and a missing member are the same.
  private let compare = """
    import json, sys
    def plain(value):
        if isinstance(value, dict): return {k: plain(v) for k, v in value.items() if v is not None}
        return [plain(v) for v in value] if isinstance(value, list) else value
    expected = plain(json.load(open(sys.argv[1])))
    for path in sys.argv[2:]:
        found = plain([json.loads(line) for line in open(path)])
        if found != expected: print(path, len(found), len(expected))
    """

  @Test(arguments: 0..<2)
  func `files and streams with LZ4 and Zstandard are read as pyarrow has written them`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let seed = String(UInt32(truncatingIfNeeded: SeededGenerator.seed) &+ UInt32(part))
    let written = try pythonWithPeers(write, folder.path(""), seed)
    try #require(written.status == 0, "\(written.complaints)")
    for index in 0..<6 {
      for name in ["\(index)-lz4.arrow", "\(index)-lz4.arrows", "\(index)-zstd.arrow", "\(index)-zstd.arrows"] {
        let result = millrace("convert", folder.path(name), folder.path(name + ".jsonl"))
        #expect(result.status == 0, "\(name): \(result.complaints), seed \(seed)")
        // From a pipe there is no footer to begin with.
        let piped = try shell(
          "cat '\(folder.path(name))' | '\(toolPath)' convert - --to jsonl > '\(folder.path(name)).piped'")
        #expect(piped.status == 0 && piped.complaints == "", "\(name), seed \(seed)")
        let compared = try python(
          compare, folder.path("\(index).json"), folder.path(name + ".jsonl"), folder.path(name + ".piped"))
        #expect(compared.status == 0 && compared.output == "", "\(compared.complaints), seed \(seed)")
      }
    }
  }

  @Test func `a damaged buffer is an error or another value, and never a crash`() throws {
    let folder = try TemporaryFolder()
    try #require(try pythonWithPeers(write, folder.path(""), "1").status == 0)
    var random = SeededGenerator()
    for codec in ["lz4", "zstd"] {
      for index in 0..<6 {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("\(index)-\(codec).arrows")))
        for _ in 0..<25 {
          var damaged = bytes
          for _ in 0...random.below(3) { damaged[random.below(damaged.count)] = random.byte() }
          if random.once(in: 4) { damaged = damaged.prefix(random.below(damaged.count)) }
          try damaged.write(to: URL(fileURLWithPath: folder.path("damaged.arrows")))
          let result = millrace("convert", folder.path("damaged.arrows"), folder.path("out.jsonl"), "--from", "arrows")
          #expect(result.status == 0 || result.status == 1, SeededGenerator.note)
          #expect(result.status == 0 || result.complaints.contains("damaged.arrows"), SeededGenerator.note)
        }
      }
    }
  }
}
