"""Measurements must not depend on other load on the machine. Run with: python3 -m unittest discover Benchmarks"""

import contextlib
import unittest

from bench import timing


class Clock:
    """A contender whose operation always takes as long, except in requests during which it is held up."""

    def __init__(self, nanoseconds, held_up=()):
        self.operation = nanoseconds
        self.held_up = held_up
        self.requests = 0

    @contextlib.contextmanager
    def process(self):
        yield self

    def nanoseconds(self, _document, _operation, count):
        self.requests += 1
        delay = 8_000_000 if self.requests in self.held_up else 0
        return int(self.operation * count) + delay


class CalibrationTests(unittest.TestCase):
    def test_a_sample_takes_ten_milliseconds(self):
        for nanoseconds in (7_000, 150_000, 3_000_000):
            count = timing.calibrated_count(Clock(nanoseconds), "simple", "decode")
            self.assertAlmostEqual(count * nanoseconds / 10_000_000, 1, delta=0.2, msg=f"{nanoseconds} ns")

    def test_a_long_operation_is_done_once(self):
        clock = Clock(2_000_000_000)
        self.assertEqual(timing.calibrated_count(clock, "hi1m", "decode"), 1)
        self.assertEqual(clock.requests, 2)

    def test_a_delay_does_not_shorten_the_samples(self):
        undisturbed = timing.calibrated_count(Clock(7_000), "simple", "decode")
        for request in range(1, 8):
            disturbed = timing.calibrated_count(Clock(7_000, held_up=(request,)), "simple", "decode")
            self.assertAlmostEqual(disturbed / undisturbed, 1, delta=0.2, msg=f"held up in request {request}")

    def test_ratios_are_of_one_round_each(self):
        times = {"ours": [10, 20, 40], "theirs": [30, 60, 120]}
        self.assertEqual(timing.ratios(times, "ours", "theirs"), (3, 3, 3))


if __name__ == "__main__":
    unittest.main()
