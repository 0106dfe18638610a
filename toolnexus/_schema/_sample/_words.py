"""Believable words and numbers for a property, by its name and its format."""

from __future__ import annotations

import re
from typing import TypeVar

_Value = TypeVar("_Value")

_PEOPLE = ("Ada", "Ravi", "Maria", "Kenji", "Amara")
_CITIES = ("Chennai", "Lisbon", "Oslo", "Nairobi", "Lima")
_TEXTS = ("Hello from Chennai.", "All is well.", "See you at noon.", "Two boats are late.")
_TITLES = ("A short title", "Tides of May", "Weekly report", "Notes on boats")
_IDS = ("abc123", "def456", "a1b2c3", "x7y8z9")
# The first two of these are in order, for a start and an end.
_DATES = ("2024-01-31", "2024-05-17", "2025-08-09", "2023-11-02")
_TIMES = ("12:00", "18:45", "23:15", "09:30")
_MOMENTS = ("2024-01-31T12:00:00Z", "2024-05-17T09:30:00Z", "2023-11-02T18:45:00Z")
_FILES = ("notes.txt", "report.pdf", "data.csv", "photo.png")
_FOLDERS = ("data/notes.txt", "docs/report.pdf", "src/main.py")
_URLS = ("https://example.org", "https://example.com/tides", "https://example.net/a")
_EMAILS = ("ada@example.org", "ravi@example.com", "maria@example.net")
_QUERIES = ("weather in Chennai", "tide times", "boats for sale", "quiet harbours")
_HOSTS = ("example.org", "example.com", "example.net")
_ZONES = ("Asia/Kolkata", "Europe/Lisbon", "Africa/Nairobi", "America/Lima")

# Keys are single words of a name, in the singular.
_BY_WORD: dict[str, tuple[str, ...]] = {
    "address": ("1 Harbour Road, Chennai", "22 Quay Street, Lisbon", "5 Pier Lane, Oslo"),
    "after": _DATES,
    "airport": ("MAA", "LIS", "OSL", "NBO"),
    "author": _PEOPLE,
    "before": _DATES[1:],
    "body": _TEXTS,
    "branch": ("main", "develop", "fix-tides"),
    "category": ("books", "boats", "music", "travel"),
    "city": _CITIES,
    "code": ("print(1 + 1)", "print('hello')", "len('boat')"),
    "color": ("blue", "green", "orange", "white"),
    "colour": ("blue", "green", "orange", "white"),
    "command": ("echo hello", "date", "ls"),
    "comment": _TEXTS,
    "content": _TEXTS,
    "country": ("India", "Portugal", "Norway", "Kenya", "Peru"),
    "currency": ("EUR", "INR", "NOK", "KES", "PEN"),
    "date": _DATES,
    "datetime": _MOMENTS,
    "day": ("Monday", "Wednesday", "Friday", "Sunday"),
    "description": ("A short description.", "What it is about.", "In a few words."),
    "destination": _CITIES,
    "directory": ("data", "docs", "src"),
    "domain": _HOSTS,
    "email": _EMAILS,
    "file": _FILES,
    "filename": _FILES,
    "filepath": _FOLDERS,
    "folder": ("data", "docs", "src"),
    "host": _HOSTS,
    "hostname": _HOSTS,
    "id": _IDS,
    "identifier": _IDS,
    "ingredient": ("rice", "tomatoes", "onions", "lentils"),
    "ip": ("192.0.2.1", "198.51.100.7", "203.0.113.20"),
    "key": ("key", "colour", "size"),
    "keyword": ("tides", "boats", "weather"),
    "label": ("urgent", "later", "question"),
    "lang": ("en", "ta", "pt", "no"),
    "language": ("en", "ta", "pt", "no"),
    "link": _URLS,
    "locale": ("en-GB", "ta-IN", "pt-PT"),
    "location": _CITIES,
    "message": ("Hello!", "Good morning.", "See you at noon."),
    "month": ("January", "May", "November"),
    "namespace": ("default", "harbour", "test"),
    "note": _TEXTS,
    "origin": _CITIES,
    "owner": ("example", "harbour", "tides"),
    "password": ("correct horse", "battery staple"),
    "path": _FOLDERS,
    "phone": ("+1 555 0100", "+1 555 0123", "+1 555 0177"),
    "place": _CITIES,
    "prompt": ("Describe a harbour.", "Name three boats.", "Tell a short story."),
    "query": _QUERIES,
    "question": ("What time is high tide?", "Will it rain?", "Where is the harbour?"),
    "reason": ("It is no longer needed.", "It was asked for."),
    "region": ("Tamil Nadu", "Lisboa", "Vestland"),
    "repo": ("example", "harbour", "tides"),
    "repository": ("example", "harbour", "tides"),
    "since": _DATES,
    "sql": ("SELECT 1", "SELECT name FROM boats"),
    "state": ("open", "closed"),
    "status": ("open", "closed"),
    "subject": _TITLES,
    "summary": ("In short.", "All is well."),
    "tag": ("boats", "tides", "weather"),
    "text": _TEXTS,
    "time": _TIMES,
    "timestamp": _MOMENTS,
    "timezone": _ZONES,
    "title": _TITLES,
    "topic": ("tides", "boats", "weather"),
    "unit": ("metre", "kilometre", "mile"),
    "until": _DATES,
    "uri": _URLS,
    "url": _URLS,
    "user": ("ada", "ravi", "maria"),
    "username": ("ada", "ravi", "maria"),
    "word": ("boat", "harbour", "tide"),
}
# Words that say what sort of text it is, not what about: `city_name` is about a city.
_VAGUE = frozenset(["address", "code", "key", "name", "string", "text", "value"])
_PERSONAL = frozenset(
    ["author", "customer", "first", "full", "last", "patient", "person", "user"]
)

