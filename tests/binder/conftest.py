"""The scripts in binder/ are no package: a test loads them from their files."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def script():
    """Load a script of binder/ as a module."""

    def script_(name):
        spec = importlib.util.spec_from_file_location(
            f"binder_{name}", ROOT / f"binder/{name}.py"
        )
        module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return script_
