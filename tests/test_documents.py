"""Every command, Python example, link and path in the documents works.

A command is run in a copy of the project with small inputs, or stands in `NOT_RUN` with the
reason and with what is checked of it instead.
"""

import doctest
import importlib.util
import os
import re
import shlex
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import typer.main

from hupai.cli import app
from scoring import RuleSet
from tests.documents import (
    ROOT,
    anchors,
    documents,
    fences,
    inline,
    links,
    make_place,
    name_of,
    write_named,
)

DOCUMENTS = documents()
PLACEHOLDERS = {"FILE", "DIR", "FOLDER", "PHOTOS", "RESULTS", "NAME", "ID"}
PATH = re.compile(r"(?:scoring|vision|hupai|models|tests|benchmarks|docs|samples)/[\w./-]+\.\w+")
each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)


def with_commands() -> Iterator[object]:
    """The documents that have commands; the Chinese twins wait for `--long`."""
    for path in DOCUMENTS:
        if any(fence.language == "sh" for fence in fences(path)):
            is_twin = path.name.endswith(".zh-CN.md")
            marks = [pytest.mark.long] if is_twin else []
            yield pytest.param(path, id=name_of(path), marks=marks)


def shell_syntax(command: str) -> None:
    subprocess.run(["bash", "-n", "-c", command], check=True)


def make_target(command: str) -> None:
    subprocess.run(["make", "-n", *shlex.split(command, comments=True)[1:]], cwd=ROOT, check=True)


def extras_exist(command: str) -> None:
    """The extras that `pip install` names are those of the project."""
    shell_syntax(command)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for extras in re.findall(r"\[([\w,]+)\]", command):
        assert set(extras.split(",")) <= set(project["optional-dependencies"])


def hupai_options(command: str) -> None:
    """The options of a `hupai` command exist and take what they are given."""
    group = typer.main.get_command(app)
    name, *arguments = shlex.split(command, comments=True)[1:]
    group.commands[name].make_context(name, arguments)  # type: ignore[attr-defined]


def module_options(command: str) -> None:
    """The module that `python -m` names exists and has the options."""
    words = shlex.split(command, comments=True)
    spec = importlib.util.find_spec(words[2])
    assert spec is not None
    if spec.submodule_search_locations:
        spec = importlib.util.find_spec(f"{words[2]}.__main__")
        assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).read_text("utf-8")
    for word in words[3:]:
        if word.startswith("--"):
            assert f'"{word}"' in source, f"{words[2]} has no option {word}"


NOT_RUN: list[tuple[str, str, Callable[[str], None]]] = [
    (r"make ", "runs the whole of this test suite, or longer", make_target),
    (r"(python -m )?pip install", "changes the environment of the tests", extras_exist),
    (r"python -m venv|source |export ", "changes the environment of the tests", shell_syntax),
    (r"(sudo )?apt", "changes the system", shell_syntax),
    (
        r"python -m models\.(train|export|pack|gpu)",
        "takes hours and the extra train",
        module_options,
    ),
    (r"hupai camera", "needs a camera; tests/hupai/test_camera*.py use videos", hupai_options),
    (r"hupai batch .*--engine ray", "needs the extra cluster and a cluster", hupai_options),
]
"""Commands by their start, why they are not run, and what is checked instead."""
SMALLER = ((r"--count \d+", "--count 5"),)
"""Numbers that are made smaller, so that a command takes seconds."""


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("documents")
    make_place(place)
    return place


