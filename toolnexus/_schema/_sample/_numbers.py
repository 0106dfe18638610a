"""Numbers inside bounds, the most believable ones first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from toolnexus._schema._sample._words import numbers_for

_STEPS = 12
_LARGEST = 10**300  # a float can't be much larger


def numbers(
    name: str,
    *,
    whole: bool,
    low: float | None,
    high: float | None,
    multiples: Sequence[float],
    rng: Random | None,
) -> Iterator[float]:
    """Make up numbers; a bound that is excluded is for the validator to refuse.

    Args:
        name: The property's name, which tells how big it may be.
        whole: Whether only integers are wanted.
        low: The lower bound, or None.
        high: The upper bound, or None.
        multiples: What it has to be a multiple of, all of them.
        rng: Where chance comes from; None for the most ordinary numbers.

    Example:
        >>> next(numbers("n", whole=True, low=20, high=None, multiples=[6], rng=None))
        24
    """
    step = _common_step(multiples, whole=whole)
    bottom = None if low is None else _exact(low)
    top = None if high is None else _exact(high)
    for value in _wished(name, step, bottom, top, rng):
        if (bottom is not None and value < bottom) or (top is not None and value > top):
            continue
        if value.denominator == 1:
            yield int(value)
        elif not whole and abs(value) < _LARGEST:
            yield float(value)


def _wished(
    name: str, step: Fraction, low: Fraction | None, high: Fraction | None, rng: Random | None
) -> Iterator[Fraction]:
    known = [Fraction(str(number)) for number in numbers_for(name)]
    small = [Fraction(number) for number in range(1, 11)]
    if rng is not None:
        rng.shuffle(known)
        rng.shuffle(small)
    yield from known
    yield from small
    yield from (step * number for number in small)
    if low is not None:
        first = math.ceil(low / step)
        yield from (step * (first + number) for number in range(_STEPS))
        yield from (low, low + Fraction(1, 2), low + Fraction(1, 100))
    if low is not None and high is not None:
        yield from ((low + high) / 2, step * math.ceil((low + high) / 2 / step))
    if high is not None:
        last = math.floor(high / step)
        yield from (step * (last - number) for number in range(_STEPS))
        yield from (high, high - Fraction(1, 2), high - Fraction(1, 100))
    yield Fraction(0)
    yield from (-step * number for number in small)
    yield from (Fraction(1, 2), Fraction(3, 2), Fraction(-1, 2))
    yield from (step * number for number in range(11, 400))


def _common_step(multiples: Sequence[float], *, whole: bool) -> Fraction:
    steps = [step for step in map(_exact, multiples) if step]
    steps += [Fraction(1)] * (whole or not steps)
    common = steps[0]
    for step in steps[1:]:
        top = math.lcm(common.numerator * step.denominator, step.numerator * common.denominator)
        common = Fraction(top, common.denominator * step.denominator)
    return common


def _exact(number: float) -> Fraction:
    # By its text: 0.01 is meant as one hundredth, not as the nearest binary fraction.
    return Fraction(number) if isinstance(number, int) else Fraction(str(number))
