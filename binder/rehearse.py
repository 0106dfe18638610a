"""Rehearse what Binder does, without a container: install, start, run the course.

    python3.12 binder/rehearse.py
    python3.12 binder/rehearse.py jupyterlab==4.4.9 ipywidgets==8.1.7 ipykernel==7.0.1

makes a virtual environment with this Python in a temporary folder, installs the requirements
and runs postBuild in the root of the repository, as Binder does, and then participant.py. What
is named behind it is installed first, as Binder's own image has packages before it begins.
"""

import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main(first: list[str]) -> int:
    """Run the command."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / "bin"
        env = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
        env.pop("PYTHONPATH", None)
        python = str(programs / "python")
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        steps = [
            *([[*install, *first]] if first else []),
            [*install, "--requirement", "binder/requirements.txt"],
            ["binder/postBuild"],
            [python, "binder/participant.py"],
        ]
        for step in steps:
            sys.stdout.write(f"$ {' '.join(step).replace(str(programs) + os.sep, '')}\n")
            sys.stdout.flush()
            begin = time.monotonic()
            done = subprocess.run(step, cwd=ROOT, env=env, check=False)  # noqa: S603
            if done.returncode:
                return done.returncode
            sys.stdout.write(f"{time.monotonic() - begin:.0f} s\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
