"""How fast, how large and how right things are; nothing here is a test.

`python -m benchmarks` measures everything in one run and writes `docs/benchmarks.json`,
`docs/benchmarks.md`, its Chinese twin and the marked blocks of the documents.
"""

import os

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
"""onnxruntime reports its use unless told not to before it is imported."""
