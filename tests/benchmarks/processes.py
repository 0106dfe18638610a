"""Worker processes, asked in turns so that all libraries meet the same noise."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Figure:
    """One library at one piece of work: how long it took, against the floor of the same round.

    Args:
        took: Seconds (or bytes) for one, the median of all rounds.
        ratio: Median of took / floor's took, round by round.
        quartiles: The first and the third quartile of these ratios.
        least: The shortest time of all rounds against the floor's shortest.
        failed: Why there is no figure.
    """

    took: float = 0.0
    ratio: float = 0.0
    quartiles: tuple[float, float] = (0.0, 0.0)
    least: float = 0.0
    failed: str = ""


def environment() -> dict[str, str]:
    """Give every process compiled modules, as an installed package has them."""
    kept = {
        k: v
        for k, v in os.environ.items()
        if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
    }
    return {
        **kept,
        "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "toolnexus-benchmarks"),
    }


class Worker:
    """A library in its process."""

    def __init__(self, name: str, python: str) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [python, str(HERE / "worker.py"), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(),
        )

    def ask(self, job: str, many: int) -> float:
        """Have a job done, and return how long one of it took."""
        if self.process.stdin is None or self.process.stdout is None:
            raise ChildProcessError(self.name)
        try:
            self.process.stdin.write(json.dumps([job, many]) + "\n")
            self.process.stdin.flush()
            answer = json.loads(self.process.stdout.readline() or '{"failed": "it ended"}')
        except OSError as exc:
            raise RuntimeError(str(exc)) from exc
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        took: float = answer["took"]
        return took if job == "memory" else took / many

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def in_turns(
    pythons: dict[str, str], job: str, many: int, rounds: int, *, anew: bool = False
) -> dict[str, Figure]:
    """Measure a job with each library; the first of them is the floor.

    Args:
        pythons: The interpreter of each library.
        job: A method of `worker.Library`.
        many: How often the job is done for one sample.
        rounds: How many samples of each library, and one more that is thrown away.
        anew: Whether each sample gets a process of its own.
    """
    samples: dict[str, list[float]] = {name: [] for name in pythons}
    failed: dict[str, str] = {}
    workers: dict[str, Worker] = {}
    for _ in range(rounds + 1):
        for name, python in pythons.items():
            if name in failed:
                continue
            worker = workers.pop(name, None) or Worker(name, python)
            try:
                samples[name].append(worker.ask(job, many))
            except RuntimeError as exc:
                failed[name] = str(exc)
            if anew or name in failed:
                worker.close()
            else:
                workers[name] = worker
    for worker in workers.values():
        worker.close()
    return figures(samples, failed)


def fresh(pythons: dict[str, str], code: dict[str, str], rounds: int) -> dict[str, Figure]:
    """Measure a piece of code in fresh interpreters, without their own start."""
    samples: dict[str, list[float]] = {name: [] for name in pythons}
    failed: dict[str, str] = {}
    for _ in range(rounds + 1):
        for name, python in pythons.items():
            if name not in failed and name in code:
                took = run_fresh(python, code[name])
                if isinstance(took, str):
                    failed[name] = took
                else:
                    samples[name].append(took)
    return figures(samples, failed)


def run_fresh(python: str, code: str) -> float | str:
    body = "\n".join(f"    {line}" for line in code.splitlines())
    timed = (
        f"import time\ndef main():\n    global took\n    start = time.perf_counter()\n{body}\n"
        "    took = time.perf_counter() - start\nmain()\nprint(took)"
    )
    done = subprocess.run(
        [python, "-c", timed], capture_output=True, text=True, cwd=HERE, env=environment()
    )
    if done.returncode:
        return done.stderr.strip().rpartition("\n")[2][:200]
    return float(done.stdout.split()[-1])


def figures(samples: dict[str, list[float]], failed: dict[str, str]) -> dict[str, Figure]:
    floor = next(iter(samples.values()))[1:]
    made = {}
    for name, times in samples.items():
        if name in failed or len(times) < 2:
            made[name] = Figure(failed=failed.get(name, "not measured"))
            continue
        kept = times[1:]
        ratios = (
            [one / other for one, other in zip(kept, floor, strict=False)] if floor else [0.0]
        )
        quarters = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else [ratios[0]] * 3
        made[name] = Figure(
            statistics.median(kept),
            statistics.median(ratios),
            (quarters[0], quarters[2]),
            min(kept) / min(floor) if floor else 0.0,
        )
    return made
