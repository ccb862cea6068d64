"""`python -m tests.fuzz TARGET SECONDS`: atheris looks for inputs that break a target.

It stops at one that raises anything but the documented error, takes more than five seconds or
more than 2 GiB. Needs atheris, which exists for Linux.
"""

import sys
import tempfile
from pathlib import Path

import atheris

WATCHED = [
    "scoring",
    "hupai.batch.sheets",
    "hupai.web.training_data",
    "vision.detections",
    "vision.corrections",
    "vision.picture",
    "models.evaluation.truth",
    "tomllib",
]
LIMITS = ("-timeout=5", "-rss_limit_mb=2048", "-max_len=20000", "-verbosity=0")

# Only what is imported here is watched, so that the start takes a second and not a minute.
with atheris.instrument_imports(include=WATCHED):
    from tests.fuzzing import attempt, seeds


def main() -> None:
    target, seconds = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as name:
        folder, corpus = Path(name), Path(name) / "corpus"
        corpus.mkdir()
        for number, data in enumerate(seeds(target)):
            (corpus / str(number)).write_bytes(data)
        options = (f"-max_total_time={seconds}", *LIMITS, f"-artifact_prefix={name}/")
        atheris.Setup(["fuzz", *options, str(corpus)], lambda data: attempt(target, data, folder))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
