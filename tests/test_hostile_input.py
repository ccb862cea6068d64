"""What others wrote is read, or refused in one documented error: no crash, no hang."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import RuleSet
from scoring.words import UserError
from tests.fuzzing import JSON_TARGETS, TARGETS, attempt, seeds
from vision.corrections import Corrections

ROOT = Path(__file__).parents[1]
DIGITS = "9" * 5000
ODD = {
    "rules nested deep": ("rules", "a=" + "[" * 5000),
    "rules with a long key": ("rules", "[" + ".".join("a" * 3000) + "]\nb=1"),
    "rules with a long number": ("rules", f"points.base = {DIGITS}"),
    "rules with a long number in another base": ("rules", "points.base = 0x" + "f" * 5000),
    "rules with a long number as text": ("rules", f'points.base = "{DIGITS}"'),
    "rules with a long pair": ("rules", f'points.pure = "{DIGITS}/1"'),
    "rules that extend no name": ("rules", 'extends = "a\\u0000.toml"'),
    "a long seat": ("circumstances", f"self_draw; dealer={DIGITS}"),
    "open brackets": ("hand", "[" * 5000),
    "a note nested deep": ("note", "hand = " + "[" * 5000),
    "a note with a long number": ("note", f"winner = {DIGITS}"),
    "a note with a table for a hand": ("note", "hand = {a = 1}"),
    "a note with a list of lists": ("note", "set = [[1]]"),
    "a note with a date": ("note", "hand = 1979-05-27"),
    "a note with a list for a seat": ("note", "winner = [1, 2]"),
    "a note with yes for a seat": ("note", "dealer = true"),
    "a sheet that is no text": ("sheet", b"\0\xff"),
    "layouts that are no text": ("layouts", b"\x80\xff"),
    "layouts nested deep": ("layouts", "[" * 100_000),
    "layouts with a number for a hand": ("layouts", '{"file": "a.jpg", "hand": 5}'),
    "layouts with a number for a file": ("layouts", '{"file": 5, "hand": "1m"}'),
    "layouts with a number for all tiles": (
        "layouts",
        '{"file": "a.jpg", "hand": "1m", "all_tiles": 7}',
    ),
    "layouts with a long number": ("layouts", f'{{"file": "a", "hand": "", "x": {DIGITS}}}'),
}


@pytest.mark.parametrize(("target", "text"), ODD.values(), ids=ODD)
def test_odd_input_is_one_documented_error(target: str, text: str | bytes, tmp_path: Path) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(UserError) as caught:
        TARGETS[target](data, tmp_path)
    assert caught.value.words.zh
    assert caught.value.words.en


def test_long_numbers_of_tiles() -> None:
    with pytest.raises(UserError):
        Corrections.parse([], [DIGITS])


def test_a_number_with_odd_spaces() -> None:
    assert Corrections.parse([], ["\x1e7 "]).dropped == (7,)


def test_a_long_chain_of_rule_files(tmp_path: Path) -> None:
    for number in range(2000):
        (tmp_path / f"{number}.toml").write_text(f'extends = "{number + 1}.toml"', "utf-8")
    with pytest.raises(UserError, match="chain"):
        RuleSet.load(str(tmp_path / "0.toml"))


@st.composite
def damaged(draw: st.DrawFn, target: str) -> bytes:
    """A sound input with a few places changed, cut or added to."""
    data = bytearray(draw(st.sampled_from(seeds(target))))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, 12))
        data[start : start + length] = draw(st.binary(max_size=12))
    return bytes(data)


ANY_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=4,
)


@st.composite
def retyped(draw: st.DrawFn, target: str) -> bytes:
    """A sound JSON input in which one value, at any depth, is of any type, or is left out."""

    def changed(value: Any) -> Any:
        if not isinstance(value, dict | list) or not value or draw(st.integers(0, 4)) == 0:
            return draw(ANY_VALUE)
        place = draw(st.sampled_from(list(value) if isinstance(value, dict) else range(len(value))))
        other = value.copy()
        if draw(st.integers(0, 9)):
            other[place] = changed(value[place])
        else:
            del other[place]
        return other

    sound = json.loads(draw(st.sampled_from(seeds(target))))
    return json.dumps(changed(sound)).encode()


many = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@pytest.mark.parametrize("target", JSON_TARGETS)
def test_json_with_a_value_of_another_type(target: str, tmp_path: Path) -> None:
    @many
    @given(retyped(target))
    def check(data: bytes) -> None:
        attempt(target, data, tmp_path)

    check()


@pytest.mark.parametrize("target", TARGETS)
def test_damaged_input(target: str, tmp_path: Path) -> None:
    @many
    @given(damaged(target))
    def check(data: bytes) -> None:
        attempt(target, data, tmp_path)

    check()


@pytest.mark.long
@pytest.mark.parametrize("target", TARGETS)
def test_coverage_guided(target: str) -> None:
    """Each target for fifteen seconds, with limits on memory and time (see `tests.fuzz`)."""
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("needs atheris, which exists for Linux: pip install atheris")
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", target, "15"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
