"""`hupai serve` in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

COMMAND = (sys.executable, "-m", "hupai")


@dataclass(frozen=True)
class Served:
    """A running server: its port, its process, and what it printed first."""

    port: int
    pid: int
    said: str


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(
    data: Path,
    *arguments: str,
    command: Sequence[str] = COMMAND,
    folder: Path = ROOT,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Served]:
    """`command` serve with `arguments`, run in `folder`; it must end within 20 s of Ctrl+C."""
    port = free_port()
    with subprocess.Popen(
        [*command, "serve", "--port", str(port), "--data", str(data), "--lang", "en", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={
            **os.environ,
            **{"PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
            **(environment or {}),
        },
    ) as process:
        assert process.stdout is not None
        lines: list[str] = []
        while not any("Ctrl+C" in line for line in lines):
            line = process.stdout.readline()
            assert line, "the server ended before it printed its address"
            lines.append(line)
        try:
            yield Served(port, process.pid, "".join(lines))
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
