"""What providers would refuse, said before anything is sent, and put right where it can be.

Rules are data with small predicates, one file for each provider. They look at entries, so that
a `tools` array from elsewhere is checked in the same way as a `Tool`.
"""

from toolnexus.checks._check import apply_fixes, check
from toolnexus.checks._findings import Finding, Findings
from toolnexus.checks._registry import PROFILES, PROVIDERS
from toolnexus.checks._tokens import estimate_tokens

__all__ = [
    "PROFILES",
    "PROVIDERS",
    "Finding",
    "Findings",
    "apply_fixes",
    "check",
    "estimate_tokens",
]
