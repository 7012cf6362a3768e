"""Two million rows as public transport publishes them: when each trip calls at each stop.

The columns are those of the General Transit Feed Specification. The values are made up, and the same in each run.
"""

import random

COLUMNS = (
    "trip_id",
    "arrival_time",
    "departure_time",
    "stop_id",
    "stop_sequence",
    "stop_headsign",
    "pickup_type",
    "drop_off_type",
    "shape_dist_traveled",
    "timepoint",
)
ROWS = 2_000_000
# Most stops have none; some need quotes.
HEADSIGNS = ["Central Station", "Airport, Terminal 2", 'Opera "Old House"', "Universität", "Hafen – Süd"]


def clock(seconds):
    """Larger than 24:00:00 on the day after the trip began."""
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def quoted(cell):
    """RFC 4180, section 2."""
    return '"' + cell.replace('"', '""') + '"' if "," in cell or '"' in cell else cell


def write(file, rows=ROWS):
    """Writes the document to a file that is open for text."""
    generator = random.Random(2_000_000)
    headsigns = [quoted(headsign) for headsign in HEADSIGNS]
    file.write(",".join(COLUMNS) + "\n")
    written = trip = 0
    while written < rows:
        trip += 1
        name = f"{generator.randrange(100, 999)}_{generator.randrange(10**6, 10**7)}_2026W{trip % 53:02}"
        seconds = generator.randrange(4 * 3600, 24 * 3600)
        first_stop = generator.randrange(10**6, 10**7)
        distance = 0.0
        lines = []
        for stop in range(1, min(generator.randrange(12, 45), rows - written + 1)):
            seconds += generator.randrange(45, 240)
            departure = seconds + generator.choice((0, 0, 15, 30))
            headsign = headsigns[stop % 5] if trip % 10 == 0 else ""
            lines.append(
                f"{name},{clock(seconds)},{clock(departure)},{first_stop + 17 * stop}:{stop % 4},{stop},{headsign},"
                f"{stop == 1:d},{trip % 4:d},{distance},{stop % 3 == 0:d}\n"
            )
            distance = round(distance + generator.random() * 900, 4)
            seconds = departure
        file.write("".join(lines))
        written += len(lines)
