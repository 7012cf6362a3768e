"""Paired, interleaved measurement of time.

Where a process's memory is is drawn by lot when it starts, and can make a third of a difference for as long as it
lives. So every sample is taken in a process of its own: the spread of the rounds then shows this, too.
"""

import statistics

SAMPLE_NANOSECONDS = 10_000_000


def calibrated_count(contender, document, operation):
    """How many repetitions take about as long as a sample should.

    Other programs only ever make a measurement longer, and one that they held up would leave the samples of a short
    operation so few repetitions that all of them are cold. So the shortest time of an operation counts.
    """
    with contender.process() as process:
        fastest = process.nanoseconds(document, operation, 1)
        count = 1
        while True:
            fastest = min(fastest, process.nanoseconds(document, operation, count) / count)
            if fastest * count >= SAMPLE_NANOSECONDS / 4:
                return max(1, round(SAMPLE_NANOSECONDS / fastest))
            count *= 4


def sample(contender, document, operation, count):
    """Nanoseconds for one operation, of a new process that has done as many already."""
    with contender.process() as process:
        process.nanoseconds(document, operation, count)
        return process.nanoseconds(document, operation, count) / count


def measure(contenders, document, operation, rounds, generator):
    """Nanoseconds for one operation: for each contender's name, a list with one figure a round."""
    counts = {contender.name: calibrated_count(contender, document, operation) for contender in contenders}
    times = {contender.name: [] for contender in contenders}
    order = list(contenders)
    for _ in range(rounds):
        generator.shuffle(order)
        for contender in order:
            times[contender.name].append(sample(contender, document, operation, counts[contender.name]))
    return times


def ratios(times, ours, theirs):
    """How many times as fast as theirs ours is: lower quartile, median, upper quartile of the rounds' ratios."""
    by_round = [their_time / our_time for our_time, their_time in zip(times[ours], times[theirs], strict=True)]
    return tuple(statistics.quantiles(by_round, n=4, method="inclusive"))
