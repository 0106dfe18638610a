"""All rules, and which of them concern which provider."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from toolnexus._wording import join, nearest
from toolnexus.checks import (
    _rules_all_entries,
    _rules_all_schemas,
    _rules_anthropic,
    _rules_gemini,
    _rules_ollama,
    _rules_openai,
    _rules_others,
)
from toolnexus.checks._rule import EntryRule, RequestRule, Rule, SchemaRule

RULES: tuple[Rule, ...] = (
    *_rules_all_entries.RULES,
    *_rules_all_schemas.RULES,
    *_rules_openai.RULES,
    *_rules_anthropic.RULES,
    *_rules_gemini.RULES,
    *_rules_ollama.RULES,
    *_rules_others.GROQ,
    *_rules_others.MISTRAL,
    *_rules_others.COHERE,
    *_rules_others.GRAMMAR,
)
"""Every rule, as records; several have one id."""

PROVIDERS: tuple[str, ...] = (
    "openai",
    "anthropic",
    "gemini",
    "ollama",
    "groq",
    "mistral",
    "cohere",
    "openrouter",
    "together",
    "grammar",
)
"""What is checked for unless you say so; `grammar` is vLLM, llama.cpp and SGLang."""

PROFILES: dict[str, str] = {
    "openai strict": "openai",
    "anthropic strict": "anthropic",
    "gemini legacy": "gemini",
    "cohere strict": "cohere",
    "ollama client": "ollama",
}
"""Ways to use a provider that have rules of their own, each with its provider."""

_ALIASES = {"vllm": "grammar", "llama.cpp": "grammar", "sglang": "grammar"}


@dataclass(frozen=True)
class RuleSet:
    """The rules for some providers, by what they look at."""

    entry: tuple[EntryRule, ...]
    schema: tuple[SchemaRule, ...]
    request: tuple[RequestRule, ...]


def provider_names(providers: str | Iterable[str] | None) -> tuple[str, ...]:
    """Read names of providers and profiles; all providers for None.

    Raises:
        ValueError: There is no such provider; the message names the nearest.

    Example:
        >>> provider_names("vllm"), provider_names(["openai strict"])
        (('grammar',), ('openai strict',))
    """
    if providers is None:
        return PROVIDERS
    given = [providers] if isinstance(providers, str) else list(providers)
    names = [_ALIASES.get(_folded(name), _folded(name)) for name in given]
    known = (*PROVIDERS, *PROFILES)
    for name in names:
        if name not in known:
            near = nearest(name, [*known, *_ALIASES])
            hint = f" Did you mean {near!r}?" if near else ""
            valid = join(sorted({*known, *_ALIASES}), "and")
            msg = f"There are no rules for {name!r}.{hint} There are for: {valid}."
            raise ValueError(msg)
    return tuple(dict.fromkeys(names))


def _folded(name: object) -> str:
    return " ".join(str(name).lower().replace("_", " ").split())


def concerns(provider: str, names: Iterable[str]) -> bool:
    """Tell whether a rule of a provider is one for any of these names."""
    return provider == "all" or any(provider in (name, PROFILES.get(name)) for name in names)


@cache
def rules_for(names: tuple[str, ...], *, with_advice: bool = True) -> RuleSet:
    """Return the rules that concern any of these providers and profiles.

    Args:
        names: The providers and profiles.
        with_advice: Whether those are among them that find nothing worse than an info.
    """
    found = [
        rule
        for rule in RULES
        if concerns(rule.provider, names) and (with_advice or rule.severity != "info")
    ]
    return RuleSet(
        tuple(rule for rule in found if isinstance(rule, EntryRule)),
        tuple(rule for rule in found if isinstance(rule, SchemaRule)),
        tuple(rule for rule in found if isinstance(rule, RequestRule)),
    )
