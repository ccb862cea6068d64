"""`/api/rules` and `/api/tiles`: the rule sets, every rule's source, and the tiles' names."""

from typing import Any

from fastapi import APIRouter

from hupai.settling import DEFAULT_RULES
from hupai.web.requests import load_rules
from scoring import RuleSet, Tile
from scoring.catalogue import Option, items, options, value_text


def catalogue_routes() -> APIRouter:
    """What does not change while the server runs."""
    router = APIRouter(prefix="/api", tags=["rules"])

    @router.get("/rules", summary="The rule sets, and the sentence behind every rule")
    def rules() -> dict[str, Any]:
        return {
            "default": DEFAULT_RULES,
            "sets": [
                {"name": name, "title": RuleSet.load(name).title.to_json()}
                for name in RuleSet.names()
            ],
            "items": {
                item.rule_id: {"name": item.name.to_json(), "source": item.source}
                for item in items().values()
            },
        }

    @router.get("/rules/{name}", summary="Every house rule of a set, and what it may be")
    def rule_set(name: str) -> dict[str, Any]:
        chosen = load_rules(name)
        return {
            "name": chosen.name,
            "title": chosen.title.to_json(),
            "options": [_option_json(option, chosen) for option in options().values()],
        }

    @router.get("/tiles", summary="The names of the tiles")
    def tiles() -> dict[str, dict[str, str]]:
        return {tile.text: tile.words.to_json() for tile in Tile}

    return router


def _option_json(option: Option, rules: RuleSet) -> dict[str, Any]:
    return {
        "key": option.key,
        "rule_id": option.rule_id,
        "name": option.name.to_json(),
        "kind": option.kind,
        "choices": [value_text(choice) for choice in option.choices],
        "examples": list(option.examples),
        "allowed": option.allowed.to_json(),
        "value": value_text(rules[option.key]),
    }
