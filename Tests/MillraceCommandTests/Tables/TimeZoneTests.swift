import Foundation
import TestSupport
import Testing

import MillraceTables

/// `--zone` with names, beside `zoneinfo` of Python, whose `fold=0` is the same rule for local times that come twice or never.
@Suite("Time zones by name")
struct TimeZoneTests {
  /// Writes local times around the changes of a zone and at random, and prints their instants.
  private static let oracle = """
    import random, sys
    from datetime import datetime, timedelta, timezone
    from zoneinfo import ZoneInfo
    folder, utc = sys.argv[1], timezone.utc
    for name in sys.argv[2:]:
        rng, zone = random.Random(name), ZoneInfo(name)
        times = [datetime(1901, 1, 1) + timedelta(seconds=rng.randint(0, 86400 * 365 * 230)) for _ in range(300)]
        # The hours around each change of the offset.
        for year in list(range(1915, 1950, 3)) + list(range(1970, 2045)) + [2100, 2400]:
            for day in range(0, 366):
                start = datetime(year, 1, 1, tzinfo=utc) + timedelta(days=day)
                before, after = start.astimezone(zone).utcoffset(), (start + timedelta(days=1)).astimezone(zone).utcoffset()
                if before == after: continue
                low, high = 0, 86400
                while high - low > 1:
                    middle = (low + high) // 2
                    same = (start + timedelta(seconds=middle)).astimezone(zone).utcoffset() == before
                    low, high = (middle, high) if same else (low, middle)
                change = start + timedelta(seconds=high)
                for offset in (before, after):
                    local = (change + offset).replace(tzinfo=None)
                    times += [local + timedelta(seconds=s) for s in (-3601, -1, 0, 1, 1800, 3600)]
        path = folder + "/" + name.replace("/", "-")
        with open(path + ".csv", "w") as file:
            file.write("t\\n" + "".join(time.strftime("%d.%m.%Y %H:%M:%S\\n").zfill(20) for time in times))
        with open(path + ".expected", "w") as file:
            for time in times:
                # Python does not normalize a local time that clocks skip, but the offset is right.
                instant = (time - time.replace(tzinfo=zone).utcoffset()).isoformat()
                file.write('{"t":"' + instant + 'Z"}\\n')
    """

  private static let names = [
    "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kolkata",
    "Africa/Casablanca", "America/Nuuk", "Pacific/Apia", "Asia/Tehran", "Asia/Gaza", "Antarctica/Troll", "Etc/GMT-14",
    "America/Argentina/Buenos_Aires", "CET", "Pacific/Chatham",
  ]

  @Test func `local times are the instants that Python has`() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.oracle, folder.url.path] + Self.names
    let printed = try run(process, input: Data())
    try #require(printed.status == 0, "\(printed.complaints)")
    for name in Self.names {
      let path = folder.path(name.replacingOccurrences(of: "/", with: "-"))
      let result = try millraceProcess(
        ["convert", path + ".csv", "--to", "jsonl", "--columns", "t=instant:%d.%m.%Y %H:%M:%S", "--zone", name])
      let expected = try String(contentsOfFile: path + ".expected", encoding: .utf8)
      let (ours, theirs) = (result.output.split(separator: "\n"), expected.split(separator: "\n"))
      try #require(ours.count == theirs.count && theirs.count >= 300, "\(name) \(result.complaints)")
      let wrong = zip(ours, theirs).enumerated().filter { $1.0 != $1.1 }
      #expect(wrong.isEmpty, "\(name) \(wrong.prefix(5)) of \(wrong.count)")
    }
  }

  @Test(arguments: [
    // A local time that comes twice is the first one, and one that clocks skip has the offset from before.
    ("2024-10-27 02:30:00", "2024-10-27T00:30:00Z"), ("2024-03-31 02:30:00", "2024-03-31T01:30:00Z"),
    ("2024-07-01", "2024-06-30T22:00:00Z"), ("2024-07-01T12:00:00+00:00", "2024-07-01T12:00:00Z"),
  ])
  func `times of ISO 8601 are in the zone, unless they have an offset`(_ text: String, _ expected: String) throws {
    for (format, input) in [("csv", "t\n\(text)\n"), ("jsonl", "{\"t\":\"\(text)\"}\n")] {
      let result = try millraceProcess(
        ["convert", "-", "--from", format, "--to", "jsonl", "--columns", "t=instant", "--zone", "Europe/Berlin"],
        input: input)
      #expect(result.output == "{\"t\":\"\(expected)\"}\n", "\(result.complaints)")
    }
  }

  @Test(arguments: [
    ("Europe/Berln", "unknown time zone\n  the nearest are Europe/Berlin, "),
    ("europe/berlin", "unknown time zone\n  the nearest are Europe/Berlin, "),
    ("../../../etc/passwd", "unknown time zone\n"), ("/etc/passwd", "unknown time zone\n"),
    ("Europe", "unknown time zone\n"),
    ("zone.tab", "unknown time zone\n"), ("", "unknown time zone\n"),
  ])
  func `an unknown zone is an error with the nearest names`(_ name: String, _ message: String) throws {
    let result = try millraceProcess(
      ["convert", "-", "--from", "csv", "--columns", "t=instant", "--zone", name], input: "t\n")
    #expect(
      result.status == 2 && result.complaints.hasPrefix("millrace: --zone \(name): \(message)"), "\(result.complaints)")
  }
}
