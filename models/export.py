"""Export a trained checkpoint to ONNX, with a machine-readable card beside it.

    python -m models.export detector runs/detector/ema.pt models/detector.onnx
    python -m models.export reader   runs/reader/ema.pt   models/reader.onnx

The detector takes `images (1, 3, H, W)` (float32, RGB, 0 to 1; H and W any multiples of 32) and
gives `output0 (1, 4 + 43, N)`: centre x, centre y, width, height in input pixels, then one score
for each class, before non-maximum suppression. The reader takes `images (n, 3, S, S)` and gives
`output0 (n, 43)`, the logits of each crop.
"""

import argparse
import datetime
import hashlib
import json
from pathlib import Path
from typing import Any

from models import offline
from models.classes import NAMES

OPSET = 17
LICENCE = "AGPL-3.0-or-later"
DETECTOR_SIZE = 640


def sha256(path: Path) -> str:
    """The SHA-256 of a file as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def load_network(checkpoint: Path) -> Any:
    """The network of a checkpoint, as float32 in evaluation mode.

    Raises ValueError where the file holds no ultralytics model.
    """
    offline.prepare()
    import torch

    content = torch.load(checkpoint, map_location="cpu", weights_only=False)
    network = content.get("ema") or content.get("model") if isinstance(content, dict) else None
    if network is None:
        raise ValueError(f"{str(checkpoint)!r} holds no ultralytics model; give a .pt of training")
    return network.float().eval()


def export_detector(checkpoint: Path, target: Path) -> None:
    """Write the detector of `checkpoint` as ONNX, with free height and width."""
    import torch

    network = load_network(checkpoint).fuse()
    head = network.model[-1]
    head.export, head.dynamic, head.format = True, True, "onnx"
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, DETECTOR_SIZE, DETECTOR_SIZE),),
        str(target),
        opset_version=OPSET,
        input_names=["images"],
        output_names=["output0"],
        dynamic_axes={"images": {2: "height", 3: "width"}, "output0": {2: "boxes"}},
        dynamo=False,
    )


def card(kind: str, checkpoint: Path, target: Path, size: int) -> dict[str, object]:
    """What a program has to know about the exported weights."""
    return {
        "kind": kind,
        "file": target.name,
        "sha256": sha256(target),
        "bytes": target.stat().st_size,
        "input_size": size,
        "classes": list(NAMES),
        "opset": OPSET,
        "licence": LICENCE,
        "source": checkpoint.name,
        "source_sha256": sha256(checkpoint),
        "date": datetime.date.today().isoformat(),
    }


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, export, and write the card beside the weights."""
    parser = argparse.ArgumentParser(description="Export a checkpoint to ONNX with its card.")
    parser.add_argument("kind", choices=["detector"])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args(arguments)
    export_detector(options.checkpoint, options.target)
    content = card(options.kind, options.checkpoint, options.target, DETECTOR_SIZE)
    options.target.with_suffix(".json").write_text(json.dumps(content, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
