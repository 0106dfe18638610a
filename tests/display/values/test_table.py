import sys

import pytest

from toolnexus import ToolResult
from toolnexus.display import render_html, render_text
from toolnexus.display._values._table import table_of

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")


def cells_of(table):
    return [row["cells"] for row in table["rows"]]


def names_of(table):
    return [column["name"] for column in table["columns"]]


def test_data_frame_has_its_columns_types_and_index():
    index = pd.Index(["a", "b"], name="port")
    frame = pd.DataFrame({"m": [0.25, float("nan")], "n": [3, 4]}, index=index)
    table = table_of(frame)
    assert table["columns"] == [
        {"name": "m", "type": "float64"},
        {"name": "n", "type": "int64"},
    ]
    assert [row["label"] for row in table["rows"]] == ["a", "b"]
    assert table["labels_name"] == "port"
    assert cells_of(table) == [["0.25", "3"], ["NaN", "4"]]
    assert (table["facts"], table["note"]) == ("2 rows, 2 columns", "")


class Unread:
    def __repr__(self):
        raise AssertionError


def test_large_table_is_read_only_where_it_is_shown():
    frame = pd.DataFrame(np.zeros((100_000, 12)), dtype=object)
    frame.iloc[10:20] = frame.iloc[:, 8:] = Unread()
    table = table_of(frame)
    assert (len(table["rows"]), len(table["columns"])) == (10, 8)
    assert table["facts"] == "100,000 rows, 12 columns"
    assert table["note"] == "the first 10 of 100,000 rows and 8 of 12 columns"
    result = ToolResult("x", value=frame)
    for text in (render_html(result), " ".join(render_text(result).split())):
        assert table["facts"] in text
        assert table["note"] in text


@pytest.mark.parametrize(
    ("frame", "facts", "note"),
    [
        (pd.DataFrame(), "0 rows, 0 columns", "no rows"),
        (pd.DataFrame({"m": []}), "0 rows, 1 column", "no rows"),
        (pd.DataFrame(index=range(3)), "3 rows, 0 columns", ""),
        (pd.Series([], dtype=float), "0 values", "no values"),
        (np.zeros((0, 3)), "0 rows, 3 columns, float64", "no rows"),
        (np.zeros((3, 0)), "3 rows, 0 columns, float64", ""),
    ],
    ids=["nothing", "no rows", "no columns", "series", "array", "narrow array"],
)
def test_empty_table_says_so(frame, facts, note):
    table = table_of(frame)
    assert (table["facts"], table["note"]) == (facts, note)
    result = ToolResult("x", value=frame)
    for text in (render_html(result), render_text(result)):
        assert facts in text
        assert note in text


def test_columns_of_one_name_and_levels_of_names_are_kept():
    frame = pd.DataFrame([[1, 2]], columns=["m", "m"])
    assert cells_of(table_of(frame)) == [["1", "2"]]
    levels = frame.set_axis(pd.MultiIndex.from_tuples([("a", 1), ("a", None)]), axis=1)
    assert names_of(table_of(levels))[0].startswith("a, 1")
    rows = pd.DataFrame({"m": [1]}, index=pd.MultiIndex.from_tuples([("Kiel", 7)]))
    assert table_of(rows)["rows"][0]["label"] == "Kiel, 7"


def test_cells_are_short_and_literal():
    long = "y" * 10_000
    values = [long, "<b>[red]\x1b[2J\nx", None, {"a": [1]}, pd.NaT, pd.Timestamp("2026-05-01")]
    cells = [row[0] for row in cells_of(table_of(pd.DataFrame({"m": values}, dtype=object)))]
    assert cells[0] == "y" * 59 + "…"
    assert cells[1:] == [
        "<b>[red]\\x1b[2J x",
        *("None", "{'a': [1]}", "NaT", "2026-05-01"),
    ]
    result = ToolResult("x", value=pd.DataFrame({"<b>[red]": values}, dtype=object))
    assert "&lt;b&gt;[red]\\x1b[2J x" in (html := render_html(result))
    assert "<b>" not in html
    assert "[red]" in render_text(result)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (31.25, "31.25"),
        (1234567.891, "1234567.9"),
        (-1e-9 / 3, "-3.33333e-10"),
        (1e300, "1e+300"),
        (float("inf"), "inf"),
        (float("nan"), "NaN"),
    ],
)
def test_floats_have_six_digits_and_keep_their_units(number, text):
    assert cells_of(table_of(pd.Series([number]))) == [[text]]


def test_series_has_one_column():
    table = table_of(pd.Series([1, 2], name="m"))
    assert names_of(table) == ["m"]
    assert table["facts"] == "2 values"
    assert names_of(table_of(pd.Series([1]))) == [""]


def test_array_says_its_type_once():
    table = table_of(np.arange(40).reshape(2, 20))
    assert table["facts"] == "2 rows, 20 columns, int64"
    assert table["note"] == "the first 8 of 20 columns"
    assert table["columns"][0] == {"name": "0", "type": ""}
    assert cells_of(table)[1][0] == "20"


def test_array_of_records_is_a_table():
    table = table_of(np.array([(1, "a")], dtype=[("n", "i4"), ("s", "U3")]))
    assert names_of(table) == ["n", "s"]
    assert cells_of(table) == [["1", "a"]]


@pytest.mark.parametrize(
    ("array", "facts"),
    [(np.arange(5), "5 values, int64"), (np.zeros((3, 4, 5)), "3 x 4 x 5, float64")],
    ids=["vector", "cube"],
)
def test_array_that_is_no_table_is_its_repr(array, facts):
    assert table_of(array) is None
    text = render_text(ToolResult("x", value=array))
    assert f"ndarray, {facts}" in text
    assert "array([" in text


def test_polars_is_read_without_a_library_of_ours():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"port": ["Kiel", None], "m": [0.25, 1.0]})
    table = table_of(frame)
    assert table["columns"][0] == {"name": "port", "type": "String"}
    assert cells_of(table) == [["Kiel", "0.25"], ["None", "1.0"]]
    assert not table["has_labels"]
    assert table["facts"] == "2 rows, 2 columns"
    assert cells_of(table_of(frame["m"])) == [["0.25"], ["1.0"]]
    assert table_of(frame.lazy()) is None


def test_nothing_is_imported_to_find_out(monkeypatch):
    frame = pd.DataFrame({"m": [1]})
    for name in ("pandas", "polars", "numpy", "matplotlib", "PIL"):
        monkeypatch.setitem(sys.modules, name, None)
    assert table_of(frame) is None


def test_console_puts_columns_that_do_not_fit_into_another_table():
    wide = pd.DataFrame([["x" * 30] * 4], columns=["first", "second", "third", "fourth"])
    text = render_text(ToolResult("x", value=wide))
    assert text.count("x" * 30) == 4
    assert text.index("third") > text.index("x" * 30)
    assert all(len(line) <= 88 for line in text.splitlines())
