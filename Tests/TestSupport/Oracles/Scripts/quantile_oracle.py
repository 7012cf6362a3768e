#!/usr/bin/env python3
"""Says what the quantiles of samples are, and how far from a median's rank its confidence interval reaches.

The first argument is a file of questions, one a line; the second one is the file for the answers, one a line. A question is
an object:

  samples, shares   for each share, of n samples the one at index floor(share * (n - 1)); an array
  count             the rank, from 1, of the lower bound of the interval of 95 % for the median of so many samples: the
                    largest one below which the median lies with a probability of 1/40 at most; 0 if there is none
"""

import json
import math
import sys


def quantiles(samples, shares):
    samples.sort()
    return [samples[math.floor(share * (len(samples) - 1))] for share in shares]


def rank(count):
    rank, below = 0, 1
    while 40 * below <= 2**count:
        rank += 1
        below += math.comb(count, rank)
    return rank


def answer(question):
    if "count" in question:
        return rank(question["count"])
    return quantiles(question["samples"], question["shares"])


with open(sys.argv[1], encoding="utf-8") as questions, open(sys.argv[2], "w", encoding="utf-8") as answers:
    for line in questions:
        answers.write(json.dumps(answer(json.loads(line))) + "\n")
