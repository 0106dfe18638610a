"""The work that every library does: one tool of five typed parameters, and calls of it.

Only the standard library is needed, so that it runs in the environment of any library.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Literal

ARGUMENTS = {
    "origin": "MAA",
    "destination": "LHR",
    "passengers": 2,
    "max_price": 450.5,
    "cabin": "business",
}
TEXT = (
    '{"origin": "MAA", "destination": "LHR", "passengers": 2, "max_price": 450.5, '
    '"cabin": "business"}'
)
ANSWER = {"flight": "TN 17", "from": "MAA", "to": "LHR", "seats": 2, "price": 450.5}

ANSWER_TEXT = "TN 17 from MAA to LHR, 2 seats at 450.5"

threads: list[int] = []
"""Where the first call of a function ran."""

Cabin = Literal["economy", "business"]


def async_function(number: int = 0) -> Callable[..., Any]:
    """Make an async function that differs from others in its name and its docstring."""

    async def search_flights(
        origin: str,
        destination: str,
        passengers: int = 1,
        max_price: float | None = None,
        cabin: Cabin = "economy",
    ) -> dict[str, Any]:
        """Search flights between two airports.

        Args:
            origin: Code of the airport to start from.
            destination: Code of the airport to fly to.
            passengers: How many people travel.
            max_price: The most that a ticket may cost, in euros.
            cabin: The class of travel.
        """
        return _answer(origin, destination, passengers, max_price)

    return _numbered(search_flights, number)


def sync_function(number: int = 0) -> Callable[..., Any]:
    """Make the same as a sync function."""

    def search_flights(
        origin: str,
        destination: str,
        passengers: int = 1,
        max_price: float | None = None,
        cabin: Cabin = "economy",
    ) -> dict[str, Any]:
        return _answer(origin, destination, passengers, max_price)

    search_flights.__doc__ = async_function().__doc__
    return _numbered(search_flights, number)


def async_text_function(number: int = 0) -> Callable[..., Any]:
    """Make the same as an async function that returns text."""

    async def search_flights(
        origin: str,
        destination: str,
        passengers: int = 1,
        max_price: float | None = None,
        cabin: Cabin = "economy",
    ) -> str:
        if not threads:
            threads.append(threading.get_ident())
        return f"TN 17 from {origin} to {destination}, {passengers} seats at {max_price}"

    search_flights.__doc__ = async_function().__doc__
    return _numbered(search_flights, number)


def _answer(origin: str, to: str, seats: int, price: float | None) -> dict[str, Any]:
    if not threads:
        threads.append(threading.get_ident())
    return {"flight": "TN 17", "from": origin, "to": to, "seats": seats, "price": price}


def _numbered(function: Callable[..., Any], number: int) -> Callable[..., Any]:
    if number:
        function.__name__ = f"search_flights_{number}"
        function.__doc__ = (function.__doc__ or "").replace("flights", f"flights ({number})")
    # The hints as objects, as they are without `from __future__ import annotations`.
    function.__annotations__ = {
        "origin": str,
        "destination": str,
        "passengers": int,
        "max_price": float | None,
        "cabin": Cabin,
        "return": str if function.__annotations__["return"] in (str, "str") else dict[str, Any],
    }
    return function
