"""Writes the front page of the site: what it is, and a line for each notebook.

python front.py NOTEBOOKS PAGE
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HERE = Path(__file__).parent


def main(notebooks: Path, page: Path) -> None:
    """Write the page."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, loader=FileSystemLoader(HERE)
    )
    course = [outline(path) for path in sorted(notebooks.glob("*.ipynb"))]
    template = environment.get_template("index.html.j2")
    page.write_text(template.render(course=course), encoding="utf-8")


def outline(path: Path) -> dict[str, str]:
    """Take the title of a notebook and the first sentence below it."""
    first = json.loads(path.read_text(encoding="utf-8"))["cells"][0]
    text = "".join(first["source"]).strip() if first["cell_type"] == "markdown" else ""
    title, _, rest = text.partition("\n")
    sentence, *_ = re.split(r"(?<=[.!?])\s", rest.strip(), maxsplit=1)
    about = re.sub(r"[*`]", "", sentence.replace("\n", " "))
    return {"name": path.name, "title": title.lstrip("# ") or path.stem, "about": about}


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
