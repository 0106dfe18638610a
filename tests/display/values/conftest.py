"""Images made by hand: as much of a file as says what it is."""

import struct

import pytest


def png(width=640, height=480, more=b""):
    header = struct.pack(">I4sIIBBBBB", 13, b"IHDR", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + header + more


@pytest.fixture
def make_png():
    return png