_BY_FORMAT: dict[str, tuple[str, ...]] = {
    "application/json": ("{}", "[1, 2]", '"text"', "1"),
    "base64": ("c2FtcGxl", "dGlkZXM="),
    "base64url": ("c2FtcGxl", "dGlkZXM="),
    "binary": ("c2FtcGxl", "dGlkZXM="),
    "byte": ("c2FtcGxl", "dGlkZXM="),
    "complex": ("1+2j", "3j"),
    "cidrv4": ("192.0.2.0/24", "198.51.100.0/24"),
    "cidrv6": ("2001:db8::/32", "2001:db8:1::/48"),
    # The last ones are for types that want a day in the future, or a time without a zone.
    "date": (*_DATES, "2999-12-31"),
    "date-time": (*_MOMENTS, "2024-01-31T12:00:00", "2999-12-31T12:00:00Z"),
    "decimal": ("1.5", "12.25", "100"),
    "directory-path": (".",),
    "duration": ("PT1H30M", "P1D", "P1DT2H", "PT45S"),
    "email": _EMAILS,
    "file-path": _FOLDERS,
    "float": ("1.5", "12.25", "100"),
    "hostname": _HOSTS,
    "idn-email": _EMAILS,
    "idn-hostname": _HOSTS,
    "int32": ("1", "2", "3"),
    "ip": ("192.0.2.1", "198.51.100.7"),
    "ipv4": ("192.0.2.1", "198.51.100.7", "203.0.113.20"),
    "ipv4interface": ("192.0.2.1/24", "198.51.100.7/24"),
    "ipv4network": ("192.0.2.0/24", "198.51.100.0/24"),
    "ipv6": ("2001:db8::1", "2001:db8::a:7", "2001:db8:1::20"),
    "ipv6interface": ("2001:db8::1/64", "2001:db8::a:7/64"),
    "ipv6network": ("2001:db8::/32", "2001:db8:1::/48"),
    "ipvanyaddress": ("192.0.2.1", "198.51.100.7"),
    "ipvanyinterface": ("192.0.2.1/24", "198.51.100.7/24"),
    "ipvanynetwork": ("192.0.2.0/24", "198.51.100.0/24"),
    "iri": _URLS,
    "iri-reference": _URLS,
    "json": ("{}", "[1, 2]", '{"a": 1}'),
    "json-pointer": ("/boats/0", "/name"),
    "json-string": ("{}", "[1, 2]", '"text"', "1"),
    "multi-host-uri": ("postgres://example.org/tides", "redis://example.org"),
    "path": _FOLDERS,
    "regex": ("^[a-z]+$", "[0-9]{4}"),
    "relative-json-pointer": ("0", "1/name"),
    "time": ("12:00:00", "18:45:00", "09:30:00", "12:00:00Z"),
    "uri": _URLS,
    "uri-reference": _URLS,
    "uri-template": ("https://example.org/{id}", "https://example.com/{name}"),
    "url": _URLS,
    # The variant digits are there because some types want one version of UUID.
    "uuid": (
        "123e4567-e89b-42d3-a456-426614174000",
        "9f1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d",
        "0a1b2c3d-4e5f-4a6b-9c8d-7e6f5a4b3c2d",
    ),
    "uuid1": ("123e4567-e89b-12d3-a456-426614174000",),
    "uuid3": ("123e4567-e89b-32d3-a456-426614174000",),
    "uuid4": ("123e4567-e89b-42d3-a456-426614174000",),
    "uuid5": ("123e4567-e89b-52d3-a456-426614174000",),
    "uuid6": ("1ec9414c-232a-6b00-b3c8-9e6bdeced846",),
    "uuid7": ("017f22e2-79b0-7cc3-98c4-dc0c0c07398f",),
    "uuid8": ("320c3d4d-cc00-875b-8ec9-32d5f69181c0",),
    "zoneinfo": _ZONES,
}

