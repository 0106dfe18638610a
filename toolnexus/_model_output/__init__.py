"""What a model wrote, read however it is written: JSON, nearly JSON, or a call in text.

For a person who looks at what a model produced: everything is read that can be, and everything
odd about it is said. What a running program may take for a call is in `_arguments.py` and in
the adapters, and is much less.
"""

from toolnexus._model_output._read import read_model_output
from toolnexus._model_output._result import ModelOutput, OutputNote, ReadCall

__all__ = ["ModelOutput", "OutputNote", "ReadCall", "read_model_output"]
