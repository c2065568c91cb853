"""What worker processes do in tests: importable, so that they find it."""

import os
import time


def own_id(numbers):
    time.sleep(0.05)
    return os.getpid()


def as_long_as_its_number(numbers):
    time.sleep(numbers[0])
    return numbers[0]
