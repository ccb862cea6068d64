"""Rule sets as data, and users' own files."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import Circumstances, Hand, RuleSet, UserError, score
from scoring.catalogue import Pair, items, options

SEED = Path(__file__).parents[2].parent / "shared" / "rules" / "seed_zh.txt"
# Left by the page that the text came from (catalogue, section 0).
NOISE = ("蚂拆后", "春改", "闷森枣", "陵孝慧", "慎滚", "尺答")


def test_names() -> None:
    assert RuleSet.names() == ["guangxi-codes", "nanning-fan", "nanning-points"]
    for name in RuleSet.names():
        rules = RuleSet.load(name)
        assert rules.name == name
        assert [key for key, _ in rules.values] == list(options())
        assert rules.title.zh
        assert rules.title.en


def test_the_defaults_of_the_catalogue() -> None:
    """Section 7 of the catalogue, and the points table."""
    rules = RuleSet.load("nanning-points")
    assert rules["points.pure"] == Pair(9, 6)
    assert rules["codes.dragons"] == "zhong1_fa2_bai3"
    assert rules["nn.floor"] == 5
    assert rules["melds.allow_chow"] is False
    assert rules.changed == ()
    assert [key.key for key, _ in RuleSet.load("nanning-fan").changed] == ["system"]


@pytest.mark.parametrize("item", items().values(), ids=lambda item: item.rule_id)
def test_every_rule_has_names_and_quotes_the_text(item) -> None:  # type: ignore[no-untyped-def]
    assert item.name.zh
    assert item.name.en
    if not SEED.exists():
        pytest.skip(f"the rule text is not here: {SEED.name}")
    text = SEED.read_text(encoding="utf-8")
    for noise in NOISE:
        text = text.replace(noise, "")
    assert item.source in text


def test_every_option_has_names_and_a_default_that_it_allows() -> None:
    for option in options().values():
        assert option.name.zh
        assert option.name.en
        assert option.read(option.default) == option.default
        assert option.allowed.zh
        for example in option.examples:
            assert option.read(example) is not None


@pytest.mark.parametrize("name", RuleSet.names())
def test_json_round_trip(name: str) -> None:
    rules = RuleSet.load(name).with_options([("points.pure", "10/7"), ("limits.cap", 20)])
    assert RuleSet.from_json(json.loads(json.dumps(rules.to_json()))) == rules


TITLE = {"zh": "家", "en": "Home"}
BAD_JSON = [
    # the JSON, and what the message must name, quote and expect
    (None, ["rules", "null", "object"]),
    ([1], ["rules", "[1]", "object"]),
    ({}, ["rules", "values"]),
    ({"name": 5, "title": TITLE, "values": {}}, ["name", "5", "text"]),
    ({"name": "a", "title": "b", "values": {}}, ["title", '"b"', "object"]),
    ({"name": "a", "title": {"zh": "家"}, "values": {}}, ["title", "en"]),
    ({"name": "a", "title": {**TITLE, "en": None}, "values": {}}, ["title.en", "null", "text"]),
    ({"name": "a", "title": TITLE, "values": [1]}, ["values", "[1]", "object"]),
    ({"name": "a", "title": TITLE, "values": {"points.base": True}}, ["points.base", "true"]),
    ({"name": "a", "title": TITLE, "values": {"points.base": [2]}}, ["points.base", "[2]"]),
    ({"name": "a", "title": TITLE, "values": {"points.bass": 2}}, ["points.bass", "points.base"]),
]


@pytest.mark.parametrize(("value", "named"), BAD_JSON)
def test_bad_json_is_one_clear_error(value: Any, named: list[str]) -> None:
    with pytest.raises(UserError) as caught:
        RuleSet.from_json(value)
    assert caught.value.words.zh.endswith("。")
    for name in named:
        assert name in caught.value.words.en


def own(folder: Path, text: str, name: str = "mine.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_extends_a_named_set(tmp_path: Path) -> None:
    name = own(
        tmp_path,
        'zh = "我家"\nextends = "nanning-points"\n[points]\npure = "10/7"\nbase = 2\n'
        "[codes]\nn = 2\n",
    )
    rules = RuleSet.load(name)
    assert (rules.name, rules.title.zh, rules.title.en) == ("mine", "我家", "mine")
    assert rules["points.pure"] == Pair(10, 7)
    assert {option.key for option, _ in rules.changed} == {
        "points.pure",
        "points.base",
        "codes.n",
    }
    hand = Hand.parse("23456768s11s [pon 999s from 0] + 7s")
    assert score(hand, Circumstances(discard_by=1), rules).payments == (20, -20, 0, 0)


def test_a_file_extends_another_file(tmp_path: Path) -> None:
    own(tmp_path, 'extends = "nanning-fan"\nnn.floor = 6\n', "base.toml")
    rules = RuleSet.load(own(tmp_path, 'extends = "base.toml"\nnn.ting = 2\n'))
    assert (rules["system"], rules["nn.floor"], rules["nn.ting"]) == ("nanning_fan", 6, 2)


def test_a_file_without_extends_starts_from_the_defaults(tmp_path: Path) -> None:
    rules = RuleSet.load(own(tmp_path, 'system = "codes"\n'))
    assert rules["system"] == "codes"


BAD_FILES = [
    ("[points]\nbass = 2\n", "unknown_option", ["points.bass", "points.base"]),
    ("base = 2\n", "unknown_option", ["base"]),
    ("[points]\nbase = -1\n", "bad_option_value", ["points.base", "-1", "whole number"]),
    ("[points]\nbase = true\n", "bad_option_value", ["points.base", "true"]),
    ('[points]\npure = "9-6"\n', "bad_option_value", ["points.pure", "9-6", "9/6"]),
    (
        '[points]\nstacking = "sometimes"\n',
        "bad_option_value",
        ["points.stacking", "sometimes", "additive, doubling"],
    ),
    (
        '[codes]\ndragons = "zhong1_zhong2_bai3"\n',
        "bad_option_value",
        ["codes.dragons", "zhong1_fa2_bai3"],
    ),
    ('extends = "nosuch"\n', "unknown_rules", ["nosuch", "nanning-points"]),
    ('extends = "mine.toml"\n', "bad_rules_file", ["mine.toml", "circle"]),
    ("extends = 5\n", "bad_value", ["extends", "5", "text"]),
    ("zh = [1]\n", "bad_value", ["zh", "[1]", "text"]),
    ("points.base = [2]\n", "bad_option_value", ["points.base", "[2]"]),
    ("points = [\n", "bad_rules_file", ["mine.toml", "TOML"]),
]


@pytest.mark.parametrize(("text", "error", "named"), BAD_FILES)
def test_a_bad_file_is_one_clear_error(
    tmp_path: Path, text: str, error: str, named: list[str]
) -> None:
    with pytest.raises(UserError) as caught:
        RuleSet.load(own(tmp_path, text))
    assert caught.value.name == error
    for name in named:
        assert name in caught.value.words.en
    assert caught.value.words.zh.endswith("。")


def test_unknown_names_and_files(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nanning-points") as caught:
        RuleSet.load("riichi")
    assert caught.value.name == "unknown_rules"
    with pytest.raises(UserError, match="no such file"):
        RuleSet.load(str(tmp_path / "none.toml"))
    (tmp_path / "latin.toml").write_bytes(b'zh = "\xff"')
    with pytest.raises(UserError, match="cannot be read"):
        RuleSet.load(str(tmp_path / "latin.toml"))


def test_explicit_fans_must_be_complete() -> None:
    """A-30."""
    rules = RuleSet.load("nanning-fan").with_options([("nn.fan_table", "explicit")])
    with pytest.raises(UserError, match=r"nn\.fans\.plain"):
        score(Hand.parse("123m567p345s88pFFF"), Circumstances(self_draw=True), rules)
