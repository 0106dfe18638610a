"""Keeps pytest out: the benchmarks take minutes, and libraries that are not installed."""

collect_ignore_glob = ["*"]
