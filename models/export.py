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
import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from models.classes import NAMES
from models.networks import load_checkpoint
from vision.reader import SIZE as READER_SIZE

OPSET = 17
LICENCE = "AGPL-3.0-or-later"
DETECTOR_SIZE = 960
SMALL_BYTES = 1024
"""Weights smaller than this stay in single precision."""


def sha256(path: Path) -> str:
    """The SHA-256 of a file as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def export_detector(checkpoint: Path, target: Path) -> None:
    """Write the detector of `checkpoint` as ONNX, with free height and width."""
    import torch

    network = load_checkpoint(checkpoint).eval().fuse()
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


def export_reader(checkpoint: Path, target: Path) -> None:
    """Write the reader of `checkpoint` as ONNX, for any number of crops; gives logits."""
    import torch

    network = load_checkpoint(checkpoint).eval().fuse()
    # In training the head gives logits, which is what is exported; the rest has no such switch.
    network.model[-1].training = True
    network.model[-1].drop.training = False
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, READER_SIZE, READER_SIZE),),
        str(target),
        opset_version=OPSET,
        input_names=["images"],
        output_names=["output0"],
        dynamic_axes={"images": {0: "crops"}, "output0": {0: "crops"}},
        training=torch.onnx.TrainingMode.PRESERVE,
        dynamo=False,
    )


def halve(path: Path) -> None:
    """Store the weights of an ONNX file in half precision; they are cast back when it is loaded.

    onnxruntime folds the casts, so that it computes as before, from a file of half the size.
    """
    onnx: Any = importlib.import_module("onnx")
    single = onnx.TensorProto.FLOAT
    model = onnx.load(str(path))
    casts = []
    for weight in model.graph.initializer:
        if weight.data_type != single or len(weight.raw_data) < SMALL_BYTES:
            continue
        name, values = weight.name, onnx.numpy_helper.to_array(weight)
        stored = name + ".half"
        weight.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), stored))
        casts.append(onnx.helper.make_node("Cast", [stored], [name], to=single))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


KINDS = {"detector": (export_detector, DETECTOR_SIZE), "reader": (export_reader, READER_SIZE)}


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
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args(arguments)
    export, size = KINDS[options.kind]
    export(options.checkpoint, options.target)
    halve(options.target)
    content = card(options.kind, options.checkpoint, options.target, size)
    options.target.with_suffix(".json").write_text(json.dumps(content, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
