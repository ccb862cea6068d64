"""Text for users, in the two languages of this project."""

from typing import NamedTuple


class Words(NamedTuple):
    """One piece of text in Chinese (`zh`) and English (`en`).

    >>> Words("东", "East").in_language("zh")
    '东'
    """

    zh: str
    en: str

    def in_language(self, language: str) -> str:
        """The text in `language`, `"zh"` or `"en"`."""
        return self.zh if language == "zh" else self.en

    def to_json(self) -> dict[str, str]:
        return {"zh": self.zh, "en": self.en}


class UserError(ValueError):
    """Input that cannot be used. `words` says in both languages what and what to do.

    `name` is a short fixed identifier (`unknown_tile`, `no_such_file`) for programs.
    """

    def __init__(self, name: str, words: Words) -> None:
        super().__init__(words.en)
        self.name = name
        self.words = words
