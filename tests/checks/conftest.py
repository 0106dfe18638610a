import copy

import pytest

from toolnexus.checks import apply_fixes, check


@pytest.fixture
def holds_to():
    """Check one line of a rule's table: what breaks it, where, and the same put right."""

    def hold(rule, severity, provider, broken, path, right, *, cured):
        kept = copy.deepcopy(broken)
        found = [f for f in check([broken], provider) if f.rule == rule]
        assert [(f.path, f.severity, f.can_fix) for f in found] == [(path, severity, cured)]
        assert not [f for f in check([right], provider) if f.rule == rule]
        (finding,) = found
        assert finding.what
        assert finding.why
        assert finding.source
        assert finding.do
        if cured:
            assert finding.fix(broken) == right
            assert apply_fixes([broken], found) == [right]
        else:
            assert finding.fix(broken) is broken
        assert broken == kept

    return hold