_NUMBERS: dict[str, tuple[float, ...]] = {
    "age": (30, 41, 25),
    "amount": (100, 250, 75),
    "balance": (100, 250, 75),
    "height": (480, 600, 720),
    "hour": (12, 9, 18),
    "income": (50000, 42000, 61000),
    "lat": (13.08, 38.72, 59.91),
    "latitude": (13.08, 38.72, 59.91),
    "limit": (10, 5, 20),
    "lng": (80.27, -9.14, 10.75),
    "lon": (80.27, -9.14, 10.75),
    "long": (80.27, -9.14, 10.75),
    "longitude": (80.27, -9.14, 10.75),
    "percent": (50, 25, 75),
    "percentage": (50, 25, 75),
    "port": (8080, 3000, 5000),
    "price": (9.99, 24.5, 100),
    "rate": (0.05, 0.1, 0.02),
    "temperature": (21.5, 28, 17),
    "timeout": (30, 10, 60),
    "width": (640, 800, 1280),
    "year": (2024, 2025, 2023),
}

# Of two properties of one kind the second gets the next value: `origin` and `destination`.
_SECOND = frozenset(["destination", "end", "max", "other", "second", "target", "to", "until"])

# Tried where a pattern asks for something that no name tells.
SHAPES = (
    *(_DATES[0], _TIMES[0], "12:00:00", _MOMENTS[0], "2024", "1", "12", "123", "12:00-13:00"),
    *("A", "AB", "ABC", "abc", "abc123", "1.5", "5%", "+15550100", "v1.2.3", "#1e90ff"),
    *("true", "main", "Chennai", "10-20", "sample.txt", "c2FtcGxl", "01", "00:00"),
)


def words_for(name: str) -> tuple[str, ...]:
    """List texts that a property of this name could hold, the most ordinary one first.

    Example:
        >>> words_for("home_city")[0]
        'Chennai'
        >>> words_for("mast")
        ('sample mast',)
    """
    words = _split(name)
    found = _by_name(words)
    return _turned(found, words)


def _by_name(words: list[str]) -> tuple[str, ...]:
    about = [word for word in words if word not in _VAGUE]
    for word in [*reversed(about), *(word for word in words if word in _VAGUE)]:
        if word == "name":
            continue
        if word == "user" and words[-1] == "name":
            return _BY_WORD["username"]
        if word in _BY_WORD:
            return _BY_WORD[word]
    if words and words[-1] == "name" and _PERSONAL.issuperset(about):
        return _PEOPLE
    for word in reversed(words):
        if word in _NUMBERS:
            return tuple(str(number) for number in _NUMBERS[word])
    return (f"sample {' '.join(about or words)}".rstrip(),)


def texts_of_format(text_format: str, name: str) -> tuple[str, ...]:
    """List texts of a format; none if it is not known.

    Example:
        >>> texts_of_format("date", "start")[0], texts_of_format("date", "end")[0]
        ('2024-01-31', '2024-05-17')
    """
    return _turned(_BY_FORMAT.get(text_format, ()), _split(name))


def numbers_for(name: str) -> tuple[float, ...]:
    """List numbers that a property of this name could hold; none if the name says nothing.

    Example:
        >>> numbers_for("minLatitude")[0]
        13.08
    """
    words = _split(name)
    for word in reversed(words):
        if word in _NUMBERS:
            return _turned(_NUMBERS[word], words)
    return ()


def _turned(values: tuple[_Value, ...], words: list[str]) -> tuple[_Value, ...]:
    return (*values[1:], *values[:1]) if _SECOND.intersection(words) else values


def _split(name: str) -> list[str]:
    """Split a name into its words, in lower case and in the singular."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return [_singular(word) for word in re.findall(r"[^\W_]+", spaced.lower())]


def _singular(word: str) -> str:
    known = (_BY_WORD.keys(), _NUMBERS.keys())
    if word.endswith("ies") and any(f"{word[:-3]}y" in names for names in known):
        return f"{word[:-3]}y"
    for ending in ("es", "s"):
        cut = word.removesuffix(ending)
        if cut != word and any(cut in names for names in known):
            return cut
    is_plural = len(word) > 3 and word.endswith("s") and word[-2] not in "aisu"
    return word[:-1] if is_plural else word
