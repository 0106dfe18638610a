"""Printed text goes to whoever reads in that context, and only there."""
# ruff: noqa: T201 - printing is what this is about

import asyncio
import io
import sys
import threading

from toolnexus.panel._printing import printed_to


def test_text_goes_to_the_reader_and_afterwards_where_it_always_went(capsys):
    pieces, before = [], (sys.stdout, sys.stderr)
    with printed_to(pieces.append):
        print("one", 2)
        print("oops", file=sys.stderr)
        sys.stdout.writelines(["a", "b"])
        sys.stdout.flush()
    print("outside")
    assert "".join(pieces) == "one 2\noops\nab"
    assert capsys.readouterr().out == "outside\n"
    assert (sys.stdout, sys.stderr) == before


async def test_two_at_once_never_mix(capsys):
    async def speak(name, pieces):
        with printed_to(pieces.append):
            for number in range(3):
                await asyncio.sleep(0)
                await asyncio.to_thread(print, f"{name}{number}")

    first, second = [], []
    speaking = asyncio.gather(speak("a", first), speak("b", second))
    await asyncio.sleep(0)
    print("somebody else")
    await speaking
    assert "".join(first) == "a0\na1\na2\n"
    assert "".join(second) == "b0\nb1\nb2\n"
    assert capsys.readouterr().out == "somebody else\n"


def test_other_threads_are_left_alone(capsys):
    pieces = []
    with printed_to(pieces.append):
        thread = threading.Thread(target=print, args=["from elsewhere"])
        thread.start()
        thread.join()
    assert pieces == []
    assert capsys.readouterr().out == "from elsewhere\n"


def test_inner_reader_has_its_own_and_the_outer_goes_on():
    outer, inner = [], []
    with printed_to(outer.append):
        print("a")
        with printed_to(inner.append):
            print("b")
        print("c")
    assert ("".join(outer), "".join(inner)) == ("a\nc\n", "b\n")


def test_stream_that_somebody_else_put_there_meanwhile_stays(monkeypatch):
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # put back at the end
    theirs = io.StringIO()
    with printed_to(print):
        sys.stdout = theirs
    assert sys.stdout is theirs


def test_stream_is_still_the_stream_it_was():
    encoding = sys.stdout.encoding
    with printed_to(print):
        assert sys.stdout.encoding == encoding
        assert sys.stdout.isatty() is False