class Runner:
    """Runs the commands of one document in a copy of the project."""

    def __init__(self, place: Path, language: str) -> None:
        self.place, self.here = place, place / "hupai"
        self.environment = {
            **os.environ,
            "HUPAI_LANG": language,
            "HUPAI_DATA": str(place / "data"),
            "COLUMNS": "100",
            "PYTHONPATH": str(self.here),
        }

    def run(self, command: str) -> str:
        """What the command prints; an exit status of 2 is for input that cannot be used."""
        for pattern, smaller in SMALLER:
            command = re.sub(pattern, smaller, command)
        words = shlex.split(command, comments=True)
        if words[0] == "curl":
            return self.curl(words)
        if "ID" in words:
            (photo, *_) = (self.place / "data" / "corrections").glob("*.json")
            words[words.index("ID")] = photo.stem
        if words[:2] == ["hupai", "serve"]:
            with self.served(words[2:]):
                return ""
        start = {"hupai": [sys.executable, "-m", "hupai"], "python": [sys.executable]}
        assert words[0] in start, f"not known how to run {command!r}: see NOT_RUN"
        answer = subprocess.run(
            [*start[words[0]], *words[1:]],
            cwd=self.here,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.status = answer.returncode
        return answer.stdout + answer.stderr

    @contextmanager
    def served(self, options: list[str]) -> Iterator[int]:
        """`hupai serve`, started and stopped; the port."""
        with socket.socket() as free:
            free.bind(("localhost", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "hupai", "serve", *options, "--port", str(port)]
        quiet = subprocess.DEVNULL
        server = subprocess.Popen(command, cwd=self.here, env=self.environment, stdout=quiet)
        try:
            for _ in range(300):
                assert server.poll() is None, f"{options} did not start"
                with socket.socket() as client:
                    if client.connect_ex(("localhost", port)) == 0:
                        break
                time.sleep(0.1)
            else:
                pytest.fail(f"hupai serve {options} does not answer")
            yield port
        finally:
            server.terminate()
            server.wait(timeout=20)
        self.status = 0

    def curl(self, words: list[str]) -> str:
        """A request of `curl -F` to the page, as a form."""
        boundary, body = "----part", b""
        for place, word in enumerate(words):
            if word == "-F":
                name, _, value = words[place + 1].partition("=")
                data = (self.here / value[1:]).read_bytes() if value[0] == "@" else value.encode()
                file = f'; filename="{value[1:]}"' if value[0] == "@" else ""
                head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{file}'
                body += head.encode() + b"\r\n\r\n" + data + b"\r\n"
        with self.served([]) as port:
            url = re.sub(r":\d+/", f":{port}/", words[-1])
            request = urllib.request.Request(url, body + f"--{boundary}--\r\n".encode())
            request.add_header("Content-Type", f"multipart/form-data; boundary={boundary}")
            with urllib.request.urlopen(request) as answer:
                return str(answer.read().decode())


@pytest.mark.parametrize("path", list(with_commands()))
def test_every_command_runs_and_prints_what_the_document_says(
    path: Path, pristine: Path, tmp_path: Path
) -> None:
    subprocess.run(["cp", "-r", f"{pristine}/.", str(tmp_path)], check=True)
    write_named(path, tmp_path / "hupai")
    runner = Runner(tmp_path, "zh" if path.name.endswith(".zh-CN.md") else "en")
    blocks = fences(path)
    for fence, after in zip(blocks, [*blocks[1:], None], strict=True):
        if fence.language != "sh":
            continue
        shown = after.text if after is not None and after.language == "text" else None
        printed = ""
        for command in fence.commands:
            check = next((c for start, _, c in NOT_RUN if re.match(start, command)), None)
            if check is not None:
                check(command)
                continue
            printed = runner.run(command)
            assert runner.status in (0, 1) or shown is not None, f"{command}\n{printed}"
            assert "Traceback" not in printed, f"{command}\n{printed}"
        if shown is not None:
            assert _plain(printed) == _plain(shown), fence.text


def _plain(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


@each_document
def test_python_examples(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed == 0


@each_document
def test_links_lead_somewhere(path: Path) -> None:
    for link in links(path):
        target, _, anchor = link.partition("#")
        if target.startswith(("http://", "https://")):
            continue
        file = (path.parent / target).resolve() if target else path
        assert file.exists(), f"{name_of(path)}: {link}"
        if anchor:
            assert anchor in anchors(file), f"{name_of(path)}: {link}"


@each_document
def test_names_in_the_text_exist(path: Path) -> None:
    """Paths of code, commands, modules and targets of `make` in running text."""
    group = typer.main.get_command(app)
    for text in inline(path):
        words = text.split()
        if PATH.fullmatch(text) and not (ROOT / text).exists():
            # Beside the document, or a name that stands for many.
            assert (path.parent / text).exists(), f"{name_of(path)}: {text}"
        elif words[:1] == ["hupai"] and len(words) > 1 and words[1].isalpha():
            command = group.commands[words[1]]  # type: ignore[attr-defined]
            options = {name for one in command.params for name in one.opts}
            for word in words[2:]:
                if word.startswith("--"):
                    assert word in options or hasattr(command, "commands"), text
        elif words[:2] == ["python", "-m"]:
            module_options(text)
        elif words[:1] == ["make"]:
            make_target(text)


@each_document
def test_rule_files_are_valid(path: Path, tmp_path: Path) -> None:
    if path.name.startswith("adding-rules"):
        pytest.skip("its rule files need the rule that it adds; its commands load them")
    for number, fence in enumerate(fences(path)):
        if fence.language == "toml" and "extends" in fence.text and "append to" not in fence.text:
            named = re.match(r"# (?:[\w/]+/)?(\S+\.toml)\n", fence.text)
            file = tmp_path / (named[1] if named else f"{number}.toml")
            file.write_text(fence.text, "utf-8")
            if file.name == "wrong.toml":
                with pytest.raises(ValueError, match="haidi"):
                    RuleSet.load(str(file))
            else:
                assert RuleSet.load(str(file)).changed


def test_every_document_has_its_twin() -> None:
    names = {name_of(path) for path in DOCUMENTS if path.parent.name == "docs"}
    chinese = {name for name in names if name.endswith(".zh-CN.md")}
    assert {name.replace(".md", ".zh-CN.md") for name in names - chinese} == chinese
