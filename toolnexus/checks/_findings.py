"""What checking found, as plain values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar, overload

from toolnexus._repr import Displayed
from toolnexus._types import JsonObject
from toolnexus.checks._fixes import fixed_at
from toolnexus.checks._registry import concerns, provider_names
from toolnexus.checks._rule import Severity

_Item = TypeVar("_Item")


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Something that a provider refuses, loses or advises against, in one place.

    Args:
        rule: The rule's id, such as `ALL-008`.
        provider: Whose rule it is; `all` if everybody's.
        severity: error for what is refused or silently broken, warning for what some models or
            versions refuse or lose, info for advice.
        tool: The tool's name; empty for what concerns all of them.
        path: Where in the entry, such as `parameters.properties.city`; empty for the whole.
        what: What is wrong.
        why: What happens otherwise.
        source: Where that is known from.
        do: What to do about it.
        can_fix: Whether a rewrite can cure it; see `fix`.
    """

    rule: str
    provider: str
    severity: Severity
    tool: str
    path: str
    what: str
    why: str
    source: str
    do: str
    can_fix: bool

    def fix(self, item: _Item) -> _Item:
        """Make a tool or an entry in which this is put right.

        Args:
            item: The tool or the entry that was checked; it stays as it is.

        Returns:
            A new one of the same kind; the very same if nothing can be done.

        Raises:
            TypeError: It is neither a tool nor an entry.

        Example:
            >>> from toolnexus import check
            >>> entry = {"name": "f", "description": "Find it.", "input_schema": {}}
            >>> finding = check([entry]).errors[0]
            >>> finding.do
            'write "type": "object"'
            >>> finding.fix(entry)["input_schema"]
            {'type': 'object'}
        """
        return fixed_at(item, (self.rule, self.provider), self.path) if self.can_fix else item

    def __str__(self) -> str:
        """Say it in one line."""
        place = ": ".join(part for part in (self.tool, self.path) if part)
        what = f"{self.what} ({self.rule}, {self.provider}); {self.do}"
        return f"{place}: {what}" if place else what


class Findings(Sequence[Finding], Displayed):
    """All that checking found, by tool, errors first.

    Args:
        findings: What was found.
        providers: For whom was checked.
        checked: How many tools were checked.

    Example:
        >>> from toolnexus import check, define_tool
        >>> def ping() -> str: ...
        >>> findings = check(define_tool(ping))
        >>> findings
        Findings(1 warning: ping: description: it has no description)
        >>> findings.ok, len(findings.errors)
        (True, 0)
    """

    def __init__(
        self, findings: Iterable[Finding] = (), providers: Sequence[str] = (), checked: int = 0
    ) -> None:
        self._findings = tuple(findings)
        self.providers = tuple(providers)
        self.checked = checked

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return not self.errors

    @property
    def errors(self) -> Findings:
        """What is refused or silently broken."""
        return self._where(lambda finding: finding.severity == "error")

    @property
    def warnings(self) -> Findings:
        """What some models or versions refuse or lose."""
        return self._where(lambda finding: finding.severity == "warning")

    @property
    def infos(self) -> Findings:
        """Advice."""
        return self._where(lambda finding: finding.severity == "info")

    def for_provider(self, name: str) -> Findings:
        """Return what concerns a provider, what concerns everybody included.

        Raises:
            ValueError: There is no such provider.
        """
        names = provider_names(name)
        return self._where(lambda finding: concerns(finding.provider, names))

    def for_tool(self, name: str) -> Findings:
        """Return what concerns a tool."""
        return self._where(lambda finding: finding.tool == name)

    def counts(self) -> dict[str, int]:
        """Count the findings of each severity."""
        of = [finding.severity for finding in self._findings]
        return {severity: of.count(severity) for severity in ("error", "warning", "info")}

    def to_json(self, *, indent: int | None = None) -> str:
        """Write the findings as JSON.

        Args:
            indent: Spaces for each level; None for one line.
        """
        written: JsonObject = {
            "ok": self.ok,
            "providers": list(self.providers),
            "checked": self.checked,
            "counts": self.counts(),
            "findings": [asdict(finding) for finding in self._findings],
        }
        return json.dumps(written, ensure_ascii=False, indent=indent)

    def _where(self, is_meant: Callable[[Finding], bool]) -> Findings:
        return Findings(filter(is_meant, self._findings), self.providers, self.checked)

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> Findings: ...
    def __getitem__(self, index: int | slice) -> Finding | Findings:
        if isinstance(index, slice):
            return Findings(self._findings[index], self.providers, self.checked)
        return self._findings[index]

    def __len__(self) -> int:
        return len(self._findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._findings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Findings) and self._findings == other._findings

    def __hash__(self) -> int:
        return hash(self._findings)

    def __repr__(self) -> str:
        """Show the counts and the first few."""
        if not self._findings:
            return "Findings(none)"
        words = ", ".join(
            f"{number} {severity}{'' if number == 1 else 's'}"
            for severity, number in self.counts().items()
            if number
        )
        places = [": ".join(filter(None, (f.tool, f.path, f.what))) for f in self[:5]]
        more = [f"{len(self) - 5} more"] * (len(self) > 5)
        return f"Findings({words}: {'; '.join(places + more)})"
